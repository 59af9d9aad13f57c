#!/usr/bin/env node
// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the tool that this file is called as, with the program in the package of this platform.
"use strict";
const { spawnSync } = require("child_process");
const { constants } = require("os");
const path = require("path");

const name = path.basename(process.argv[1]).replace(/\.js$/, "");
const platform = `@ptxkit/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${platform}/bin/ptxkit`);
} catch {
  console.error(`${name}: error: the package ${platform} is not installed; ptxkit has programs for Linux on x64 and arm64`);
  process.exit(2);
}
const run = spawnSync(program, process.argv.slice(2), { argv0: name, stdio: "inherit" });
if (run.error) {
  console.error(`${name}: error: ${run.error.message}`);
  process.exit(3);
}
process.exit(run.signal ? 128 + constants.signals[run.signal] : run.status);
