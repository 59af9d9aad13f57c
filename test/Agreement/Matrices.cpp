// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Matrices.h"

#include "Comparison.h"

#include "ptx/Check/Check.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Sema/Platform/Requirements.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::raw_ostream;
using llvm::StringRef;

//===-- Cells
//-----------------------------------------------------------------------------------===//

namespace {

/// The cells of a table, each a module that `ptxas` accepts or rejects.
class Cells {
public:
  /// Checks `module`, of which `column` of the current row tells that `ptxas` accepts or rejects
  /// it.
  void add(const std::string &module, bool accepted, StringRef column) {
    std::unique_ptr<SourceBuffer> source = SourceBuffer::fromString(module, "cell");
    Outcome byDefault = check(*source, false), compat = check(*source, true);
    rates[0].add(accepted != byDefault.rejected());
    rates[1].add(accepted != compat.rejected());
    if (accepted && byDefault.rejected() && !byDefault.error->beyondPtxas)
      falseRejections.note(column, describe(*byDefault.error));
    else if (!accepted && !byDefault.rejected())
      (compat.rejected() ? warnedOf : missed).note(column, "");
  }

  /// Lists the differences of the row `name` and ends it.
  void endRow(StringRef name) {
    for (auto [group, title] : {std::pair(&falseRejections, "accepted by ptxas, rejected here"),
                                std::pair(&missed, "rejected by ptxas, accepted here"),
                                std::pair(&warnedOf, "warning, error under --ptxas-compat")}) {
      if (group->columns.empty())
        continue;
      lines.push_back(formatv("{0}: {1}: {2}{3}", name, title, group->columns, group->message));
      sound &= group != &falseRejections;
      *group = {};
    }
  }

  /// Adds a difference of the row `name` that is none of a cell.
  void addDifference(StringRef name, const std::string &text) {
    lines.push_back(formatv("{0}: {1}", name, text));
  }

  void print(raw_ostream &os) const {
    os << "  cells reproduced with default settings: " << rates[0].str() << '\n'
       << "  cells reproduced under --ptxas-compat:  " << rates[1].str() << '\n'
       << "  differences (" << lines.size() << "):\n";
    for (const std::string &line : lines)
      os << "    " << line << '\n';
  }

  bool sound = true;

private:
  /// Columns of one row that differ in the same way, and why the first one does.
  struct Group {
    std::string columns, message;
    void note(StringRef column, StringRef why) {
      columns.append(columns.empty() ? "" : " ").append(column);
      if (message.empty() && !why.empty())
        message = formatv("\n      {0}", why);
    }
  };

  std::array<Rate, 2> rates;
  Group falseRejections, missed, warnedOf;
  std::vector<std::string> lines;
};

} // namespace

/// `text` with `by` for every `what`.
static std::string replaced(StringRef text, StringRef what, StringRef by) {
  std::string result;
  while (text.contains(what)) {
    auto [front, rest] = text.split(what);
    result.append(front).append(by);
    text = rest;
  }
  return result.append(text);
}

//===-- Gates
//-----------------------------------------------------------------------------------===//

/// The versions and targets that the table was made with.
static constexpr StringRef versions[] = {
    "1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "2.0", "2.1", "2.2", "2.3", "3.0",
    "3.1", "3.2", "4.0", "4.1", "4.2", "4.3", "5.0", "5.1", "6.0", "6.1", "6.2",
    "6.3", "6.4", "6.5", "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7",
    "7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"};
static constexpr StringRef targets[] = {
    "sm_20",   "sm_30",   "sm_32",   "sm_35",   "sm_50",   "sm_53",  "sm_60",   "sm_61",   "sm_70",
    "sm_72",   "sm_75",   "sm_80",   "sm_86",   "sm_87",   "sm_88",  "sm_89",   "sm_90",   "sm_90a",
    "sm_100",  "sm_100a", "sm_100f", "sm_101a", "sm_101f", "sm_103", "sm_103a", "sm_103f", "sm_110",
    "sm_110a", "sm_110f", "sm_120",  "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f"};

