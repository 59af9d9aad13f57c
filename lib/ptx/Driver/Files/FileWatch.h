// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_FILES_FILEWATCH_H
#define PTX_DRIVER_FILES_FILEWATCH_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// Waits for changes of files and folders. It compares their times and sizes, which works on all
/// file systems, including network file systems.
class FileWatch {
public:
  /// Notes the present state of `paths`, which may not exist. Of a folder, the names in it count.
  explicit FileWatch(std::vector<std::string> paths);

  /// Waits until one of them is in another state, and until its writer seems to be done. Returns
  /// its path; the next call compares with the state seen here.
  const std::string &wait();

private:
  struct State {
    bool exists = false;
    int64_t time = 0;
    uint64_t size = 0;

    friend bool operator==(const State &, const State &) = default;
  };
  static State stateOf(const std::string &path);
  std::optional<size_t> changed() const;

  std::vector<std::string> paths;
  std::vector<State> states;
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_FILEWATCH_H
