// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/TensorMapInput.h"

#include "ptx/Analysis/Tensor/TensorComments.h"
#include "ptx/Support/LocatedJson.h"
#include "ptx/Support/ProjectFile.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/ADT/StringSet.h"

using namespace ptx;
using llvm::Twine;

static llvm::Expected<std::unique_ptr<SourceBuffer>> openFile(llvm::StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return llvm::createStringError("cannot read `" + path +
                                   "`: " + llvm::toString(source.takeError()));
  return source;
}

/// The error `text` about the byte `at` of `source`.
static llvm::Error errorAt(const SourceBuffer &source, uint32_t at, llvm::StringRef text) {
  LineColumn place = source.lineColumn(at);
  return llvm::createStringError(source.name() + ":" + Twine(place.line) + ":" +
                                 Twine(place.column) + ": " + text);
}

/// Opens a file of tensor maps. Its tree takes up to 300 times the size of the file, so the size is
/// limited.
static llvm::Expected<std::unique_ptr<SourceBuffer>> openMaps(llvm::StringRef path) {
  constexpr uint64_t limit = 1 << 20;
  auto fail = [&](const Twine &text) {
    return llvm::createStringError("cannot read `" + path + "`: " + text);
  };
  if (path != "-") {
    auto text = readRegularFile(path, limit);
    if (!text)
      return fail(llvm::toString(text.takeError()));
    return SourceBuffer::fromString((*text)->getBuffer().str(), path.str());
  }
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = openFile(path);
  if (source && (*source)->text().size() > limit)
    return fail("it has more than " + Twine(limit) + " bytes");
  return source;
}

llvm::Expected<TensorMapFile> ptx::readTensorMapFile(llvm::StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = openMaps(path);
  if (!source)
    return source.takeError();
  llvm::Expected<TensorMapFile> file = parseTensorMapFile((*source)->text());
  if (file)
    return file;
  return llvm::handleErrors(file.takeError(), [&](const TextError &wrong) {
    return errorAt(**source, wrong.range.begin, wrong.text);
  });
}

llvm::Expected<std::vector<NamedTensorMap>> ptx::readCommentedMaps(llvm::StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = openFile(path);
  if (!source)
    return source.takeError();
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(**source, diagnostics);
  TensorComments read = readTensorComments(*module);
  for (const CommentProblem &problem : read.problems)
    return errorAt(**source, problem.range.begin, problem.text);
  std::vector<NamedTensorMap> maps;
  llvm::StringSet<> names;
  for (TensorComment &comment : read.comments) {
    auto *described = std::get_if<DescribedTensorMap>(&comment.description);
    if (!described)
      continue;
    std::string name = (*source)->text(comment.name).str();
    if (!names.insert(name).second)
      name += " of line " + std::to_string((*source)->lineColumn(comment.name.begin).line);
    maps.push_back({std::move(name), std::move(described->map)});
  }
  if (maps.empty())
    return llvm::createStringError("`" + path + "` has no `//@tensormap` comment");
  return maps;
}
