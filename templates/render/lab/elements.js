// Making elements: texts are texts, whatever they hold, and nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

let names = 0;
const newName = (stem) => `${stem}-${(names += 1)}`;

// A drawing that says what it shows: its title is its name, and the description tells what stands there now.
function drawing(width, height, title, description, ...children) {
  const [name, told] = [newName("title"), newName("desc")];
  return svg(
    "svg",
    { class: "drawing", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-labelledby": `${name} ${told}` },
    svg("title", { id: name }, title),
    svg("desc", { id: told }, description),
    ...children,
  );
}

const label = (x, y, text, attributes) => svg("text", { x: round(x), y: round(y), ...attributes }, text);
const round = (value) => Math.round(value * 100) / 100;

// Says something in an element that screen readers listen to, even if it is the same as before.
function say(element, text) {
  element.textContent = "";
  setTimeout(() => { element.textContent = text; }, 30);
}

// A place for a table, which scrolls where it is too wide or too long.
function tableHolder(title) {
  return html("div", { class: "table", role: "region", "aria-label": title, tabindex: 0 });
}

// A table of rows of texts; the first cell of each row is its heading.
function dataTable(header, rows, current = -1) {
  const head = html("tr", {}, header.map((cell) => (cell ? html("th", { scope: "col" }, cell) : html("td", {}))));
  const body = rows.map((row, at) =>
    html("tr", { class: at === current ? "here" : undefined, "aria-current": at === current ? "true" : undefined },
      row.map((cell, place) => (place ? html("td", {}, cell) : html("th", { scope: "row" }, cell)))));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, body));
}
