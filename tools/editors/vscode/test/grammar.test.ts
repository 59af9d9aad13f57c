// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { OnigScanner, OnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, Registry, parseRawGrammar } from "vscode-textmate";

/** Pairs of a text and its innermost scope, of the lines of a text; what has no scope is left out, and comments are whole. */
async function tokens(text: string): Promise<[string, string][]> {
  const wasm = path.join("node_modules", "vscode-oniguruma", "release", "onig.wasm");
  await loadWASM(readFileSync(wasm).buffer).catch(() => undefined); // it is loaded once
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (line) => new OnigString(line),
    }),
    loadGrammar: async () => {
      const file = "syntaxes/ptx.tmLanguage.json";
      return parseRawGrammar(readFileSync(file, "utf8"), file);
    },
  });
  const grammar = await registry.loadGrammar("source.ptx");
  assert.ok(grammar);
  const found: [string, string][] = [];
  let state = INITIAL;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const scope = scopes[scopes.length - 1].replace(/\.ptx$/, "");
      const last = found[found.length - 1];
      if (startIndex > 0 && scope === "comment.block" && last?.[1] === scope) {
        last[0] += line.slice(startIndex, endIndex);
      } else if (scope !== "source" && scope !== "meta.instruction") {
        found.push([line.slice(startIndex, endIndex), scope]);
      }
    }
  }
  return found;
}

test("an instruction with its guard", async () => {
  assert.deepEqual(await tokens("@!%p1 ld.shared::cta.v2.f32 {%f1, %f2}, [sdata+0x10];"), [
    ["@!", "keyword.operator"],
    ["%p1", "variable.other"],
    ["ld", "keyword.control.instruction"],
    [".shared::cta", "storage.modifier"],
    [".v2", "storage.modifier"],
    [".f32", "storage.type"],
    ["%f1", "variable.other"],
    ["%f2", "variable.other"],
    ["0x10", "constant.numeric.hex"],
  ]);
});

test("a declaration, a label and a comment over two lines", async () => {
  assert.deepEqual(await tokens(".visible .entry add(.param .u64 p) { /* a\nb */ L1: mov.u32 %r1, %tid.x;"), [
    [".visible", "keyword.other.directive"],
    [".entry", "keyword.other.directive"],
    ["add", "entity.name.function"],
    [".param", "keyword.other.directive"],
    [".u64", "storage.type"],
    ["/* a", "comment.block"],
    ["b */", "comment.block"],
    ["mov", "keyword.control.instruction"],
    [".u32", "storage.type"],
    ["%r1", "variable.other"],
    ["%tid.x", "variable.language"],
  ]);
  assert.deepEqual(await tokens("$L__BB0_1:"), [["$L__BB0_1", "entity.name.label"]]);
});

test("words that PTX does not have are not coloured", async () => {
  assert.deepEqual(await tokens("addd.u32.foo a;"), []);
  assert.deepEqual(await tokens("add.foo a;"), [["add", "keyword.control.instruction"]]);
});
