// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A session with ptx-lsp by Microsoft's library of the protocol: client.js FOLDER FILE. FOLDER is a folder node_modules, FILE a module.
// The library's own tests of each structure say whether an answer is one.

const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");

const [folder, file] = process.argv.slice(2);
const lsp = createRequire(`${folder}/`)("vscode-languageserver-protocol/node");

const text = readFileSync(file, "utf8");
const textDocument = { uri: `file://${file}` };

/** The place of `|` in a part of the text. */
function place(part) {
  const before = text.slice(0, text.indexOf(part.replace("|", "")) + part.indexOf("|"));
  const lines = before.split("\n");
  return { line: lines.length - 1, character: lines[lines.length - 1].length }; // JavaScript counts in UTF-16, as the protocol
}

/** Prints what the structures of an answer are called, if the library knows all of them as such. */
function show(name, list, is, label) {
  const wrong = list.filter((each) => !is(each));
  console.log(`${name}: ${wrong.length ? `not understood: ${JSON.stringify(wrong)}` : list.map(label).join(", ")}`);
}

/** The text after edits that do not overlap. */
function edited(edits) {
  const lines = text.split("\n");
  const offset = ({ line, character }) => lines.slice(0, line).join("\n").length + (line ? 1 : 0) + character;
  let result = text;
  for (const { range, newText } of [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))) {
    result = result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end));
  }
  return result;
}

async function main() {
  const server = spawn("ptx-lsp", [], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const connection = lsp.createProtocolConnection(server.stdout, server.stdin);
  connection.onError((error) => console.log(`error: ${error}`));
  connection.onUnhandledNotification((message) => console.log(`unexpected: ${message.method}`));
  const published = new Promise((resolve) => connection.onNotification(lsp.PublishDiagnosticsNotification.type, resolve));
  connection.listen();

  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: null,
    capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
    initializationOptions: { inlayHints: { types: true } },
  });
  console.log(`positions: ${capabilities.positionEncoding}`);
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { ...textDocument, languageId: "ptx", version: 7, text },
  });
  const { diagnostics, version } = await published;
  show(`diagnostics of version ${version}`, diagnostics, lsp.Diagnostic.is, (d) => `${d.code} at ${d.range.start.line}:${d.range.start.character}`);

  const ask = (type, more) => connection.sendRequest(type, { textDocument, ...more });
  const use = place(", %|r1, 2");
  const hover = await ask(lsp.HoverRequest.type, { position: use });
  show("hover", [hover], lsp.Hover.is, (h) => h.contents.value.match(/\.reg[^\n]*/)[0]);
  
  show("definition", await ask(lsp.DefinitionRequest.type, { position: use }), lsp.Location.is, (l) => l.range.start.line);
  show("references", await ask(lsp.ReferencesRequest.type, { position: use, context: { includeDeclaration: false } }),
    lsp.Location.is, (l) => l.range.start.line);
  show("highlights", await ask(lsp.DocumentHighlightRequest.type, { position: use }), (h) => lsp.Range.is(h.range), (h) => h.kind);
  show("symbols", await ask(lsp.DocumentSymbolRequest.type, {}), lsp.DocumentSymbol.is, (s) => `${s.name} with ${s.children.length}`);
  show("folds", await ask(lsp.FoldingRangeRequest.type, {}), lsp.FoldingRange.is, (f) => `${f.startLine}-${f.endLine}`);
  const completion = await ask(lsp.CompletionRequest.type, { position: place("add.|u32") });
  show("completion", completion.items, (i) => lsp.TextEdit.is(i.textEdit), (i) => i.label);
  const help = await ask(lsp.SignatureHelpRequest.type, { position: use });
  console.log(`signature: ${help.signatures[help.activeSignature].label}, ${help.activeParameter}`);
  const tokens = await ask(lsp.SemanticTokensRequest.type, {});
  show("tokens", [tokens], lsp.SemanticTokens.is, (t) => t.data.length % 5 === 0 && t.data.length > 100);
  const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  show("hints", await ask(lsp.InlayHintRequest.type, { range: whole }), lsp.InlayHint.is, (h) => h.label);
  show("lenses", await ask(lsp.CodeLensRequest.type, {}), lsp.CodeLens.is, (l) => l.command.title);
  const finding = diagnostics.find((d) => d.code === "PTX1119");
  const actions = await ask(lsp.CodeActionRequest.type, { range: finding.range, context: { diagnostics: [finding], only: ["quickfix"] } });
  show("actions", actions, lsp.CodeAction.is, (a) => a.title);
  const edit = await ask(lsp.RenameRequest.type, { position: use, newName: "%sum" });
  show("rename", [edit], lsp.WorkspaceEdit.is, (e) => edited(e.changes[textDocument.uri]).match(/.*%sum.*/g).length);

  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { ...textDocument, version: 8 },
    contentChanges: actions[0].edit.changes[textDocument.uri].map(({ range, newText }) => ({ range, text: newText })),
  });
  const edits = await ask(lsp.DocumentFormattingRequest.type, { options: { tabSize: 4, insertSpaces: true } });
  show("formatting", edits, lsp.TextEdit.is, (e) => JSON.stringify(e.newText));
  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  console.log(`ended with ${await ended}`);
  connection.dispose();
}

main();
