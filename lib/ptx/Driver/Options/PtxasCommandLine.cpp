// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/PtxasCommandLine.h"

#include "ptx/Driver/Options/HelpRows.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Support/ProjectFile.h"
#include "ptx/Support/TextWrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;
using llvm::opt::Arg;
using OptionInfo = llvm::opt::OptTable::Info;

namespace {

#define PTX_OPTIONS "ptx/Driver/PtxasOptions.inc"
#define PTX_OPTION_PREFIX PTXAS_
#include "ptx/Driver/Options/OptionTable.h"

/// Replaces option files among arguments by their contents.
class OptionsFiles {
public:
  OptionsFiles(llvm::StringSaver &saver, llvm::SmallVectorImpl<const char *> &result)
      : saver(saver), result(result) {}

  llvm::Error add(llvm::ArrayRef<const char *> arguments);

private:
  llvm::Error read(StringRef path);

  llvm::StringSaver &saver;
  llvm::SmallVectorImpl<const char *> &result;
  unsigned opened = 0;
};

} // namespace

static llvm::Error error(const llvm::Twine &text) { return llvm::createStringError(text); }

static const OptionInfo &infoOf(unsigned option) { return optionInfos[option - 1]; }

/// The name of an option in messages of `ptxas`: the long name, without dashes.
static StringRef longName(unsigned option) { return prefixedNameOf(infoOf(option)).trim("-="); }

/// Whether each use of `option` adds to the previous ones.
static bool isList(const OptionInfo &option) {
  return option.MetaVar && StringRef(option.MetaVar).ends_with(",...");
}

//===-- Parsing -------------------------------------------------------------------------------===//

llvm::Error OptionsFiles::read(StringRef path) {
  constexpr unsigned most = 100; // a file can name itself
  if (++opened > most)
    return error("Too many options file opened '" + path + "'");
  auto text = readRegularFile(path, /*limit=*/1 << 20);
  if (!text) {
    llvm::consumeError(text.takeError());
    return error("Could not open options file '" + path + "'");
  }
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine((*text)->getBuffer(), saver, words);
  return add(words);
}

llvm::Error OptionsFiles::add(llvm::ArrayRef<const char *> arguments) {
  for (size_t i = 0; i != arguments.size(); ++i) {
    StringRef argument = arguments[i];
    std::optional<StringRef> files;
    if (argument.consume_front("-optf=") || argument.consume_front("--options-file="))
      files = argument;
    else if ((argument == "-optf" || argument == "--options-file") && i + 1 != arguments.size())
      files = arguments[++i];
    if (!files) {
      result.push_back(arguments[i]);
      continue;
    }
    for (StringRef file : llvm::split(*files, ','))
      if (llvm::Error failed = read(file))
        return failed;
  }
  return llvm::Error::success();
}

static llvm::Error unknownOption(const llvm::opt::OptTable &table, StringRef spelling) {
  std::string nearest, hint;
  unsigned distance = table.findNearest(spelling, nearest, llvm::opt::Visibility(),
                                        /*MinimumLength=*/2);
  if (distance <= std::max<size_t>(1, spelling.size() / 4))
    hint = "; did you mean `" + nearest + "`?";
  return error("Unknown option '" + spelling.drop_front() + "'" + hint);
}

static llvm::Error checkValue(const Arg &arg) {
  unsigned id = arg.getOption().getID();
  const OptionInfo &option = infoOf(id);
  StringRef value = arg.getNumValues() ? arg.getValue() : "";
  int64_t number;
  if (StringRef(option.MetaVar) == "<n>" && !value.empty()) {
    if (value.trim().getAsInteger(10, number))
      return error("'" + value + "': expected a number");
    if (!llvm::isInt<32>(number))
      return error("32-bit integer value (" + value + ") out of range");
  }
  if (StringRef(option.MetaVar) == "<count>" && !value.empty() && value != "archmax" &&
      value != "archmin" && value.trim().getAsInteger(0, number))
    return error("Invalid value '" + value + "' for option '" + longName(id) + "'");
  if (!option.Values)
    return llvm::Error::success();
  llvm::SmallVector<StringRef> values;
  StringRef(option.Values).split(values, ',');
  if (llvm::is_contained(values, value))
    return llvm::Error::success();
  if (StringRef(option.MetaVar) == "<bool>")
    return error("'" + value + "': expected true or false");
  return error("Value '" + value + "' is not defined for option '" + longName(id) +
               "'; expected one of " + llvm::join(values, ", "));
}

llvm::Expected<PtxasCommandLine> PtxasCommandLine::parse(llvm::ArrayRef<const char *> arguments) {
  auto strings = std::make_unique<Strings>();
  strings->table = std::make_unique<OptionTable>();
  llvm::SmallVector<const char *> expanded;
  if (llvm::Error failed = OptionsFiles(strings->saver, expanded).add(arguments))
    return failed;
  const char *const *first = strings->saver.getAllocator().Allocate<const char *>(expanded.size());
  llvm::copy(expanded, const_cast<const char **>(first));
  unsigned missingIndex, missingCount;
  auto args = strings->table->ParseArgs({first, expanded.size()}, missingIndex, missingCount);
  if (missingCount)
    return error("argument expected after '" + StringRef(args.getArgString(missingIndex)) + "'");
  for (const Arg *arg : args) {
    if (arg->getOption().getID() == PTXAS_UNKNOWN)
      return unknownOption(*strings->table, arg->getSpelling());
    if (arg->getOption().getID() != PTXAS_INPUT && arg->getNumValues())
      if (llvm::Error invalid = checkValue(*arg))
        return invalid;
  }
  return PtxasCommandLine(std::move(strings), std::move(args));
}

