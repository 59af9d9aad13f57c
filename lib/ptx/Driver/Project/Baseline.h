// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_BASELINE_H
#define PTX_DRIVER_PROJECT_BASELINE_H

#include "ptx/Diagnostics/Report.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

class SourceBuffer;

/// The findings that a project knows and does not want to see: a file of JSON, with one fingerprint
/// (see `Fingerprints`) for each. Files are named as seen from the folder of the baseline, so that
/// it can be part of the project.
class Baseline {
public:
  /// An empty one that is to be written to `path`.
  explicit Baseline(llvm::StringRef path);

  /// Reads the file `path`. Fails with a text for the user.
  static llvm::Expected<Baseline> read(llvm::StringRef path);

  /// Adds all findings of `report`, which is about `source`, the contents of `file`.
  void add(llvm::StringRef file, const SourceBuffer &source, const Report &report);

  /// Removes from `report` what is known of `file`, and counts anew.
  void hideKnown(llvm::StringRef file, const SourceBuffer &source, Report &report);

  /// Writes the file. Fails with a text for the user.
  llvm::Error write() const;

  /// One text for each file of which known findings were not there, and each that is gone.
  std::vector<std::string> stale() const;

private:
  struct Finding {
    std::string fingerprint;
    /// For readers of the file.
    std::string rule, message;
    bool isThere = false;
  };
  struct File {
    std::vector<Finding> findings;
    bool wasChecked = false;
  };

  std::string nameOf(llvm::StringRef file) const;
  void print(llvm::raw_ostream &os) const;

  std::string path;
  /// Of the baseline; absolute.
  std::string folder;
  llvm::StringMap<File> files;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_BASELINE_H
