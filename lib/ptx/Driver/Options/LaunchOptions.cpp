// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/LaunchOptions.h"

#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace ptx;
namespace fs = llvm::sys::fs;
using execution::Contents;
using execution::Extent;
using execution::Launch;
using llvm::StringRef;

static llvm::Error readExtent(const CommandLine &line, OptionId option,
                              std::optional<Extent> &extent) {
  std::optional<StringRef> text = line.value(option);
  if (!text)
    return llvm::Error::success();
  extent = execution::extentOf(*text);
  if (extent)
    return llvm::Error::success();
  return llvm::createStringError("expected up to three positive numbers, as in `128,1,1`, found `" +
                                 *text + "`");
}

llvm::Error ptx::readLaunchShape(const CommandLine &line, Launch &launch) {
  if (std::optional<StringRef> entry = line.value(OPT_entry))
    launch.entry = entry->str();
  for (auto [option, extent] :
       {std::pair(OPT_block, &launch.block), std::pair(OPT_cluster, &launch.cluster),
        std::pair(OPT_grid, &launch.grid)})
    if (llvm::Error error = readExtent(line, option, *extent))
      return error;
  llvm::Expected<std::optional<uint32_t>> shared = line.number(OPT_dynamic_shared);
  if (!shared)
    return shared.takeError();
  if (*shared)
    launch.dynamicShared = **shared;
  return llvm::Error::success();
}

/// The array of a NumPy file.
static llvm::Expected<Contents> readArray(StringRef path) {
  auto unreadable = [&](llvm::Error error) {
    return llvm::createStringError("cannot read `" + path +
                                   "`: " + llvm::toString(std::move(error)));
  };
  auto described = [&](llvm::Expected<Contents> array) -> llvm::Expected<Contents> {
    if (array)
      return array;
    return llvm::createStringError("`" + path + "`: " + llvm::toString(array.takeError()));
  };
  fs::file_status status;
  if (std::error_code error = fs::status(path, status))
    return unreadable(llvm::errorCodeToError(error));
  // Pipes have neither a size nor offsets.
  if (status.type() != fs::file_type::regular_file) {
    llvm::Expected<std::unique_ptr<SourceBuffer>> whole = SourceBuffer::open(path);
    if (!whole)
      return unreadable(whole.takeError());
    StringRef text = (*whole)->text();
    return described(execution::contentsOfNumpy(
        text.size(), [&](uint64_t offset, llvm::MutableArrayRef<char> bytes) {
          llvm::copy(text.substr(offset, bytes.size()), bytes.begin());
          return llvm::Error::success();
        }));
  }
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return unreadable(file.takeError());
  auto read = [&](uint64_t offset, llvm::MutableArrayRef<char> bytes) -> llvm::Error {
    while (!bytes.empty()) {
      llvm::Expected<size_t> count = fs::readNativeFileSlice(*file, bytes, offset);
      if (!count)
        return count.takeError();
      if (!*count)
        return llvm::createStringError("the file ends early");
      bytes = bytes.drop_front(*count);
      offset += *count;
    }
    return llvm::Error::success();
  };
  llvm::Expected<Contents> array = execution::contentsOfNumpy(status.getSize(), read);
  (void)fs::closeFile(*file);
  return described(std::move(array));
}

llvm::Error ptx::readLaunchArguments(const CommandLine &line, Launch &launch, uint64_t seed) {
  llvm::StringSet<> names;
  for (StringRef given : line.values(OPT_arg)) {
    auto [name, value] = given.split('=');
    if (name.empty() || !given.contains('='))
      return llvm::createStringError(
          "expected `<name>=` and a number, a `.npy` file or an array such as `zeros:1024xf32`, "
          "found `" +
          given + "`");
    if (!names.insert(name).second)
      launch.problems.emplace_back(name, ("argument `" + name + "` has two values").str());
    else if (llvm::Error error = execution::readArgument(name, value, launch, seed, readArray))
      launch.problems.emplace_back(name, llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}
