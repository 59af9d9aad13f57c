// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_LAUNCH_H
#define PTX_EXECUTION_LAUNCH_H

#include "ptx/Check/Passes.h"
#include "ptx/Execution/GlobalMemory.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <map>
#include <string>

namespace ptx::execution {

/// Some bytes of a parameter, which are a number.
struct ArgumentField {
  std::string parameter;
  uint64_t offset;
  unsigned bytes;
  uint64_t value;
};

using Extent = std::array<uint32_t, 3>;
/// The product; of more than 2^64, that is the result.
inline uint64_t volume(const Extent &extent) {
  return llvm::SaturatingMultiply(uint64_t(extent[0]) * extent[1], uint64_t(extent[2]));
}

/// More CTAs or threads in one direction than any GPU has.
inline constexpr uint32_t maxExtent = 1u << 31;

/// The text of a launch, in a comment or a line of a file, is at most so long: the tree of JSON
/// takes 300 times as much.
inline constexpr uint64_t maxLaunchText = 64 << 10;

/// The numbers of `128,1,1`; those left out are 1. None if one is not positive, or too large.
std::optional<Extent> extentOf(llvm::StringRef text);

/// How a kernel is launched, as far as it is told.
struct Launch {
  std::string entry;
  std::optional<Extent> block, cluster, grid;
  std::optional<uint64_t> dynamicShared;
  /// The values of parameters, by name or number from 0.
  std::map<std::string, uint64_t> arguments;
  /// The same as bytes, as the host passes them; those of tensor maps mean nothing.
  std::map<std::string, std::string> argumentBytes;
  /// What pointer arguments point to, by name or number of the parameter.
  std::map<std::string, std::shared_ptr<const Contents>> contents;
  /// The bytes of a box, by the name of the parameter that has the tensor map; `name+64` if it is
  /// in a structure.
  std::map<std::string, uint64_t> boxes;
  std::vector<ArgumentField> fields;
  /// What of its description is not used.
  std::vector<std::string> remarks;
  /// For integers of 32 and fewer bits that nothing is told of.
  uint64_t otherArguments = 64;
};

/// What a launch is after all: what is not told comes from the directives of the entry, or is
/// assumed.
struct CompleteLaunch {
  const Function *entry = nullptr;
  std::string name;
  Extent block, cluster, grid;
  /// Nothing is told of the block.
  bool assumesBlock = false;
  uint64_t dynamicShared = 0;
  /// Registers of a thread; `.maxnreg`, or what the threads of the CTA share.
  uint32_t registers = 0;
  std::map<std::string, uint64_t> arguments;
  std::map<std::string, std::string> argumentBytes;
  std::map<std::string, std::shared_ptr<const Contents>> contents;
  std::map<std::string, uint64_t> boxes;
  std::vector<ArgumentField> fields;
  std::vector<std::string> remarks;
  uint64_t otherArguments = 64;

  /// In one line, as reports print it first.
  std::string text() const;
};

/// Adds what `value`, an object of JSON, tells: `entry`, `block`, `cluster`, `grid`,
/// `dynamic_shared`, `args`, `param_bytes`, and the fields of recorded launches.
llvm::Error readLaunch(const llvm::json::Object &value, Launch &launch);

/// The parameter in `name+64`, and the offset, which is 0 in `name`.
std::pair<llvm::StringRef, uint64_t> placeInParameter(llvm::StringRef text);

/// An object of JSON in `text`, of reasonable size and depth, for `readLaunch`.
llvm::Expected<llvm::json::Object> parseLaunchRecord(llvm::StringRef text);

/// The launch in `text`: such an object, or `k block=384 args={n: 4096}`.
llvm::Expected<Launch> readLaunchText(llvm::StringRef text);

/// The launch of an input of SentryWard, `spverify.kernel-input/v1`.
llvm::Expected<Launch> readKernelInput(llvm::StringRef text);

/// Where the comments `//@launch` of a module are.
std::vector<SourceRange> findLaunchComments(llvm::StringRef text);
/// What such a comment tells.
llvm::StringRef launchOfComment(llvm::StringRef text, SourceRange comment);

/// The launches of the comments `//@launch k block=384 args={n: 4096}` of a module.
llvm::Expected<std::vector<Launch>> readLaunchComments(llvm::StringRef text);

/// Completes the launch by the module. Fails if there is no such entry.
llvm::Expected<CompleteLaunch> completeLaunch(const Launch &launch, const CheckedSource &checked);

} // namespace ptx::execution

#endif // PTX_EXECUTION_LAUNCH_H
