// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Verdicts.h"

#include "Ptxas.h"
#include "Table.h"

#include "ptx/Driver/Files/InputFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;
namespace path = llvm::sys::path;

llvm::Expected<std::unique_ptr<SourceBuffer>> Verdict::source() const {
  if (path.empty())
    return SourceBuffer::fromString(text, name);
  return SourceBuffer::open(path);
}

/// Some messages tell the line only in their text.
static unsigned lineInMessage(StringRef message) {
  unsigned line = 0;
  size_t at = message.find(" on line ");
  if (at != StringRef::npos)
    message.drop_front(at + 9).consumeInteger(10, line);
  return line;
}

static void setRejected(Verdict &verdict, StringRef line, StringRef message) {
  verdict.message = message.str();
  if (line.getAsInteger(10, verdict.line) || verdict.line == 0)
    verdict.line = lineInMessage(message);
}

static std::string joined(StringRef folder, const llvm::Twine &name) {
  llvm::SmallString<128> result(folder);
  path::append(result, name);
  return result.str().str();
}

static std::vector<Verdict> readCorpus(const Table &table, StringRef folder) {
  std::vector<Verdict> verdicts;
  for (size_t row = 0; row != table.size(); ++row) {
    Verdict v;
    v.name = table.cell(row, "path").str();
    v.path = joined(folder, v.name);
    v.accepted = table.cell(row, "fe_verdict") == "accept";
    if (!v.accepted)
      setRejected(v, table.cell(row, "fe_line"), table.cell(row, "fe_error"));
    v.kind = table.cell(row, "kind").str();
    v.arch = table.cell(row, "arch").str();
    if (table.cell(row, "full_verdict") == "accept")
      v.fullArch = table.cell(row, "full_arch").split(' ').first.str();
    v.fullOptions = table.cell(row, "full_flags").str();
    verdicts.push_back(std::move(v));
  }
  return verdicts;
}

/// Each record is a module that `ptxas` rejects, `<slug>.ptx`, and a twin that it accepts.
static std::vector<Verdict> readCases(const Table &table, StringRef folder) {
  std::vector<Verdict> verdicts;
  for (size_t row = 0; row != table.size(); ++row) {
    StringRef slug = table.cell(row, "slug");
    if (slug.empty())
      continue;
    Verdict bad, good;
    bad.name = (slug + ".ptx").str();
    bad.path = joined(folder, "cases/" + bad.name);
    bad.accepted = table.cell(row, "verdict") == "accept";
    if (!bad.accepted)
      setRejected(bad, table.cell(row, "line"), table.cell(row, "exact_message"));
    good.name = (slug + ".ok.ptx").str();
    good.path = joined(folder, "cases/" + good.name);
    good.accepted = true;
    verdicts.push_back(std::move(bad));
    verdicts.push_back(std::move(good));
  }
  return verdicts;
}

/// Takes the first error of a record `messages`: [[line, severity, text], ...].
static void setFirstError(Verdict &verdict, const llvm::json::Array &messages) {
  for (const llvm::json::Value &entry : messages) {
    const llvm::json::Array *fields = entry.getAsArray();
    if (!fields || fields->size() != 3)
      continue;
    StringRef severity = (*fields)[1].getAsString().value_or("");
    if (severity != "error" && severity != "fatal")
      continue;
    return setRejected(verdict, std::to_string((*fields)[0].getAsInteger().value_or(0)),
                       (*fields)[2].getAsString().value_or(""));
  }
}

/// The architecture of the first `.target` of `text`; `75` if it has none or an older one, which
/// `ptxas` 13.0 has no code for.
static std::string architecture(StringRef text) {
  StringRef name = text.split(".target").second.ltrim();
  if (!name.consume_front("sm_") && !name.consume_front("compute_"))
    return "75";
  name = name.take_while(llvm::isAlnum);
  unsigned number = 0;
  if (StringRef digits = name; digits.consumeInteger(10, number) || number < 75)
    return "75";
  // Named anew in PTX 9.0.
  return number == 101 ? ("110" + name.drop_front(3)).str() : name.str();
}

static llvm::Expected<std::vector<Verdict>> readRecords(const SourceBuffer &buffer) {
  std::vector<Verdict> verdicts;
  for (uint32_t line = 1; line <= buffer.lineCount(); ++line) {
    if (buffer.line(line).empty())
      continue;
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(buffer.line(line));
    if (!value)
      return value.takeError();
    const llvm::json::Object *record = value->getAsObject();
    std::optional<StringRef> source = record ? record->getString("src") : std::nullopt;
    if (!source)
      return llvm::createStringError("line " + llvm::Twine(line) + " has no `src`");
    Verdict v;
    v.name = (path::filename(buffer.name()) + ":" + llvm::Twine(line)).str();
    v.text = source->str();
    v.arch = architecture(v.text);
    v.fullArch = "sm_" + v.arch;
    v.accepted = record->getString("verdict").value_or("accept") == "accept";
    v.kind = record->getString("kind").value_or("").str();
    v.edit = record->getString("edit").value_or("").str();
    if (const llvm::json::Array *messages = record->getArray("messages"); messages && !v.accepted)
      setFirstError(v, *messages);
    else if (!v.accepted)
      setRejected(v, std::to_string(record->getInteger("line").value_or(0)),
                  record->getString("msg").value_or(""));
    verdicts.push_back(std::move(v));
  }
  return verdicts;
}

llvm::Expected<std::vector<Verdict>> ptx::test::readVerdicts(StringRef input) {
  if (input.ends_with(".jsonl")) {
    llvm::Expected<std::unique_ptr<SourceBuffer>> buffer = SourceBuffer::open(input);
    if (!buffer)
      return llvm::createStringError(input + ": " + llvm::toString(buffer.takeError()));
    return readRecords(**buffer);
  }
  bool isFile = input.ends_with(".tsv");
  std::string file = isFile ? input.str() : joined(input, "verdicts.tsv");
  llvm::Expected<Table> table = Table::read(file);
  if (!table)
    return table.takeError();
  return isFile ? readCases(*table, path::parent_path(file)) : readCorpus(*table, input);
}

llvm::Expected<std::vector<Verdict>> ptx::test::askForVerdicts(StringRef folder,
                                                               const Ptxas &ptxas) {
  InputFiles files = collectInputs(folder);
  if (!files.unusable.empty())
    return llvm::createStringError(files.unusable.front().reason);
  std::vector<Verdict> verdicts;
  for (const std::string &file : files.paths) {
    Verdict v;
    v.name = v.path = file;
    llvm::Expected<std::unique_ptr<SourceBuffer>> source = v.source();
    if (!source)
      return llvm::createStringError(file + ": " + llvm::toString(source.takeError()));
    v.arch = architecture((*source)->text());
    Ptxas::Answer answer = ptxas.check((*source)->text(), v.arch);
    v.accepted = answer.accepted;
    if (!v.accepted)
      setRejected(v, std::to_string(answer.line), answer.message);
    verdicts.push_back(std::move(v));
  }
  return verdicts;
}
