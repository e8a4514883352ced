// Uses a page in a browser as its reader would, and tells what came out.
//
// Given {"page": "/path.html", "probes": [["item", ["14", ...]], ...], "keys": [...]}:
// `probes` are typed into the first number of an item; `keys` are pressed one after the other, from the top of the
// page: a name of a key, {"type": text}, or {"until": selector} to press Tab until an element has the focus.
// Returns {"verdicts": {"item": ["right" | "wrong" | "", ...]}, "trail": [...], "score": "...", "width": [n, n],
// "paper": [...], "errors": [...], "remarks": {"item": [place of the remark shown, or -1]}}, where the trail says after each key what has the focus, the width is that of the page with
// everything open, and that of the window, and the paper has what is printed of answers: verdicts and scores, and buttons.
import { settled } from "./settled.mjs";

export async function use(profile, { page: path, probes = [], keys = [] }) {
  const page = await profile.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) errors.push(`request: ${request.url()}`);
  });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.setViewport({ width: 390, height: 844 });
  await page.goto(`file://${path}`);

  const [verdicts, remarks] = await page.evaluate((all) => {
    const found = {};
    const shown = {};
    for (const [item, texts] of all) {
      const form = document.getElementById(item).querySelector("form[data-kind=number]");
      shown[item] = [];
      found[item] = texts.map((text) => {
        form.querySelector("input").value = text;
        form.requestSubmit();
        shown[item].push([...form.querySelectorAll(".feedback")].findIndex((one) => !one.hidden));
        return form.dataset.state || "";
      });
    }
    return [found, shown];
  }, probes);
  const kept = await page.evaluate(() => [...document.querySelectorAll("form[data-kind=number] input")].map((one) => one.value));
  await page.reload();
  const restored = await page.evaluate(() => [...document.querySelectorAll("form[data-kind=number] input")].map((one) => one.value));
  if (probes.length && JSON.stringify(kept) !== JSON.stringify(restored)) errors.push("answers are lost by a reload");
  await page.evaluate(() => localStorage.clear());

  const trail = [];
  if (keys.length) await page.reload();
  for (const key of keys) {
    if (key.type) await page.keyboard.type(key.type);
    else if (key.until) await tabUntil(page, key.until);
    else await page.keyboard.press(key);
    await settled(page);
    trail.push(await page.evaluate(describe));
  }
  const score = await page.evaluate(() => document.getElementById("score")?.textContent || "");
  await page.emulateMediaType("print");
  const paper = await page.evaluate(() =>
    [...document.querySelectorAll(".verdict, .result, #summary, button")].filter((one) => one.checkVisibility()).map((one) => one.textContent));
  await page.emulateMediaType("screen");
  const width = await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    return [document.documentElement.scrollWidth, window.innerWidth];
  });
  return { paper, verdicts, remarks, trail, score, width, errors };
}

async function tabUntil(page, selector) {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

function describe() {
  const focus = document.activeElement;
  const form = focus.closest("form");
  const style = getComputedStyle(focus.closest(".option") || focus);
  return {
    tag: focus.tagName.toLowerCase(),
    id: focus.id,
    value: focus.value ?? "",
    checked: Boolean(focus.checked),
    open: Boolean(focus.closest("details")?.open),
    outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    visible: focus.getBoundingClientRect().bottom > 0 && focus.getBoundingClientRect().top < window.innerHeight,
    result: form?.querySelector(".result")?.textContent || "",
    theme: document.documentElement.dataset.theme || "",
    score: document.getElementById("score")?.textContent || "",
  };
}
