// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the reader in JavaScript says of mnemonics: database_readers.js READER DATABASE MNEMONICS Another version of the schema is refused.
const { readFileSync } = require("fs");
const [reader, path, mnemonics] = process.argv.slice(2);
const { checked, firstVersion, matching, registersOf, wordsOf } = require(reader);
const database = checked(require(path));
for (const mnemonic of readFileSync(mnemonics, "utf8").split("\n"))
  for (const form of matching(database, mnemonic)) {
    for (const target of database.targets)
      console.log(mnemonic, target.name, firstVersion(form, mnemonic, target.name) ?? "None");
    for (const operand of form.operands)
      for (const length of [0, 2]) {
        const types = registersOf(database, operand, wordsOf(form, mnemonic), length);
        console.log(mnemonic, operand.name, length, types === null ? "None" : types.join(" "));
      }
  }
try {
  checked({ ...database, schemaVersion: 2 });
} catch (error) {
  console.log(error.message);
}
