// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_COMMANDS_H
#define PTX_LAYOUT_COMMANDS_H

#include "ptx/Layout/Options.h"
#include "ptx/Layout/Report.h"

// The commands of `ptx-layout`. Each has the words after its name as arguments, and fails with a
// message for the user if they or the options are invalid.

namespace ptx {

/// A command, as the tool finds it and as `--help` describes it.
struct LayoutCommand {
  llvm::StringLiteral name;
  /// The arguments after the name, such as `<value>`; empty if there are only options.
  llvm::StringLiteral arguments;
  /// A summary: a phrase in the third person, without a period.
  llvm::StringLiteral summary;
  /// The options of this command, in addition to those of all commands, in the order of its
  /// `--help`: names without dashes, separated by blanks. Other options are errors.
  llvm::StringLiteral options;
  /// An example command line. File names are the only inputs that a user must supply.
  llvm::StringLiteral example;
  llvm::Expected<LayoutReport> (*run)(const LayoutOptions &options, LayoutWords words);
  /// Whether the command concerns the addressing model of other machines or languages.
  bool isForeign = false;

  /// Whether the command has the option of this name.
  bool uses(llvm::StringRef option) const;
};

/// All commands, in the order of `--help`.
llvm::ArrayRef<LayoutCommand> layoutCommands();

/// The command of this name, or null.
const LayoutCommand *findLayoutCommand(llvm::StringRef name);

/// `descriptor <value>`: decodes a matrix descriptor.
llvm::Expected<LayoutReport> layoutDescriptor(const LayoutOptions &options, LayoutWords words);
/// `encode`: the matrix descriptor of --start, --lbo, --sbo, --swizzle and --base-offset.
llvm::Expected<LayoutReport> layoutEncode(const LayoutOptions &options, LayoutWords words);
/// `idesc <value> --kind <kind>`: decodes an instruction descriptor.
llvm::Expected<LayoutReport> layoutInstruction(const LayoutOptions &options, LayoutWords words);
/// `swizzle <mode>`: the table of the mode.
llvm::Expected<LayoutReport> layoutSwizzle(const LayoutOptions &options, LayoutWords words);
/// `layout`: the layout of a tile of --shape in shared memory.
llvm::Expected<LayoutReport> layoutTile(const LayoutOptions &options, LayoutWords words);
/// `element <i>,<j>`: where an element of a tile of --shape is, and which accesses conflict.
llvm::Expected<LayoutReport> layoutElement(const LayoutOptions &options, LayoutWords words);

/// `map <file>`: checks the tensor maps of a file.
llvm::Expected<LayoutReport> layoutMap(const LayoutOptions &options, LayoutWords words);
/// `box <file> --coords <list>`: the elements that an access through a tiled map reads or writes.
llvm::Expected<LayoutReport> layoutBox(const LayoutOptions &options, LayoutWords words);
/// `im2col <file> --coords <list> --offsets <list>`: the same through an im2col map.
llvm::Expected<LayoutReport> layoutIm2col(const LayoutOptions &options, LayoutWords words);

/// `spirv <steps>`: the elements that a SPIR-V tensor layout selects. `spirv <file>`: the layouts
/// and views of a module in text form.
llvm::Expected<LayoutReport> layoutSpirv(const LayoutOptions &options, LayoutWords words);
/// `tpu`: the addresses of a tensor in the memory of a TPU.
llvm::Expected<LayoutReport> layoutTpu(const LayoutOptions &options, LayoutWords words);

} // namespace ptx

#endif // PTX_LAYOUT_COMMANDS_H
