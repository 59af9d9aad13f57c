// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TRuleLines.h"

#include "Comparison.h"
#include "Table.h"

#include "ptx/Check/Check.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/TRules/TRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::StringRef;

namespace {

/// The module around the lines, cut where the line is.
struct Prelude {
  std::string text;

  /// The module of `line` for `rule`, and the lines of the module that `line` takes.
  struct Filled {
    std::string text;
    unsigned first, last;
  };
  Filled fill(const llvm::json::Object &rule, const llvm::json::Object &line) const;
};

/// The figures of one class.
struct ClassFigures {
  Rate rules, broken, kept;
};

class TRuleLines {
public:
  TRuleLines(Prelude prelude, const Table &open);

  /// Checks the lines of `record`, of `rules.json`.
  void add(const llvm::json::Object &record);

  void print(llvm::raw_ostream &os) const;

  bool isSound() const { return surprises.empty(); }

private:
  /// Notes whether the line with this name is as it should be, and `found`, what was said of it.
  void note(const std::string &line, bool good, StringRef found);

  Prelude prelude;
  std::array<ClassFigures, numTRuleClasses> figures;
  llvm::StringMap<StringRef> open; // the reason by the line
  std::vector<std::string> surprises;
};

} // namespace

static StringRef stringOf(const llvm::json::Object &object, StringRef key) {
  return object.getString(key).value_or("");
}

Prelude::Filled Prelude::fill(const llvm::json::Object &rule,
                              const llvm::json::Object &line) const {
  Filled filled{text, 0, 0};
  auto put = [&](StringRef place, StringRef by) {
    size_t at = filled.text.find(place.str());
    if (at != std::string::npos)
      filled.text.replace(at, place.size(), by.str());
    return at;
  };
  put("{ver}", stringOf(line, "version"));
  put("{tgt}", stringOf(line, "target"));
  put("{mod}", stringOf(rule, "module"));
  StringRef body = stringOf(line, "ptx");
  size_t at = put("{body}", body);
  filled.first = 1 + StringRef(filled.text).take_front(at).count('\n');
  filled.last = filled.first + body.count('\n');
  return filled;
}

/// Whether `d` says that `rule` is broken.
static bool says(const Diagnostic &d, const TRule &rule) {
  if (std::string mark = formatv("({0})", rule.name()); StringRef(d.message).ends_with(mark))
    return true;
  return llvm::is_contained(rule.saidBy, d.id) && !info(d.id).message.ends_with("({rule})");
}

/// What is reported of a module, on one line.
static std::string listOf(const Report &report) {
  std::string list;
  for (const Diagnostic &d : report.diagnostics)
    list += (list.empty() ? "" : "; ") + codeText(d.id) + " " + d.message;
  return list.empty() ? "nothing is reported" : list;
}

TRuleLines::TRuleLines(Prelude prelude, const Table &table) : prelude(std::move(prelude)) {
  for (size_t row = 0; row != table.size(); ++row)
    open[table.cell(row, "line")] = table.cell(row, "reason");
}

void TRuleLines::note(const std::string &line, bool good, StringRef found) {
  if (good && open.contains(line))
    surprises.push_back(line + " works now, and open.tsv has it");
  if (!good && !open.contains(line))
    surprises.push_back(formatv("{0}: {1}", line, found));
}

void TRuleLines::add(const llvm::json::Object &record) {
  const TRule *rule = findTRule(stringOf(record, "id"));
  const llvm::json::Array *invalid = record.getArray("invalid");
  const llvm::json::Object *valid = record.getObject("valid");
  if (!rule || !invalid || !valid) {
    surprises.push_back(("the record `" + stringOf(record, "id") + "` is not understood").str());
    return;
  }
  ClassFigures &figure = figures[static_cast<unsigned>(rule->decidedBy)];
  CheckOptions options;
  bool all = true;
  for (DiagId id : rule->saidBy) // some are off by default
    llvm::consumeError(options.diagnostics.addWarningFlag(info(id).name));
  for (auto [i, line] : llvm::enumerate(*invalid)) {
    Prelude::Filled module = prelude.fill(record, *line.getAsObject());
    std::unique_ptr<SourceBuffer> source = SourceBuffer::fromString(module.text, rule->name());
    Report report = checkSource(*source, options);
    bool good = llvm::any_of(report.diagnostics, [&](const Diagnostic &d) {
      unsigned at = source->lineColumn(d.range.begin).line;
      return at >= module.first && at <= module.last && says(d, *rule);
    });
    figure.broken.add(good);
    all &= good;
    note(formatv("{0} invalid {1}", rule->name(), i + 1), good, listOf(report));
  }
  std::unique_ptr<SourceBuffer> source =
      SourceBuffer::fromString(prelude.fill(record, *valid).text, rule->name());
  Report report = checkSource(*source, {});
  figure.kept.add(report.diagnostics.empty());
  figure.rules.add(all && report.diagnostics.empty());
  note(rule->name() + " valid", report.diagnostics.empty(), listOf(report));
}

void TRuleLines::print(llvm::raw_ostream &os) const {
  for (auto [i, figure] : llvm::enumerate(figures))
    os << formatv("  {0}: rules {1}, lines that break one {2}, lines that keep one {3}\n",
                  letterOf(static_cast<TRuleClass>(i)), figure.rules.str(), figure.broken.str(),
                  figure.kept.str());
  os << "  lines that are known not to be as they should be: " << open.size() << '\n'
     << "  lines that are not as expected (" << surprises.size() << "):\n";
  for (const std::string &surprise : surprises)
    os << "    " << surprise << '\n';
}

llvm::Expected<bool> ptx::test::compareTRules(StringRef folder, llvm::raw_ostream &os) {
  auto read = [&](StringRef name) { return SourceBuffer::open((folder + "/" + name).str()); };
  llvm::Expected<std::unique_ptr<SourceBuffer>> rules = read("rules.json");
  if (!rules)
    return rules.takeError();
  llvm::Expected<std::unique_ptr<SourceBuffer>> prelude = read("prelude.ptx.in");
  if (!prelude)
    return prelude.takeError();
  llvm::Expected<Table> open = Table::read((folder + "/open.tsv").str());
  if (!open)
    return open.takeError();
  llvm::Expected<llvm::json::Value> records = llvm::json::parse((*rules)->text());
  if (!records)
    return records.takeError();
  // The heading of the prelude names the places that are filled.
  StringRef text = (*prelude)->text();
  while (text.starts_with("//"))
    text = text.split('\n').second;
  TRuleLines lines({text.str()}, *open);
  const llvm::json::Array *list = records->getAsArray();
  if (!list || list->empty())
    return llvm::createStringError("rules.json is not a list of rules");
  for (const llvm::json::Value &record : *list)
    lines.add(*record.getAsObject());
  os << folder << ": " << list->size() << " T-rules\n";
  lines.print(os);
  return lines.isSound();
}
