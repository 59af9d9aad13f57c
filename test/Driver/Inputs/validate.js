// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Validates documents with ajv, of version 6 or newer: validate.js SCHEMA FILE... A FILE whose name ends in
// `l` has a document a line. Prints what is wrong; exits with 1 if anything is, or if there is no document.

const fs = require("fs");

const [schemaFile, ...files] = process.argv.slice(2);
const read = (file) => fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
const schema = JSON.parse(read(schemaFile));

// The class for JSON Schema 2020-12. Version 6 has none; it reads `$defs` as any place that `$ref` names.
function ajvClass() {
  try {
    return schema.$schema.includes("2020-12") ? require("ajv/dist/2020") : require("ajv");
  } catch (error) {
    schema.$schema = "http://json-schema.org/draft-07/schema#";
    return require("ajv");
  }
}

// Of draft 4, which newer versions do not know, the schema of SARIF uses nothing that changed since, but `id`.
if (schema.$schema.includes("draft-04")) {
  schema.$schema = "http://json-schema.org/draft-07/schema#";
  delete schema.id;
}
const Ajv = ajvClass();
const ajv = new Ajv({allErrors: true, unknownFormats: "ignore", strict: false, validateFormats: false, logger: false});
const validate = ajv.compile(schema);
let failed = false, count = 0;
for (const file of files) {
  const text = read(file);
  const documents = file.endsWith("l") ? text.split("\n").filter((line) => line) : [text];
  for (const document of documents) {
    ++count;
    if (validate(JSON.parse(document)))
      continue;
    failed = true;
    for (const error of validate.errors.slice(0, 5))
      console.log(`${file}: ${error.instancePath ?? error.dataPath}: ${error.message}`);
  }
}
process.exit(failed || count === 0 ? 1 : 0);
