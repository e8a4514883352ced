// What readers collect and answer, kept by this browser for this bank. It may keep nothing, so all of it can be saved
// as a file and read again.

const memory = new Map();
let shelf = "qbank-site:";
let keeps = true;

// Another version of this page may have left something else here: what is not as it should be is let go.
const isRecord = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

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

// Calls back when another window of this bank has kept something.
function onKept(name, told) {
  window.addEventListener("storage", (event) => {
    if (event.key === shelf + name || event.key === null) told();
  });
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
