// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/SpirvModule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

using Operands = llvm::ArrayRef<uint32_t>;

/// One instruction of the text.
struct Line {
  unsigned number;
  StringRef result; ///< `%x`; empty if there is none
  StringRef opcode;
  llvm::SmallVector<StringRef, 8> operands;
};

/// The known properties of an id.
struct Id {
  StringRef opcode; ///< of the defining instruction
  StringRef type;   ///< the id of its type, if it is a value
  std::optional<uint64_t> constant;
  unsigned integerBits = 0;                ///< of an integer type
  std::optional<SpirvTensorLayout> layout; ///< the state of a value, or the new state of a type
  std::optional<SpirvTensorView> view;
};

/// An instruction of the extension that changes a layout or a view.
struct Setter {
  llvm::StringLiteral name;
  bool ofView;
  llvm::Error (*apply)(Id &, Operands);
};

class ModuleReader {
public:
  SpirvModule run(StringRef text);

private:
  bool split(StringRef text, Line &line);
  void read(const Line &line);
  void declare(const Line &line);
  void defineType(const Line &line, Id &id);
  void defineConstant(const Line &line, Id &id);
  void create(const Line &line, Id &id, bool isView);
  void set(const Line &line, Id &id, const Setter &setter);
  void addStep(const Line &line, const Id &id, llvm::ArrayRef<StringRef> operands);
  std::optional<uint64_t> constant(const Line &line, StringRef operand, StringRef name);
  bool isWord(const Line &line, StringRef operand, StringRef name);
  bool expectOperands(const Line &line, size_t least);
  void problem(const Line &line, const Twine &text) {
    module.problems.push_back({line.number, ("`" + line.opcode + "`: " + text).str()});
  }

  SpirvModule module;
  llvm::StringMap<Id> ids;
  bool hasCapability = false;
  bool hasExtension = false;
};

} // namespace

template <typename T> static llvm::Error assign(std::optional<T> &target, llvm::Expected<T> value) {
  if (!value)
    return value.takeError();
  target = std::move(*value);
  return llvm::Error::success();
}

template <auto set> static llvm::Error onLayout(Id &id, Operands operands) {
  return assign(id.layout, (*id.layout.*set)(operands));
}

template <auto set> static llvm::Error onView(Id &id, Operands operands) {
  return assign(id.view, (*id.view.*set)(operands));
}

static llvm::Error setClampValue(Id &id, Operands operands) {
  if (operands.size() != 1)
    return llvm::createStringError(Twine(operands.size()) + " operands; expected 1");
  id.layout = id.layout->setClampValue(operands.front());
  return llvm::Error::success();
}

static llvm::Error setClip(Id &id, Operands operands) {
  if (operands.size() != 4)
    return llvm::createStringError(Twine(operands.size()) + " operands; expected 4");
  id.view = id.view->setClip({operands[0], operands[1], operands[2], operands[3]});
  return llvm::Error::success();
}

static constexpr Setter setters[] = {
    {"OpTensorLayoutSetDimensionNV", false, onLayout<&SpirvTensorLayout::setDimension>},
    {"OpTensorLayoutSetStrideNV", false, onLayout<&SpirvTensorLayout::setStride>},
    {"OpTensorLayoutSliceNV", false, onLayout<&SpirvTensorLayout::slice>},
    {"OpTensorLayoutSetClampValueNV", false, setClampValue},
    {"OpTensorViewSetDimensionNV", true, onView<&SpirvTensorView::setDimension>},
    {"OpTensorViewSetStrideNV", true, onView<&SpirvTensorView::setStride>},
    {"OpTensorViewSetClipNV", true, setClip},
    {"OpTensorLayoutSetBlockSizeNV", false, onLayout<&SpirvTensorLayout::setBlockSize>},
};

static constexpr llvm::StringLiteral layoutType = "OpTypeTensorLayoutNV";
static constexpr llvm::StringLiteral viewType = "OpTypeTensorViewNV";
static constexpr llvm::StringLiteral createLayout = "OpCreateTensorLayoutNV";
static constexpr llvm::StringLiteral createView = "OpCreateTensorViewNV";

static const Setter *setterNamed(StringRef name) {
  const Setter *found =
      llvm::find_if(setters, [&](const Setter &setter) { return setter.name == name; });
  return found == std::end(setters) ? nullptr : found;
}

