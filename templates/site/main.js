// Which view is shown, the parts at the top, and the keys.

let bankNow = null;

const VIEWS = {
  "": [null, (bank) => frontView(bank)],
  questions: ["Questions", listView],
  q: [null, questionView],
  basket: ["Basket", basketView],
  practice: ["Practice", practiceView],
  hardware: ["Hardware", hardwareView],
  roofline: [null, rooflineView],
  links: [null, linksView],
  formulas: ["Formulas", formulasView],
  coverage: ["Coverage", coverageView],
  review: ["Review", reviewView],
};

// Views that belong to a part which the top names.
const PART_OF = { q: "questions", roofline: "hardware", links: "hardware" };

async function show() {
  const route = routeNow();
  const view = VIEWS[route.parts[0] || ""] || [null, () => missingPage()];
  const main = byId("main");
  const asked = location.hash;
  try {
    const content = await view[1](bankNow, route);
    if (location.hash !== asked && routeNow().path !== route.path) return; // somebody was faster
    main.replaceChildren(content);
  } catch (error) {
    if (location.hash !== asked && routeNow().path !== route.path) return;
    main.replaceChildren(html("div", { class: "narrow-page" }, heading("This could not be shown"), failure("", error), html("p", {}, html("a", { href: "#/" }, "To the front page"))));
  }
  const head = main.querySelector("h1, h2");
  const title = (head?.querySelector(":scope > .number + span") || head)?.textContent || bankNow.meta.title;
  document.title = title === bankNow.meta.title ? title : `${title} – ${bankNow.meta.title}`;
  for (const link of byId("nav").querySelectorAll("a")) {
    if (link.dataset.part === (PART_OF[route.parts[0]] || route.parts[0])) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  closeMenu();
}

const missingPage = () => html("div", { class: "narrow-page" }, heading("Nothing here"), html("p", {}, "This address leads nowhere. ", html("a", { href: "#/" }, "To the front page")));

// After a step to another view, the reader begins at its top; who goes back by the browser is where they were.
const places = new Map();
let followed = false; // whether the address changes because of a link, rather than by going back or forward
history.scrollRestoration = "manual";
document.addEventListener("click", (event) => { if ((event.target.closest("a[href^='#']")?.hash ?? location.hash) !== location.hash) followed = true; }, true);

function goTo(hash) {
  followed = true;
  location.hash = hash;
}

async function moved(event) {
  const left = new URL(event.oldURL).hash;
  const place = followed ? null : places.get(location.hash);
  followed = false;
  const top = window.scrollY;
  const line = document.activeElement.closest(".hit")?.dataset.id || routeOf(left).parts[1];
  places.set(left, { top, line });
  await show();
  if (place) {
    window.scrollTo(0, place.top);
    const link = [...document.querySelectorAll(".hit")].find((one) => one.dataset.id === place.line)?.querySelector("a[dir]");
    (link || byId("main")).focus({ preventScroll: true });
    return;
  }
  window.scrollTo(0, 0);
  const target = byId("main").querySelector("h1[tabindex], article[tabindex]") || byId("main");
  target.focus({ preventScroll: true });
}

function drawNav() {
  const links = Object.entries(VIEWS).filter(([, view]) => view?.[0]).map(([part, [title]]) =>
    html("a", { href: `#/${part}`, "data-part": part }, title, part === "basket" && html("span", { class: "bubble", id: "basket-count" })));
  byId("nav").replaceChildren(...links);
}

function closeMenu() {
  byId("nav").classList.remove("open");
  byId("menu").setAttribute("aria-expanded", "false");
}

byId("menu").addEventListener("click", () => {
  const open = byId("nav").classList.toggle("open");
  byId("menu").setAttribute("aria-expanded", String(open));
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});

/* Keys */

const KEYS = [
  ["/", "Search"],
  ["j, k", "Next, previous question"],
  ["Enter", "Open the question that has the focus"],
  ["b", "Put it into the basket, or take it out"],
  ["s", "Show the answer"],
  ["g, then q, b, p, h, f, c, r", "Go to questions, basket, practice, hardware, formulas, coverage, review"],
  ["?", "This help"],
];
const GO = { q: "questions", b: "basket", p: "practice", h: "hardware", f: "formulas", c: "coverage", r: "review" };

function drawKeys() {
  const off = html("input", { type: "checkbox" });
  off.checked = kept("keys", true);
  off.addEventListener("change", () => keep("keys", off.checked));
  const close = html("button", { type: "button", onclick: () => byId("keys").close() }, "Close");
  byId("keys").replaceChildren(html("h2", { id: "keys-title" }, "Keys"),
    html("dl", { class: "keys" }, KEYS.flatMap(([key, said]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, said)])),
    html("p", {}, html("label", {}, off, " Single keys do something")), close);
}

byId("help").addEventListener("click", () => {
  drawKeys();
  byId("keys").showModal();
});

let waitsForPlace = 0;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byId("keys").open) return;
  const typing = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  if (typing) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (!kept("keys", true)) return;
  if (Date.now() < waitsForPlace && GO[event.key]) {
    waitsForPlace = 0;
    if (VIEWS[GO[event.key]]) goTo(`#/${GO[event.key]}`);
    event.preventDefault();
    return;
  }
  waitsForPlace = 0;
  const act = { "/": toSearch, "?": () => byId("help").click(), j: () => step(1), k: () => step(-1), b: () => currentLine()?.querySelector(".basket-button")?.click(), s: openAnswer, g: () => { waitsForPlace = Date.now() + 1500; } }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

function toSearch() {
  const search = byId("search");
  if (search) {
    search.focus();
    search.select();
  } else {
    goTo("#/questions");
    setTimeout(() => byId("search")?.focus(), 50);
  }
}

function currentLine() {
  return document.activeElement.closest(".hit") || document.querySelector(".one");
}

function step(by) {
  const lines = [...document.querySelectorAll(".lines .hit a[dir]")];
  if (lines.length) {
    const at = lines.indexOf(document.activeElement.closest(".hit")?.querySelector("a[dir]"));
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))];
    next.focus();
    next.closest(".hit").scrollIntoView({ block: "nearest" });
    return;
  }
  document.querySelector(by > 0 ? ".steps .next" : ".steps .prev")?.click();
}

function openAnswer() {
  const answer = document.querySelector("main details.answer");
  if (!answer) return;
  answer.open = !answer.open;
  answer.querySelector("summary").focus();
}

/* Beginning */

async function begin() {
  try {
    bankNow = new Bank(await load("bank"));
  } catch (error) {
    byId("main").replaceChildren(html("div", { class: "narrow-page" }, failure("The list of questions", error)));
    return;
  }
  openStore(bankNow.meta.bank);
  if (bankNow.meta.public) VIEWS.practice[0] = null;
  if (!bankNow.meta.authors) VIEWS.review = undefined;
  basket.open();
  drawNav();
  basket.changed();
  await show();
  document.documentElement.dataset.ready = "";
  window.addEventListener("hashchange", moved);
}
begin();
