"use strict";
// Where the program `qbank` is: as the settings say, in the environment of the folder, or on the path.

const fs = require("node:fs");
const path = require("node:path");

const ENVIRONMENTS = [".venv", "venv", "env"];

/**
 * Returns the command that runs qbank.
 * @param {{configured: string, before?: string[], folders: string[], platform?: string}} where
 *   what the settings name, arguments that stand before ours, and the folders that are open
 * @returns {{command: string, args: string[]}}
 */
function qbankCommand({ configured, before = [], folders, platform = process.platform }) {
  if (configured) {
    const home = process.env.HOME || process.env.USERPROFILE || "";
    return { command: configured.replace(/^~(?=[\\/])/, home), args: before };
  }
  const inside = platform === "win32" ? ["Scripts", "qbank.exe"] : ["bin", "qbank"];
  for (const folder of folders) {
    for (const name of ENVIRONMENTS) {
      const command = path.join(folder, name, ...inside);
      if (fs.existsSync(command)) return { command, args: before };
    }
  }
  return { command: "qbank", args: before };
}

module.exports = { qbankCommand };
