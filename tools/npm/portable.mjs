// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-check, ptx-fmt and ptx-lsp by the module for WebAssembly, for systems without a program, such as macOS and Windows. The options are a part of
// those of the programs and have the same meaning; all others are errors.

import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { load } from "./ptxkit.mjs";

/** A mistake of the command line, or a file that cannot be used: exit code 2. */
class Unusable extends Error {}

const VALUES = ["language", "target", "ptx-version", "for-cuda", "for-driver", "for-gpu", "error-limit"];
const FLAGS = ["fragment", "syntax-only", "final", "ptxas-compat"];
const FORMATS = { text: true, ptxas: true, concise: false, jsonl: false, github: false }; // whether standard error gets it
const DOCUMENTS = ["json", "sarif", "gitlab", "junit"]; // of one file

/** The options and inputs of a command line. Flags are true, values are texts, warnings a list `W`. */
function parsed(words, { values, flags, warnings = false }) {
  const options = {};
  const inputs = [];
  for (let index = 0; index < words.length; ++index) {
    const word = words[index];
    if (word === "--") {
      inputs.push(...words.slice(index + 1));
      break;
    }
    const [, name, given] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === "-" || name === undefined) inputs.push(word);
    else if (warnings && /^-W./.test(word)) (options.W ??= []).push(word.slice(2));
    else if (flags.includes(name) && given === undefined) options[name] = true;
    else if (values.includes(name)) {
      options[name] = given ?? words[++index];
      if (options[name] === undefined) throw new Unusable(`the option --${name} requires a value`);
    } else throw new Unusable(`the option \`${word}\` is unknown, or requires the program, which exists for Linux`);
  }
  return { options, inputs };
}

/** The text of an input. Texts of other encodings are not changed by mistake: they are errors. */
function textOf(input) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(input === "-" ? 0 : input));
  } catch (error) {
    throw new Unusable(error.code === "EISDIR" ? `${input} is a folder; name the files` : `cannot read ${input}: ${error.message}`);
  }
}

/** Replaces a file at once: a reader has the old text or the new one. A link remains a link, and the file keeps its mode. */
function replace(file, text) {
  const target = realpathSync(file);
  const status = statSync(target);
  if (!status.isFile()) throw new Unusable(`${file} is not a regular file`);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    chmodSync(temporary, status.mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Unusable(`cannot write ${file}: ${error.message}`);
  }
}

/** Does something for each input; the exit code is the largest. */
function forEach(tool, inputs, action) {
  if (!inputs.length) throw new Unusable("no input");
  return Math.max(...inputs.map((input) => {
    try {
      return action(input);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      console.error(`${tool}: error: ${error.message}`);
      return 2;
    }
  }));
}

function check(ptxkit, words) {
  const { options, inputs } = parsed(words, {
    values: [...VALUES, "output-format", "describe", "explain"],
    flags: [...FLAGS, "fix", "unsafe-fixes"],
    warnings: true,
  });
  const { "output-format": format = "text", describe, explain, fix, "unsafe-fixes": unsafe, ...others } = options;
  if (describe !== undefined || explain !== undefined) {
    process.stdout.write(describe === undefined ? ptxkit.explain(explain) : ptxkit.describeText(describe));
    return 0;
  }
  if (!(format in FORMATS) && !DOCUMENTS.includes(format)) throw new Unusable(`unknown format \`${format}\``);
  if (DOCUMENTS.includes(format) && inputs.length > 1) throw new Unusable(`the format ${format} is for one input here`);
  return forEach("ptx-check", inputs, (input) => {
    let text = textOf(input);
    const named = { ...others, name: input === "-" ? "<stdin>" : input };
    if (fix) {
      if (input === "-") throw new Unusable("--fix requires a file");
      const fixed = ptxkit.fix(text, { ...named, unsafe: unsafe === true });
      if (fixed.fixes) replace(input, (text = fixed.text));
    }
    (FORMATS[format] ? process.stderr : process.stdout).write(ptxkit.report(text, format, named));
    return ptxkit.check(text, named).errors ? 1 : 0;
  });
}

function format(ptxkit, words) {
  const { options, inputs } = parsed(words, { values: [], flags: ["canonical", "check", "i"] });
  const { canonical = false, check: compare, i: inPlace } = options;
  if (inPlace && compare) throw new Unusable("-i and --check cannot be combined");
  if (!inPlace && !compare && inputs.length > 1) throw new Unusable("several inputs require -i or --check");
  return forEach("ptx-fmt", inputs, (input) => {
    const text = textOf(input);
    const name = input === "-" ? "<stdin>" : input;
    if (ptxkit.check(text, { name, "syntax-only": true }).errors) {
      process.stderr.write(ptxkit.report(text, "text", { name, "syntax-only": true }));
      return 1;
    }
    const formatted = ptxkit.format(text, { canonical });
    if (compare) {
      if (formatted === text) return 0;
      console.log(name);
      return 1;
    }
    if (!inPlace) process.stdout.write(formatted);
    else if (input === "-") throw new Unusable("-i requires a file");
    else if (formatted !== text) replace(input, formatted);
    return 0;
  });
}

/** The language server on standard input and output. */
async function serve(ptxkit, words) {
  parsed(words, { values: [], flags: ["stdio"] });
  let bytes = Buffer.alloc(0);
  let isShutDown = false;
  for await (const chunk of process.stdin) {
    bytes = Buffer.concat([bytes, chunk]);
    for (let end; (end = bytes.indexOf("\r\n\r\n")) >= 0;) {
      const length = /^Content-Length: *(\d+)/im.exec(bytes.subarray(0, end).toString("latin1"))?.[1];
      if (length === undefined) return 1;
      const next = end + 4 + Number(length);
      if (bytes.length < next) break;
      const message = JSON.parse(bytes.subarray(end + 4, next).toString());
      bytes = bytes.subarray(next);
      if (message.method === "exit") return isShutDown ? 0 : 1;
      isShutDown ||= message.method === "shutdown";
      for (const reply of ptxkit.lsp(message)) {
        const body = Buffer.from(JSON.stringify(reply));
        process.stdout.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
      }
    }
  }
  return 1;
}

const TOOLS = { "ptx-check": check, "ptx-fmt": format, "ptx-lsp": serve };

/** Runs a tool as its program would, or `ptxkit` with the name of a tool; returns the exit code. */
export async function run(name, words) {
  const tool = name === "ptxkit" && /^[a-z]/.test(words[0] ?? "") ? `ptx-${words[0]}` : name;
  // The reader of a pipe can close it.
  process.stdout.on("error", () => process.exit(2));
  try {
    if (words.at(-1) === "--version") {
      console.log(`${tool} (ptxkit) ${JSON.parse(readFileSync(new URL("./package.json", import.meta.url))).version}, WebAssembly`);
      return 0;
    }
    if (!(tool in TOOLS)) throw new Unusable(`there is a program for Linux on x64 and arm64 only; elsewhere there are ${Object.keys(TOOLS).join(", ")}`);
    return await TOOLS[tool](await load(), tool === name ? words : words.slice(1));
  } catch (error) {
    console.error(`${tool}: error: ${error.message}`);
    return /^ptxkit stopped/.test(error.message) ? 3 : 2;
  }
}