/// What the names in the table are, as declarations.
struct NamedVariable {
  StringRef name, declaration;
};
static constexpr NamedVariable moduleVariables[] = {
    {"tex", ".global .texref tex;"},
    {"samp", ".global .samplerref samp;"},
    {"surf", ".global .surfref surf;"},
    {"sm", ".shared .align 16 .b8 sm[1024];"},
    {"gl", ".global .align 16 .b8 gl[1024];"},
    {"cn", ".const .align 16 .b8 cn[256];"},
    {"gbuf", ".global .align 16 .b8 gbuf[1024];"},
    {"smem", ".shared .align 16 .b8 smem[1024];"},
    {"mbar", ".shared .align 8 .b64 mbar;"},
};
static constexpr NamedVariable parameters[] = {
    {"prm", ".param .b64 prm"},
    {"tmap", ".param .align 64 .b8 tmap[128]"},
};
static constexpr NamedVariable localVariables[] = {
    {"lo", ".local .align 16 .b8 lo[256];"},
    {"lmem", ".local .align 16 .b8 lmem[256];"},
};
static constexpr NamedVariable registerPrefixes[] = {
    {"%r", ".b32"},  {"%rd", ".b64"}, {"%f", ".f32"},  {"%fd", ".f64"},
    {"%p", ".pred"}, {"%h", ".b16"},  {"%us", ".u16"}, {"%ss", ".s16"},
    {"%q", ".b128"}, {"%bb", ".b8"},  {"%hf", ".f16"}, {"%hx", ".f16x2"},
    {"%b", ".b8"},   {"%u", ".u32"},  {"%s", ".s32"},  {"%rq", ".b128"},
};

/// The names in `text` that no dot or colon precedes.
static llvm::SetVector<StringRef> namesIn(StringRef text) {
  llvm::SetVector<StringRef> names;
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '%'; };
  for (size_t at = 0; at < text.size(); ++at) {
    if (!isPart(text[at]))
      continue;
    StringRef word = text.drop_front(at).take_while(isPart);
    if (at == 0 || (text[at - 1] != '.' && text[at - 1] != ':'))
      names.insert(word);
    at += word.size();
  }
  return names;
}

/// `cell` has `DECLARATIONS | STATEMENTS` or statements alone, with `\n` for the end of a line.
static std::string gateModule(StringRef cell, StringRef version, StringRef target) {
  auto [declarations, body] = cell.contains(" |") ? cell.split(" |") : std::pair(StringRef(), cell);
  llvm::SetVector<StringRef> names = namesIn(body);
  // Samplers of their own are a texturing mode of their own.
  std::string text = formatv(".version {0}\n.target {1}{2}\n", version, target,
                             names.contains("samp") ? ", texmode_independent" : "");
  if (llvm::find(versions, version) >= llvm::find(versions, "2.3"))
    text += ".address_size 64\n";
  for (const NamedVariable &variable : moduleVariables)
    if (names.contains(variable.name))
      text += (variable.declaration + "\n").str();
  text += (declarations + "\n.visible .entry k(").str();
  for (const NamedVariable &parameter : parameters)
    if (names.contains(parameter.name))
      text += parameter.declaration;
  text += ")\n{\n";
  for (const NamedVariable &prefix : registerPrefixes)
    if (llvm::any_of(names, [&](StringRef name) {
          return name.consume_front(prefix.name) && llvm::all_of(name, llvm::isDigit) &&
                 !name.empty();
        }))
      text += formatv(".reg {0} {1}<40>;\n", prefix.declaration, prefix.name);
  for (const NamedVariable &variable : localVariables)
    if (names.contains(variable.name))
      text += (variable.declaration + "\n").str();
  text += (body + "\nret;\n}\n").str();
  return replaced(text, "\\n", "\n");
}

