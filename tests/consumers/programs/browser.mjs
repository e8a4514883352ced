// Starts a browser, and lets programs use it one after the other, each in a profile of its own: what the pages of one
// keep, and the windows that it leaves open, no other sees.
//
// Reads lines of JSON from standard input: {"program": "axe", "given": {...}}, where the program is a module beside this
// one that exports `use(profile, given, modules)`. Writes a line of JSON for each: {"outcome": what it returned}, or
// {"failure": "what it threw"}.
//
// usage: node browser.mjs NODE_MODULES CHROMIUM
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const PATIENCE = 300_000;
const [modules, executablePath] = process.argv.slice(2);
const puppeteer = createRequire(join(modules, "here.js"))("puppeteer-core");
const start = () => puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

let browser = await start();
try {
  for await (const line of createInterface({ input: process.stdin })) {
    if (!browser.connected) browser = await start(); // the one that crashed fails one test, and not all after it
    process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
  }
} finally {
  await browser.close();
}

async function answer({ program, given }) {
  const { use } = await import(`./${program}.mjs`);
  const profile = await browser.createBrowserContext();
  try {
    const outcome = await Promise.race([use(profile, given, modules), pause(PATIENCE, undefined, { ref: false })]);
    return outcome === undefined ? { failure: `no end after ${PATIENCE} ms` } : { outcome };
  } catch (error) {
    return { failure: error.stack };
  } finally {
    if (browser.connected) await profile.close();
  }
}
