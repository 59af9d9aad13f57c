// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diff/Writers/Summary.h"

#include "llvm/Support/JSON.h"

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

static void writeItems(json::OStream &out, StringRef key, llvm::ArrayRef<ItemChange> items) {
  out.attributeArray(key, [&] {
    for (const ItemChange &item : items)
      out.object([&] {
        writeText(out, "what", item.what);
        if (!item.before.empty())
          writeText(out, "before", item.before);
        if (!item.after.empty())
          writeText(out, "after", item.after);
      });
  });
}

static void writeCountChanges(json::OStream &out, StringRef key,
                              llvm::ArrayRef<CountChange> changes) {
  out.attributeArray(key, [&] {
    for (const CountChange &change : changes)
      out.object([&] {
        writeText(out, "what", change.what);
        out.attribute("before", static_cast<int64_t>(change.before));
        out.attribute("after", static_cast<int64_t>(change.after));
      });
  });
}

static void writeChange(json::OStream &out, const FunctionDiff &function, const DiffRow &row) {
  static constexpr StringRef kinds[] = {"equal", "changed", "removed", "added", "moved", "moved"};
  out.object([&] {
    out.attribute("kind", kinds[static_cast<size_t>(row.kind)]);
    if (row.move)
      out.attribute("move", row.move);
    auto side = [&](StringRef key, uint32_t line, StringRef text) {
      out.attributeObject(key, [&] {
        out.attribute("line", line);
        writeText(out, "text", text);
      });
    };
    if (row.before != DiffRow::none)
      side("before", oldLineNumber(function, row.before), function.oldText(row.before));
    if (row.after != DiffRow::none)
      side("after", newLineNumber(function, row.after), function.newText(row.after, true));
  });
}

static void writeFunction(json::OStream &out, const FunctionDiff &function, bool summaryOnly) {
  static constexpr StringRef states[] = {"equal", "changed", "added", "removed"};
  writeText(out, "name", function.name());
  if (function.isRenamed())
    writeText(out, "oldName", function.oldName);
  out.attribute("kind", function.isEntry ? "entry" : "func");
  out.attribute("status", states[static_cast<size_t>(function.status)]);
  out.attribute("places", function.places);
  out.attribute("changed", function.changed);
  out.attribute("added", function.added);
  out.attribute("removed", function.removed);
  out.attribute("moved", function.moved);
  writeItems(out, "items", function.items);
  if (summaryOnly)
    return;
  out.attributeArray("changes", [&] {
    for (const DiffRow &row : function.rows)
      if (row.kind != RowKind::Equal)
        writeChange(out, function, row);
  });
}

void ptx::writeDiffJson(llvm::raw_ostream &os, const ModuleDiff &diff,
                        const DiffWriterOptions &options) {
  writeLine(os, [&](json::OStream &out) {
    out.attribute("version", recordVersion);
    out.attributeObject("tool", [&] {
      out.attribute("name", "ptx-diff");
      out.attribute("version", options.toolVersion);
    });
    writeText(out, "before", options.oldFile);
    writeText(out, "after", options.newFile);
    out.attribute("equal", diff.isEqual());
    out.attribute("places", static_cast<int64_t>(diff.places()));
    writeItems(out, "items", diff.items);
    writeItems(out, "facts", diff.facts);
    writeCountChanges(out, "instructions", diff.instructions);
    writeCountChanges(out, "registers", diff.registers);
    out.attributeArray("functions", [&] {
      for (const FunctionDiff &function : diff.functions)
        out.object([&] { writeFunction(out, function, options.summaryOnly); });
    });
  });
}
