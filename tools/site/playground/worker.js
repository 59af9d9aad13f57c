// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker of the playground. It is appended to ptxkit.mjs. The first message has the module, each other one a call.

let ptxkit;
const waiting = [];

/** Adds the indices of its places in the text. */
function placed(text, result) {
  for (const finding of result.findings)
    for (const place of [finding, ...finding.notes, ...finding.fixes]) {
      place.begin = offsetOf(text, place.line, place.column);
      place.end = offsetOf(text, place.endLine, place.endColumn);
    }
  return result;
}

/** The module of a text in base 64, compiled while it is decompressed. */
function compiled(text) {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
}

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; ++index) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

let served = false;
function startServer() {
  if (served) return;
  served = true;
  ptxkit.lsp({ id: 1, method: "initialize", params: { capabilities: { textDocument: { hover: { contentFormat: ["plaintext"] } } } } });
  ptxkit.lsp({ method: "initialized", params: {} });
}

function answer({ id, method, values }) {
  try {
    if (method === "lsp") startServer();
    const result = ptxkit[method](...values);
    postMessage({ id, result: method === "check" || method === "sanitize" ? placed(values[0], result) : result });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}

onmessage = async ({ data }) => {
  if (data.module) {
    ptxkit = await load(compiled(data.module));
    for (const call of waiting) answer(call);
  } else if (ptxkit) {
    answer(data);
  } else {
    waiting.push(data);
  }
};
