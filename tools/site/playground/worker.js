// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker of the playground. It is appended to ptxkit.mjs. The first message has the bytes of the module, each other one a call.

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

function answer({ id, method, values }) {
  try {
    const result = ptxkit[method](...values);
    postMessage({ id, result: method === "check" || method === "sanitize" ? placed(values[0], result) : result });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}

onmessage = async ({ data }) => {
  if (data.module) {
    const stream = new Blob([data.module]).stream().pipeThrough(new DecompressionStream("gzip"));
    ptxkit = await load(new Response(stream).arrayBuffer());
    ptxkit.lsp({ id: 1, method: "initialize", params: { capabilities: { textDocument: { hover: { contentFormat: ["plaintext"] } } } } });
    ptxkit.lsp({ method: "initialized", params: {} });
    for (const call of waiting) answer(call);
  } else if (ptxkit) {
    answer(data);
  } else {
    waiting.push(data);
  }
};
