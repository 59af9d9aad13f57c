// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_COMMANDS_H
#define PTX_LAYOUT_COMMANDS_H

#include "ptx/Layout/Options.h"
#include "ptx/Layout/Report.h"

// The commands of `ptx-layout`. Each takes the words after its name and fails with a text for the
// user if they or the options make no sense.

namespace ptx {

/// A command, as the tool finds it and as `--help` describes it.
struct LayoutCommand {
  llvm::StringLiteral name;
  /// What is written after the name, such as `<value>`; empty if options alone are.
  llvm::StringLiteral arguments;
  /// What it does: a phrase of the third person, with no period.
  llvm::StringLiteral summary;
  /// The options that it uses besides those of all commands, in the order of its `--help`: their
  /// names without dashes, separated by blanks. The tool refuses all others.
  llvm::StringLiteral options;
  /// A command line, of which file names are the only inputs that a user has to supply.
  llvm::StringLiteral example;
  llvm::Expected<LayoutReport> (*run)(const LayoutOptions &options, LayoutWords words);
  /// Whether it is about the addressing model of other machines or languages.
  bool isForeign = false;

  /// Whether it uses the option of this name.
  bool uses(llvm::StringRef option) const;
};

/// All commands, in the order of `--help`.
llvm::ArrayRef<LayoutCommand> layoutCommands();

/// The command of this name, or null.
const LayoutCommand *findLayoutCommand(llvm::StringRef name);

/// `descriptor <value>`: what a matrix descriptor says.
llvm::Expected<LayoutReport> layoutDescriptor(const LayoutOptions &options, LayoutWords words);
/// `encode`: the matrix descriptor of --start, --lbo, --sbo, --swizzle and --base-offset.
llvm::Expected<LayoutReport> layoutEncode(const LayoutOptions &options, LayoutWords words);
/// `idesc <value> --kind <kind>`: what an instruction descriptor says.
llvm::Expected<LayoutReport> layoutInstruction(const LayoutOptions &options, LayoutWords words);
/// `swizzle <mode>`: the table of the mode.
llvm::Expected<LayoutReport> layoutSwizzle(const LayoutOptions &options, LayoutWords words);
/// `layout`: how a tile of --shape lies in shared memory.
llvm::Expected<LayoutReport> layoutTile(const LayoutOptions &options, LayoutWords words);
/// `element <i>,<j>`: where an element of a tile of --shape is, and which accesses conflict.
llvm::Expected<LayoutReport> layoutElement(const LayoutOptions &options, LayoutWords words);

/// `map <file>`: what is wrong with the tensor maps of a file.
llvm::Expected<LayoutReport> layoutMap(const LayoutOptions &options, LayoutWords words);
/// `box <file> --coords <list>`: which elements an access through a tiled map touches.
llvm::Expected<LayoutReport> layoutBox(const LayoutOptions &options, LayoutWords words);
/// `im2col <file> --coords <list> --offsets <list>`: the same through an im2col map.
llvm::Expected<LayoutReport> layoutIm2col(const LayoutOptions &options, LayoutWords words);

/// `spirv <steps>`: the elements that a tensor layout of SPIR-V leads to. `spirv <file>`: the
/// layouts and views of a module in its text form.
llvm::Expected<LayoutReport> layoutSpirv(const LayoutOptions &options, LayoutWords words);
/// `tpu`: where a tensor is in the memory of a TPU.
llvm::Expected<LayoutReport> layoutTpu(const LayoutOptions &options, LayoutWords words);

} // namespace ptx

#endif // PTX_LAYOUT_COMMANDS_H
