// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/RequirementsReport.h"

#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Inline/Read/Guards.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Sema/Sema.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/JSON.h"

#include <set>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

//===-- Words ---------------------------------------------------------------------------------===//

static std::string describe(const VersionRange &range) {
  if (range.last == newestVersion)
    return "PTX " + range.first.str() + " or later";
  if (range.first == range.last)
    return "PTX " + range.first.str() + " alone";
  return "PTX " + range.first.str() + " to " + range.last.str();
}

/// "PTX 3.0 to 6.3", "PTX 1.0 to 1.3 and PTX 2.0 or later".
static std::string describe(llvm::ArrayRef<VersionRange> ranges) {
  std::string text;
  for (const VersionRange &range : ranges)
    text += (text.empty() ? "" : " and ") + describe(range);
  return text;
}

static std::string describe(const FeatureGate &gate) {
  std::string needed = gate.text();
  StringRef text = needed;
  bool isNegative = text.consume_front("not ");
  return "`" + gate.feature + (isNegative ? "` does not exist " : "` requires ") + text.str();
}

std::string ptx::reasonText(const GatedUse &use) {
  std::string text;
  for (const FeatureGates &way : use.ways) {
    if (!text.empty())
      text += "; or ";
    text +=
        llvm::join(llvm::map_range(way, [](const FeatureGate &d) { return describe(d); }), "; ");
  }
  return text;
}

//===-- Forms ---------------------------------------------------------------------------------===//

static void printRequirementsText(llvm::raw_ostream &os, const SourceBuffer &source,
                                  const GatedUses &uses, const Requirements &requirements,
                                  bool withReasons) {
  std::optional<PtxVersion> minimum = requirements.minimum();
  os << printable(source.name()) << ": "
     << (minimum ? "requires PTX " + minimum->str() + ": " + releasesFor(*minimum)
                 : "no version and target have all that it requires")
     << '\n';
  // Targets with equal versions share a line. Targets with older versions come first.
  std::vector<std::pair<const TargetVersions *, std::string>> lines;
  for (const TargetVersions &of : requirements.targets) {
    auto line = llvm::find_if(lines, [&](auto &l) { return l.first->versions == of.versions; });
    if (line == lines.end())
      lines.emplace_back(&of, info(of.target).name);
    else
      line->second += ", " + info(of.target).name.str();
  }
  llvm::stable_sort(lines, [](const auto &a, const auto &b) {
    return a.first->versions.front().first < b.first->versions.front().first;
  });
  for (const auto &[of, targets] : lines)
    os << "  " << describe(of->versions) << ": " << targets << '\n';
  if (uses.mapF64ToF32)
    os << "  sm_13 or higher: without `map_f64_to_f32`, which is for lower targets\n";
  if (!withReasons)
    return;
  for (uint32_t index : requirements.reasons) {
    const GatedUse &use = uses.all()[index];
    LineColumn where = source.lineColumn(use.first.begin);
    os << "  " << where.line << ':' << where.column << ": " << reasonText(use) << '\n';
  }
}

static void writeVersions(json::OStream &out, llvm::ArrayRef<VersionRange> ranges) {
  out.attributeArray("versions", [&] {
    for (const VersionRange &range : ranges)
      out.object([&] {
        out.attribute("first", range.first.str());
        if (range.last == newestVersion)
          out.attribute("last", nullptr);
        else
          out.attribute("last", range.last.str());
      });
  });
}

/// The lowest version, and the first CUDA release and driver that support it.
static void writeMinimum(json::OStream &out, const Requirements &requirements) {
  std::optional<PtxVersion> minimum = requirements.minimum();
  const ReleaseInfo *cuda = minimum ? firstReleaseFor(*minimum) : nullptr;
  const ReleaseInfo *driver = minimum ? firstDriverFor(*minimum) : nullptr;
  out.attribute("version", minimum ? json::Value(minimum->str()) : nullptr);
  out.attribute("cuda", cuda ? json::Value(cuda->cuda) : nullptr);
  out.attribute("driver", driver ? json::Value(driver->driver) : nullptr);
}

