// What readers collect and answer, kept by this browser for this bank. It may keep nothing, so all of it can be saved
// as a file and read again.

const memory = new Map();
let shelf = "qbank-site:";
let keeps = true;

function openStore(bank) {
  shelf = `qbank-site:${bank}:`;
  try {
    localStorage.setItem(`${shelf}probe`, "1");
    localStorage.removeItem(`${shelf}probe`);
  } catch {
    keeps = false;
  }
}

function kept(name, otherwise) {
  let text = memory.get(name);
  try {
    text = localStorage.getItem(shelf + name) ?? text;
  } catch { /* then it is what this visit knows */ }
  try {
    return text ? JSON.parse(text) : otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(shelf + name, text);
  } catch {
    keeps = false;
  }
}

// Hands a file to the reader.
function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = labs.html("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
