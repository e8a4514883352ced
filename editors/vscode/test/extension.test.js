"use strict";
// The extension with an editor and a client that note what they are asked for.
const assert = require("node:assert");
const Module = require("node:module");
const test = require("node:test");

function editorWith(settings = {}) {
  const seen = { commands: {}, tasks: [], messages: [], started: [], asked: [], edits: [], posted: [] };
  const document = { uri: { toString: () => "file:///bank/q.yaml", path: "/bank/q.yaml", fsPath: "/bank/q.yaml" } };
  const editor = { document, selection: "here", edit: async (make) => make({ replace: (...edit) => seen.edits.push(edit) }) };
  const panel = {
    webview: { html: "", postMessage: async (message) => seen.posted.push(message) },
    reveal: () => seen.posted.push("revealed"),
    onDidDispose: (done) => (seen.dispose = done),
  };
  const vscode = {
    workspace: {
      getConfiguration: () => ({ get: (name, usual) => settings[name] ?? usual }),
      workspaceFolders: [{ uri: { fsPath: "/bank" } }],
      onDidChangeConfiguration: (told) => (seen.configured = told),
    },
    window: {
      activeTextEditor: editor,
      createWebviewPanel: () => panel,
      showErrorMessage: async (message) => void seen.messages.push(message),
      showWarningMessage: async (message) => void seen.messages.push(message),
      showInputBox: async () => settings.typed,
    },
    commands: { registerCommand: (name, run) => (seen.commands[name] = run), executeCommand: async () => {} },
    tasks: { executeTask: (task) => seen.tasks.push(task) },
    Task: class { constructor(...given) { this.execution = given[4]; } },
    ProcessExecution: class { constructor(command, args, options) { Object.assign(this, { command, args, options }); } },
    TaskScope: { Workspace: 2 },
    ViewColumn: { Beside: -2 },
    Uri: { parse: (uri) => ({ path: new URL(uri).pathname }) },
  };
  class LanguageClient {
    constructor(_id, _name, server) { seen.started.push(server); }
    onNotification(name, told) { seen.notified = [name, told]; }
    async start() { if (settings.broken) throw new Error("ENOENT"); }
    async stop() { seen.stopped = true; }
    async sendRequest(_method, params) { seen.asked.push(params); return settings.answer; }
  }
  const load = Module._load;
  Module._load = (name, ...rest) =>
    name === "vscode" ? vscode
    : name === "vscode-languageclient/node" ? { LanguageClient, TransportKind: { stdio: 0 } }
    : load(name, ...rest);
  delete require.cache[require.resolve("../src/extension")];
  const extension = require("../src/extension");
  Module._load = load;
  return { extension, seen, panel };
}

test("it starts the server, and does so again when the settings change", async () => {
  const { extension, seen } = editorWith({ path: "/opt/qbank" });
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual([seen.started[0].command, seen.started[0].args], ["/opt/qbank", ["lsp"]]);
  await seen.configured({ affectsConfiguration: (name) => name === "qbank.path" });
  assert.strictEqual(seen.started.length, 2);
  assert.ok(seen.stopped);
  await extension.deactivate();
});

test("a server that cannot be started is told with what to do", async () => {
  const { extension, seen } = editorWith({ broken: true });
  await extension.activate({ subscriptions: [] });
  assert.match(seen.messages[0], /cannot be started: ENOENT.*pip install 'qbank\[lsp\]'/);
});

test("the preview is text, and follows what is said", async () => {
  const { extension, seen, panel } = editorWith({ answer: "<b>not bold</b>" });
  await extension.activate({ subscriptions: [] });
  await seen.commands["qbank.preview"]();
  assert.deepStrictEqual(seen.asked[0], { command: "qbank.preview", arguments: ["file:///bank/q.yaml"] });
  assert.deepStrictEqual(seen.posted, [{ text: "<b>not bold</b>" }]);
  assert.match(panel.webview.html, /default-src 'none'/);
  assert.doesNotMatch(panel.webview.html, /innerHTML|not bold/);
  const [name, told] = seen.notified;
  assert.strictEqual(name, "qbank/settled");
  await told({ uri: "file:///bank/q.yaml" });
  await told({ uri: "file:///bank/other.yaml" });
  assert.strictEqual(seen.posted.length, 2);
  seen.dispose();
  await told({ uri: "file:///bank/q.yaml" });
  assert.strictEqual(seen.posted.length, 2);
});

test("a claim is written where the cursor is", async () => {
  const { extension, seen } = editorWith({ typed: "7e9 * 2 bytes", answer: "7e9 * 2 bytes = 14 GB" });
  await extension.activate({ subscriptions: [] });
  await seen.commands["qbank.insertClaim"]();
  assert.deepStrictEqual(seen.edits, [["here", "7e9 * 2 bytes = 14 GB"]]);
  const other = editorWith({ typed: "apples", answer: null });
  await other.extension.activate({ subscriptions: [] });
  await other.seen.commands["qbank.insertClaim"]();
  assert.match(other.seen.messages[0], /apples: cannot be computed/);
});

test("the audit runs in the folder", async () => {
  const { extension, seen } = editorWith();
  await extension.activate({ subscriptions: [] });
  await seen.commands["qbank.audit"]();
  const { command, args, options } = seen.tasks[0].execution;
  assert.deepStrictEqual([command, args, options.cwd], ["qbank", ["audit"], "/bank"]);
});
