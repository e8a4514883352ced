"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { qbankCommand } = require("../src/environment");

function folderWith(...parts) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "qbank-"));
  if (parts.length) {
    fs.mkdirSync(path.join(folder, ...parts.slice(0, -1)), { recursive: true });
    fs.writeFileSync(path.join(folder, ...parts), "");
  }
  return folder;
}

test("what the settings name wins", () => {
  const folder = folderWith(".venv", "bin", "qbank");
  assert.deepStrictEqual(qbankCommand({ configured: "/opt/qbank", before: ["-q"], folders: [folder] }), {
    command: "/opt/qbank",
    args: ["-q"],
  });
});

test("then the environment of the folder, in the first folder that has one", () => {
  const folders = [folderWith(), folderWith("venv", "bin", "qbank"), folderWith(".venv", "bin", "qbank")];
  const found = qbankCommand({ configured: "", folders, platform: "linux" });
  assert.strictEqual(found.command, path.join(folders[1], "venv", "bin", "qbank"));
});

test("on Windows programs lie elsewhere", () => {
  const folder = folderWith(".venv", "Scripts", "qbank.exe");
  const found = qbankCommand({ configured: "", folders: [folder], platform: "win32" });
  assert.strictEqual(found.command, path.join(folder, ".venv", "Scripts", "qbank.exe"));
});

test("else the path", () => {
  assert.strictEqual(qbankCommand({ configured: "", folders: [folderWith()] }).command, "qbank");
});
