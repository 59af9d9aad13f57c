// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_TESTS_SCRATCHFILES_H
#define PTX_REDUCE_TESTS_SCRATCHFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ptx {

/// A temporary folder with a file for each worker, all of one name, which is removed at the end.
class ScratchFiles {
public:
  /// `name` is the name of the file, without a folder.
  static llvm::Expected<ScratchFiles> create(llvm::StringRef name);

  ScratchFiles(ScratchFiles &&other) noexcept;
  ScratchFiles &operator=(ScratchFiles &&) = delete;
  ~ScratchFiles();

  /// Writes `text` to the file of `worker`, and returns its path.
  llvm::Expected<std::string> write(llvm::StringRef text, unsigned worker) const;

  /// The path of another file of the folder of `worker`.
  std::string besides(llvm::StringRef name, unsigned worker) const;

private:
  ScratchFiles(std::string folder, std::string name)
      : folder(std::move(folder)), name(std::move(name)) {}

  std::string folder; ///< empty if moved from
  std::string name;
};

} // namespace ptx

#endif // PTX_REDUCE_TESTS_SCRATCHFILES_H
