// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/FileWatch.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <chrono>
#include <thread>

using namespace ptx;
using namespace std::chrono_literals;

/// The interval between checks, and how long a file must stay unchanged, since editors can write in
/// steps.
static constexpr auto betweenLooks = 200ms, settling = 50ms;

FileWatch::FileWatch(std::vector<std::string> all) : paths(std::move(all)) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  for (const std::string &path : paths)
    states.push_back(stateOf(path));
}

FileWatch::State FileWatch::stateOf(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return {};
  // The size of a folder has no meaning.
  bool isFolder = llvm::sys::fs::is_directory(status);
  return {true, status.getLastModificationTime().time_since_epoch().count(),
          isFolder ? 0 : status.getSize()};
}

std::optional<size_t> FileWatch::changed() const {
  for (size_t i = 0; i != paths.size(); ++i)
    if (stateOf(paths[i]) != states[i])
      return i;
  return std::nullopt;
}

const std::string &FileWatch::wait() {
  std::optional<size_t> found;
  while (!(found = changed()))
    std::this_thread::sleep_for(betweenLooks);
  const std::string &path = paths[*found];
  do {
    states[*found] = stateOf(path);
    std::this_thread::sleep_for(settling);
  } while (stateOf(path) != states[*found]);
  return path;
}
