// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the worker of the playground before the editor is read, so that the module is compiled meanwhile. `playground` has the source of the
// worker and the module.

window.playground.running = new Worker(URL.createObjectURL(new Blob([window.playground.worker], { type: "text/javascript" })));
window.playground.running.postMessage({ module: window.playground.module });