/// Removes and returns the next word or string of `text`; empty at a comment or at the end.
static StringRef nextWord(StringRef &text) {
  text = text.ltrim();
  if (text.empty() || text.front() == ';')
    return text = "";
  size_t end = 0;
  if (text.front() == '"') {
    for (end = 1; end < text.size() && text[end] != '"'; ++end)
      end += text[end] == '\\';
    end = std::min(end + 1, text.size());
  } else {
    end = std::min(text.find_if([](char c) { return llvm::isSpace(c) || c == ';'; }), text.size());
  }
  StringRef word = text.take_front(end);
  text = text.drop_front(end);
  return word;
}

/// Splits a line of text; false if it contains no instruction.
bool ModuleReader::split(StringRef text, Line &line) {
  StringRef word = nextWord(text);
  if (word.empty())
    return false;
  if (word.starts_with("%")) {
    line.result = word;
    if (nextWord(text) == "=")
      word = nextWord(text);
    else
      word = "";
  }
  if (!word.starts_with("Op")) {
    module.problems.push_back({line.number, "this is not an instruction of SPIR-V's text form"});
    return false;
  }
  line.opcode = word;
  for (StringRef operand = nextWord(text); !operand.empty(); operand = nextWord(text))
    line.operands.push_back(operand);
  return true;
}

bool ModuleReader::expectOperands(const Line &line, size_t least) {
  if (line.operands.size() >= least)
    return true;
  problem(line, Twine(line.operands.size()) + " operands; expected at least " + Twine(least));
  return false;
}

/// Whether `operand` is a value of a scalar 32-bit integer type.
bool ModuleReader::isWord(const Line &line, StringRef operand, StringRef name) {
  auto value = ids.find(operand);
  if (value == ids.end()) {
    problem(line, name + " `" + operand + "` is not defined");
    return false;
  }
  auto type = ids.find(value->second.type);
  if (type == ids.end() || type->second.integerBits != 32) {
    problem(line, name + " `" + operand + "` does not have a scalar 32-bit integer type");
    return false;
  }
  return true;
}

/// The constant `operand` of a type declaration.
std::optional<uint64_t> ModuleReader::constant(const Line &line, StringRef operand,
                                               StringRef name) {
  if (!isWord(line, operand, name))
    return std::nullopt;
  const Id &value = ids.find(operand)->second;
  if (!value.constant)
    problem(line, name + " `" + operand + "` is not a constant instruction");
  return value.constant;
}

void ModuleReader::defineType(const Line &line, Id &id) {
  bool isView = line.opcode == viewType;
  if (!expectOperands(line, 2))
    return;
  std::optional<uint64_t> dimensions = constant(line, line.operands[0], "Dim");
  auto finish = [&](auto &target, auto created) {
    if (created)
      target = std::move(*created);
    else
      problem(line, llvm::toString(created.takeError()));
  };
  if (!isView) {
    std::optional<uint64_t> mode = constant(line, line.operands[1], "ClampMode");
    if (dimensions && mode)
      finish(id.layout, SpirvTensorLayout::create(*dimensions, *mode));
    return;
  }
  auto has = ids.find(line.operands[1]);
  if (has == ids.end() || !has->second.constant ||
      ids.lookup(has->second.type).opcode != "OpTypeBool")
    return problem(line, "HasDimensions `" + line.operands[1] + "` is not a boolean constant");
  std::vector<uint32_t> permutation;
  for (StringRef operand : llvm::drop_begin(line.operands, 2))
    if (std::optional<uint64_t> place = constant(line, operand, "p"))
      permutation.push_back(static_cast<uint32_t>(*place));
    else
      return;
  if (!dimensions)
    return;
  if (permutation.size() != *dimensions)
    return problem(line, "a permutation of " + Twine(permutation.size()) +
                             " dimensions; expected " + Twine(*dimensions));
  finish(id.view, SpirvTensorView::create(has->second.constant != 0, permutation));
}

/// Reads `OpConstant %type 4` and similar instructions.
void ModuleReader::defineConstant(const Line &line, Id &id) {
  StringRef name = line.opcode;
  name.consume_front("OpSpec") || name.consume_front("Op");
  uint64_t value;
  int64_t negative;
  if (name == "ConstantTrue" || name == "ConstantFalse")
    id.constant = name == "ConstantTrue";
  else if (name == "ConstantNull")
    id.constant = 0;
  else if (name == "Constant" && line.operands.size() == 2 &&
           !line.operands[1].getAsInteger(0, value))
    id.constant = value;
  else if (name == "Constant" && line.operands.size() == 2 &&
           !line.operands[1].getAsInteger(0, negative))
    id.constant = static_cast<uint32_t>(negative);
}

