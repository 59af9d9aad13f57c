// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-round-trip [--canonical] [--ptxas] [--sass N] INPUT
//
// Prints every source of INPUT (see `readVerdicts`) that `ptxas` accepts and parses it again:
// tokens and tree have to be equal, and printing again has to change nothing. With `--canonical` it
// is canonical spelling that printing again must not change. `--ptxas` also asks ptxas whether it
// still accepts the printed text; `--sass` compiles N files, those with changed tokens first and
// the kinds taking turns, before and after, and compares the machine code. Without a `ptxas` on
// PATH these two are left out. Exit code 1 if a file fails, 2 if an input cannot be read.

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

/// What is printed, and what has to hold of it.
struct Form {
  std::string (*print)(const Module &);
  Problem (*check)(const SourceBuffer &);
  StringRef property;

  /// The printed text; empty if the source does not parse.
  std::string reprinted(const SourceBuffer &source) const {
    std::unique_ptr<Module> module = parseComplete(source);
    return module ? print(*module) : std::string();
  }
};

constexpr Form layout{printed, checkRoundTrip, "equal tokens and tree, and printing is idempotent"};
constexpr Form canonical{printedCanonically, checkCanonical, "canonical printing is idempotent"};

/// Appends files of `candidates` that compile, up to `wanted` in all, the kinds taking turns.
void chooseFiles(llvm::ArrayRef<const Verdict *> candidates, size_t wanted,
                 std::vector<const Verdict *> &chosen) {
  std::map<std::string, std::vector<const Verdict *>> byKind;
  for (const Verdict *v : candidates)
    // What only compiles without optimization takes minutes with it.
    if (!v->fullArch.empty() && !StringRef(v->fullOptions).contains("-O0"))
      byKind[v->kind].push_back(v);
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
}

bool compareMachineCode(const Ptxas &ptxas, const Form &form,
                        llvm::ArrayRef<const Verdict *> files) {
  std::map<std::string, Count> kinds;
  Count all;
  size_t bytes = 0;
  for (const Verdict *v : files) {
    std::unique_ptr<SourceBuffer> source = load(*v);
    std::optional<Ptxas::Code> before = ptxas.compile(source->text(), v->fullArch, v->fullOptions);
    if (!before || before->empty())
      continue; // -O1 differs from what the recorded compile used; or there is no code
    std::optional<Ptxas::Code> after =
        ptxas.compile(form.reprinted(*source), v->fullArch, v->fullOptions);
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
  Form form = layout;
  size_t machineCode = 0;
  std::string folder;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--ptxas")
      askPtxas = true;
    else if (argument == "--canonical")
      form = canonical;
    else if (argument == "--sass" && i + 1 != argc &&
             !StringRef(argv[i + 1]).getAsInteger(10, machineCode))
      ++i;
    else
      folder = argument.str();
  }
  if (folder.empty() || folder.front() == '-') {
    llvm::errs() << "usage: ptx-round-trip [--canonical] [--ptxas] [--sass N] INPUT\n";
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
  std::vector<const Verdict *> changed, unchanged;
  for (const Verdict &verdict : *verdicts) {
    if (!verdict.accepted)
      continue;
    std::unique_ptr<SourceBuffer> source = load(verdict);
    std::string text = form.reprinted(*source);
    Problem problem = text.empty() ? "does not parse" : form.check(*source);
    roundTrip.add(problem.empty(), verdict.name, problem);
    (text == layout.reprinted(*source) ? unchanged : changed).push_back(&verdict);
    if (askPtxas && ptxas && problem.empty())
      stillAccepted.add(ptxas->accepts(text, verdict.arch), verdict.name, "ptxas rejects it now");
  }
  llvm::outs() << form.property << ": " << roundTrip.good << " of " << roundTrip.all << '\n'
               << "other tokens than before: " << changed.size() << " files\n";
  if (stillAccepted.all)
    llvm::outs() << "ptxas still accepts: " << stillAccepted.good << " of " << stillAccepted.all
                 << '\n';
  bool sound = roundTrip.sound() && stillAccepted.sound() && roundTrip.all;
  if (machineCode && ptxas) {
    std::vector<const Verdict *> files;
    chooseFiles(changed, machineCode, files);
    chooseFiles(unchanged, machineCode, files);
    sound &= compareMachineCode(*ptxas, form, files);
  }
  return sound ? 0 : 1;
}
