// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The extension with an editor and a client that are none: the bundle has those of the folder `fakes` in their place.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { ExtensionContext } from "vscode";

import { activate, deactivate } from "../src/extension";
import { clients } from "./fakes/client";
import { FakeDocument, editor } from "./fakes/vscode";

const remembered = new Map<string, unknown>();
const context = {
  extensionPath: "/no/extension",
  subscriptions: [],
  workspaceState: {
    get: (key: string) => remembered.get(key),
    update: async (key: string, value: unknown) => void remembered.set(key, value),
  },
} as unknown as ExtensionContext;

function document(languageId: string, uri = "file:///k"): FakeDocument {
  return { languageId, uri: { toString: () => uri } };
}

async function run(command: string): Promise<void> {
  await editor.commands.get(command)?.();
}

beforeEach(async () => {
  await deactivate();
  editor.settings.clear();
  editor.settingsOfWorkspace.clear();
  editor.questions.length = 0;
  remembered.clear();
  editor.settings.set("server.languages", ["ptx", "cuda"]);
  editor.commands.clear();
  for (const list of [editor.documents, editor.opened, editor.configured, editor.errors, editor.shown, clients.all]) {
    list.length = 0;
  }
  editor.answer = undefined;
  clients.failure = undefined;
  clients.answer = (request) => JSON.stringify(request);
});

test("the server starts with the first document of its languages, and once", async () => {
  editor.documents.push(document("cpp"));
  await activate(context);
  assert.equal(clients.all.length, 0);
  editor.documents.push(document("ptx"));
  await editor.opened[0](document("ptx"));
  await editor.opened[0](document("ptx"));
  assert.deepEqual(clients.all.map((client) => [client.program.command, client.running]), [["ptx-lsp", true]]);
});

test("the settings say which program is started, with which arguments", async () => {
  editor.settings.set("server.path", "${workspaceFolder}/bin/ptx-lsp");
  editor.settings.set("server.arguments", ["--no-config"]);
  editor.documents.push(document("ptx"));
  await activate(context);
  assert.deepEqual(clients.all[0].program, { command: "/projects/a/bin/ptx-lsp", args: ["--no-config"] });
});

test("the program of a workspace starts once the user has said yes, and is asked for once", async () => {
  editor.settings.set("server.path", "/my/ptx-lsp");
  editor.settingsOfWorkspace.set("server.path", "${workspaceFolder}/evil");
  editor.settingsOfWorkspace.set("server.arguments", ["--log"]);
  editor.documents.push(document("ptx"));
  await activate(context);
  assert.deepEqual(editor.questions, ["PTX: the workspace wants `${workspaceFolder}/evil --log` to be started as the server."]);
  assert.equal(clients.all[0].program.command, "/my/ptx-lsp"); // the question was closed
  editor.answer = "Use Mine";
  await run("ptxkit.restartServer");
  await run("ptxkit.restartServer");
  assert.equal(editor.questions.length, 2);
  assert.deepEqual(clients.all.map((client) => client.program.command), ["/my/ptx-lsp", "/my/ptx-lsp", "/my/ptx-lsp"]);
  remembered.clear();
  editor.answer = "Start It";
  await run("ptxkit.restartServer");
  assert.deepEqual(clients.all[3].program, { command: "/projects/a/evil", args: ["--log"] });
});

test("a server that cannot be started is told of", async () => {
  clients.failure = new Error("spawn ENOENT");
  editor.documents.push(document("ptx"));
  await activate(context);
  assert.deepEqual(editor.errors, ["PTX: cannot start `ptx-lsp`: Error: spawn ENOENT"]);
});

test("a restart stops the server before another one starts", async () => {
  editor.documents.push(document("ptx"));
  await activate(context);
  await run("ptxkit.restartServer");
  assert.deepEqual(clients.all.map((client) => client.running), [false, true]);
});

test("other settings of the server stop it, and start it where it is needed", async () => {
  editor.documents.push(document("ptx"));
  await activate(context);
  await editor.configured[0]({ affectsConfiguration: () => false });
  assert.equal(clients.all.length, 1);
  editor.settings.set("server.languages", ["cuda"]);
  await editor.configured[0]({ affectsConfiguration: (section) => section === "ptxkit.server" });
  assert.deepEqual(clients.all.map((client) => client.running), [false]);
});

test("the colours of C++ are left to others", async () => {
  editor.documents.push(document("ptx"));
  await activate(context);
  const { middleware } = clients.all[0].options;
  const asked = (language: string): unknown =>
    middleware.provideDocumentSemanticTokens(document(language), undefined, () => "tokens");
  assert.deepEqual(["ptx", "cuda", "cpp"].map(asked), ["tokens", undefined, undefined]);
});

test("commands ask about the document as the editor calls it, and show the answer", async () => {
  editor.documents.push(document("ptx", "untitled:Untitled-1"));
  await activate(context);
  await run("ptxkit.showRequirements");
  await run("ptxkit.showCanonicalForm");
  assert.deepEqual(editor.shown, [
    { content: '{"command":"ptx-lsp.requirements","arguments":["untitled:Untitled-1"]}', language: "plaintext" },
    { content: '{"command":"ptx-lsp.canonicalForm","arguments":["untitled:Untitled-1"]}', language: "ptx" },
  ]);
});

test("a rule is explained if the user names one; an error is shown", async () => {
  editor.documents.push(document("ptx"));
  await activate(context);
  await run("ptxkit.explainRule");
  assert.deepEqual(editor.shown, []);
  editor.answer = "PTX9999";
  clients.answer = () => {
    throw new Error("no such rule");
  };
  await run("ptxkit.explainRule");
  assert.deepEqual([editor.shown, editor.errors], [[], ["PTX: no such rule"]]);
});

test("the end of the extension is that of the server", async () => {
  editor.documents.push(document("ptx"));
  await activate(context);
  await deactivate();
  assert.equal(clients.all[0].running, false);
});

test("the debugger is ptx-run, or the program of the user's settings", async () => {
  await activate(context);
  const start = (): unknown => editor.debuggers.get("ptx")?.createDebugAdapterDescriptor();
  assert.deepEqual({ ...(start() as object) }, { command: "ptx-run", args: ["--debug-adapter"] });
  editor.settings.set("debugger.path", "/opt/ptxkit/bin/ptx-run");
  assert.deepEqual({ ...(start() as object) }, { command: "/opt/ptxkit/bin/ptx-run", args: ["--debug-adapter"] });
});

test("a launch without a debugger ends with a message that names the setting", async () => {
  await activate(context);
  const launch = { type: "ptx", request: "launch", name: "k", program: "/k.ptx" };
  const resolve = (): unknown => editor.configurations.get("ptx")?.resolveDebugConfiguration(undefined, launch);
  const search = process.env.PATH;
  process.env.PATH = "/no/programs";
  assert.equal(resolve(), undefined);
  process.env.PATH = search;
  editor.settings.set("debugger.path", "/no/ptx-run");
  assert.equal(resolve(), undefined);
  assert.deepEqual(editor.errors, [
    "PTX: the debugger requires `ptx-run`, which is not on `PATH`. Install the wheel or an archive of ptxkit, or set `ptxkit.debugger.path`.",
    "PTX: the setting `ptxkit.debugger.path` names `/no/ptx-run`, which does not exist.",
  ]);
  editor.settings.set("debugger.path", process.execPath);
  assert.equal(resolve(), launch);
});
