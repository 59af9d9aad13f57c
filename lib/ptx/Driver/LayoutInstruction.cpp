// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/LayoutCommands.h"
#include "ptx/Tensor/InstructionDescriptorRules.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// A type code with its name: "bf16 (1)", "code 6".
static std::string typeText(MmaKind kind, MmaOperand operand, unsigned code) {
  StringRef name = operandTypeName(kind, operand, code);
  if (name.empty())
    return ("code " + Twine(code) + ", which means nothing").str();
  return (name + " (" + Twine(code) + ")").str();
}

/// "3 (32 columns)": how the code of the maximum shift reads.
static std::string shiftText(unsigned code) {
  return code ? (Twine(code) + " (" + Twine(4u << code) + " columns)").str() : "none";
}

static void addFields(LayoutReport &report, MmaKind kind, const InstructionDescriptor &d) {
  bool scaled = isBlockScaled(kind);
  report.add("m", "M", d.m, Twine(d.m));
  report.add("n", "N", d.n, Twine(d.n));
  unsigned k = mmaK(kind, d.sparse, d.k96);
  report.add("k", "K", k, Twine(k));
  if (!scaled)
    report.add("d_type", "D", typeText(kind, MmaOperand::D, d.dType));
  report.add("a_type", "A", typeText(kind, MmaOperand::A, d.aType));
  report.add("b_type", "B", typeText(kind, MmaOperand::B, d.bType));
  auto flag = [&](StringRef key, StringRef label, bool value) {
    report.add(key, label, value, value ? "yes" : "no");
  };
  flag("negate_a", "negate A", d.negateA);
  flag("negate_b", "negate B", d.negateB);
  flag("transpose_a", "transpose A", d.transposeA);
  flag("transpose_b", "transpose B", d.transposeB);
  flag("sparse", "sparse", d.sparse);
  if (scaled) {
    StringRef scale = scaleTypeName(kind, d.scaleType);
    report.add("scale_type", "scale type",
               scale.empty() ? "code " + Twine(d.scaleType) : Twine(scale));
    report.add("scale_a", "scale ID of A", d.scaleA, Twine(d.scaleA));
    report.add("scale_b", "scale ID of B", d.scaleB, Twine(d.scaleB));
    return;
  }
  report.add("sparsity_selector", "sparsity selector", d.sparsitySelector,
             Twine(d.sparsitySelector));
  flag("saturate", "saturate", d.saturate);
  report.add("max_shift", "maximum shift", d.maxShift, shiftText(d.maxShift));
}

llvm::Expected<LayoutReport> ptx::layoutInstruction(const CommandLine &line, LayoutWords words) {
  llvm::Expected<StringRef> word = onlyWord(words, "idesc", "one 32-bit value");
  if (!word)
    return word.takeError();
  llvm::Expected<uint64_t> value = layoutNumber("instruction descriptor", *word);
  if (!value)
    return value.takeError();
  if (*value > UINT32_MAX)
    return llvm::createStringError("instruction descriptor " + *word + " has more than 32 bits");
  std::optional<StringRef> kindName = line.value(OPT_kind);
  if (!kindName)
    return llvm::createStringError("`idesc` needs --kind, on which the fields depend");
  MmaKind kind = *parseMmaKind(*kindName);
  llvm::Expected<std::optional<LayoutTarget>> target = layoutTarget(line);
  if (!target)
    return target.takeError();

  MmaUse use;
  if (std::optional<StringRef> group = line.value(OPT_cta_group))
    use.ctaGroup = *group == "1" ? 1 : 2;
  if (line.has(OPT_ws))
    use.ws = true;
  if (line.has(OPT_sparse))
    use.sparse = true;
  if (*target)
    use.isSm103a = (*target)->isSm103a;
  LayoutReport report(
      (hexText(*value) + " as an instruction descriptor of kind::" + mmaKindName(kind)).str());
  addFields(report, kind, decodeInstructionDescriptor(kind, *value));
  Violations violations = checkInstructionDescriptor(kind, *value, use);
  if (!isLegal(violations)) {
    llvm::json::Array names;
    std::string text;
    for (MmaKind other : kindsThatTake(*value, !isBlockScaled(kind))) {
      text += (Twine(names.empty() ? "" : ", ") + mmaKindName(other)).str();
      names.push_back(mmaKindName(other));
    }
    if (!names.empty())
      report.add("legal_for", "legal for kind", std::move(names), text);
  }
  report.add(violations);
  return report;
}
