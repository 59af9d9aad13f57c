// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The database of PTX instructions. database.d.ts has the types and explains each function.
"use strict";

const SCHEMA_VERSION = 1;

/** What orders versions: 10.0 is above 9.5. */
function compareVersions(a, b) {
  const [majorA, minorA] = a.split(".").map(Number);
  const [majorB, minorB] = b.split(".").map(Number);
  return majorA - majorB || minorA - minorB;
}

function holds(condition, words) {
  if (typeof condition === "boolean") return condition;
  if ("modifier" in condition) {
    const word = words[condition.modifier];
    return condition.words ? condition.words.includes(word) : word !== null;
  }
  if ("not" in condition) {
    const inner = holds(condition.not, words);
    return inner === null ? null : !inner;
  }
  for (const [kind, decisive] of [["all", false], ["any", true]])
    if (kind in condition) {
      const parts = condition[kind].map((part) => holds(part, words));
      return parts.includes(decisive) ? decisive : parts.includes(null) ? null : !decisive;
    }
  return null;
}

/** The ways in which words, in order, can be at places. */
function* placed(places, words) {
  if (places.length === 0) {
    if (words.length === 0) yield [];
    return;
  }
  const [place, ...others] = places;
  if (words.length && place.words.includes(words[0]))
    for (const rest of placed(others, words.slice(1))) yield [words[0], ...rest];
  if (place.optional) for (const rest of placed(others, words)) yield [null, ...rest];
}

const opcodeOf = (form) => /^\w+/.exec(form.syntax)[0];

function wordsOf(form, mnemonic) {
  const [opcode, ...words] = mnemonic.split(".");
  if (opcode !== opcodeOf(form)) return null;
  const rules = form.rules.filter((rule) => rule.checkedByPtxas && rule.inManual);
  for (const found of placed(form.modifiers, words))
    if (rules.every((rule) => holds(rule.when, found) !== true || holds(rule.needs, found) !== false)) return found;
  return null;
}

function firstVersion(form, mnemonic, target) {
  const words = wordsOf(form, mnemonic);
  if (words === null || !(target in form.targets)) return null;
  const gates = form.gates.filter((gate) => !gate.isRemoval && holds(gate.when, words) === true);
  if (gates.some((gate) => !(target in gate.targets))) return null;
  if (gates.length === 0) return form.targets[target];
  return gates.map((gate) => gate.targets[target]).sort(compareVersions).at(-1);
}

function shapeOf(operand, words) {
  for (const shape of operand.shapes) {
    const truth = holds(shape.when, words);
    if (truth !== false) return truth ? shape : null;
  }
  return null;
}

const isInteger = ({ group, kind }) => group === "fundamental" && ["bits", "unsigned", "signed"].includes(kind);

function registersOf(database, operand, words, length = 0) {
  const shape = shapeOf(operand, words);
  if (!shape) return null;
  const { types } = database;
  const named = (name) => types.find((each) => each.name === name);
  const integers = types.filter((each) => isInteger(each) && each.inRegister);
  const name = shape.typeFrom === null ? shape.types[0] : words[shape.typeFrom];
  if (!name) {
    if (operand.kinds.join() !== "address") return [];
    const isLimited = shape.least !== null && shape.greatest !== null;
    const [least, greatest] = isLimited ? [shape.least, shape.greatest] : [8, 64];
    return integers.filter(({ width }) => least <= width && width <= greatest).map((each) => each.name);
  }
  const sameWidth = (one) => integers.filter(({ width }) => width === one.width).map((each) => each.name);
  let of = named(name);
  const width = shape.twice ? 2 * of.width : operand.together && length ? Math.trunc(of.width / length) : of.width;
  if (width !== of.width)
    of = types.find((each) => each.group === "fundamental" && each.lanes === 1 && each.kind === of.kind && each.width === width);
  if (!of) return [];
  const found = new Set(shape.integer && isInteger(of) ? sameWidth(of) : of.heldBy);
  const isAlternate = words.some((word) => word === "bf16x2" || named(word)?.group === "alternate");
  const addAll = (names) => names.forEach((each) => found.add(each));
  if (shape.wider && !isAlternate) addAll(of.heldByWider);
  for (const other of shape.otherTypes.map(named)) addAll(isInteger(other) ? sameWidth(other) : other.heldBy);
  // `ptxas` accepts integers for the elements of a vector of floating-point numbers.
  if (length && shape.lengthFrom !== null && of.kind === "float" && of.group === "fundamental" && of.lanes === 1) addAll(sameWidth(of));
  return types.map((each) => each.name).filter((each) => found.has(each));
}

function lengthsOf(shape, words) {
  const vector = shape.lengthFrom === null ? null : words[shape.lengthFrom];
  return vector === null ? shape.lengths : [Number(vector.slice(1))];
}

function matching(database, mnemonic) {
  return database.instructions.flatMap((instruction) => instruction.forms.filter((form) => wordsOf(form, mnemonic)));
}

/** Checks what was read elsewhere, such as by `fetch` in a browser. */
function checked(database) {
  if (database.schemaVersion !== SCHEMA_VERSION)
    throw new Error(`the database has version ${database.schemaVersion} of the schema; this module reads version ${SCHEMA_VERSION}`);
  return database;
}

const load = () => checked(require("./instructions.json"));

module.exports = { SCHEMA_VERSION, checked, compareVersions, firstVersion, holds, lengthsOf, load, matching, registersOf, shapeOf, wordsOf };
