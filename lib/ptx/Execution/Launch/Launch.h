// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_LAUNCH_LAUNCH_H
#define PTX_EXECUTION_LAUNCH_LAUNCH_H

#include "ptx/Check/Passes.h"
#include "ptx/Execution/Memory/GlobalMemory.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <map>
#include <string>

namespace ptx::execution {

/// Some bytes of a parameter that form a number.
struct ArgumentField {
  std::string parameter;
  uint64_t offset;
  unsigned bytes;
  uint64_t value;
};

using Extent = std::array<uint32_t, 3>;
/// The product, at most 2^64 - 1.
inline uint64_t volume(const Extent &extent) {
  return llvm::SaturatingMultiply(uint64_t(extent[0]) * extent[1], uint64_t(extent[2]));
}

/// More CTAs or threads in one dimension than any GPU supports.
inline constexpr uint32_t maxExtent = 1u << 31;

/// The maximum size of the text of a launch, in a comment or on a line of a file, in bytes. The
/// JSON tree requires 300 times as much memory.
inline constexpr uint64_t maxLaunchText = 64 << 10;

/// The numbers of `128,1,1`; missing ones are 1. None if one is not positive, or too large.
std::optional<Extent> extentOf(llvm::StringRef text);

/// The arguments of a launch, and notes about it.
struct LaunchArguments {
  /// The values of parameters, by name or number from 0.
  std::map<std::string, uint64_t> arguments;
  /// The values of floating-point parameters, or of untyped ones of the same width.
  std::map<std::string, double> numbers;
  /// The same as bytes, as the host passes them; the bytes of tensor maps have no meaning.
  std::map<std::string, std::string> argumentBytes;
  /// The contents of the memory to which pointer arguments point, by name or number of the
  /// parameter.
  std::map<std::string, std::shared_ptr<const Contents>> contents;
  /// The sizes of boxes in bytes, by the name of the parameter with the tensor map; `name+64` if
  /// the map is in a structure.
  std::map<std::string, uint64_t> boxes;
  std::vector<ArgumentField> fields;
  /// The texts of errors in arguments, by the name of the argument.
  std::vector<std::pair<std::string, std::string>> problems;
  /// Notes about parts of the description that are not used.
  std::vector<std::string> remarks;
  /// The value of integers of at most 32 bits that are not specified.
  uint64_t otherArguments = 64;
};

/// The launch of a kernel, as far as it is specified.
struct Launch : LaunchArguments {
  std::string entry;
  std::optional<Extent> block, cluster, grid;
  std::optional<uint64_t> dynamicShared;
};

/// A launch with all values. Values that are not specified come from the directives of the entry,
/// or are assumed.
struct CompleteLaunch : LaunchArguments {
  const Function *entry = nullptr;
  std::string name;
  Extent block, cluster, grid;
  /// Whether the size of the block is assumed.
  bool assumesBlock = false;
  /// Whether the launch does not specify the grid, or the size of the block, which then can be
  /// smaller than `.maxntid`.
  bool assumesShape = false;
  uint64_t dynamicShared = 0;
  /// The number of registers of a thread: `.maxnreg`, or an equal share for the threads of the CTA.
  uint32_t registers = 0;
  /// Whether all data are known, so that results are computed, and nothing is assumed.
  bool hasData = false;

  /// The number of a CTA, with as many parts as the grid has.
  std::string ctaText(const Extent &id) const;
  /// The launch in one line, as at the start of reports.
  std::string text() const;
};

/// Adds the fields of the JSON object `value`: `entry`, `block`, `cluster`, `grid`,
/// `dynamic_shared`, `args`, `param_bytes`, and the fields of recorded launches. Arguments that
/// cannot be read are left out, since another program can have recorded them.
llvm::Error readLaunch(const llvm::json::Object &value, Launch &launch);

/// The parameter and the offset in `name+64`; in `name`, the offset is 0.
std::pair<llvm::StringRef, uint64_t> placeInParameter(llvm::StringRef text);

/// Parses a JSON object of bounded size and depth, for `readLaunch`.
llvm::Expected<llvm::json::Object> parseLaunchRecord(llvm::StringRef text);

/// The launch in `text`: such an object, or `k block=384 args={n: 4096}`.
llvm::Expected<Launch> readLaunchText(llvm::StringRef text);

/// The launch of an input of SentryWard, `spverify.kernel-input/v1`.
llvm::Expected<Launch> readKernelInput(llvm::StringRef text);

/// The ranges of the `//@launch` comments of a module.
std::vector<SourceRange> findLaunchComments(llvm::StringRef text);
/// The text of the launch in such a comment.
llvm::StringRef launchOfComment(llvm::StringRef text, SourceRange comment);

/// Reads the array of a file.
using ReadArrayFile = llvm::function_ref<llvm::Expected<Contents>(llvm::StringRef path)>;

/// Sets the argument `name` of `launch` to `value`: a number; an array as `zeros:16xf32`, or that
/// of a file, if there are files; a tensor map, texture or surface of one, as `a.npy,box=64x64`; a
/// sampler; or other contents. `name+16` is a part of a structure, of a type as in `5:s32`, or a
/// pointer to an array. An error names the argument and what does not fit.
llvm::Error readArgument(llvm::StringRef name, llvm::StringRef value, Launch &launch,
                         uint64_t seed = 1, ReadArrayFile readFile = nullptr);

/// The launches of the comments `//@launch k block=384 args={n: 4096}` of a module, or of objects
/// in them.
llvm::Expected<std::vector<Launch>> readLaunchComments(llvm::StringRef text);

/// Completes the launch with the data of the module. Fails if there is no such entry, or if an
/// argument is wrong. With `keepsProblems`, wrong arguments are listed in `problems` instead.
llvm::Expected<CompleteLaunch> completeLaunch(Launch launch, const CheckedSource &checked,
                                              bool keepsProblems = false);

} // namespace ptx::execution

#endif // PTX_EXECUTION_LAUNCH_LAUNCH_H
