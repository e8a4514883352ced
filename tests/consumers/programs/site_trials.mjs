// Does to a site what should not happen, and tells what its readers are told.
//
// Given {"site": "/folder/index.html", "torn": "/folder/index.html", "question": "an-id", "lost": "an-id"}, where `torn` is
// a copy in which the file with the page of `lost` and the full texts are missing; returns what each of the `trials`
// returned, by its name, and "errors": scripts that failed.

// Opens pages of a site, or of another.
const opener = (profile, site, errors) => async (route, { of = site, store, before, name } = {}) => {
  const page = await profile.newPage();
  page.on("pageerror", (error) => errors.push(`${name || route}: ${error.stack || error}`));
  await page.setViewport({ width: 1280, height: 700 });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(`file://${of}`);
  await ready(page);
  if (store) await page.evaluate((entries) => {
    const [shelf] = Object.keys(localStorage).filter((key) => key.startsWith("qbank-site:")).map((key) => key.replace(/[^:]*$/, ""));
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(shelf + key, value);
  }, store);
  await page.goto("about:blank");
  await page.goto(`file://${of}${route}`);
  await ready(page);
  return page;
};
const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
const go = async (page, route, selector) => {
  await page.evaluate((hash) => { location.hash = hash; }, route);
  await page.waitForSelector(selector);
};
const said = (page, selector = "main") => page.$eval(selector, (one) => one.textContent.replace(/\s+/g, " ").trim());
const picked = (page) => page.$$eval(".picked-row", (rows) => rows.length);
const press = (page, label) => page.evaluate((wanted) => [...document.querySelectorAll("main button")].find((one) => one.textContent.startsWith(wanted)).click(), label);

