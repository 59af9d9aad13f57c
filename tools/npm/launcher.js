#!/usr/bin/env node
// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the tool that this file is called as, with the program in the package of this platform, or else with the module for WebAssembly.
"use strict";
const { spawnSync } = require("child_process");
const { existsSync } = require("fs");
const { constants } = require("os");
const path = require("path");
const { pathToFileURL } = require("url");

const name = path.basename(process.argv[1]).replace(/\.js$/, "");
const platform = `@ptxkit/${process.platform}-${process.arch}`;

/** The program of this platform, if it is installed. */
function programOf() {
  try {
    return require.resolve(`${platform}/bin/ptxkit`);
  } catch {
    return undefined;
  }
}

async function runModule() {
  const module = path.join(__dirname, "../portable.mjs");
  if (!existsSync(module)) {
    console.error(`${name}: error: the package ${platform} is not installed; ptxkit has programs for Linux on x64 and arm64`);
    return 2;
  }
  return (await import(pathToFileURL(module))).run(name, process.argv.slice(2));
}

function runProgram(program) {
  const run = spawnSync(program, process.argv.slice(2), { argv0: name, stdio: "inherit" });
  if (run.error) {
    console.error(`${name}: error: ${run.error.message}`);
    return 3;
  }
  return run.signal ? 128 + constants.signals[run.signal] : run.status;
}

const program = programOf();
// A pipe takes what was written only after the code has run.
if (program) process.exit(runProgram(program));
else runModule().then((code) => (process.exitCode = code));
