// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// Of the folder that `package.py` has made.
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const source = readFileSync("src/extension.ts", "utf8");

test("every command of the manifest is registered", () => {
  for (const { command } of manifest.contributes.commands) {
    assert.ok(source.includes(`registerCommand("${command}"`), command);
  }
});

test("every setting that the extension reads is declared", () => {
  const declared = Object.keys(manifest.contributes.configuration.properties);
  for (const [, name] of source.matchAll(/\.(?:get|inspect)<[^>]*>\("([\w.]+)"/g)) {
    assert.ok(declared.includes(`ptxkit.${name}`), name);
  }
});

test("what starts a program or makes links is not taken of a workspace that is not trusted", () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, "limited");
  const declared = Object.keys(manifest.contributes.configuration.properties);
  for (const name of restrictedConfigurations) {
    assert.ok(declared.includes(name), name);
  }
  assert.deepEqual(restrictedConfigurations, ["ptxkit.server.path", "ptxkit.server.arguments", "ptxkit.rulePages"]);
});

test("the settings of the server are declared", () => {
  const types = manifest.contributes.configuration.properties["ptxkit.inlayHints.types"];
  assert.deepEqual([types.type, types.default], ["boolean", false]);
});

test("the extension becomes active for each language that can be served", () => {
  const languages = manifest.contributes.configuration.properties["ptxkit.server.languages"].items.enum;
  assert.deepEqual(
    [...manifest.activationEvents].sort(),
    ["onDebugResolve:ptx", ...languages.map((language: string) => `onLanguage:${language}`)].sort(),
  );
});

test("a launch of the debugger requires a program alone", () => {
  const [{ type, configurationAttributes }] = manifest.contributes.debuggers;
  assert.equal(type, "ptx");
  assert.deepEqual(configurationAttributes.launch.required, ["program"]);
});

test("the version of Visual Studio Code is that of the declared interface", () => {
  assert.equal(manifest.engines.vscode, `^${manifest.devDependencies["@types/vscode"]}`);
});
