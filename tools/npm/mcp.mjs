#!/usr/bin/env node
// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A server of the Model Context Protocol: `ptxkit-mcp`. An agent starts it, and calls the functions of `agents.mjs` as its tools. It requires
// the official SDK: `npm install @modelcontextprotocol/sdk`. The tools run in a thread of their own, which is ended if a call takes too long.

import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const contentOf = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const list = JSON.parse(contentOf("./tools.json"));

/** Answers the questions of the main thread. */
async function work() {
  const [{ load }, { toolsOf }] = await Promise.all([import("./ptxkit.mjs"), import("./agents.mjs")]);
  const tools = toolsOf(await load(), list);
  parentPort.on("message", ({ name, given }) => {
    try {
      parentPort.postMessage({ answer: tools[name](given) });
    } catch (error) {
      parentPort.postMessage({ error: error.message });
    }
  });
}

/** The thread of the tools, which answers one question after the other. */
class Tools {
  #worker;
  #last = Promise.resolve();

  ask(name, given) {
    const answer = this.#last.then(() => this.#ask(name, given));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #ask(name, given) {
    this.#worker ??= new Worker(new URL(import.meta.url));
    const worker = this.#worker;
    // The server ends with its input.
    worker.unref();
    return new Promise((resolve, reject) => {
      const ended = (settle, value) => {
        clearTimeout(timer);
        worker.off("message", told).off("error", failed);
        settle(value);
      };
      const stop = (reason) => {
        this.#worker = undefined;
        worker.terminate();
        ended(reject, new Error(reason));
      };
      const { seconds } = list.limits;
      const tooLong = `${name} did not end in ${seconds} s; pass a smaller text, or a launch with fewer threads and smaller numbers`;
      const timer = setTimeout(() => stop(tooLong), seconds * 1000);
      const told = ({ answer, error }) => (error === undefined ? ended(resolve, answer) : ended(reject, new Error(error)));
      const failed = (error) => stop(error.message);
      worker.on("message", told).on("error", failed);
      worker.postMessage({ name, given });
    });
  }
}

/** Whether a value has the type that a schema of an argument asks for. */
function fits(value, schema) {
  if (schema.anyOf) return schema.anyOf.some((each) => fits(value, each));
  if (schema.type === "null") return value === null;
  if (schema.type === "integer") return Number.isInteger(value);
  if (schema.type === "array") return Array.isArray(value) && value.every((each) => fits(each, schema.items));
  if (schema.type === "object")
    return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((each) => fits(each, schema.additionalProperties));
  return typeof value === schema.type;
}

/** The arguments of a tool, with defaults for those that are missing. */
function completed({ name: tool, inputSchema: { properties, required } }, given) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => {
    if (given[name] === undefined && required.includes(name)) throw new Error(`${tool} requires the argument ${name}`);
    const value = given[name] ?? schema.default;
    if (!fits(value, schema)) throw new Error(`the argument ${name} of ${tool} has another type`);
    return [name, value];
  }));
}

async function serve() {
  let sdk;
  try {
    const [server, stdio, types] = await Promise.all(
      ["server/index.js", "server/stdio.js", "types.js"].map((name) => import(`@modelcontextprotocol/sdk/${name}`)));
    sdk = { ...server, ...stdio, ...types };
  } catch (missing) {
    console.error(`ptxkit-mcp: error: ${missing.message}; install the SDK: npm install @modelcontextprotocol/sdk`);
    process.exit(1);
  }
  const { version } = JSON.parse(contentOf("./package.json"));
  const server = new sdk.Server({ name: "ptxkit", version }, { capabilities: { tools: {}, resources: {} }, instructions: list.instructions });
  const tools = new Tools();
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: list.tools }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    try {
      const tool = list.tools.find((each) => each.name === name);
      if (!tool) throw new Error(`there is no tool '${name}'`);
      const answer = await tools.ask(name, completed(tool, given));
      return { content: [{ type: "text", text: JSON.stringify(answer, null, 2) }], structuredContent: answer };
    } catch (error) {
      return { content: [{ type: "text", text: error.message }], isError: true };
    }
  });
  server.setRequestHandler(sdk.ListResourcesRequestSchema, () => ({ resources: [list.guide] }));
  server.setRequestHandler(sdk.ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri !== list.guide.uri) throw new Error(`there is no resource '${uri}'`);
    return { contents: [{ uri, mimeType: list.guide.mimeType, text: contentOf("./agents.md") }] };
  });
  await server.connect(new sdk.StdioServerTransport());
}

await (isMainThread ? serve() : work());
