// Data comes as scripts that call `qbankData`: a page that was opened from a disk may load these, and nothing else.
// In a site of one file it stands in the page.

const arrived = new Map();
const asked = new Map();

window.qbankData = (name, data, code) => {
  arrived.set(name, code ? { data, code } : data);
};

function load(name) {
  if (arrived.has(name)) return Promise.resolve(arrived.get(name));
  if (!asked.has(name)) asked.set(name, fetched(name).finally(() => asked.delete(name)));
  return asked.get(name);
}

async function fetched(name) {
  const inside = byId(`data-${name}`);
  if (inside) {
    const data = JSON.parse(inside.textContent);
    inside.remove();
    arrived.set(name, data);
    return data;
  }
  await new Promise((done, failed) => {
    // What every page needs is named by the page itself, and is on its way already.
    const coming = document.querySelector(`script[src="data/${name}.js"]`);
    const script = coming || document.createElement("script");
    script.addEventListener("load", done);
    script.addEventListener("error", () => failed(new Error(`The file data/${name}.js is missing. Was the whole folder copied?`)));
    if (coming) return;
    script.src = trusted.createScriptURL(`data/${name}.js`);
    document.head.append(script);
    script.remove();
  });
  if (!arrived.has(name)) throw new Error(`The file data/${name}.js holds something else than it should.`);
  return arrived.get(name);
}

// Pages of questions are many: the last ones are kept, the others can be had again.
const MOST_PAGES = 48;
function forgetPages() {
  const pages = [...arrived.keys()].filter((name) => /^(page|author)-/.test(name));
  for (const name of pages.slice(0, Math.max(0, pages.length - MOST_PAGES))) if (!byId(`data-${name}`)) arrived.delete(name);
}

// Which file a question is in: the list says for each how many files there are, and its id which one. Files are small.
const shardOf = (row, kind) => `${kind}-${row.shards[kind === "text" ? "text" : "page"]}`;

async function ofQuestion(row, kind) {
  const data = await load(shardOf(row, kind));
  forgetPages();
  return data[row.id];
}
