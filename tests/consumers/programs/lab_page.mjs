// Works through the page of a lab as its reader would, and prints what was seen.
//
// Reads JSON from standard input: {"page": "/path.html", "downloads": "/folder", "width": 390, "scheme": "light",
// "steps": [...]}. A step is one of
//   {"press": "Tab"}           a key
//   {"until": "selector"}      Tab until an element has the focus
//   {"type": "text"}           typed into what has the focus
//   {"click": "selector"}      a click of the pointer on the last visible element
//   {"clickAt": ["selector", x, y]}  a click at a share of its width and height
//   {"set": {"nodes": 3}, "part": "cloud-1"}  moves controls of a part to their choices, as if by hand
//   {"reload": true}
// Writes JSON: {"seen": [...], "errors": [...], "requests": [...], "paint": milliseconds}, where `seen` tells after
// each step what stands in the part that was opened last.
//
// usage: node lab_page.mjs NODE_MODULES CHROMIUM
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [modules, chromium] = process.argv.slice(2);
const puppeteer = createRequire(join(modules, "here.js"))("puppeteer-core");
const { page: path, downloads, width = 1100, scheme = "light", steps = [] } = JSON.parse(readFileSync(0, "utf8"));

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage();
  const [errors, requests] = [[], []];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url());
  });
  if (downloads) {
    const session = await browser.target().createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
  }
  await page.emulateMediaFeatures([
    { name: "prefers-reduced-motion", value: "reduce" },
    { name: "prefers-color-scheme", value: scheme },
  ]);
  await page.setViewport({ width, height: 844 });
  await page.goto(`file://${path}`);
  const paint = await page.evaluate(() => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true });
  }));

  const seen = [];
  for (const step of steps) {
    if (step.press) await page.keyboard.press(step.press);
    else if (step.type) await page.keyboard.type(step.type);
    else if (step.until) await tabUntil(page, step.until);
    else if (step.click) await (await lastVisible(page, step.click)).click();
    else if (step.clickAt) await clickAt(page, ...step.clickAt);
    else if (step.set) await page.evaluate(moveControls, step.part, step.set);
    else if (step.reload) {
      await new Promise((done) => setTimeout(done, 500)); // a download that has just begun is a navigation as well
      await page.reload();
    }
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40))));
    seen.push(await page.evaluate(look));
  }
  if (downloads) await new Promise((done) => setTimeout(done, 500));
  process.stdout.write(JSON.stringify({ seen, errors, requests, paint }));
} finally {
  await browser.close();
}

async function tabUntil(page, selector) {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

async function lastVisible(page, selector) {
  const found = [];
  for (const element of await page.$$(selector)) if (await element.isVisible()) found.push(element);
  if (!found.length) throw new Error(`nothing to click: ${selector}`);
  return found.at(-1);
}

async function clickAt(page, selector, x, y) {
  const element = await lastVisible(page, selector);
  await element.scrollIntoView();
  const box = await element.boundingBox();
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

// Moves controls by their own events, as a hand on them does; the order of the controls is that of the workbench.
function moveControls(id, choices) {
  const article = document.getElementById(id);
  const inputs = [...article.querySelectorAll(".workbench :is(input, select)")];
  for (const [name, at] of Object.entries(choices)) {
    const input = inputs.find((one) => one.id.replace(/-\d+$/, "") === name);
    if (input.type === "checkbox") input.checked = at === 1;
    else input.value = String(at);
    input.dispatchEvent(new Event(input.type === "range" ? "input" : "change", { bubbles: true }));
  }
}

function look() {
  const visible = (element) => element.offsetParent !== null;
  const article = [...document.querySelectorAll("article")].filter(visible).at(-1);
  const texts = (selector) => [...article.querySelectorAll(selector)].filter(visible).map((one) => one.textContent);
  const values = article.querySelector("details.values");
  if (values && visible(values)) values.open = true;
  const focus = document.activeElement;
  const style = getComputedStyle(focus.closest(".option") || focus);
  return {
    part: article.id,
    locked: Boolean(article.querySelector("form.locked")),
    disabled: article.querySelector("fieldset").disabled,
    workbench: texts(".workbench label").length > 0,
    drawings: texts(".drawing desc").concat([...article.querySelectorAll(".drawing desc")].map((one) => one.textContent)),
    lines: [...article.querySelectorAll("path.line")].map((one) => one.getAttribute("d")),
    outcome: texts(".prediction .outcome")[0] || "",
    remark: [...article.querySelectorAll(".remark")].map((one) => one.textContent).join(" ").trim(),
    refused: texts(".refused")[0] || "",
    left: texts(".left")[0] || "",
    solved: article.querySelector(".puzzle")?.dataset.state || "",
    outputs: texts("output"),
    values: Object.fromEntries([...article.querySelectorAll(".values data")].map((one) => [one.dataset.quantity, one.value])),
    onward: texts(".onward"),
    ledger: [...document.querySelectorAll("#ledger-entries li")].length,
    focus: { tag: focus.tagName.toLowerCase(), id: focus.id, classes: focus.className, outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 },
    theme: document.documentElement.dataset.theme || "",
    width: [document.documentElement.scrollWidth, window.innerWidth],
  };
}
