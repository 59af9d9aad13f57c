// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/ChangedLines.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/DiffReader.h"
#include "ptx/Support/LineDiff.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;

/// Adds the lines of the new text that `change` affects.
static void addLines(const DiffChange &change, LineSet &lines) {
  if (change.newBegin != change.newEnd)
    return lines.add(change.newBegin + 1, change.newEnd);
  // A pure deletion affects the lines around it.
  lines.add(std::max<uint32_t>(change.newBegin, 1), change.newBegin + 1);
}

/// The closest folder at or above `folder` that contains a `.git`; empty if there is none.
static StringRef repositoryOf(StringRef folder) {
  for (; !folder.empty(); folder = llvm::sys::path::parent_path(folder)) {
    llvm::SmallString<256> git(folder);
    llvm::sys::path::append(git, ".git");
    if (llvm::sys::fs::exists(git))
      return folder;
  }
  return "";
}

llvm::Expected<ChangedLines> ChangedLines::fromDiff(StringRef diff, StringRef folder) {
  llvm::Expected<std::vector<FileDiff>> read = readUnifiedDiff(diff);
  if (!read)
    return read.takeError();
  ChangedLines changed;
  StringRef repository = repositoryOf(folder);
  for (const FileDiff &file : *read) {
    std::string path = absolutePath(file.path, folder);
    // Git's file names are relative to the top folder, regardless of the current folder.
    if (!repository.empty() && !llvm::sys::fs::exists(path))
      path = absolutePath(file.path, repository);
    for (const DiffChange &change : file.changes)
      addLines(change, changed.files[path]);
  }
  return changed;
}

ChangedLines ChangedLines::fromBase(std::string base) {
  ChangedLines changed;
  changed.base = std::move(base);
  return changed;
}

llvm::Expected<std::optional<ChangedLines>> ChangedLines::read(const CommandLine &line) {
  bool hasBase = line.has(OPT_diff_base);
  std::optional<StringRef> path = line.value(hasBase ? OPT_diff_base : OPT_diff_from);
  if (!path)
    return std::nullopt;
  std::vector<StringRef> inputs = line.inputs();
  if (hasBase && (inputs.size() != 1 || line.has(OPT_p) || llvm::sys::fs::is_directory(inputs[0])))
    return llvm::createStringError("--diff-base goes with one file; --diff-from takes a diff of "
                                   "several");
  if (*path == "-" && llvm::is_contained(inputs, "-"))
    return llvm::createStringError("standard input cannot be an input and what --diff-base or "
                                   "--diff-from reads");
  llvm::Expected<std::unique_ptr<SourceBuffer>> text = SourceBuffer::open(*path);
  if (!text)
    return llvm::createStringError("cannot read `" + *path +
                                   "`: " + llvm::toString(text.takeError()));
  if (hasBase)
    return fromBase((*text)->text().str());
  llvm::Expected<ChangedLines> changed = fromDiff((*text)->text(), workingFolder());
  if (!changed)
    return llvm::createStringError("cannot read `" + *path +
                                   "`: " + llvm::toString(changed.takeError()));
  return std::move(*changed);
}

LineSet ChangedLines::of(StringRef file, StringRef source) const {
  if (!base)
    return files.lookup(absolutePath(file, workingFolder()));
  LineSet lines;
  for (const DiffChange &change : diffTexts(splitLines(*base), splitLines(source)))
    addLines(change, lines);
  return lines;
}

void ChangedLines::hideOthers(StringRef file, const SourceBuffer &source, Report &report) const {
  if (report.diagnostics.empty() && report.suppressed.empty())
    return;
  LineSet lines = of(file, source.text());
  auto isChanged = [&](SourceRange range) {
    return lines.touches(source.lineColumn(range.begin).line,
                         source.lineColumn(std::max(range.begin, range.end)).line);
  };
  auto isElsewhere = [&](const Diagnostic &d) {
    return !isChanged(d.range) && llvm::none_of(d.highlights, isChanged) &&
           llvm::none_of(d.notes, [&](const Note &note) { return isChanged(note.range); });
  };
  llvm::erase_if(report.diagnostics, isElsewhere);
  llvm::erase_if(report.suppressed,
                 [&](const SuppressedDiagnostic &d) { return isElsewhere(d.diagnostic); });
}