void ModuleReader::create(const Line &line, Id &id, bool isView) {
  if (!expectOperands(line, 1))
    return;
  Id type = ids.lookup(line.operands[0]);
  if (type.opcode != (isView ? viewType : layoutType))
    return problem(line, "Result Type `" + line.operands[0] + "` is not an `" +
                             (isView ? viewType : layoutType) + "`");
  id.layout = type.layout;
  id.view = type.view;
  addStep(line, id, {});
}

void ModuleReader::set(const Line &line, Id &id, const Setter &setter) {
  if (!expectOperands(line, 3))
    return;
  StringRef resultType = line.operands[0], copied = line.operands[1];
  auto from = ids.find(copied);
  if (from == ids.end())
    return problem(line, "`" + copied + "` is not defined");
  if (ids.lookup(resultType).opcode != (setter.ofView ? viewType : layoutType))
    return problem(line, "Result Type `" + resultType + "` is not an `" +
                             (setter.ofView ? viewType : layoutType) + "`");
  if (from->second.type != resultType)
    return problem(line, "the type of `" + copied + "` is not Result Type `" + resultType + "`");
  std::vector<uint32_t> numbers;
  bool isLegal = true;
  llvm::ArrayRef<StringRef> operands = llvm::ArrayRef(line.operands).drop_front(2);
  for (StringRef operand : operands) {
    isLegal &= isWord(line, operand, "operand");
    if (std::optional<uint64_t> value = ids.lookup(operand).constant)
      numbers.push_back(static_cast<uint32_t>(*value));
  }
  id.layout = from->second.layout;
  id.view = from->second.view;
  if (!isLegal || numbers.size() != operands.size()) {
    id.layout.reset();
    id.view.reset();
  } else if (setter.ofView ? id.view.has_value() : id.layout.has_value()) {
    if (llvm::Error error = setter.apply(id, numbers))
      problem(line, llvm::toString(std::move(error)));
  }
  addStep(line, id, operands);
}

void ModuleReader::addStep(const Line &line, const Id &id, llvm::ArrayRef<StringRef> operands) {
  std::string text = line.opcode.str();
  for (auto [i, operand] : llvm::enumerate(operands)) {
    std::optional<uint64_t> value = ids.lookup(operand).constant;
    text += (i ? "," : " ") + (value ? std::to_string(*value) : operand.str());
  }
  module.steps.push_back({line.number, line.result.str(), std::move(text), id.layout, id.view});
}

/// Reads an instruction without a result.
void ModuleReader::declare(const Line &line) {
  if (line.opcode == "OpCapability" && !line.operands.empty())
    hasCapability |= line.operands[0] == "TensorAddressingNV" || line.operands[0] == "5439";
  else if (line.opcode == "OpExtension" && !line.operands.empty())
    hasExtension |= line.operands[0] == "\"SPV_NV_tensor_addressing\"";
}

void ModuleReader::read(const Line &line) {
  if (line.result.empty())
    return declare(line);
  Id id;
  id.opcode = line.opcode;
  const Setter *setter = setterNamed(line.opcode);
  bool isOfExtension = setter || line.opcode == layoutType || line.opcode == viewType ||
                       line.opcode == createLayout || line.opcode == createView;
  bool isType = line.opcode.starts_with("OpType");
  if (!isType && !line.operands.empty())
    id.type = line.operands[0];
  if (isOfExtension && !(hasCapability && hasExtension)) {
    problem(line, "the module lacks `OpCapability TensorAddressingNV` or `OpExtension "
                  "\"SPV_NV_tensor_addressing\"`");
    hasCapability = hasExtension = true; // once
  }
  if (line.opcode == layoutType || line.opcode == viewType)
    defineType(line, id);
  else if (line.opcode == createLayout || line.opcode == createView)
    create(line, id, line.opcode == createView);
  else if (setter)
    set(line, id, *setter);
  else if (line.opcode == "OpTypeInt" && !line.operands.empty())
    (void)line.operands[0].getAsInteger(10, id.integerBits);
  else
    defineConstant(line, id);
  ids[line.result] = std::move(id);
}

SpirvModule ModuleReader::run(StringRef text) {
  unsigned number = 0;
  while (!text.empty()) {
    StringRef content;
    std::tie(content, text) = text.split('\n');
    Line line{.number = ++number, .result = {}, .opcode = {}, .operands = {}};
    if (split(content, line))
      read(line);
  }
  return std::move(module);
}

SpirvModule ptx::readSpirvModule(StringRef text) { return ModuleReader().run(text); }