static void writeTargets(json::OStream &out, const Requirements &requirements) {
  out.attributeArray("targets", [&] {
    for (const TargetVersions &of : requirements.targets)
      out.object([&] {
        out.attribute("target", info(of.target).name);
        writeVersions(out, of.versions);
      });
  });
}

static void printJson(llvm::raw_ostream &os, const SourceBuffer &source, const GatedUses &uses,
                      const Requirements &requirements) {
  json::OStream out(os);
  out.object([&] {
    writeFileName(out, source.name());
    writeMinimum(out, requirements);
    writeTargets(out, requirements);
    out.attributeArray("reasons", [&] {
      for (uint32_t index : requirements.reasons) {
        const GatedUse &use = uses.all()[index];
        LineColumn where = source.lineColumn(use.first.begin);
        out.object([&] {
          out.attribute("line", where.line);
          out.attribute("column", where.column);
          out.attribute("message", json::fixUTF8(reasonText(use)));
        });
      }
    });
  });
}

void ptx::printRequirements(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &source,
                            const GatedUses &uses, const Requirements &requirements) {
  if (format != OutputFormat::Jsonl)
    return printRequirementsText(os, source, uses, requirements, format == OutputFormat::Text);
  printJson(os, source, uses, requirements);
  os << '\n';
}

//===-- Of asm statements ---------------------------------------------------------------------===//

/// "sm_90a", "sm_80 and newer".
static std::string targetsInWords(const Requirements &requirements) {
  std::string words = platformsOf(requirements).targetsInWords();
  llvm::erase(words, '`');
  return words;
}

std::string ptx::conditionFor(const Requirements &requirements) {
  return guardFor(platformsOf(requirements), Platforms::all());
}

static void printTable(llvm::raw_ostream &os, const SourceBuffer &source,
                       llvm::ArrayRef<StatementUses> statements, bool ptxasCompat) {
  struct Row {
    std::optional<PtxVersion> minimum;
    const std::string *targets, *condition;
  };
  std::set<std::string> words; // thousands of statements share a few values
  std::vector<Row> rows;
  size_t targetsWidth = StringRef("targets").size(), width = StringRef("condition").size();
  for (const StatementUses &statement : statements) {
    Requirements of = requirementsOf(statement.uses, ptxasCompat);
    std::string condition = conditionFor(of);
    rows.push_back({of.minimum(), &*words.insert(targetsInWords(of)).first,
                    &*words.insert(condition.empty() ? "-" : condition).first});
    targetsWidth = std::max(targetsWidth, rows.back().targets->size());
    width = std::max(width, rows.back().condition->size());
  }
  os << printable(source.name()) << ":\n"
     << "   line  PTX   " << llvm::left_justify("targets", targetsWidth) << "  "
     << llvm::left_justify("condition", width) << "  function\n";
  for (auto [statement, row] : llvm::zip(statements, rows))
    os << llvm::format_decimal(source.lineColumn(statement.range.begin).line, 7) << "  "
       << llvm::left_justify(row.minimum ? row.minimum->str() : "none", 4) << "  "
       << llvm::left_justify(*row.targets, targetsWidth) << "  "
       << llvm::left_justify(*row.condition, width) << "  " << printable(statement.function)
       << '\n';
}

static void printStatementJson(llvm::raw_ostream &os, const SourceBuffer &source,
                               const StatementUses &statement, const Requirements &requirements) {
  json::OStream out(os);
  out.object([&] {
    writeFileName(out, source.name());
    out.attribute("line", source.lineColumn(statement.range.begin).line);
    out.attribute("function", json::fixUTF8(statement.function));
    writeMinimum(out, requirements);
    writeTargets(out, requirements);
    std::string condition = conditionFor(requirements);
    out.attribute("condition", condition.empty() ? json::Value(nullptr) : condition);
  });
}

void ptx::printRequirements(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &source,
                            llvm::ArrayRef<StatementUses> statements, bool ptxasCompat) {
  if (format != OutputFormat::Jsonl)
    return printTable(os, source, statements, ptxasCompat);
  for (const StatementUses &statement : statements) {
    printStatementJson(os, source, statement, requirementsOf(statement.uses, ptxasCompat));
    os << '\n';
  }
}
