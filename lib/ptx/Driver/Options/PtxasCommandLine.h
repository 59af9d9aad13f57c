// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_PTXASCOMMANDLINE_H
#define PTX_DRIVER_OPTIONS_PTXASCOMMANDLINE_H

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

struct ReleaseInfo;

/// An option of PtxasOptions.td; `PTXAS_INVALID` is none.
enum PtxasOption : unsigned {
  PTXAS_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID_WITH_ID_PREFIX(PTXAS_, __VA_ARGS__),
#include "ptx/Driver/PtxasOptions.inc"
#undef OPTION
};

/// A command line of `ptxas`, as ptx-verify interprets it. Error messages are the same as in
/// `ptxas`, since scripts search for them.
class PtxasCommandLine {
public:
  /// Parses `arguments`, without the program name, including option files. Fails with a message for
  /// the user.
  static llvm::Expected<PtxasCommandLine> parse(llvm::ArrayRef<const char *> arguments);

  bool has(PtxasOption option) const { return args.hasArg(option); }

  /// The value of the last `option`, if there is any.
  std::optional<llvm::StringRef> value(PtxasOption option) const;

  /// The comma-separated parts of the values of all `option`s.
  std::vector<llvm::StringRef> list(PtxasOption option) const;

  /// The complete values of all `option`s.
  std::vector<std::string> values(PtxasOption option) const { return args.getAllArgValues(option); }

  /// The files to read, `-` for standard input.
  std::vector<std::string> inputs() const { return args.getAllArgValues(PTXAS_INPUT); }

  /// Warnings about the command line.
  std::vector<std::string> warnings() const;

  /// The given options whose effect is not implemented, each with a description of that effect.
  std::vector<std::string> notDone() const;

private:
  struct Strings {
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver{memory};
    std::unique_ptr<llvm::opt::OptTable> table;
  };

  PtxasCommandLine(std::unique_ptr<Strings> strings, llvm::opt::InputArgList args)
      : strings(std::move(strings)), args(std::move(args)) {}

  std::unique_ptr<Strings> strings; // the arguments refer to them
  llvm::opt::InputArgList args;
};

/// Writes the text of `--help`, with the targets for which `release` generates code.
void printPtxasHelp(llvm::raw_ostream &os, const ReleaseInfo &release);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_PTXASCOMMANDLINE_H
