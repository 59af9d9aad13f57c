// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function of the package with the types that its users rely on. declarations.py compiles it, and does not run it.

import {
  check, describe, describeText, explain, fix, format, instructions, launches, layout, load, lower, offsetOf, registers, report, requirements, run, sanitize,
  type CheckOptions, type CheckResult, type Finding, type Fix, type FixResult, type LaunchResult, type LayoutResult, type Message, type Place,
  type Ptxkit, type RunResult, type SanitizeOptions,
} from "ptxkit";

const text = ".version 8.0\n";
const options: CheckOptions = { name: "k.ptx", language: "ptx", target: ["sm_90"], "ptx-version": "8.0", W: "all", "error-limit": 0, lints: true };
const checked: CheckResult = await check(text, options);
const finding: Finding = checked.findings[0]!;
const place: Place = finding.notes[0] ?? finding;
const correction: Fix | undefined = finding.fixes[0];
const offset: number = offsetOf(text, place.line, place.column);
const fixed: FixResult = await fix(text, { unsafe: true, rules: ["syntax-error"], target: "sm_90" });
const shown: LayoutResult = await layout("descriptor", ["0x4000004000010040"], { arch: "sm_90a" });
const how: SanitizeOptions = { schedules: 2, timeline: true };
const executed: LaunchResult = await sanitize(text, "k block=64", how);
const computed: RunResult = await run(text, "k block=64", ["C[0:8]"], { "step-limit": 1000 });
const texts: string[] = [...computed.values, computed.printed, 
  await report(text, "sarif", { target: "sm_90" }), await format(text, { canonical: true }), await lower(text, { "for-cuda": "12.0" }),
  await describeText("%laneid", { evidence: true }), await explain("PTX3002"), ...(await launches(text)),
];
const records: Record<string, unknown>[] = [...(await requirements(text)), await describe("cvt"), ...(await instructions()), ...(await registers())];

const own: Ptxkit = await load();
await load(fetch("ptxkit.wasm").then((reply) => reply.arrayBuffer()));
await load(new Uint8Array(8));
const messages: Message[] = own.lsp({ id: 1, method: "initialize", params: { capabilities: {} } });
const any: unknown = own.request("check", { text });
const same: CheckResult = own.check(text, { target: "sm_90" });

// @ts-expect-error There is no such option.
await check(text, { colour: true });
// @ts-expect-error A promise is not its result.
const promise: CheckResult = check(text);

console.log(correction?.replacement, offset, fixed.fixes, shown.figure, executed.timeline, texts, records, messages, any, same, promise);
