// A client of node, of the packages that VS Code speaks with: reads a case on standard input, prints what it got.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules] = process.argv.slice(2);
const require = createRequire(path.join(modules, "package.json"));
const protocol = require("vscode-languageserver-protocol/node");
const given = JSON.parse(readFileSync(0, "utf-8"));

const server = spawn(given.command[0], given.command.slice(1), { cwd: given.root });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
const uri = pathToFileURL(given.file).href;
const published = new Map();
let settled = () => {};
connection.onNotification(protocol.PublishDiagnosticsNotification.type, (said) => published.set(said.uri, said));
connection.onNotification("qbank/settled", (said) => settled(said));
connection.onNotification(protocol.ShowMessageNotification.type, (said) => process.stderr.write(said.message));
connection.listen();

const workspaceEdit = { documentChanges: true, resourceOperations: ["create", "rename", "delete"] };
const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: pathToFileURL(given.root).href,
  workspaceFolders: [{ uri: pathToFileURL(given.root).href, name: "bank" }],
  capabilities: { workspace: { workspaceEdit, inlayHint: {} }, textDocument: { inlayHint: {} } },
});
await connection.sendNotification(protocol.InitializedNotification.type, {});

const text = readFileSync(given.file, "utf-8");
let version = 0;
async function said(change) {
  const wait = new Promise((resolve) => (settled = (what) => what.version === version && resolve(what)));
  version += 1;
  await change();
  await wait;
  return published.get(uri).diagnostics;
}

const textDocument = { uri };
const findings = await said(() =>
  connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "yaml", version, text },
  }),
);
const at = (part) => {
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return { line: before.length - 1, character: before.at(-1).length + 1 };
};
const range = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };
const ask = (type, params) => connection.sendRequest(type, { textDocument, ...params });

const hints = await ask(protocol.InlayHintRequest.type, { range });
const symbols = await ask(protocol.DocumentSymbolRequest.type, {});
const bank = await connection.sendRequest(protocol.WorkspaceSymbolRequest.type, { query: given.id });
const definition = await ask(protocol.DefinitionRequest.type, { position: at(given.reference) });
const references = await ask(protocol.ReferencesRequest.type, {
  position: at(given.reference),
  context: { includeDeclaration: true },
});
const place = at(given.wrong);
const actions = await ask(protocol.CodeActionRequest.type, {
  range: { start: place, end: place },
  context: { diagnostics: findings },
});
const preview = await connection.sendRequest(protocol.ExecuteCommandRequest.type, {
  command: "qbank.preview",
  arguments: [uri],
});
const claim = await connection.sendRequest(protocol.ExecuteCommandRequest.type, {
  command: "qbank.claim",
  arguments: ["7e9 * 2 bytes"],
});
const [edit] = actions[0].edit.changes[uri];
const lines = text.split("\n");
const line = lines[edit.range.start.line];
lines[edit.range.start.line] =
  line.slice(0, edit.range.start.character) + edit.newText + line.slice(edit.range.end.character);
const left = await said(() =>
  connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version },
    contentChanges: [{ text: lines.join("\n") }],
  }),
);
const wanted = { position: at(given.id), newName: given.new_id };
const refused = await ask(protocol.RenameRequest.type, wanted).catch((error) => error.message);
writeFileSync(given.file, lines.join("\n"));
const rename = await ask(protocol.RenameRequest.type, wanted);
await connection.sendRequest(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
const status = await new Promise((resolve) => server.on("exit", resolve));

process.stdout.write(
  JSON.stringify({
    capabilities: Object.keys(capabilities),
    findings: findings.map((one) => ({ code: one.code, href: one.codeDescription?.href })),
    hints: hints.map((one) => one.label),
    symbols: symbols.map((one) => one.name),
    bank: bank.map((one) => one.name),
    definition: definition?.uri,
    references: references.length,
    titles: actions.map((one) => one.title),
    preferred: actions.filter((one) => one.isPreferred).length,
    preview,
    claim,
    left: left.map((one) => one.code),
    rename: rename.documentChanges.map((one) => one.kind ?? "edit"),
    refused,
    status,
  }),
);
