// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from "node:assert/strict";
import { test } from "node:test";

import { documentSelector, findServer } from "../src/server";

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
