// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_LAYOUTCOMMANDS_H
#define PTX_DRIVER_LAYOUTCOMMANDS_H

#include "ptx/Driver/CommandLine.h"
#include "ptx/Driver/LayoutReport.h"
#include "ptx/Tensor/CanonicalLayout.h"
#include "ptx/Tensor/TensorMapFile.h"

// The commands of `ptx-layout`. Each takes the words behind its name and fails with a text for the
// user if they or the options make no sense.

namespace ptx {

using LayoutWords = llvm::ArrayRef<llvm::StringRef>;

/// `descriptor <value>`: what a matrix descriptor says.
llvm::Expected<LayoutReport> layoutDescriptor(const CommandLine &line, LayoutWords words);
/// `encode`: the matrix descriptor of --start, --lbo, --sbo, --swizzle and --base-offset.
llvm::Expected<LayoutReport> layoutEncode(const CommandLine &line, LayoutWords words);
/// `idesc <value> --kind <kind>`: what an instruction descriptor says.
llvm::Expected<LayoutReport> layoutInstruction(const CommandLine &line, LayoutWords words);
/// `swizzle <mode>`: the table of the mode.
llvm::Expected<LayoutReport> layoutSwizzle(const CommandLine &line, LayoutWords words);
/// `layout`: how a tile of --shape lies in shared memory.
llvm::Expected<LayoutReport> layoutTile(const CommandLine &line, LayoutWords words);

/// `map <file>`: what is wrong with the tensor maps of a file.
llvm::Expected<LayoutReport> layoutMap(const CommandLine &line, LayoutWords words);
/// `box <file> --coords <list>`: which elements an access through a tiled map touches.
llvm::Expected<LayoutReport> layoutBox(const CommandLine &line, LayoutWords words);
/// `im2col <file> --coords <list> --offsets <list>`: the same through an im2col map.
llvm::Expected<LayoutReport> layoutIm2col(const CommandLine &line, LayoutWords words);

/// `spirv <steps>`: the elements that a tensor layout of SPIR-V leads to. `spirv <file>`: the
/// layouts and views of a module in its text form.
llvm::Expected<LayoutReport> layoutSpirv(const CommandLine &line, LayoutWords words);
/// `tpu`: where a tensor is in the memory of a TPU.
llvm::Expected<LayoutReport> layoutTpu(const CommandLine &line, LayoutWords words);

/// The architectures that take descriptors.
struct LayoutTarget {
  llvm::StringLiteral name;
  MatrixUnit unit;
  bool isSm103a;
};

/// The target that --arch names, if it is there.
llvm::Expected<std::optional<LayoutTarget>> layoutTarget(const CommandLine &line);

/// `text` as a number, decimal or with `0x`; `what` names it if it is none.
llvm::Expected<uint64_t> layoutNumber(llvm::StringRef what, llvm::StringRef text);
/// The value of `option` as such a number, or `otherwise`.
llvm::Expected<uint64_t> layoutNumber(const CommandLine &line, OptionId option,
                                      llvm::StringRef name, uint64_t otherwise);

/// --major, if it is there.
std::optional<Major> layoutMajor(const CommandLine &line);

/// The maps of the file that is the only word behind `command`: JSON, or a PTX file with comments.
llvm::Expected<std::vector<NamedTensorMap>> layoutMaps(LayoutWords words, llvm::StringRef command);
/// The one of them that --map names, or the only one.
llvm::Expected<NamedTensorMap> layoutMapNamed(const CommandLine &line, LayoutWords words,
                                              llvm::StringRef command);
/// The swizzle of `map`; if its atomicity is not known, the one that the driver's name means.
std::optional<Swizzle> assumedSwizzle(const TensorMap &map);
/// The error for a type that is none of matrices.
llvm::Error unknownMatrixType(llvm::StringRef name);
/// The numbers of `text`, `2,-1`; `name` is where they stand.
llvm::Expected<std::vector<int64_t>> layoutNumbers(llvm::StringRef name, llvm::StringRef text);
/// The numbers of `option`, of which there have to be `count`.
llvm::Expected<std::vector<int64_t>> layoutList(const CommandLine &line, OptionId option,
                                                llvm::StringRef name, size_t count);

/// The value of an option that `command` cannot do without.
llvm::Expected<llvm::StringRef> neededOption(const CommandLine &line, llvm::StringRef command,
                                             OptionId option, llvm::StringRef name);
/// The extents of `text`, `64x128`, each from 1 to 2^20; as many as `form`, `MNxK`, has.
llvm::Expected<std::vector<uint64_t>> layoutShape(llvm::StringRef text, llvm::StringRef form);

/// The one word that `command` takes; `what` says what it is.
llvm::Expected<llvm::StringRef> onlyWord(LayoutWords words, llvm::StringRef command,
                                         llvm::StringRef what);

} // namespace ptx

#endif // PTX_DRIVER_LAYOUTCOMMANDS_H
