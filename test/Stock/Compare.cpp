// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-stock-compare INPUT...
//
// Compares the production lexer and parser with those that ANTLR makes of the grammar by itself. An
// INPUT is a file, a folder with .ptx files somewhere below it, or a .jsonl file with a source in
// each record. Exit code 1 if the two differ on a source, 2 if an input cannot be read.

#include "StockParser.h"
#include "Verdicts.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

class Comparison {
public:
  llvm::Error addInput(StringRef path) {
    if (path.ends_with(".jsonl"))
      return addRecords(path);
    if (!llvm::sys::fs::is_directory(path))
      return addFile(path);
    std::vector<std::string> files;
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator i(path, error), end; i != end && !error;
         i.increment(error))
      if (StringRef(i->path()).ends_with(".ptx"))
        files.push_back(i->path());
    if (error)
      return llvm::createStringError(path + ": " + error.message());
    llvm::sort(files);
    for (const std::string &file : files)
      if (llvm::Error failure = addFile(file))
        return failure;
    return llvm::Error::success();
  }

  bool sound() const { return equal == sources && sources; }

  void print(llvm::raw_ostream &os) const {
    os << "equal: " << equal << " of " << sources << " sources; " << counts.tokens << " tokens, "
       << counts.trees << " trees, " << counts.syntaxErrors << " with syntax errors in both\n";
  }

private:
  llvm::Error addRecords(StringRef path) {
    llvm::Expected<std::vector<Verdict>> records = readVerdicts(path);
    if (!records)
      return records.takeError();
    for (const Verdict &record : *records)
      add(*llvm::cantFail(record.source()));
    return llvm::Error::success();
  }

  llvm::Error addFile(StringRef path) {
    llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
    if (!source)
      return llvm::createStringError(path + ": " + llvm::toString(source.takeError()));
    add(**source);
    return llvm::Error::success();
  }

  void add(const SourceBuffer &source) {
    std::string problem = compareWithStock(source, &counts);
    ++sources;
    equal += problem.empty();
    if (!problem.empty())
      llvm::outs() << source.name() << ": " << problem << '\n';
  }

  StockCounts counts;
  size_t sources = 0;
  size_t equal = 0;
};

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    llvm::errs() << "usage: ptx-stock-compare INPUT...\n";
    return 2;
  }
  Comparison comparison;
  for (int i = 1; i != argc; ++i)
    if (llvm::Error error = comparison.addInput(argv[i])) {
      llvm::errs() << "ptx-stock-compare: " << llvm::toString(std::move(error)) << '\n';
      return 2;
    }
  comparison.print(llvm::outs());
  return comparison.sound() ? 0 : 1;
}
