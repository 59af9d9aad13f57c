// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/FileChecker.h"

#include "ptx/Driver/Files/InputFiles.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Inline/Read/OperandList.h"

#include "llvm/ADT/STLExtras.h"

#include <new>

using namespace ptx;
using llvm::StringRef;

llvm::Expected<FileChecker> FileChecker::make(const CommandLine &line) {
  FileChecker checker(line);
  llvm::Expected<FixOptions> fixes = FixOptions::read(line);
  if (!fixes)
    return fixes.takeError();
  checker.fixOptions = std::move(*fixes);
  llvm::Expected<std::unique_ptr<SourceHeaders>> headers = SourceHeaders::make(line);
  if (!headers)
    return headers.takeError();
  checker.sourceHeaders = std::move(*headers);
  if (std::optional<StringRef> list = line.value(OPT_operands)) {
    if (checker.kind != SourceKind::Fragment)
      return llvm::createStringError("--operands goes with --fragment");
    llvm::Expected<std::vector<AsmOperand>> operands = parseOperands(*list);
    if (!operands)
      return operands.takeError();
    checker.operands = std::move(*operands);
  }
  return checker;
}

CheckedFile FileChecker::check(StringRef path, const InputOptions &options,
                               Workers &workers) const {
  FileInProgress inProgress(path);
  CheckedFile checked(path, options);
  try {
    readAndCheck(checked, workers);
  } catch (const std::bad_alloc &) {
    checked.source.reset();
    checked.report = {};
    checked.error = "out of memory";
  }
  return checked;
}

/// The host language of a source, from an option or otherwise its name; null if it is PTX.
const HostLanguage *FileChecker::hostOf(const SourceBuffer &source) const {
  if (std::optional<StringRef> language = line->value(OPT_language))
    return hostLanguageNamed(*language);
  return kind == SourceKind::Module ? hostLanguageOf(source.name()) : nullptr;
}

InputKind FileChecker::kindOf(const CheckedFile &checked) const {
  if (checked.host)
    return InputKind::Host;
  if (kind == SourceKind::Module)
    return InputKind::Module;
  // Only the template of an `asm` statement contains `%%`.
  return operands || checked.source->text().contains("%%") ? InputKind::AsmTemplate
                                                           : InputKind::StatementList;
}

void FileChecker::readAndCheck(CheckedFile &checked, Workers &workers) const {
  const CheckOptions &options = checked.options;
  checked.stats.time(Phase::Read, [&] {
    if (auto source = SourceBuffer::open(checked.path, &workers, line->nameOf("-"), prepareHeapFor))
      checked.source = std::move(*source);
    else
      checked.error = llvm::toString(source.takeError());
  });
  if (!checked.source)
    return;
  checked.stats.addFile(checked.source->text().size());
  checked.host = hostOf(*checked.source);
  checked.kind = kindOf(checked);
  checked.report = check(*checked.source, options, checked, workers);
  if (fixOptions.changesText())
    fix(checked, workers);
}

/// The report of a module, whose names are collected.
Report FileChecker::checkForLink(CheckedFile &checked, Workers &workers) const {
  LinkCollector collector;
  CheckRun run{workers, checked.stats, nullptr, &collector};
  Report report = checkSource(*checked.source, checked.options, run);
  checked.link = collector.take();
  return report;
}

bool FileChecker::link(llvm::MutableArrayRef<CheckedFile> files, Workers &workers) const {
  if (llvm::any_of(files, [](const CheckedFile &f) { return !f.source || f.report.errors; }))
    return false;
  std::vector<LinkInput> inputs;
  std::vector<CheckedFile *> modules;
  for (CheckedFile &file : files)
    if (file.link) {
      inputs.push_back({*file.source, std::move(*file.link)});
      modules.push_back(&file);
    }
  checkLink(inputs);
  for (auto [file, input] : llvm::zip(modules, inputs))
    if (!input.found.empty()) {
      CheckRun run{workers, file->stats};
      run.further = &input.found;
      file->report = checkSource(*file->source, file->options, run);
    }
  return true;
}

/// The report of `source`, which has the kind of `checked`.
Report FileChecker::check(const SourceBuffer &source, const CheckOptions &how, CheckedFile &checked,
                          Workers &workers) const {
  CheckRun run{workers, checked.stats, &checked.uses};
  auto checkStatements = [&](const SourceBuffer &text, std::vector<AsmStatement> statements) {
    InlineResult result = checkInline(text, std::move(statements), how, run);
    checked.statements.add(result.counts);
    checked.statementUses = std::move(result.uses);
    checked.partlyKnownMacros = std::move(result.partlyKnownMacros);
    checked.expandedMacros = std::move(result.expandedMacros);
    constexpr size_t mostPlaces = 1000; // each search scans the whole source
    std::vector<Diagnostic> &found = result.report.diagnostics;
    if (checked.host && checked.host->placeInWords)
      for (Diagnostic &d : llvm::MutableArrayRef(found).take_front(mostPlaces))
        d.note(d.range, checked.host->placeInWords(text, d.range.begin));
    return std::move(result.report);
  };
  auto checkTemplate = [&](const SourceBuffer &text) {
    return checkStatements(text, {wholeStatement(text, operands)});
  };
  switch (checked.kind) {
  case InputKind::Module:
    if (line->has(OPT_link))
      return checkForLink(checked, workers);
    return checkSource(source, how, run);
  case InputKind::StatementList:
    return checkSource(source, how, run);
  case InputKind::AsmTemplate:
    return how.split ? checkParts(source, checkTemplate) : checkTemplate(source);
  case InputKind::Host:
    if (checked.host == &cppLanguage)
      return checkStatements(source, sourceHeaders->statementsOf(source));
    return checkStatements(source, checked.host->find(source));
  }
  llvm_unreachable("all kinds are above");
}

/// Applies the selected fixes, and checks the resulting text.
void FileChecker::fix(CheckedFile &checked, Workers &workers) const {
  const Report &found = checked.report;
  bool hasFix = llvm::any_of(found.diagnostics, [&](const Diagnostic &d) {
    return fixOptions.selection.fixOf(d) != nullptr;
  });
  checked.fixed.text = checked.source->text();
  if (!hasFix && found.errorsNotShown + found.warningsNotShown == 0)
    return;
  CheckOptions all = checked.options;
  all.diagnostics.errorLimit = 0;
  InlineCounts counts = checked.statements;
  bool isLarge = checked.source->text().size() >= Workers::leastBytes;
  auto checkAll = [&](const SourceBuffer &text) {
    Report report = check(text, all, checked, workers);
    if (isLarge && workers.count() > 1)
      returnFreeHeap();
    return report;
  };
  checked.fixed = applyFixes(*checked.source, fixOptions.selection, checkAll);
  if (checked.fixed.applied != 0) {
    checked.fixedSource =
        SourceBuffer::fromString(checked.fixed.text, checked.source->name().str());
    checked.report = check(*checked.fixedSource, checked.options, checked, workers);
  }
  checked.statements = counts; // not the sum of all checks
}
