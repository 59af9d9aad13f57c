// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-agreement INPUT...
//
// Parses every source of which a verdict of `ptxas` is recorded and prints how far the two agree:
// what ptxas accepts has to parse, and what it rejects for its bytes, tokens or syntax has to be an
// error here too, on the same line. An INPUT is what `readVerdicts` takes. Exit code 1 if a source
// that ptxas accepts has an error, 2 if an input cannot be read.

#include "Verdicts.h"

#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/Report.h"
#include "ptx/Syntax/Parser.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::StringRef;

namespace {

/// The first error that we report, in the order of the source.
struct FirstError {
  unsigned line = 0;
  std::string message; ///< empty: there is none
  bool ignoredByDefault = false; ///< only `--ptxas-compat` makes it an error
};

FirstError firstError(const SourceBuffer &source) {
  DiagnosticList diagnostics;
  parseModule(source, diagnostics);
  DiagnosticOptions compat;
  compat.ptxasCompat = true;
  compat.errorLimit = 0;
  for (const Diagnostic &d : makeReport(std::move(diagnostics), compat).diagnostics)
    if (d.severity == Severity::Error)
      return {source.lineColumn(d.range.begin).line, codeText(d.id) + " " + d.message,
              info(d.id).severity != Severity::Error};
  return {};
}

/// How the syntax errors of one message class fare.
struct ClassCount {
  unsigned total = 0;
  unsigned rejected = 0;
  unsigned onlyUnderCompat = 0;
  unsigned sameLine = 0;
};

std::string rate(size_t part, size_t whole) {
  return formatv("{0} of {1} ({2:F2} %)", part, whole,
                 whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 100.0);
}

class Agreement {
public:
  void add(const Verdict &verdict, const FirstError &ours) {
    if (verdict.accepted)
      return addAccepted(verdict, ours);
    if (!verdict.isSyntaxError()) {
      ++otherRejected;
      otherRejectedHere += !ours.message.empty();
      return;
    }
    ClassCount &count = classes[verdict.messageClass()];
    ++count.total;
    std::string theirs = formatv("{0}:{1}: {2}", verdict.name, verdict.line, verdict.message);
    if (ours.message.empty())
      return missed.push_back(theirs);
    ++count.rejected;
    count.onlyUnderCompat += ours.ignoredByDefault;
    // Without a line there is nothing to compare: the error is about the file.
    if (verdict.line == 0 || verdict.line == ours.line)
      ++count.sameLine;
    else
      otherLine.push_back(formatv("{0}\n      here at line {1}: {2}", theirs, ours.line,
                                  ours.message));
  }

  size_t falseRejections() const { return falselyRejected.size(); }

  void print(llvm::raw_ostream &os) const {
    ClassCount all;
    for (const auto &[name, count] : classes) {
      all.total += count.total;
      all.rejected += count.rejected;
      all.onlyUnderCompat += count.onlyUnderCompat;
      all.sameLine += count.sameLine;
    }
    os << "  accepted by ptxas, accepted here:            " << rate(accepted, acceptedTotal) << '\n'
       << "  syntax error in ptxas, rejected here:        " << rate(all.rejected, all.total) << '\n'
       << "    of these a warning without --ptxas-compat: " << all.onlyUnderCompat << '\n'
       << "    first error on the same line:              " << rate(all.sameLine, all.rejected)
       << '\n'
       << "  other error in ptxas, syntax error here:     "
       << rate(otherRejectedHere, otherRejected) << '\n';
    for (const auto &[name, count] : classes)
      os << formatv("    {0,5} {1,5} rejected {2,5} same line  {3}\n", count.total, count.rejected,
                    count.sameLine, name);
    printList(os, "false rejections", falselyRejected);
    printList(os, "syntax errors of ptxas that are none here", missed);
    printList(os, "first errors on another line", otherLine);
  }

private:
  void addAccepted(const Verdict &verdict, const FirstError &ours) {
    ++acceptedTotal;
    if (ours.message.empty())
      ++accepted;
    else
      falselyRejected.push_back(formatv("{0}:{1}: {2}", verdict.name, ours.line, ours.message));
  }

  static void printList(llvm::raw_ostream &os, StringRef title,
                        const std::vector<std::string> &list) {
    if (list.empty())
      return;
    os << "  " << title << " (" << list.size() << "):\n";
    for (const std::string &entry : list)
      os << "    " << entry << '\n';
  }

  size_t acceptedTotal = 0, accepted = 0;
  size_t otherRejected = 0, otherRejectedHere = 0;
  std::map<std::string, ClassCount> classes;
  std::vector<std::string> falselyRejected, missed, otherLine;
};

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    llvm::errs() << "usage: ptx-agreement INPUT...\n"
                    "an INPUT is a folder with verdicts.tsv, a .jsonl file, or diagnostics.tsv\n";
    return 2;
  }
  bool sound = true;
  for (StringRef input : llvm::ArrayRef(argv + 1, static_cast<size_t>(argc - 1))) {
    llvm::Expected<std::vector<Verdict>> verdicts = readVerdicts(input);
    if (!verdicts) {
      llvm::errs() << "ptx-agreement: " << llvm::toString(verdicts.takeError()) << '\n';
      return 2;
    }
    Agreement agreement;
    for (const Verdict &verdict : *verdicts) {
      llvm::Expected<std::unique_ptr<SourceBuffer>> source = verdict.source();
      if (!source) {
        llvm::errs() << verdict.path << ": " << llvm::toString(source.takeError()) << '\n';
        return 2;
      }
      agreement.add(verdict, firstError(**source));
    }
    llvm::outs() << input << ": " << verdicts->size() << " sources\n";
    agreement.print(llvm::outs());
    sound &= agreement.falseRejections() == 0 && !verdicts->empty();
  }
  return sound ? 0 : 1;
}
