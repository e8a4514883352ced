// Works through the page of a lab as its reader would, and tells what was seen.
//
// Given {"page": "/path.html", "downloads": "/folder", "width": 390, "scheme": "light", "steps": [...]}, where a step is
// one of
//   {"press": "Tab"}           a key
//   {"until": "selector"}      Tab until an element has the focus
//   {"type": "text"}           typed into what has the focus
//   {"click": "selector"}      a click of the pointer on the last visible element
//   {"clickAt": ["selector", x, y]}  a click at a share of its width and height
//   {"set": {"nodes": 3}, "part": "cloud-1"}  moves controls of a part to their choices, as if by hand
//   {"download": "selector"}   a click, by which a file is downloaded
//   {"reload": true}
// Returns {"seen": [...], "errors": [...], "requests": [...]}, where `seen` tells after each step what stands in the
// part that was opened last.
import { downloadsTo } from "./downloads.mjs";
import { drawn, settled } from "./settled.mjs";

export async function use(profile, { page: path, downloads, width = 1100, scheme = "light", steps = [] }) {
  const page = await profile.newPage();
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
  const downloaded = downloads && await downloadsTo(profile, downloads);
  await page.emulateMediaFeatures([
    { name: "prefers-reduced-motion", value: "reduce" },
    { name: "prefers-color-scheme", value: scheme },
  ]);
  await page.setViewport({ width, height: 844 });
  await page.goto(`file://${path}`);

  const seen = [];
  for (const step of steps) {
    if (step.press) await page.keyboard.press(step.press);
    else if (step.type) await page.keyboard.type(step.type);
    else if (step.until) await tabUntil(page, step.until);
    else if (step.click) await (await lastVisible(page, step.click)).click();
    else if (step.clickAt) await clickAt(page, ...step.clickAt);
    else if (step.set) await page.evaluate(moveControls, step.part, step.set);
    else if (step.download) await downloaded(() => page.click(step.download));
    else if (step.reload) await page.reload();
    await (step.set ? drawn : settled)(page); // moving a control says nothing
    seen.push(await page.evaluate(look));
  }
  return { seen, errors, requests };
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
  // Whether the name of a guess is beside its point, which the curve may pass through, and on a ground of its own.
  const asides = (guess) => {
    const [point, name] = [...guess.querySelectorAll("circle, text")].map((one) => one.getBoundingClientRect());
    const ground = getComputedStyle(guess.querySelector("text")).paintOrder.startsWith("stroke");
    return ground && (name.bottom <= point.top || name.top >= point.bottom);
  };
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
    guesses: [...article.querySelectorAll(".guess")].filter((one) => one.checkVisibility()).map(asides),
    ledger: [...document.querySelectorAll("#ledger-entries li")].length,
    focus: { tag: focus.tagName.toLowerCase(), id: focus.id, classes: focus.className, outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 },
    theme: document.documentElement.dataset.theme || "",
    width: [document.documentElement.scrollWidth, window.innerWidth],
  };
}
