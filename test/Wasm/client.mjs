// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A client of ptxkit-mcp, of the official SDK: client.mjs CALLS COMMAND WORD... starts the server, makes the calls of a file of JSON, which are
// pairs of a name and arguments, and prints the tools, the answers, and the guide as JSON.

import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [calls, command, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "0" });
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
const { tools } = await client.listTools();
const answers = [];
// The client itself checks each answer by the schema of its tool.
for (const [name, given] of JSON.parse(readFileSync(calls, "utf8"))) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
  answers.push(isError ? { error: content[0].text } : structuredContent);
}
const { resources } = await client.listResources();
const { contents } = await client.readResource({ uri: "ptxkit://guide" });
console.log(JSON.stringify({ instructions: client.getInstructions(), tools, answers, resources, guide: contents[0].text }));
await client.close();
