// Looks at pages as axe does, which knows the rules of accessible pages, and whether they fit into the window.
//
// Given {"pages": ["/page.html", ...], "looks": [[390, "light"], ...], "pictures": "/folder"};
// without `looks`, a narrow window in the light and a wide one in the dark; with `pictures` each page is also photographed
// there. Everything that opens is opened first, and in a lab the first prediction is locked in.
// Returns [{"page", "width", "scheme", "violations": ["rule: element", ...], "wide": ["element", ...], "cut": [...],
// "errors": [...]}], where what is cut hides a part of what it holds.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

// Sizes go by the width, colours by the scheme: no two of either are looked at twice.
const LOOKS = [[390, "light"], [1280, "dark"]];
const STILL = 150;

export async function use(profile, { pages, looks = LOOKS, pictures }, modules) {
  const axe = readFileSync(createRequire(join(modules, "here.js")).resolve("axe-core/axe.min.js"), "utf8");
  const page = await profile.newPage();
  await page.setBypassCSP(true); // for the script of axe; the pages allow their own alone
  let errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const seen = [];
  for (const path of pages) {
    for (const [width, scheme] of looks) {
      errors = [];
      await page.goto("about:blank"); // from one place of a site to another, nothing would be loaded
      await page.emulateMediaFeatures([
        { name: "prefers-reduced-motion", value: "reduce" },
        { name: "prefers-color-scheme", value: scheme },
      ]);
      await page.setViewport({ width, height: 844 });
      await page.goto(`file://${path}`);
      await page.waitForFunction(() => !document.getElementById("loading")); // a site draws itself
      await page.evaluate(prepare);
      await Promise.all([page.waitForNetworkIdle({ idleTime: STILL }), page.evaluate(still, STILL)]);
      const wide = await page.evaluate(tooWide);
      const cut = await page.evaluate(cutOff);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      seen.push({
        page: basename(path), width, scheme, wide, cut, errors,
        violations: violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} (${node.failureSummary.slice(0, 200)})`)),
      });
      if (pictures) await page.screenshot({ path: join(pictures, `${basename(path, ".html")}-${width}-${scheme}.png`), fullPage: true });
      await page.evaluate(() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* no store */ } });
    }
  }
  return seen;
}

function prepare() {
  const form = document.querySelector("form.prediction");
  if (form) {
    const input = form.querySelector("input, textarea");
    if (input.type === "radio") input.checked = true;
    else input.value = "4";
    form.requestSubmit();
  }
  for (const details of document.querySelectorAll("details")) details.open = true;
}

// Waits until nothing has changed in the page for some milliseconds.
function still(time) {
  return new Promise((done) => {
    const wait = () => setTimeout(() => { observer.disconnect(); done(); }, time);
    let waiting = wait();
    const observer = new MutationObserver(() => {
      clearTimeout(waiting);
      waiting = wait();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

function tooWide() {
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))
    .slice(0, 5);
}

// What may be scrolled is not cut off, nor is what is there for readers of screens alone.
function cutOff() {
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  return [...document.body.querySelectorAll("*:not(input, svg *, math *)")]
    .filter((one) => one.clientHeight > 1 && one.clientWidth > 1 && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      return (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1);
    })
    .map((one) => one.outerHTML.slice(0, 120))
    .slice(0, 5);
}