std::optional<StringRef> PtxasCommandLine::value(PtxasOption option) const {
  if (const Arg *arg = args.getLastArg(option))
    return arg->getValue();
  return std::nullopt;
}

std::vector<StringRef> PtxasCommandLine::list(PtxasOption option) const {
  std::vector<StringRef> parts;
  for (const Arg *arg : args.filtered(option))
    llvm::append_range(parts, llvm::split(arg->getValue(), ','));
  llvm::erase(parts, "");
  return parts;
}

std::vector<std::string> PtxasCommandLine::warnings() const {
  std::vector<std::string> texts;
  llvm::SmallVector<const Arg *> last(std::size(optionInfos) + 1, nullptr);
  for (const Arg *arg : args) {
    unsigned id = arg->getOption().getID();
    const Arg *before = std::exchange(last[id], arg);
    if (id == PTXAS_INPUT || !before || !arg->getNumValues() || isList(infoOf(id)) ||
        StringRef(before->getValue()) == arg->getValue())
      continue;
    texts.push_back(("incompatible redefinition for option '" + longName(id) +
                     "', the last value of this option was used")
                        .str());
  }
  return texts;
}

std::vector<std::string> PtxasCommandLine::notDone() const {
  std::vector<std::string> texts;
  for (const OptionInfo &option : optionInfos)
    if (option.GroupID == PTXAS_Undone_Group && args.hasArg(option.ID))
      texts.push_back((longName(option.ID) + ": " + StringRef(option.HelpText).lower() +
                       " are not available, since no code is made")
                          .str());
  return texts;
}

//===-- Help ----------------------------------------------------------------------------------===//

/// `-arch, --gpu-name=<gpu>`
static std::string spelling(const OptionInfo &option) {
  std::string text = prefixedNameOf(option).str();
  if (option.Values)
    text += llvm::join(llvm::split(option.Values, ','), "|");
  else if (option.MetaVar)
    text += option.MetaVar;
  for (const OptionInfo &alias : optionInfos)
    if (alias.AliasID == option.ID && !prefixedNameOf(alias).starts_with("--"))
      return (prefixedNameOf(alias).rtrim('=') + ", " + text).str();
  return text;
}

/// In the format of `ptxas`, which programs parse for the supported targets.
static void printGpus(llvm::raw_ostream &os, const ReleaseInfo &release) {
  std::vector<std::string> names;
  for (StringRef prefix : {"compute_", "lto_", "sm_"})
    for (const TargetInfo &target : allTargets())
      if (makesCodeFor(release, target.id))
        names.push_back(
            ("'" + prefix + target.name.drop_front(StringRef("sm_").size()) + "'").str());
  constexpr size_t indent = 24;
  os.indent(indent);
  writeWrapped(os,
               "Allowed values for this option: " + llvm::join(names, ", ") + ". Default value: '" +
                   info(release.defaultTarget).name.str() + "'.",
               indent);
}

void ptx::printPtxasHelp(llvm::raw_ostream &os, const ReleaseInfo &release) {
  os << "Usage: ptx-verify [options] <file or ->...\n\n";
  writeWrapped(os,
               ("Takes the command line of ptxas, reports what ptxas of CUDA " + release.cuda +
                " rejects, and generates no code.")
                   .str(),
               0);
  llvm::SmallVector<const OptionInfo *> options;
  for (const OptionInfo &option : optionInfos)
    options.push_back(&option);
  llvm::stable_sort(options, [](const OptionInfo *a, const OptionInfo *b) {
    return prefixedNameOf(*a) < prefixedNameOf(*b);
  });
  for (const OptionInfo *heading : options) {
    if (heading->Kind != llvm::opt::Option::GroupClass)
      continue;
    os << '\n' << heading->HelpText << ":\n";
    for (const OptionInfo *option : options) {
      if (option->GroupID != heading->ID)
        continue;
      printRow(os, spelling(*option), option->HelpText);
      if (option->ID == PTXAS_gpu_name)
        printGpus(os, release);
    }
  }
  os << "\nExit codes:\n  0    no error\n  255  an error in an input, a bad command line, or a "
        "file that "
        "cannot be used\n  3    an internal error\n"
        "\nExamples:\n";
  printRow(os, "ptx-verify -arch=sm_90 -c kernel.ptx -o kernel.o",
           "check a module, and write an empty file");
  printRow(os, "LLVM_PTXAS_EXECUTABLE=ptx-verify llvm-lit test/CodeGen/NVPTX",
           "check what the tests of LLVM emit");
}
