"use strict";
// Starts `qbank lsp` for the folder that is open, and adds the commands that an editor needs besides.

const crypto = require("node:crypto");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { qbankCommand } = require("./environment");
const { previewPage } = require("./preview");

const SETTLED = "qbank/settled";

/** @type {LanguageClient | undefined} */
let client;
/** @type {Map<string, vscode.WebviewPanel>} by the uri of the question */
const previews = new Map();

function command() {
  const settings = vscode.workspace.getConfiguration("qbank");
  const folders = (vscode.workspace.workspaceFolders || []).map((folder) => folder.uri.fsPath);
  return qbankCommand({ configured: settings.get("path", ""), before: settings.get("arguments", []), folders });
}

async function start() {
  const found = command();
  client = new LanguageClient(
    "qbank",
    "qbank",
    { command: found.command, args: [...found.args, "lsp"], transport: TransportKind.stdio },
    { documentSelector: [{ language: "yaml", scheme: "file" }, { language: "yaml", scheme: "untitled" }] },
  );
  client.onNotification(SETTLED, (said) => refresh(said.uri));
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const why = error instanceof Error ? error.message : String(error);
    const choice = await vscode.window.showErrorMessage(
      `qbank: "${found.command} lsp" cannot be started: ${why}. Install it with pip install 'qbank[lsp]', ` +
        "or name it in the setting qbank.path.",
      "Open Settings",
    );
    if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "qbank.path");
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) await running.stop();
}

/** Asks the server to do something that is no part of the protocol; undefined if there is none. */
async function ask(name, ...given) {
  if (!client) return undefined;
  return client.sendRequest("workspace/executeCommand", { command: name, arguments: given });
}

function audit() {
  const found = command();
  const [folder] = vscode.workspace.workspaceFolders || [];
  const task = new vscode.Task(
    { type: "qbank" },
    folder || vscode.TaskScope.Workspace,
    "audit",
    "qbank",
    new vscode.ProcessExecution(found.command, [...found.args, "audit"], { cwd: folder && folder.uri.fsPath }),
  );
  return vscode.tasks.executeTask(task);
}

async function preview() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const uri = editor.document.uri.toString();
  let panel = previews.get(uri);
  if (panel) {
    panel.reveal(vscode.ViewColumn.Beside, true);
  } else {
    const title = `Preview ${path.basename(editor.document.uri.path)}`;
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("qbank.preview", title, place, {
      enableScripts: true,
      localResourceRoots: [],
    });
    panel.webview.html = previewPage(crypto.randomBytes(16).toString("hex"));
    panel.onDidDispose(() => previews.delete(uri));
    previews.set(uri, panel);
  }
  await refresh(uri);
}

async function refresh(uri) {
  // The server writes a uri its own way.
  const known = [...previews.keys()].find((one) => one === uri || vscode.Uri.parse(one).path === vscode.Uri.parse(uri).path);
  if (known === undefined) return;
  const text = await ask("qbank.preview", known);
  const panel = previews.get(known);
  if (panel) await panel.webview.postMessage({ text: text || "No question can be read here." });
}

async function insertClaim() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const expression = await vscode.window.showInputBox({
    prompt: "An expression with its units",
    placeHolder: "7e9 * 2 bytes",
  });
  if (!expression) return;
  const claim = await ask("qbank.claim", expression);
  if (!claim) {
    await vscode.window.showWarningMessage(`qbank: ${expression}: cannot be computed`);
    return;
  }
  await editor.edit((edit) => edit.replace(editor.selection, claim));
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("qbank.audit", audit),
    vscode.commands.registerCommand("qbank.preview", preview),
    vscode.commands.registerCommand("qbank.insertClaim", insertClaim),
    vscode.commands.registerCommand("qbank.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("qbank.path") || change.affectsConfiguration("qbank.arguments")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

async function deactivate() {
  await stop();
}

module.exports = { activate, deactivate };