/// The first version at which the cell passes on `target`. Versions that do not have the target yet
/// are not tried, unless they come after `recorded`: that is another rule.
static StringRef firstVersion(StringRef cell, StringRef target, StringRef recorded,
                              bool ptxasCompat) {
  auto first = std::min(llvm::find(versions, info(*findTarget(target)).since.str()),
                        llvm::find(versions, recorded));
  for (StringRef version : llvm::make_range(first, std::end(versions)))
    if (!check(*SourceBuffer::fromString(gateModule(cell, version, target), "cell"), ptxasCompat)
             .rejected())
      return version;
  return "none";
}

namespace {

/// How far what a module is said to need agrees with what `ptxas` asks for.
class RequirementComparison {
public:
  /// Compares what `module` needs with the targets of the table that take it at PTX 9.0, and the
  /// first version that the first of them takes it at.
  void add(StringRef cell, const std::string &module, llvm::ArrayRef<StringRef> accepted,
           StringRef first);

  void print(raw_ostream &os) const;

private:
  std::array<Rate, 2> rates;
  std::vector<std::string> differences;
};

} // namespace

static bool accepts(const TargetVersions &of, PtxVersion version) {
  return llvm::any_of(of.versions, [&](const VersionRange &range) {
    return range.first <= version && version <= range.last;
  });
}

void RequirementComparison::add(StringRef cell, const std::string &module,
                                llvm::ArrayRef<StringRef> accepted, StringRef first) {
  CheckOptions options;
  options.sema.recordsUses = true;
  GatedUses uses;
  runPasses(*SourceBuffer::fromString(module, "cell"), options, &uses);
  for (bool compat : {false, true}) {
    llvm::SmallVector<StringRef> ours;
    std::string ourFirst = "none";
    for (const TargetVersions &of : requirementsOf(uses, compat).targets) {
      StringRef name = info(of.target).name;
      if (llvm::is_contained(targets, name) && accepts(of, {9, 0}))
        ours.push_back(name);
      if (!accepted.empty() && name == accepted.front())
        ourFirst = of.versions.front().first.str();
    }
    auto missingIn = [](llvm::ArrayRef<StringRef> list, llvm::ArrayRef<StringRef> from) {
      std::string missing;
      for (StringRef name : list)
        if (!llvm::is_contained(from, name))
          missing += " " + name.str();
      return missing;
    };
    std::string more = missingIn(ours, accepted), fewer = missingIn(accepted, ours);
    bool sameTargets = more.empty() && fewer.empty();
    bool sameVersion = accepted.empty() || ourFirst == first;
    rates[compat].add(sameTargets && sameVersion);
    StringRef mode = compat ? " (--ptxas-compat)" : "";
    if (!more.empty())
      differences.push_back(formatv("{0}: not for ptxas on{1}{2}", cell, more, mode));
    if (!fewer.empty())
      differences.push_back(formatv("{0}: only for ptxas on{1}{2}", cell, fewer, mode));
    if (!sameVersion)
      differences.push_back(formatv("{0}: on {1} from {2}; ptxas: {3}{4}", cell, accepted.front(),
                                    ourFirst, first, mode));
  }
}

void RequirementComparison::print(raw_ostream &os) const {
  os << "  requirements agree with default settings: " << rates[0].str() << '\n'
     << "  requirements agree under --ptxas-compat:  " << rates[1].str() << '\n'
     << "  differences of requirements (" << differences.size() << "):\n";
  for (const std::string &line : differences)
    os << "    " << line << '\n';
}

