// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from "node:assert/strict";
import { test } from "node:test";

import { documentSelector, findServer, whyNoDebugger } from "../src/server";

const everywhere = (): boolean => true;
const nowhere = (): boolean => false;

test("the program of the settings is started, even if the extension has one", () => {
  assert.deepEqual(findServer("/opt/ptx-lsp", ["--log"], "/ext", undefined, everywhere), {
    command: "/opt/ptx-lsp",
    arguments: ["--log"],
  });
});

test("a path of the settings can begin with the folder of the workspace", () => {
  const found = findServer("${workspaceFolder}/bin/ptx-lsp", [], "/ext", "/projects/a", everywhere);
  assert.equal(found.command, "/projects/a/bin/ptx-lsp");
});

test("without a setting, the program of the extension is started", () => {
  const asked: string[] = [];
  const isFile = (file: string): boolean => asked.push(file) > 0;
  assert.equal(findServer("", [], "/ext", "/work", isFile).command, "/ext/server/bin/ptx-lsp");
  assert.deepEqual(asked, ["/ext/server/bin/ptx-lsp"]);
});

test("an extension without a program starts the one on PATH", () => {
  assert.equal(findServer("", [], "/ext", "/work", nowhere).command, "ptx-lsp");
});

test("saved and new documents of each language are served", () => {
  assert.deepEqual(documentSelector(["ptx"]), [
    { scheme: "file", language: "ptx" },
    { scheme: "untitled", language: "ptx" },
  ]);
});

test("the debugger is looked for in each folder of PATH", () => {
  const asked: string[] = [];
  const isFile = (file: string): boolean => asked.push(file) > 0 && file === "/b/ptx-run";
  assert.equal(whyNoDebugger("", "/a::/b:/c", isFile), undefined);
  assert.deepEqual(asked, ["/a/ptx-run", "/b/ptx-run"]);
  assert.match(whyNoDebugger("", "/a", nowhere) ?? "", /not on `PATH`/);
});

test("a name of the settings is left to the system, and a path has to exist", () => {
  assert.equal(whyNoDebugger("my-ptx-run", "", nowhere), undefined);
  assert.equal(whyNoDebugger("/opt/ptx-run", "", everywhere), undefined);
  assert.match(whyNoDebugger("/opt/ptx-run", "", nowhere) ?? "", /does not exist/);
});
