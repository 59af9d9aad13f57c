// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-hostile-edits [OPTION N]... FOLDER|FILE...
//
// Cuts and edits the .ptx files below the folders and checks the properties of lexer, parser and
// printer on every result:
//   --whole N       every prefix of N files of 2 to 16 KB, the folders taking turns (default 200)
//   --prefixes N    N random prefixes of the 20 largest files (default 1000)
//   --edits N       N random single-byte edits (default 100000)
// Prints how many inputs there were and the slowest. Exit code 1 if a property does not hold, 2 if
// an input cannot be read.

#include "Properties.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

struct File {
  std::string path;
  std::string text;
};

/// Checks inputs and keeps the counts.
class Checker {
public:
  void check(std::string text, const llvm::Twine &name) {
    auto source = SourceBuffer::fromString(std::move(text), name.str());
    auto start = std::chrono::steady_clock::now();
    for (Problem (*property)(const SourceBuffer &) :
         {checkLexer, checkParser, checkMeaning, checkRoundTrip, checkCanonical, checkFixes})
      if (Problem problem = property(*source); !problem.empty()) {
        ++failures;
        llvm::outs() << source->name() << ": " << problem << '\n';
      }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    ++inputs;
    bytes += source->text().size();
    if (seconds.count() > slowest) {
      slowest = seconds.count();
      slowestName = source->name().str();
    }
  }

  void report(StringRef title) {
    llvm::outs() << llvm::formatv(
        "{0}: {1} inputs, {2:F1} MB, {3} failures; slowest {4:F3} s: {5}\n", title, inputs,
        static_cast<double>(bytes) / 1e6, failures, slowest, slowestName);
    total += failures;
    inputs = bytes = failures = 0;
    slowest = 0;
  }

  size_t total = 0;

private:
  size_t inputs = 0, bytes = 0, failures = 0;
  double slowest = 0;
  std::string slowestName;
};

std::error_code load(StringRef path, std::vector<File> &files) {
  if (!llvm::sys::fs::is_directory(path)) {
    llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
    if (!source)
      return llvm::errorToErrorCode(source.takeError());
    files.push_back({path.str(), (*source)->text().str()});
    return {};
  }
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator i(path, error), end; i != end && !error;
       i.increment(error))
    if (StringRef(i->path()).ends_with(".ptx") && llvm::sys::fs::is_regular_file(i->path()))
      if (std::error_code failure = load(i->path(), files))
        return failure;
  return error;
}

/// Up to `wanted` files of 2 to 16 KB, the folders taking turns.
std::vector<const File *> spread(const std::vector<File> &files, size_t wanted) {
  std::map<std::string, std::vector<const File *>> folders;
  for (const File &file : files)
    if (file.text.size() >= 2048 && file.text.size() <= 16384)
      folders[llvm::sys::path::parent_path(file.path).str()].push_back(&file);
  std::vector<const File *> chosen;
  for (size_t round = 0; chosen.size() < wanted; ++round) {
    size_t before = chosen.size();
    for (auto &[name, members] : folders)
      if (round < members.size() && chosen.size() < wanted)
        chosen.push_back(members[round]);
    if (chosen.size() == before)
      break;
  }
  return chosen;
}

} // namespace

int main(int argc, char **argv) {
  std::map<StringRef, size_t> counts{{"--whole", 200}, {"--prefixes", 1000}, {"--edits", 100'000}};
  std::vector<File> files;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (auto option = counts.find(argument); option != counts.end()) {
      if (++i == argc || StringRef(argv[i]).getAsInteger(10, option->second)) {
        llvm::errs() << argument << " takes a number\n";
        return 2;
      }
    } else if (std::error_code error = load(argument, files)) {
      llvm::errs() << argument << ": " << error.message() << '\n';
      return 2;
    }
  }
  if (files.empty()) {
    llvm::errs() << "usage: ptx-hostile-edits [--whole N] [--prefixes N] [--edits N] FOLDER...\n";
    return 2;
  }
  llvm::sort(files, [](const File &a, const File &b) { return a.path < b.path; });
  Checker checker;

  for (const File *file : spread(files, counts["--whole"]))
    for (size_t length = 0; length != file->text.size(); ++length)
      checker.check(file->text.substr(0, length),
                    "first " + llvm::Twine(length) + " bytes of " + file->path);
  checker.report("every prefix");

  std::mt19937_64 random(20250101);
  auto below = [&random](size_t limit) { return static_cast<size_t>(random() % limit); };
  std::vector<const File *> largest;
  for (const File &file : files)
    largest.push_back(&file);
  llvm::sort(largest, [](const File *a, const File *b) {
    return std::pair(b->text.size(), StringRef(a->path)) <
           std::pair(a->text.size(), StringRef(b->path));
  });
  largest.resize(std::min<size_t>(largest.size(), 20));
  for (size_t i = 0; i != counts["--prefixes"]; ++i) {
    const File &file = *largest[i % largest.size()];
    size_t length = below(file.text.size() + 1);
    checker.check(file.text.substr(0, length),
                  "first " + llvm::Twine(length) + " bytes of " + file.path);
  }
  checker.report("random prefixes of the largest files");

  // Another byte in place of one, an additional one, or one less.
  // A file of megabytes takes as long as a hundred others.
  llvm::erase_if(files, [](const File &f) { return f.text.empty() || f.text.size() > 256 << 10; });
  for (size_t i = 0; i != counts["--edits"] && !files.empty(); ++i) {
    const File &file = files[below(files.size())];
    std::string text = file.text;
    size_t at = below(text.size());
    char byte = static_cast<char>(random() % 4 ? "{}()[];,.:@#\"/*\n 0x%_$"[below(22)] : random());
    switch (random() % 3) {
    case 0:
      text[at] = byte;
      break;
    case 1:
      text.insert(at, 1, byte);
      break;
    default:
      text.erase(at, 1);
    }
    checker.check(std::move(text),
                  "edit " + llvm::Twine(i) + " at " + llvm::Twine(at) + " of " + file.path);
  }
  checker.report("single-byte edits");
  return checker.total ? 1 : 0;
}
