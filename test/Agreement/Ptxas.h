// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_PTXAS_H
#define PTX_TEST_AGREEMENT_PTXAS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>

namespace ptx::test {

/// Runs `ptxas`, NVIDIA's assembler.
class Ptxas {
public:
  /// The `ptxas` on PATH, if there is one.
  static std::optional<Ptxas> find();

  /// What the front-end says of a module.
  struct Answer {
    bool accepted = false;
    unsigned line = 0; ///< of the first error; 0 if it has none
    std::string message;
  };
  Answer check(llvm::StringRef text, llvm::StringRef arch) const;

  /// Whether the front-end accepts `text` for `-arch compute_<arch>`.
  bool accepts(llvm::StringRef text, llvm::StringRef arch) const;

  /// The machine code of `text` for `-O1 -arch <arch>` and further options: the bytes of each code
  /// section by its name, thus without line tables and file names. Nothing if it does not compile.
  using Code = std::map<std::string, std::string>;
  std::optional<Code> compile(llvm::StringRef text, llvm::StringRef arch,
                              llvm::StringRef options) const;

private:
  explicit Ptxas(std::string program) : program(std::move(program)) {}

  bool run(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> arguments,
           llvm::StringRef errors = {}) const;

  std::string program;
};

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_PTXAS_H
