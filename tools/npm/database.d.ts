// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The database of PTX instructions. The types of its records are made from instruction-database.schema.json.

import type { Condition, Database, Form, Operand, Shape } from "./records";
export * from "./records";

/** The version of the schema that this module reads. */
export const SCHEMA_VERSION: 1;

/** For each place of a form its word, or null. */
export type Words = (string | null)[];

/** The database of this package. */
export function load(): Database;

/** The same object, if its schema is one that this module reads; for what was read otherwise, such as by `fetch`. */
export function checked(database: unknown): Database;

/** Below 0, 0 or above 0, as `sort` wants it. */
export function compareVersions(a: string, b: string): number;

/** The forms that can have a mnemonic, whose modifiers are in the order of the manual. */
export function matching(database: Database, mnemonic: string): Form[];

/** The word at each place if the form can have the mnemonic, else null. */
export function wordsOf(form: Form, mnemonic: string): Words | null;

/** The first `.version` at which a target has the mnemonic with some operands; null if there is none. */
export function firstVersion(form: Form, mnemonic: string, target: string): string | null;

/** Whether a condition holds; null if that depends on operands or on the release of `ptxas`. */
export function holds(condition: Condition, words: Words): boolean | null;

/** The types and lengths of an operand of a mnemonic with these words; null if they depend on other operands. */
export function shapeOf(operand: Operand, words: Words): Shape | null;

/** The legal numbers of registers in braces; 0 is a register without braces. */
export function lengthsOf(shape: Shape, words: Words): number[];

/**
 * The declared types of registers that an operand can be, of a vector of `length` registers those of each; null if that depends on other operands.
 * Empty if no register fits.
 */
export function registersOf(database: Database, operand: Operand, words: Words, length?: number): string[] | null;
