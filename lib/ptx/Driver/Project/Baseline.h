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

/// The known findings of a project, which are not reported: a JSON file with one fingerprint (see
/// `Fingerprints`) for each. File names are relative to the folder of the baseline, so that it can
/// be part of the project.
class Baseline {
public:
  /// An empty baseline to be written to `path`.
  explicit Baseline(llvm::StringRef path);

  /// Reads the file `path`. Fails with a message for the user.
  static llvm::Expected<Baseline> read(llvm::StringRef path);

  /// The same with the text of the file.
  static llvm::Expected<Baseline> parse(llvm::StringRef path, llvm::StringRef text);

  /// Adds all findings of `report`, which is about `source`, the contents of `file`.
  void add(llvm::StringRef file, const SourceBuffer &source, const Report &report);

  /// Removes the known findings of `file` from `report` and updates its counts.
  void hideKnown(llvm::StringRef file, const SourceBuffer &source, Report &report);

  /// The number of its findings.
  size_t size() const;

  /// Writes the file. Fails with a message for the user.
  llvm::Error write() const;
  void print(llvm::raw_ostream &os) const;

  /// One message for each file without some of its known findings, and for each file that no longer
  /// exists.
  std::vector<std::string> stale() const;

private:
  struct Finding {
    std::string fingerprint;
    /// Only for human readers of the file.
    std::string rule, message;
    bool isThere = false;
  };
  struct File {
    std::vector<Finding> findings;
    bool wasChecked = false;
  };

  std::string nameOf(llvm::StringRef file) const;

  std::string path;
  /// The absolute path of the baseline's folder.
  std::string folder;
  llvm::StringMap<File> files;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_BASELINE_H
