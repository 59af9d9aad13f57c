// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Figures.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The explanation of a field.
struct FieldText {
  StringRef key;   ///< for JSON
  StringRef label; ///< for text
  llvm::json::Value value;
  std::string meaning;
};

} // namespace

/// The name of the type with a code, such as "bf16", or the error of the code.
static std::string typeText(MmaKind kind, MmaOperand operand, unsigned code) {
  StringRef name = operandTypeName(kind, operand, code);
  return name.empty() ? "means nothing for this kind" : name.str();
}

static FieldText typeField(StringRef key, StringRef label, MmaKind kind, MmaOperand operand,
                           unsigned code) {
  std::string text = typeText(kind, operand, code);
  return {key, label, text, text};
}

/// The explanation of the field `name`.
static FieldText explainField(StringRef name, MmaKind kind, const InstructionDescriptor &d) {
  auto flag = [&](StringRef key, bool value, StringRef yes) {
    return FieldText{key, name, value, value ? yes.str() : "no"};
  };
  auto number = [&](StringRef key, unsigned value, StringRef label) {
    return FieldText{key, label, value, std::to_string(value)};
  };
  if (name == "M")
    return number("m", d.m, name);
  if (name == "N")
    return number("n", d.n, name);
  if (name == "D type")
    return typeField("d_type", "D", kind, MmaOperand::D, d.dType);
  if (name == "A type")
    return typeField("a_type", "A", kind, MmaOperand::A, d.aType);
  if (name == "B type")
    return typeField("b_type", "B", kind, MmaOperand::B, d.bType);
  if (name == "negate A")
    return flag("negate_a", d.negateA, "yes");
  if (name == "negate B")
    return flag("negate_b", d.negateB, "yes");
  if (name == "transpose A")
    return flag("transpose_a", d.transposeA, "yes: A is M-major");
  if (name == "transpose B")
    return flag("transpose_b", d.transposeB, "yes: B is N-major");
  if (name == "sparse")
    return flag("sparse", d.sparse, "yes: A is sparse");
  if (name == "saturate")
    return flag("saturate", d.saturate, "yes");
  if (name == "sparsity selector")
    return number("sparsity_selector", d.sparsitySelector, name);
  if (name == "maximum shift")
    return {"max_shift", name, d.maxShift,
            d.maxShift ? std::to_string(4u << d.maxShift) + " columns" : "none"};
  if (name == "scale type") {
    StringRef scale = scaleTypeName(kind, d.scaleType);
    return {"scale_type", name, d.scaleType,
            scale.empty() ? "means nothing for this kind" : scale.str()};
  }
  if (name == "scale factor ID of A")
    return number("scale_a", d.scaleA, "scale ID of A");
  if (name == "scale factor ID of B")
    return number("scale_b", d.scaleB, "scale ID of B");
  if (name == "scale factors in 128 lanes")
    return flag("scale_lanes", d.scaleLanes, "yes");
  if (name == "sparsity version")
    return {"sparsity_version", name, d.sparsityV1, d.sparsityV1 ? "v1: 2:4" : "v0: 4:8 in pairs"};
  unsigned k = mmaK(kind, d.sparse, d.kCode);
  return {name.starts_with("upper") ? "k_upper" : "k_code", name, d.kCode,
          k ? "K " + std::to_string(k) : "means nothing for this kind"};
}

/// Explains each field of `value`, shape and types first, and draws it.
static void addFields(LayoutReport &report, MmaKind kind, uint32_t value,
                      const Violations &violations, const std::string &title) {
  InstructionDescriptor d = decodeInstructionDescriptor(kind, value);
  std::vector<ExplainedField> drawn;
  unsigned k = mmaK(kind, d.sparse, d.kCode);
  auto nameOf = [&](MmaOperand operand, unsigned code) {
    StringRef name = operandTypeName(kind, operand, code);
    return name.empty() ? StringRef("?") : name;
  };
  std::string product =
      llvm::formatv("M {0}, N {1}, K {2}: {3} x {4} into {5}", d.m, d.n, k,
                    nameOf(MmaOperand::A, d.aType), nameOf(MmaOperand::B, d.bType),
                    isBlockScaled(kind) ? StringRef("f32") : nameOf(MmaOperand::D, d.dType));
  report.add("k", "product", k, product);
  for (const InstructionField &field : instructionFields(kind)) {
    FieldText text = explainField(field.bits.name, kind, d);
    report.add(
        text.key, text.label, text.value,
        llvm::formatv("{0} ({1}: {2})", text.meaning, field.bits.bits(), field.bits.of(value))
            .str());
    drawn.push_back({field.bits, text.meaning});
  }
  report.figure = drawFields(title, value, 32, drawn, violations);
}

llvm::Expected<LayoutReport> ptx::layoutInstruction(const LayoutOptions &options,
                                                    LayoutWords words) {
  llvm::Expected<StringRef> word = onlyWord(words, "idesc", "one 32-bit value");
  if (!word)
    return word.takeError();
  llvm::Expected<uint64_t> value = layoutNumber("instruction descriptor", *word);
  if (!value)
    return value.takeError();
  if (*value > UINT32_MAX)
    return llvm::createStringError("instruction descriptor " + *word + " has more than 32 bits");
  std::optional<StringRef> kindName = options.kind;
  if (!kindName)
    return llvm::createStringError("`idesc` requires --kind, on which the fields depend");
  MmaKind kind = *parseMmaKind(*kindName);
  llvm::Expected<std::optional<LayoutTarget>> target = layoutTarget(options);
  if (!target)
    return target.takeError();

  MmaUse use;
  if (std::optional<StringRef> group = options.cta_group)
    use.ctaGroup = *group == "1" ? 1 : 2;
  if (options.ws)
    use.ws = true;
  if (options.sparse)
    use.sparse = true;
  if (*target) {
    use.hasK96 = (*target)->hasK96;
    use.isOf107 = (*target)->isOf107;
  }
  std::string title =
      (hexText(*value) + " as an instruction descriptor of kind::" + mmaKindName(kind)).str();
  LayoutReport report(title);
  Violations violations = checkInstructionDescriptor(kind, *value, use);
  addFields(report, kind, *value, violations, title);
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
