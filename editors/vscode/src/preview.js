"use strict";
// The question beside its text. What comes from a question is text and stays text: the page has no script of its
// own but one that puts text where text belongs, and loads nothing.

/**
 * Returns the page of a preview.
 * @param {string} nonce a word nobody can guess, which lets this page's script run and no other
 * @returns {string}
 */
function previewPage(nonce) {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Preview</title>
<style nonce="${nonce}">
  body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
  pre { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; line-height: 1.45; }
</style>
</head>
<body>
<pre id="page" role="document" aria-live="polite"></pre>
<script nonce="${nonce}">
  window.addEventListener("message", (event) => {
    document.getElementById("page").textContent = String(event.data.text);
  });
</script>
</body>
</html>
`;
}

module.exports = { previewPage };
