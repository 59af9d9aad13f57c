// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxkit as a module of WebAssembly, for Node and browsers.

/** Options have the names of `ptx-check`, without dashes at the beginning. */
export interface CheckOptions {
  /** The file name in messages. Its ending decides about the language if `language` does not. */
  name?: string;
  /** `ptx`, or a language that has PTX in statements or strings, such as `cuda` or `python`. */
  language?: string;
  /** Targets such as `sm_90a`, instead of the module's `.target`. All must support every feature. */
  target?: string | string[];
  /** A PTX version such as `9.2`, instead of the module's `.version`. */
  "ptx-version"?: string;
  /** A CUDA release such as `12.4`, or a driver such as `550`, that must be able to read the module. */
  "for-cuda"?: string;
  "for-driver"?: string;
  /** A target for which the driver must be able to generate code. */
  "for-gpu"?: string;
  /** Flags as for `-W`. */
  W?: string | string[];
  /** Whether the text is a list of statements instead of a module. */
  fragment?: boolean;
  "syntax-only"?: boolean;
  lints?: boolean;
  final?: boolean;
  "ptxas-compat"?: boolean;
  "error-limit"?: number;
}

/** Lines and columns count from 1; columns count bytes, as the tools do. `offsetOf` has the index in a string. */
export interface Place {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface Fix extends Place {
  replacement: string;
  description: string;
  /** Whether the fix can be applied without a review. */
  safe: boolean;
}

/** A record of `ptx-check --output-format=jsonl`. */
export interface Finding extends Place {
  file: string;
  severity: "error" | "warning";
  /** Such as `PTX3002`. */
  code: string;
  /** Such as `operand-type`. */
  name: string;
  message: string;
  arguments: Record<string, string>;
  /** The entry that contains it. */
  entry: string | null;
  notes: (Place & { message: string })[];
  /** Several are alternatives. */
  fixes: Fix[];
}

export interface CheckResult {
  errors: number;
  warnings: number;
  /** The PTX version for which the text was checked. */
  version: string;
  findings: Finding[];
}

export interface FixResult {
  text: string;
  /** How many fixes were applied. */
  fixes: number;
}

export interface LayoutResult {
  legal: boolean;
  /** What the command prints, as text and as JSON. */
  text: string;
  report: Record<string, unknown>;
  /** An SVG document, of the commands that have one. */
  figure?: string;
}

/** The result of executing a launch; docs/library.md lists the keys. */
export interface LaunchResult {
  launch: string;
  verdict: "clean" | "no fault, but warnings" | "faults found" | "not decided";
  executions: number;
  threadInstructions: number;
  assumed: string[];
  notFollowed: string[];
  findings: Finding[];
  /** An SVG document, with the option `timeline`. */
  timeline?: string;
}

/** The result of executing a launch with its data. */
export interface RunResult extends LaunchResult {
  /** The elements that were asked for, as `C[0:2] = 1 2`; none unless all is computed. */
  values: string[];
  /** The output of `vprintf`. */
  printed: string;
}

export interface SanitizeOptions {
  schedules?: number;
  seed?: number;
  "step-limit"?: number;
  "time-limit"?: number;
  strict?: boolean;
  timeline?: boolean;
}

/** `print-limit`: the most elements of each array that a result has. */
export interface RunOptions extends Pick<SanitizeOptions, "step-limit" | "time-limit" | "strict"> {
  "print-limit"?: number;
}

/** A message of the Language Server Protocol. */
export type Message = Record<string, unknown>;

/** A running module. Each method throws an `Error` with the reason if it fails. */
export class Ptxkit {
  /** A `WebAssembly.Module`. Its type is not known to programs without the library of types of a browser. */
  constructor(module: object);
  check(text: string, options?: CheckOptions): CheckResult;
  /** The report in a format of `--output-format`, such as `sarif`. */
  report(text: string, format?: string, options?: CheckOptions): string;
  /** The text in canonical layout, with `canonical` in canonical spelling too. */
  format(text: string, options?: { canonical?: boolean }): string;
  /**
   * Applies the safe fixes, with `unsafe` all, of all findings or of those of some rules or groups, as `ptx-check --fix` does. A finding with
   * several fixes is skipped.
   */
  fix(text: string, options?: CheckOptions & { unsafe?: boolean; rules?: string[] }): FixResult;
  /** The module for the release or driver of the options, with older spellings of the same meaning. */
  lower(text: string, options: { "for-cuda"?: string; "for-driver"?: string }): string;
  /** The records of `ptx-check --requirements --output-format=jsonl`. */
  requirements(text: string, options?: CheckOptions): Record<string, unknown>[];
  /** The facts of the instructions called so, such as `cvt.rn.f16`; docs/library.md lists the keys. */
  describe(mnemonic: string): Record<string, unknown>;
  /** The text of `ptx-check --describe` for an instruction, a special register, a directive or a state space. */
  describeText(word: string, options?: { evidence?: boolean }): string;
  /** The text of `ptx-check --explain` for a rule, a group, or a message of `ptxas`. */
  explain(rule: string): string;
  instructions(): Record<string, unknown>[];
  registers(): Record<string, unknown>[];
  /** A command of `ptx-layout` that reads no file, with its arguments, and its options without dashes. */
  layout(command: string, words?: string[], options?: Record<string, string | number | boolean>): LayoutResult;
  /** The texts of the `//@launch` comments. */
  launches(text: string): string[];
  /** Executes a launch, as `ptx-sanitize` does. */
  sanitize(text: string, launch: string, options?: SanitizeOptions): LaunchResult;
  /** Executes a launch with all its data, as `ptx-run` does; `print` names elements of arrays, such as `C[0:8]`. */
  run(text: string, launch: string, print?: string[], options?: RunOptions): RunResult;
  /** Handles a message to the language server; returns its messages. */
  lsp(message: Message): Message[];
  /** Any method, as docs/library.md lists them. */
  request(method: string, members?: Record<string, unknown>): unknown;
}

/** Loads the module of this package, or another one: its bytes, or a `WebAssembly.Module`. */
export function load(source?: object | Promise<object>): Promise<Ptxkit>;

/** The index of a place in a text, whose columns count bytes. */
export function offsetOf(text: string, line: number, column: number): number;

// The methods of a module that is loaded at the first call.
type Later<Method> = Method extends (...values: infer Values) => infer Result ? (...values: Values) => Promise<Result> : never;
export const check: Later<Ptxkit["check"]>;
export const report: Later<Ptxkit["report"]>;
export const format: Later<Ptxkit["format"]>;
export const fix: Later<Ptxkit["fix"]>;
export const lower: Later<Ptxkit["lower"]>;
export const requirements: Later<Ptxkit["requirements"]>;
export const describe: Later<Ptxkit["describe"]>;
export const describeText: Later<Ptxkit["describeText"]>;
export const explain: Later<Ptxkit["explain"]>;
export const instructions: Later<Ptxkit["instructions"]>;
export const registers: Later<Ptxkit["registers"]>;
export const layout: Later<Ptxkit["layout"]>;
export const launches: Later<Ptxkit["launches"]>;
export const sanitize: Later<Ptxkit["sanitize"]>;
export const run: Later<Ptxkit["run"]>;
