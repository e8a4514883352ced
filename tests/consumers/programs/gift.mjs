// Reads files of GIFT with gift-pegjs, and prints their questions.
//
// Reads JSON from standard input: ["text of a file", ...]
// Writes JSON: [[question, ...], ...]
//
// usage: node gift.mjs NODE_MODULES
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { parse } = createRequire(join(process.argv[2], "here.js"))("gift-pegjs");
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => parse(text))));
