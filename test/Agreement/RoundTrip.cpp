// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-round-trip [--ptxas] [--sass N] FOLDER
//
// Prints every file of a folder with verdicts.tsv that `ptxas` accepts and parses it again: tokens
// and tree have to be equal, and printing again has to change nothing. `--ptxas` also asks ptxas
// whether it still accepts the printed text; `--sass` compiles N files, the kinds taking turns,
// before and after, and compares the machine code. Without a `ptxas` on PATH these two are left
// out. Exit code 1 if a file fails, 2 if an input cannot be read.

#include "Properties.h"
#include "Ptxas.h"
#include "Verdicts.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

struct Count {
  size_t good = 0;
  size_t all = 0;

  void add(bool isGood, StringRef name, StringRef problem) {
    ++all;
    good += isGood;
    if (!isGood)
      llvm::outs() << "  " << name << ": " << problem << '\n';
  }
  bool sound() const { return good == all; }
};

std::unique_ptr<SourceBuffer> load(const Verdict &verdict) {
  return llvm::cantFail(verdict.source());
}

std::string reprinted(const SourceBuffer &source) {
  std::unique_ptr<Module> module = parseComplete(source);
  return module ? printed(*module) : std::string();
}

/// Up to `wanted` files that compile, the kinds taking turns.
std::vector<const Verdict *> chooseFiles(const std::vector<Verdict> &verdicts, size_t wanted) {
  std::map<std::string, std::vector<const Verdict *>> byKind;
  for (const Verdict &v : verdicts)
    // What only compiles without optimization takes minutes with it.
    if (v.accepted && !v.fullArch.empty() && !StringRef(v.fullOptions).contains("-O0"))
      byKind[v.kind].push_back(&v);
  std::vector<const Verdict *> chosen;
  for (bool more = true; more && chosen.size() < wanted;) {
    more = false;
    for (auto &[kind, files] : byKind) {
      if (files.empty() || chosen.size() == wanted)
        continue;
      // From the middle: neighbours resemble each other.
      auto middle = files.begin() + static_cast<ptrdiff_t>(files.size() / 2);
      chosen.push_back(*middle);
      files.erase(middle);
      more = true;
    }
  }
  return chosen;
}

bool compareMachineCode(const Ptxas &ptxas, const std::vector<Verdict> &verdicts, size_t wanted) {
  std::map<std::string, Count> kinds;
  Count all;
  size_t bytes = 0;
  for (const Verdict *v : chooseFiles(verdicts, wanted)) {
    std::unique_ptr<SourceBuffer> source = load(*v);
    std::optional<Ptxas::Code> before =
        ptxas.compile(source->text(), v->fullArch, v->fullOptions);
    if (!before || before->empty())
      continue; // -O1 differs from what the recorded compile used; or there is no code
    std::optional<Ptxas::Code> after =
        ptxas.compile(reprinted(*source), v->fullArch, v->fullOptions);
    bool equal = before == after;
    for (const auto &[name, code] : *before)
      bytes += code.size();
    all.add(equal, v->name, after ? "other machine code" : "no longer compiles");
    kinds[v->kind].all += 1;
    kinds[v->kind].good += equal;
  }
  llvm::outs() << "equal machine code: " << all.good << " of " << all.all << " files, " << bytes
               << " bytes\n";
  for (const auto &[kind, count] : kinds)
    llvm::outs() << "  " << kind << ": " << count.good << " of " << count.all << '\n';
  return all.sound();
}

} // namespace

int main(int argc, char **argv) {
  bool askPtxas = false;
  size_t machineCode = 0;
  std::string folder;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--ptxas")
      askPtxas = true;
    else if (argument == "--sass" && i + 1 != argc &&
             !StringRef(argv[i + 1]).getAsInteger(10, machineCode))
      ++i;
    else
      folder = argument.str();
  }
  if (folder.empty() || folder.front() == '-') {
    llvm::errs() << "usage: ptx-round-trip [--ptxas] [--sass N] FOLDER\n";
    return 2;
  }
  llvm::Expected<std::vector<Verdict>> verdicts = readVerdicts(folder);
  if (!verdicts) {
    llvm::errs() << "ptx-round-trip: " << llvm::toString(verdicts.takeError()) << '\n';
    return 2;
  }
  std::optional<Ptxas> ptxas = Ptxas::find();
  if ((askPtxas || machineCode) && !ptxas)
    llvm::outs() << "there is no ptxas on PATH; its checks are left out\n";

  Count roundTrip, stillAccepted;
  for (const Verdict &verdict : *verdicts) {
    if (!verdict.accepted)
      continue;
    std::unique_ptr<SourceBuffer> source = load(verdict);
    std::string text = reprinted(*source);
    Problem problem = text.empty() ? "does not parse" : checkRoundTrip(*source);
    roundTrip.add(problem.empty(), verdict.name, problem);
    if (askPtxas && ptxas && problem.empty())
      stillAccepted.add(ptxas->accepts(text, verdict.arch), verdict.name, "ptxas rejects it now");
  }
  llvm::outs() << "equal tokens and tree, and printing is idempotent: " << roundTrip.good << " of "
               << roundTrip.all << '\n';
  if (stillAccepted.all)
    llvm::outs() << "ptxas still accepts: " << stillAccepted.good << " of " << stillAccepted.all
                 << '\n';
  bool sound = roundTrip.sound() && stillAccepted.sound() && roundTrip.all;
  if (machineCode && ptxas)
    sound &= compareMachineCode(*ptxas, *verdicts, machineCode);
  return sound ? 0 : 1;
}
