// Uses a site in a browser as its readers would, and tells what came out.
//
// Given {"site": "/folder/index.html", "downloads": "/folder", "words": "kv cache"}; returns what each of the `tasks`
// returned, by its name, and "errors": what went wrong on the way, requests to anywhere else among them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { downloadsTo } from "./downloads.mjs";

const pause = (time = 80) => new Promise((done) => setTimeout(done, time));

// What its readers do with a page, and see of it.
const reader = (page) => ({
  text: (selector) => page.$eval(selector, (element) => element.textContent.replace(/\s+/g, " ").trim()),
  texts: (selector) => page.$$eval(selector, (elements) => elements.map((element) => element.textContent.replace(/\s+/g, " ").trim())),
  async at(route, selector = "main h1, main h2") {
    await page.evaluate((hash) => { location.hash = hash; }, route);
    await page.waitForFunction((wanted) => document.querySelector(wanted) && !document.getElementById("loading"), {}, selector);
    await pause();
  },
  // Acts, and waits until that has drawn an element anew.
  async drawnAnew(selector, act) {
    await page.$eval(selector, (element) => { element.dataset.before = ""; });
    await act();
    await page.waitForSelector(`${selector}:not([data-before])`);
  },
});

const tasks = ({ page, site, words, downloads, downloaded, text, texts, at, drawnAnew }) => ({
  async front() {
    return { title: await text("h1"), ways: await texts(".ways strong") };
  },
  async search() {
    await at("#/questions", "#search");
    const all = await text("#found");
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await page.waitForFunction(() => !document.getElementById("found").textContent.includes("loaded"), { timeout: 60_000 });
    const found = await text("#found");
    const titles = await texts(".hit h2");
    const marks = await texts("mark");
    return { all, found, titles: titles.slice(0, 5), marks: [...new Set(marks.map((mark) => mark.toLowerCase()))], address: await page.evaluate(() => location.hash) };
  },
  async filter() {
    const facet = (name, value) => page.evaluate((said, wanted) => {
      const box = [...document.querySelectorAll(".facet")].find((one) => one.querySelector("summary").textContent.startsWith(said));
      box.open = true;
      const label = [...box.querySelectorAll(".value")].find((one) => one.querySelector(".value-text").textContent === wanted);
      const count = Number(label.querySelector(".count").textContent.replace(/,/g, ""));
      label.querySelector("input").click();
      return count;
    }, name, value);
    await at("#/questions", "#search");
    const promised = await facet("Level", "L3");
    const then = await facet("Track", "Mobile");
    const hash = await page.evaluate(() => location.hash);
    const found = await text("#found");
    await page.goto("about:blank");
    await page.goto(`file://${site}${hash}`);
    await page.waitForSelector("#found");
    return { promised, then, hash, found, again: await text("#found"), chips: await texts(".chip") };
  },
  async question() {
    await page.click(".hit a[dir]");
    await page.waitForSelector("article.question");
    await pause();
    await page.keyboard.press("s");
    const open = await page.$eval("details.answer", (one) => one.open);
    const claims = await texts(".claim .sign");
    const computed = await texts(".computed");
    const before = await page.evaluate(() => location.hash);
    await page.keyboard.press("j");
    await page.waitForFunction((there) => location.hash !== there, {}, before);
    return { open, claims: claims.length, computed: computed.length, place: await text(".steps .place") };
  },
  async basket() {
    const saver = () => page.evaluate(() => [...document.querySelectorAll("button")].filter((one) => one.textContent === "Save as a set file").length);
    await at("#/basket", "#set-title");
    const empty = await saver();
    await at("#/questions?level=L3", ".hit .basket-button");
    await page.evaluate(() => [...document.querySelectorAll(".basket-button")].slice(0, 4).forEach((button) => button.click()));
    await page.reload();
    await page.waitForSelector("#basket-count");
    const kept = await text("#basket-count");
    await at("#/basket", "#set-title");
    await page.$eval("#set-title", (box) => { box.value = 'Quiz: "memory" & </script>'; box.dispatchEvent(new Event("input", { bubbles: true })); });
    await page.click('[data-spot="0-0"] button[aria-label$=" down"]');
    await page.evaluate(() => [...document.querySelectorAll("button")].find((one) => one.textContent === "Add a section").click());
    await page.$eval("#section-0", (box) => { box.value = "First part"; box.dispatchEvent(new Event("input", { bubbles: true })); });
    await page.select('[data-spot="0-3"] select', "1");
    const sum = await text(".sum");
    const order = await page.$$eval(".picked-row a[dir]", (links) => links.map((link) => decodeURIComponent(link.hash.slice(4))));
    const press = () => page.evaluate(() => [...document.querySelectorAll("button")].find((one) => one.textContent === "Save as a set file").click());
    const name = await downloaded(press);
    await at("#/basket/paper", "article.question");
    const paper = { questions: (await page.$$("article.question")).length, answers: (await page.$$("main details, main .right-answer")).length };
    // The file is read back as it was written.
    await at("#/basket", "#set-title");
    page.on("dialog", (dialog) => dialog.accept());
    const file = await page.$("#set-file");
    await drawnAnew("#set-title", () => file.uploadFile(join(downloads, name)));
    const again = await page.$$eval(".picked-row a[dir]", (links) => links.map((link) => decodeURIComponent(link.hash.slice(4))));
    return { empty, kept, sum, order, name, paper, again, problem: await text(".open-problem") };
  },
  async sets() {
    const paths = await page.$$eval('.open-set select option', (options) => options.map((one) => one.value).filter(Boolean));
    const opened = {};
    for (const path of paths) {
      await drawnAnew("#set-title", () => page.select(".open-set select", path));
      opened[path] = await page.$eval("pre", (one) => one.textContent);
    }
    return opened;
  },
  async practice() {
    // The first numeric question, answered wrong and then right.
    await at("#/practice?kind=numeric", "#start");
    // The next question is read from a file: until it is there, the page shows the one before.
    const turned = async (button) => {
      await page.evaluate(() => { const old = document.querySelector("article.question"); if (old) old.dataset.left = ""; });
      await page.click(button);
      await page.waitForSelector("article.question:not([data-left])");
      return text(".practice-bar a"); // its article may be one of other numbers, with another id
    };
    const answer = async (wanted) => {
      for (const form of await page.$$("article.question form[data-kind=number]")) {
        await form.evaluate((one, right) => {
          const { low, high } = one.dataset;
          one.querySelector("input").value = right ? String((Number(low) + Number(high)) / 2) : String(Number(high) * 3 + 7);
          one.requestSubmit();
        }, wanted);
        await page.waitForFunction((one) => one.querySelector(".result").textContent, {}, form);
      }
      return { said: await text("article.question .result"), next: await text(".practice .tools .hint") };
    };
    const first = await turned("#start");
    const wrong = await answer(false);
    const seen = [];
    for (let round = 0; round < 4; round += 1) {
      seen.push(await turned("#next"));
      if (seen.at(-1) === first) break;
      await page.click("#dont-know");
    }
    const right = await answer(true);
    const opened = await page.$eval("details.answer", (one) => one.open);
    // A sitting that was left is there to go on with, also where another view was not waited for.
    await page.evaluate(() => { location.hash = "#/formulas"; });
    await pause();
    await at("#/practice", "#go-on");
    await pause(500);
    const next = await turned("#go-on");
    await at("#/practice?kind=choice", "#start");
    const name = await downloaded(() => page.evaluate(() => [...document.querySelectorAll("button")].find((one) => one.textContent === "Save progress as a file").click()));
    const progress = JSON.parse(readFileSync(join(downloads, name), "utf8"));
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.waitForSelector("#start");
    const empty = await text("[aria-labelledby=progress-title]");
    const file = await page.$("input[accept='.json']");
    await drawnAnew("[aria-labelledby=progress-title]", () => file.uploadFile(join(downloads, name)));
    return { first, wrong, right, opened, next, seen, progress: progress.practice, empty: empty.includes("Nothing answered"), topics: (await texts(".practice tbody th")).length };
  },
  async hardware() {
    await at("#/hardware?shelf=all", ".hardware tbody tr");
    const rows = () => page.$$eval(".hardware tbody tr", (all) => all.length);
    const first = [await rows(), await text(".page > .tools:has([role=status])")];
    await page.click(".page > .tools button");
    const all = [await rows(), await text(".page > .tools:has([role=status])")];
    await at("#/hardware?q=h100", ".hardware tbody tr");
    await page.click('[data-sort="Bandwidth"]');
    const sorted = await page.$$eval(".hardware tbody tr", (rows) => rows.map((row) => row.cells[4].textContent));
    await page.$$eval(".hardware tbody input", (boxes) => boxes.slice(0, 2).forEach((box) => box.click()));
    const links = await page.$$eval(".compare-bar a", (all) => all.map((one) => one.hash));
    await at(links[0], ".compare");
    const compared = await page.$$eval(".compare thead th", (cells) => cells.length);
    return { first, all, sorted, compared, sources: (await page.$$(".compare .note-number")).length };
  },
  async roofline() {
    await at("#/roofline?ids=h100-sxm5-80gb:peak_bf16_tensor_dense&ops=Decode~14 GFLOP~14 GB;Product~2*4096^3~100.7 MB", ".plot svg");
    const rows = await page.$$eval('[aria-label="What they attain"] tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " "))));
    return { rows, told: await text(".plot desc") };
  },
  async formulas() {
    await at("#/formulas/ring_allreduce_time?n=8&a=0&m=14 GB&b=300 GB/s", "#answer");
    const computed = await text("#answer");
    const line = await page.$eval(".plot path.line", (path) => path.getAttribute("d").length);
    await page.click('input[name=solve][value=b]');
    await page.$eval("#value-T", (box) => { box.value = "100 ms"; box.dispatchEvent(new Event("input", { bubbles: true })); });
    return { computed, line, solved: await text("#answer"), address: await page.evaluate(() => location.hash) };
  },
  async coverage() {
    await at("#/coverage?rows=level&columns=track", ".coverage");
    await page.evaluate(() => [...document.querySelectorAll(".coverage .sorter")].at(-1).click());
    const totals = await page.$$eval(".coverage .total", (cells) => cells.map((cell) => Number(cell.textContent)));
    const [count, href] = await page.$eval(".coverage .cell a", (link) => [link.textContent, link.hash]);
    await at(href, "#found");
    return { totals, count, found: await text("#found") };
  },
  async review() {
    if (!(await page.$('#nav [data-part="review"]'))) return null; // a site for those who do not write
    await at("#/review", "#findings-title");
    return { sum: await text("main .sum"), shown: await texts(".findings .severity"), places: (await texts(".findings .where")).slice(0, 3) };
  },
  async keys() {
    await at("#/questions", ".hit");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("j");
    const first = await page.evaluate(() => document.activeElement.closest(".hit")?.dataset.id);
    await page.keyboard.press("j");
    const second = await page.evaluate(() => document.activeElement.closest(".hit")?.dataset.id);
    await page.keyboard.press("k");
    const back = await page.evaluate(() => document.activeElement.closest(".hit")?.dataset.id);
    await page.keyboard.press("Enter");
    await page.waitForSelector("article.question");
    const opened = await page.evaluate(() => decodeURIComponent(location.hash.slice(4)));
    await pause();
    await page.keyboard.press("?");
    const help = await page.$eval("#keys", (dialog) => dialog.open);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.waitForSelector(".hardware");
    return { first, second, back, opened, help };
  },
});

export async function use(profile, { site, downloads, words = "kv cache" }) {
  const page = await profile.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => {
    if (!/^(file|data|blob|about):/.test(request.url())) errors.push(`request: ${request.url()}`);
  });
  const downloaded = await downloadsTo(profile, downloads);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`file://${site}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  const outcome = { errors };
  const given = { page, site, words, downloads, downloaded, ...reader(page) };
  for (const [name, task] of Object.entries(tasks(given))) {
    try {
      outcome[name] = await task();
    } catch (error) {
      errors.push(`${name}: ${error.stack.slice(0, 600)}`);
    }
  }
  return outcome;
}
