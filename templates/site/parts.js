// Pieces that several views show.

const counted = (number, one, many = `${one}s`) => `${grouped(number)} ${number === 1 ? one : many}`;
const plainNumber = (value) => (value === null || value === undefined ? "" : String(Number(Number(value).toFixed(2))));
const minutesText = (value) => (value ? `${plainNumber(value)} min` : "");
const pointsText = (value) => (value === null || value === undefined ? "" : counted(Number(plainNumber(value)), "point"));

function heading(text, ...more) {
  return html("h1", { tabindex: -1 }, text, more);
}

const factsOf = (row) => [row.id, bankNow.said("track", row.track), row.level, bankNow.said("topic", row.topic), bankNow.said("kind", row.kind), minutesText(row.minutes), pointsText(row.points), row.status === "published" ? "" : row.status].filter(Boolean);
const factsLine = (facts) => html("p", { class: "facts" }, facts.map((fact) => html("span", {}, fact)));

// A button that puts a question into the basket, and out of it.
function basketButton(row) {
  const button = html("button", { type: "button", class: "basket-button", "data-id": row.id });
  showInBasket(button, row);
  button.addEventListener("click", () => {
    const inside = basket.has(row.id);
    if (inside) basket.remove(row.id);
    else basket.add(row.id);
    tell(inside ? `${row.title}: taken out of the basket` : `${row.title}: put into the basket, ${counted(basket.ids().length, "question")}`);
  });
  return button;
}

function showInBasket(button, row) {
  const inside = basket.has(row.id);
  button.setAttribute("aria-pressed", String(inside));
  button.setAttribute("aria-label", `${inside ? "In the basket" : "Add to the basket"}: ${row.title}`);
  button.textContent = inside ? "✓ In basket" : "+ Basket";
}

// Tells something to those who listen rather than look.
function tell(text) {
  const place = byId("status");
  place.textContent = "";
  setTimeout(() => { place.textContent = text; }, 30);
}

// Says what could not be loaded, and offers to try it again.
function failure(what, error) {
  return html("div", { class: "notice", role: "alert" }, html("p", {}, what && html("strong", {}, `${what} could not be loaded. `), String(error.message || error)),
    html("p", {}, html("button", { type: "button", class: "plain small", onclick: () => location.reload() }, "Load the page again")));
}

const notice = (...content) => html("p", { class: "notice" }, content);

// A question as a line of a list.
function questionLine(row, { terms = [], text = row.blurb, lead, act = basketButton(row) } = {}) {
  return html("li", { class: "hit", "data-id": row.id },
    html("div", { class: "hit-text" },
      html("h2", {}, lead, html("a", { href: linkTo(row), dir: "auto" }, marked(row.title, terms))),
      factsLine(factsOf(row)),
      text && html("p", { class: "blurb", dir: "auto" }, marked(text, terms))),
    act && html("div", { class: "hit-act" }, act));
}

// Text where `code` stands between backticks, and blank lines part paragraphs.
function prose(text) {
  return text.split(/\n{2,}/).map((paragraph) => html("p", {}, paragraph.split("`").map((piece, at) => (at % 2 ? html("code", {}, piece) : piece.replace(/\n/g, " ")))));
}

function table(label, head, rows, options = {}) {
  return html("div", { class: "table", role: "region", "aria-label": label, tabindex: 0 },
    html("table", { class: options.class },
      options.caption && html("caption", {}, options.caption),
      html("thead", {}, html("tr", {}, head.map((cell) => html("th", { scope: "col" }, cell)))),
      html("tbody", {}, rows.map((row) => html("tr", {}, row.map((cell, at) => (at ? html("td", {}, cell) : html("th", { scope: "row" }, cell))))))));
}

// Draws now, and anew whenever the place of a plot becomes wider or narrower.
function drawToWidth(picture, draw) {
  draw();
  let width = 0;
  new ResizeObserver(() => {
    if (!picture.isConnected || picture.clientWidth === width) return;
    width = picture.clientWidth; // the plot is as wide as there is room
    draw();
  }).observe(picture);
}

function field(label, control, hint) {
  if (!control.id) control.id = newId("field");
  return html("p", { class: "field" }, html("label", { for: control.id }, label), control, hint && html("span", { class: "hint" }, hint));
}

let ids = 0;
const newId = (stem) => `${stem}-${(ids += 1)}`;

const select = (options, chosen, attributes = {}) =>
  html("select", attributes, options.map(([value, said]) => html("option", { value, selected: value === chosen }, said)));
