// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Layout/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

static LayoutOptions optionsOf(const CommandLine &line) {
  LayoutOptions options;
  constexpr std::pair<LayoutOptions::Value LayoutOptions::*, OptionId> values[] = {
      {&LayoutOptions::arch, OPT_arch},
      {&LayoutOptions::major, OPT_major},
      {&LayoutOptions::swizzle, OPT_swizzle},
      {&LayoutOptions::atom, OPT_atom},
      {&LayoutOptions::base, OPT_base},
      {&LayoutOptions::type, OPT_type},
      {&LayoutOptions::shape, OPT_shape},
      {&LayoutOptions::order, OPT_order},
      {&LayoutOptions::pitch, OPT_pitch},
      {&LayoutOptions::start, OPT_start},
      {&LayoutOptions::lbo, OPT_lbo},
      {&LayoutOptions::sbo, OPT_sbo},
      {&LayoutOptions::base_offset, OPT_base_offset},
      {&LayoutOptions::kind, OPT_kind},
      {&LayoutOptions::cta_group, OPT_cta_group},
      {&LayoutOptions::map, OPT_map_name},
      {&LayoutOptions::dims, OPT_dims},
      {&LayoutOptions::box, OPT_box},
      {&LayoutOptions::coords, OPT_coords},
      {&LayoutOptions::offsets, OPT_offsets},
      {&LayoutOptions::clamp, OPT_clamp},
      {&LayoutOptions::view, OPT_view},
      {&LayoutOptions::npus, OPT_npus},
      {&LayoutOptions::npu_bytes, OPT_npu_bytes},
      {&LayoutOptions::placement, OPT_placement},
      {&LayoutOptions::pack, OPT_pack},
      {&LayoutOptions::strides, OPT_strides},
      {&LayoutOptions::width, OPT_width},
  };
  for (auto [member, option] : values)
    options.*member = line.value(option);
  constexpr std::pair<bool LayoutOptions::*, OptionId> flags[] = {
      {&LayoutOptions::gather4, OPT_gather4},
      {&LayoutOptions::store, OPT_store},
      {&LayoutOptions::to_tensormap, OPT_to_tensormap},
      {&LayoutOptions::ws, OPT_ws},
      {&LayoutOptions::sparse, OPT_sparse},
  };
  for (auto [member, option] : flags)
    options.*member = line.has(option);
  return options;
}

/// Rejects options of other commands.
static llvm::Error checkUsed(const LayoutCommand &command, const CommandLine &line) {
  for (const llvm::opt::Arg *arg : line.arguments()) {
    const auto &option = allOptions()[arg->getOption().getUnaliasedOption().getID() - 1];
    if (option.GroupID != OPT_Layout_Group)
      continue;
    StringRef spelling = prefixedName(option).rtrim('=');
    if (!command.uses(spelling.ltrim('-')))
      return llvm::createStringError("`" + command.name + "` does not use " + spelling);
  }
  return llvm::Error::success();
}

ExitCode ptx::layoutTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(LayoutTool, arguments, streams, code);
  if (!line)
    return code;
  std::vector<StringRef> words = line->inputs();
  const LayoutCommand *command = words.empty() ? nullptr : findLayoutCommand(words.front());
  if (!command) {
    llvm::SmallVector<StringRef> names;
    for (const LayoutCommand &known : layoutCommands())
      names.push_back(known.name);
    std::string hint = words.empty() ? "" : suggestNames(words.front(), names);
    if (!hint.empty())
      return usageError(streams, "unknown command `" + words.front() + "`" + hint);
    return usageError(streams, "expected a command: " + llvm::join(names, ", "));
  }
  auto misused = [&](const llvm::Twine &text) { return usageError(streams, text, command->name); };
  if (llvm::Error unused = checkUsed(*command, *line))
    return misused(llvm::toString(std::move(unused)));
  llvm::Expected<LayoutReport> report =
      command->run(optionsOf(*line), llvm::ArrayRef<StringRef>(words).drop_front());
  if (!report)
    return misused(llvm::toString(report.takeError()));
  std::optional<StringRef> format = line->value(OPT_format);
  if (format == "svg" && !report->figure)
    return misused("`" + command->name +
                   "` has no figure for this; descriptor, idesc, swizzle, box "
                   "and im2col have, and layout for tiles of up to 4096 chunks of "
                   "16 bytes");
  if (format == "svg")
    report->figure->print(streams.out);
  else if (report->document)
    report->printDocument(streams.out);
  else if (format == "json")
    report->printJson(streams.out);
  else
    report->printText(streams.out);
  return report->isLegal() ? ExitCode::Success : ExitCode::Findings;
}
