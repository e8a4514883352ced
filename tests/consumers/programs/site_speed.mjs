// Measures a site in a browser, from a disk: how soon its list is there, and how soon a key is answered.
//
// Reads JSON from standard input: {"site": "/folder/index.html", "words": "kv cache", "slower": [1, 4]}.
// Writes JSON: for each slowing down of the processor, milliseconds to the first list; to the answer of each key, over
// titles and over full texts, the slowest and the median; and the megabytes that scripts hold in the end.
//
// usage: node site_speed.mjs NODE_MODULES CHROMIUM
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [modules, chromium] = process.argv.slice(2);
const puppeteer = createRequire(resolve(modules, "here.js"))("puppeteer-core");
const { site, words = "kv cache", slower = [1, 4] } = JSON.parse(readFileSync(0, "utf8"));
const median = (list) => [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];

const measured = [];
for (const slow of slower) {
  const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"] });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.emulateCPUThrottling(slow);
    await page.evaluateOnNewDocument(() => {
      // When the first question of the list is in the page, and painted.
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".hit")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.firstList = performance.now(); }, 0));
      }).observe(document, { childList: true, subtree: true });
    });
    // The full texts wait until the titles have been measured.
    await page.goto(`file://${site}#/questions`);
    await page.waitForFunction(() => window.firstList);
    const first = await page.evaluate(() => window.firstList);
    const keys = (typed) => page.evaluate(async (text) => {
      const input = document.getElementById("search");
      const times = [];
      for (let length = 1; length <= text.length; length += 1) {
        input.value = text.slice(0, length);
        await new Promise((done) => setTimeout(done, 30));
        const began = performance.now();
        input.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect(); // with the layout of what came out
        times.push(performance.now() - began);
      }
      input.value = "";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return times;
    }, typed);
    const titles = await keys(words);
    await page.focus("#search");
    const began = Date.now();
    await page.evaluate((text) => {
      const input = document.getElementById("search");
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, words);
    await page.waitForFunction(() => !document.getElementById("found").textContent.includes("loaded"), { timeout: 120_000 });
    const texts = Date.now() - began;
    const full = await keys(words);
    const client = await page.createCDPSession();
    await client.send("HeapProfiler.collectGarbage");
    const heap = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
    measured.push({ slower: slow, first_list: first, titles: { most: Math.max(...titles), median: median(titles) }, texts_loaded: texts, full: { most: Math.max(...full), median: median(full) }, heap });
  } finally {
    await browser.close();
  }
}
process.stdout.write(JSON.stringify(measured));
