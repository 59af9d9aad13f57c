// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxkit as a module of WebAssembly, for Node and browsers. ptxkit.d.ts has the types and explains each function.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where the module stopped, such as out of memory. */
class Stopped extends Error {}

/** What the module asks of its system: a clock and random bytes. There are no files, no arguments and no environment. */
function systemOf(memory) {
  const view = () => new DataView(memory().buffer);
  const noFile = 8; // EBADF
  const zeros = (...places) => {
    for (const place of places) view().setUint32(place, 0, true);
    return 0;
  };
  return {
    args_get: () => 0,
    args_sizes_get: zeros,
    clock_res_get: (_clock, place) => (view().setBigUint64(place, 1000n, true), 0),
    clock_time_get(clock, _precision, place) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(place, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    environ_get: () => 0,
    environ_sizes_get: zeros,
    proc_exit(code) {
      throw new Stopped(`ptxkit stopped with ${code}`);
    },
    random_get(place, size) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, place, size));
      return 0;
    },
    sched_yield: () => 0,
    otherwise: () => noFile,
  };
}

function importsOf(module, memory) {
  const system = systemOf(memory);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = system[name] ?? system.otherwise;
  return imports;
}

/** Places of findings count bytes; strings of JavaScript count units of UTF-16. */
export function offsetOf(text, line, column) {
  let begin = 0;
  for (let number = 1; number < line; ++number) {
    begin = text.indexOf("\n", begin) + 1;
    if (begin === 0) return text.length;
  }
  let bytes = column - 1;
  let offset = begin;
  while (bytes > 0 && offset < text.length) {
    const point = text.codePointAt(offset);
    bytes -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    offset += point < 0x10000 ? 1 : 2;
  }
  return offset;
}

export class Ptxkit {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
  }

  /** The functions of a running module; a new one after one has stopped. */
  #running() {
    if (!this.#exports) {
      const { exports } = new WebAssembly.Instance(this.#module, importsOf(this.#module, () => exports.memory));
      exports._initialize();
      this.#exports = exports;
    }
    return this.#exports;
  }

  #call(name, value) {
    const exports = this.#running();
    const bytes = encoder.encode(JSON.stringify(value));
    try {
      const given = exports.ptxkit_allocate(bytes.length + 1);
      new Uint8Array(exports.memory.buffer, given, bytes.length).set(bytes);
      const answer = exports[name](given, bytes.length);
      exports.ptxkit_free(given);
      const memory = new Uint8Array(exports.memory.buffer);
      const text = decoder.decode(memory.subarray(answer, memory.indexOf(0, answer)));
      exports.ptxkit_free(answer);
      return JSON.parse(text);
    } catch (error) {
      this.#exports = undefined;
      throw new Error(`ptxkit stopped: ${error.message}`, { cause: error });
    }
  }

  #result(name, value) {
    const answer = this.#call(name, value);
    if ("error" in answer) throw new Error(answer.error);
    return answer.result;
  }

  request(method, members = {}) {
    return this.#result("ptxkit_request", { method, ...members });
  }

  check(text, options = {}) {
    const { name, ...others } = options;
    const { errors, warnings, version, findings } = this.request("check", { text, name, options: others });
    return { errors, warnings, version, findings: findings.filter((finding) => "code" in finding) };
  }

  report(text, format = "text", options = {}) {
    const { name, ...others } = options;
    return this.request("report", { text, name, format, options: others });
  }

  format(text, options = {}) {
    const { canonical = false, ...others } = options;
    return this.request("format", { text, canonical, options: others });
  }

  fix(text, options = {}) {
    const { unsafe = false, rules = [], name, ...others } = options;
    return this.request("fix", { text, unsafe, rules, name, options: others });
  }

  lower(text, options) {
    return this.request("lower", { text, options });
  }

  requirements(text, options = {}) {
    const { name, ...others } = options;
    return this.request("requirements", { text, name, options: others });
  }

  describe(mnemonic) {
    return this.request("describe", { mnemonic });
  }

  describeText(word, { evidence = false } = {}) {
    return this.#result("ptxkit_text", { describe: word, evidence });
  }

  explain(rule) {
    return this.#result("ptxkit_text", { explain: rule });
  }

  instructions() {
    return this.request("instructions");
  }

  registers() {
    return this.request("registers");
  }

  layout(command, words = [], options = {}) {
    return this.request("layout", { command, arguments: words, layout: options });
  }

  launches(text) {
    return this.request("launches", { text });
  }

  sanitize(text, launch, options = {}) {
    return this.request("sanitize", { text, launch, options });
  }

  /** Executes a launch with all its data; `print` names elements of arrays, such as `C[0:8]`. */
  run(text, launch, print = [], options = {}) {
    return this.request("run", { text, launch, print, options });
  }

  /** Handles a message to the language server; returns its messages. */
  lsp(message) {
    return this.#call("ptxkit_lsp", { jsonrpc: "2.0", ...message });
  }
}

/** The bytes of the module in this package. */
async function ownBytes() {
  const url = new URL("./ptxkit.wasm", import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    // Bundlers for browsers fail at the name of a module of Node, or warn of it.
    const files = ["node:fs", "promises"].join("/");
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ files)).readFile(url);
  }
  return (await fetch(url)).arrayBuffer();
}

export async function load(source) {
  const given = (await source) ?? (await ownBytes());
  return new Ptxkit(given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given));
}

let loaded;
const shared = () => (loaded ??= load());
const ofShared = (method) => async (...values) => (await shared())[method](...values);

export const check = ofShared("check");
export const report = ofShared("report");
export const format = ofShared("format");
export const fix = ofShared("fix");
export const lower = ofShared("lower");
export const requirements = ofShared("requirements");
export const describe = ofShared("describe");
export const describeText = ofShared("describeText");
export const explain = ofShared("explain");
export const instructions = ofShared("instructions");
export const registers = ofShared("registers");
export const layout = ofShared("layout");
export const launches = ofShared("launches");
export const sanitize = ofShared("sanitize");
export const run = ofShared("run");