bool ptx::test::compareGates(const Table &table, raw_ostream &os) {
  Cells cells;
  RequirementComparison requirements;
  std::array<Rate, 2> first;
  for (size_t row = 0; row != table.size(); ++row) {
    StringRef cell = table.cell(row, "instruction_or_decl");
    llvm::SmallVector<StringRef, 0> accepted;
    table.cell(row, "accepted_targets_at_9.0").split(accepted, ' ', -1, false);
    for (StringRef target : targets)
      cells.add(gateModule(cell, "9.0", target), llvm::is_contained(accepted, target), target);
    cells.endRow(cell);
    StringRef theirs = table.cell(row, "min_version_at_lowest_target");
    // Without what the module of the table has only where the version has it.
    std::string module =
        replaced(gateModule(cell, "9.0", accepted.empty() ? "sm_90" : accepted.front()),
                 ".address_size 64\n", "");
    requirements.add(cell, module, accepted, theirs);
    if (accepted.empty())
      continue;
    for (bool compat : {false, true}) {
      StringRef ours = firstVersion(cell, accepted.front(), theirs, compat);
      first[compat].add(ours == theirs);
      if (ours == theirs)
        continue;
      cells.addDifference(cell, formatv("on {0} ptxas takes it from {1}, we from {2}{3}",
                                        accepted.front(), theirs, ours,
                                        compat ? " (--ptxas-compat)" : ""));
      cells.sound &= llvm::find(versions, ours) < llvm::find(versions, theirs);
    }
  }
  os << "  first version reproduced with default settings: " << first[0].str() << '\n'
     << "  first version reproduced under --ptxas-compat:  " << first[1].str() << '\n';
  cells.print(os);
  requirements.print(os);
  return cells.sound;
}

//===-- Operand types
//---------------------------------------------------------------------------===//

/// Positions whose other registers are not 32 bits wide.
struct OtherRegisters {
  StringRef position;
  StringRef y, z;
};
static constexpr OtherRegisters otherRegisters[] = {
    {"mul.wide.u16-d", ".b16", ".b32"}, {"popc.b64-d", ".b64", ".b32"},
    {"mov.b64 pack4", ".b64", ".b32"},  {"mov.b64 unpack2", ".b64", ".b32"},
    {"mad.wide.u32-c", ".b32", ".b64"},
};

/// In a probe, `x` is the register whose type is tried, `y` and `z` are others, `p` and `q`
/// predicates, and `gl` a variable; `;;` represents `;` in the middle.
static std::string typeModule(StringRef position, StringRef type, StringRef probe,
                              StringRef tried) {
  std::string y = ".b32", z = ".b32";
  // The amount is tried, and the shifted value has the type of the instruction.
  if (position == "shr-amt")
    y = (".b" + type.drop_while([](char c) { return !llvm::isDigit(c); })).str();
  for (const OtherRegisters &other : otherRegisters)
    if (other.position == position) {
      y = other.y.str();
      z = other.z.str();
    }
  return formatv(".version 9.0\n.target sm_100\n.address_size 64\n"
                 ".global .align 16 .b8 gl[1024];\n.visible .entry k()\n{{\n.reg {0} x;\n"
                 ".reg {1} y;\n.reg {2} z;\n.reg .pred p, q;\n{3}\nret;\n}\n",
                 tried, y, z, replaced(probe, ";;", ";\n"));
}

bool ptx::test::compareTypes(const Table &table, raw_ostream &os) {
  Cells cells;
  for (size_t row = 0; row != table.size(); ++row) {
    StringRef position = table.cell(row, "position"), type = table.cell(row, "instr_type");
    StringRef probe = table.cell(row, "probe");
    for (bool accepted : {true, false}) {
      llvm::SmallVector<StringRef, 0> tried;
      table.cell(row, accepted ? "accepted_reg_types" : "rejected_reg_types")
          .split(tried, ' ', -1, false);
      for (StringRef reg : tried)
        if (reg != "-") // an empty list
          cells.add(typeModule(position, type, probe, reg), accepted, reg);
    }
    cells.endRow((position + " " + type + " `" + probe + "`").str());
  }
  cells.print(os);
  return cells.sound;
}
