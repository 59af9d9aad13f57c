// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Foreign/SpirvSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

using Operands = SpirvStep::Operands;

/// An instruction that can be a step.
struct KnownStep {
  llvm::StringLiteral name;
  SpirvStep::Apply apply;
};

} // namespace

template <typename T> static llvm::Error assign(T &target, llvm::Expected<T> value) {
  if (!value)
    return value.takeError();
  target = std::move(*value);
  return llvm::Error::success();
}

template <auto set> static llvm::Error onLayout(SpirvState &state, Operands operands) {
  return assign(state.layout, (state.layout.*set)(operands));
}

template <auto set> static llvm::Error onView(SpirvState &state, Operands operands) {
  return assign(*state.view, (*state.view.*set)(operands));
}

static llvm::Error setClampValue(SpirvState &state, Operands operands) {
  if (operands.size() != 1)
    return llvm::createStringError(Twine(operands.size()) + " operands; expected 1");
  state.layout = state.layout.setClampValue(operands.front());
  return llvm::Error::success();
}

static llvm::Error setClip(SpirvState &state, Operands operands) {
  if (operands.size() != 4)
    return llvm::createStringError(Twine(operands.size()) + " operands; expected 4");
  *state.view = state.view->setClip({operands[0], operands[1], operands[2], operands[3]});
  return llvm::Error::success();
}

static constexpr KnownStep instructions[] = {
    {"dimension", onLayout<&SpirvTensorLayout::setDimension>},
    {"block-size", onLayout<&SpirvTensorLayout::setBlockSize>},
    {"stride", onLayout<&SpirvTensorLayout::setStride>},
    {"slice", onLayout<&SpirvTensorLayout::slice>},
    {"clamp-value", setClampValue},
    {"view-dimension", onView<&SpirvTensorView::setDimension>},
    {"view-stride", onView<&SpirvTensorView::setStride>},
    {"view-clip", setClip},
};

static llvm::Expected<SpirvStep> parseStep(StringRef word) {
  auto [name, text] = word.split('=');
  const KnownStep *known =
      llvm::find_if(instructions, [name = name](const KnownStep &i) { return i.name == name; });
  if (known == std::end(instructions) || text.empty())
    return llvm::createStringError(
        "invalid step `" + word + "`; expected one such as dimension=64,1000, of " +
        llvm::join(llvm::map_range(instructions, [](const KnownStep &i) { return i.name.str(); }),
                   ", "));
  llvm::Expected<std::vector<int64_t>> numbers = layoutNumbers(word, text);
  if (!numbers)
    return numbers.takeError();
  SpirvStep step{word.str(), known->name, known->apply, {}};
  for (int64_t number : *numbers) {
    if (!llvm::isInt<32>(number) && !llvm::isUInt<32>(number))
      return llvm::createStringError(Twine(number) + " of `" + word + "` does not fit 32 bits");
    step.operands.push_back(static_cast<uint32_t>(number));
  }
  return step;
}

llvm::Expected<std::vector<SpirvStep>> ptx::parseSpirvSteps(LayoutWords words) {
  std::vector<SpirvStep> steps;
  for (StringRef word : words) {
    llvm::Expected<SpirvStep> step = parseStep(word);
    if (!step)
      return step.takeError();
    steps.push_back(std::move(*step));
  }
  return steps;
}

llvm::Expected<SpirvState> ptx::createSpirvState(const LayoutOptions &options,
                                                 llvm::ArrayRef<SpirvStep> steps) {
  const SpirvStep *first =
      llvm::find_if(steps, [](const SpirvStep &step) { return step.name == "dimension"; });
  if (first == steps.end())
    return llvm::createStringError("`spirv` requires the dimensions, such as dimension=64,1000");
  unsigned clamp = llvm::StringSwitch<unsigned>(options.clamp.value_or("undefined"))
                       .Case("constant", 1)
                       .Case("clamp-to-edge", 2)
                       .Case("repeat", 3)
                       .Case("repeat-mirrored", 4)
                       .Default(0);
  llvm::Expected<SpirvTensorLayout> layout =
      SpirvTensorLayout::create(first->operands.size(), clamp);
  if (!layout)
    return layout.takeError();
  SpirvState state{std::move(*layout), std::nullopt};
  bool stepsView =
      llvm::any_of(steps, [](const SpirvStep &step) { return step.name.starts_with("view-"); });
  std::optional<StringRef> permutation = options.view;
  if (!permutation) {
    if (stepsView)
      return llvm::createStringError("a step of a view requires --view, its permutation");
    return state;
  }
  llvm::Expected<std::vector<int64_t>> numbers = layoutNumbers("--view", *permutation);
  if (!numbers)
    return numbers.takeError();
  bool hasDimensions = llvm::any_of(steps, [](const SpirvStep &step) {
    return step.name == "view-dimension" || step.name == "view-stride";
  });
  std::vector<uint32_t> places(numbers->begin(), numbers->end());
  llvm::Expected<SpirvTensorView> view = SpirvTensorView::create(hasDimensions, places);
  if (!view)
    return view.takeError();
  state.view = std::move(*view);
  return state;
}

Violations ptx::checkSpirvOrder(llvm::ArrayRef<SpirvStep> steps) {
  Violations violations;
  bool sized = false, sliced = false, stale = false;
  auto warn = [&](const Twine &text) {
    violations.push_back({Violation::Kind::Suspicious, spirvTensorAddressing, text.str()});
  };
  for (const SpirvStep &step : steps) {
    StringRef name = step.name;
    if (name == "dimension") {
      if (sliced)
        warn("`" + step.text + "` after a slice sets the offsets to 0 and the spans to the sizes");
      sized = true;
      sliced = stale = false;
    } else if (name == "slice") {
      sliced = true;
    } else if (name == "block-size") {
      stale = sized;
    } else if (name == "stride") {
      stale = false;
    }
  }
  if (stale)
    warn("a block size after the dimensions leaves the strides as they are, which then count "
         "blocks");
  return violations;
}