const trials = ({ opened, torn, question, lost }) => ({
  async "a store that is refused"() {
    const page = await opened("#/questions", { before: () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } }) });
    await page.click(".basket-button");
    await go(page, "#/basket", ".picked-row");
    return { told: await said(page, ".notice"), picked: await picked(page) };
  },
  async "a store of nonsense"() {
    const store = { basket: '{"title": 7, "sections": [5, {"questions": {"a": 1}}, null]}', practice: '{"x": {"box": "a"}, "y": null}', keys: '"q"', "basket-before": "[1]" };
    const page = await opened("#/practice", { store });
    const shown = [];
    for (const [route, selector] of [["#/basket", "#set-title"], ["#/questions", ".hit"], ["#/basket/paper", ".paper"], ["#/practice", "#start"], ["#/", ".hero"]]) {
      await go(page, route, selector);
      shown.push(await said(page, "h1"));
    }
    await go(page, "#/questions", ".basket-button");
    await page.click(".basket-button");
    return { shown, count: await said(page, "#basket-count") };
  },
  async "a filter of nothing"() {
    const page = await opened("#/questions?track=mars&level=L3");
    return { told: await said(page, ".notice"), chips: await page.$$eval(".chip", (all) => all.length) };
  },
  async "words that people type"() {
    const page = await opened("#/questions");
    const found = {};
    for (const typed of ["arena microcontroller", "five questions about the arenas of microcontrollers", "microcontrollers, level 3", "tinyml L3", "smartphones", "arena zzz qqq"]) {
      await page.$eval("#search", (box, text) => { box.focus(); box.value = text; box.dispatchEvent(new Event("input", { bubbles: true })); }, typed);
      await page.waitForFunction(() => !document.getElementById("found").textContent.includes("loaded"));
      found[typed] = await page.$$eval(".hit[data-id]", (all) => all.map((one) => one.dataset.id));
    }
    return { found, offers: await page.$$eval(".hit.empty button", (all) => all.map((one) => one.textContent)) };
  },
  async "addresses of nothing"() {
    const page = await opened("#/q/gone-0001");
    const shown = [await said(page, "h1")];
    for (const route of ["#/hardware/nothing", "#/formulas/nothing", "#/basket?open=nothing.yaml", "#/roofline?ids=nothing:x", "#/links?ids=nothing", "#/%E0%A4%A", "#/q/"]) {
      await page.evaluate((hash) => { document.querySelector("main h1")?.remove(); location.hash = hash; }, route);
      await page.waitForSelector("main h1");
      shown.push(await said(page, "h1"));
    }
    return shown;
  },
  async "files that are missing"() {
    const page = await opened(`#/q/${lost}`, { of: torn });
    const told = await said(page);
    await go(page, "#/questions", "#search");
    await page.type("#search", "memory");
    await page.waitForFunction(() => document.getElementById("found").textContent.includes("could not"));
    const found = await said(page, "#found");
    await go(page, "#/practice", "#start");
    await page.click("#start");
    await page.waitForSelector(".notice[role=alert]"); // the empty one of the form that starts does not count
    const practice = await said(page, ".notice[role=alert]");
    await press(page, "Go on without it");
    await page.waitForFunction(() => document.querySelector("article.question, h1, [role=alert]"));
    return { told, found, practice };
  },
  async "going back"() {
    const page = await opened("#/questions");
    const line = await page.$$eval(".hit", (all) => all.at(-1).dataset.id);
    await page.evaluate((id) => { const link = document.querySelector(`.hit[data-id="${id}"] a[dir]`); link.scrollIntoView(); link.focus(); }, line);
    const before = await page.evaluate(() => window.scrollY);
    await page.keyboard.press("Enter");
    await page.waitForSelector("article.question");
    const top = await page.evaluate(() => window.scrollY);
    await page.goBack();
    await page.waitForSelector(".hit");
    await page.waitForFunction((id) => document.activeElement.closest(".hit")?.dataset.id === id, { timeout: 3000 }, line);
    return { before, top, after: await page.evaluate(() => window.scrollY) };
  },
  async "two windows"() {
    const one = await opened("#/basket", { store: { basket: "null" } });
    const other = await opened("#/questions");
    await other.bringToFront();
    await other.evaluate(() => [...document.querySelectorAll(".basket-button")].slice(0, 2).forEach((button) => button.click()));
    await one.bringToFront();
    await one.waitForSelector(".picked-row");
    return { there: await picked(one), count: await said(one, "#basket-count") };
  },
  async "presses that come twice"() {
    const page = await opened("#/practice");
    await page.evaluate(() => { const start = document.getElementById("start"); start.click(); start.click(); });
    await page.waitForSelector("article.question");
    await page.evaluate(() => { const skip = document.getElementById("dont-know"); skip.click(); skip.click(); });
    return { place: await said(page, ".practice-bar span") };
  },
  async "a set opened over a basket"() {
    const page = await opened("#/questions", { store: { basket: "null" } });
    await page.evaluate(() => document.querySelector(".basket-button").click());
    await go(page, "#/basket?open=questions/sets/own-quiz.yaml", ".picked-row");
    const there = await picked(page);
    await press(page, "Take it back");
    return { there, back: await picked(page) };
  },
  async "twins in a basket"() {
    const page = await opened("#/questions", { store: { basket: "null" } });
    await page.evaluate(() => document.querySelectorAll(".basket-button").forEach((button) => button.click()));
    await go(page, "#/basket", ".picked-row");
    return page.$$eval(".twin", (all) => all.map((one) => one.textContent));
  },
  async "a question with a title of 5,000 characters"() {
    const page = await opened(`#/q/${question}`);
    await page.setViewport({ width: 390, height: 800 });
    const wide = [await page.evaluate(() => document.documentElement.scrollWidth)];
    await go(page, "#/questions", ".hit");
    return [...wide, await page.evaluate(() => document.documentElement.scrollWidth)];
  },
});

export async function use(profile, { site, ...given }) {
  const errors = [];
  const outcome = { errors };
  for (const [name, trial] of Object.entries(trials({ opened: opener(profile, site, errors), ...given }))) {
    try {
      outcome[name] = await trial();
    } catch (error) {
      errors.push(`${name}: ${error.stack.slice(0, 600)}`);
    }
    for (const page of await profile.pages()) await page.close();
  }
  return outcome;
}
