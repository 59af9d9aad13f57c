// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initial values of textures, samplers and surfaces. (Manual 5.3, tables 10 and 11)

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/ConstantCheck.h"
#include "ptx/Sema/Declarations/Initializers.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The kind of value of a field.
enum class FieldValue : uint8_t { Number, Truth, Filter, AddressMode };

/// The objects that have a field.
enum : uint8_t { InTexture = 1, InSampler = 2, InSurface = 4 };

struct FieldInfo {
  StringRef name;
  uint8_t objects;
  FieldValue value;
};

} // namespace

static constexpr FieldInfo fieldTable[] = {
    {"width", InTexture | InSurface, FieldValue::Number},
    {"height", InTexture | InSurface, FieldValue::Number},
    {"depth", InTexture | InSurface, FieldValue::Number},
    {"channel_data_type", InTexture | InSurface, FieldValue::Number},
    {"channel_order", InTexture | InSurface, FieldValue::Number},
    {"array_size", InTexture | InSurface, FieldValue::Number},
    {"normalized_coords", InTexture, FieldValue::Truth},
    {"num_mipmap_levels", InTexture, FieldValue::Number},
    {"num_samples", InTexture, FieldValue::Number},
    {"filter_mode", InTexture | InSampler, FieldValue::Filter},
    {"addr_mode_0", InTexture | InSampler, FieldValue::AddressMode},
    {"addr_mode_1", InTexture | InSampler, FieldValue::AddressMode},
    {"addr_mode_2", InTexture | InSampler, FieldValue::AddressMode},
    {"force_unnormalized_coords", InSampler, FieldValue::Truth},
    {"memory_layout", InSurface, FieldValue::Truth},
};

static constexpr StringRef filterModes[] = {"nearest", "linear"};
static constexpr StringRef addressModes[] = {"wrap", "mirror", "clamp_ogl", "clamp_to_edge",
                                             "clamp_to_border"};

static uint8_t objectOf(TypeId type) {
  return type == TypeId::texref ? InTexture : type == TypeId::samplerref ? InSampler : InSurface;
}

static std::string listOf(llvm::ArrayRef<StringRef> names) {
  std::vector<std::string> quoted;
  for (StringRef name : names)
    quoted.push_back("`" + name.str() + "`");
  return listText(quoted);
}

/// The possible names for the value of a field; empty if the value is a number.
static llvm::ArrayRef<StringRef> namesOf(FieldValue value) {
  if (value == FieldValue::Filter)
    return filterModes;
  if (value == FieldValue::AddressMode)
    return addressModes;
  return {};
}

void InitializerChecker::checkObject(ExprId id) {
  std::string typeName = ("`." + info(type).name + "`").str();
  if (unit[id].kind != ExprKind::Initializer)
    return reportType(id, "`" + unit.source(id).str() + "`", "a list of fields in braces");
  llvm::ArrayRef<ExprId> list = unit.list(unit[id].list());
  size_t most = llvm::count_if(
      fieldTable, [&](const FieldInfo &field) { return field.objects & objectOf(type); });
  if (list.size() > most)
    diagnostics.emit(diag::InitializerCount{
        .range = {unit.range(list[most]).begin, unit.range(list.back()).end},
        .observed = std::to_string(list.size()) + " values",
        .what = "a " + typeName + " with " + std::to_string(most) + " fields"});
  llvm::SmallVector<StringRef, 16> named;
  for (ExprId element : list.take_front(most)) {
    checkField(element, /*isLoose=*/false);
    if (unit[element].kind != ExprKind::Field)
      continue;
    StringRef field = unit.text(unit[element].token);
    if (llvm::is_contained(named, field))
      diagnostics.emit(diag::UncheckedField{.range = unit.range(unit[element].token),
                                            .field = field,
                                            .observed = "given twice",
                                            .expected = "one value"});
    named.push_back(field);
  }
}

/// Whether `value` is one of the possible names for the value of a field.
static bool isNamedValue(StringRef value) {
  return llvm::is_contained(filterModes, value) || llvm::is_contained(addressModes, value);
}

/// A field in the initializer of a variable other than a texture, sampler or surface. `ptxas` does
/// not check its name.
void InitializerChecker::checkMisplacedField(ExprId id) {
  ExprId value = unit[id].child();
  if (unit[value].kind == ExprKind::Name && !isNamedValue(unit.source(value))) {
    diagnostics.emit(diag::InitialField{.range = unit.range(value),
                                        .observed = "`" + unit.source(value).str() +
                                                    "` is not a value of a field",
                                        .expected = "a number"});
    return;
  }
  diagnostics.emit(
      diag::UncheckedField{.range = unit.range(id),
                           .field = unit.text(unit[id].token),
                           .observed = "named as a field of `" + unit.text(name).str() + "`",
                           .expected = "a texture, sampler or surface with fields"});
}

/// `isLoose`: whether it is an element of an array, without the braces of the object. `ptxas` does
/// not check the name of such a field.
void InitializerChecker::checkField(ExprId id, bool isLoose) {
  const Expr &e = unit[id];
  std::string typeName = ("`." + info(type).name + "`").str();
  auto report = [&](SourceRange range, const std::string &observed, const std::string &expected) {
    diagnostics.emit(
        diag::InitialField{.range = range, .observed = observed, .expected = expected});
  };
  if (e.kind != ExprKind::Field)
    return report(unit.range(id), "`" + unit.source(id).str() + "` has no name",
                  "`name = value` for a field of " + typeName);
  StringRef field = unit.text(e.token);
  const FieldInfo *known =
      llvm::find_if(fieldTable, [&](const FieldInfo &info) { return info.name == field; });
  if (known == std::end(fieldTable) || !(known->objects & objectOf(type))) {
    llvm::SmallVector<StringRef, 16> names;
    for (const FieldInfo &info : fieldTable)
      if (info.objects & objectOf(type))
        names.push_back(info.name);
    if (!isLoose)
      return report(unit.range(e.token), "`" + field.str() + "` is not a field of " + typeName,
                    listOf(names));
    if (unit[e.child()].kind == ExprKind::Name && !isNamedValue(unit.source(e.child())))
      return report(unit.range(e.child()),
                    "`" + unit.source(e.child()).str() + "` is not a value of a field", "a number");
    diagnostics.emit(diag::UncheckedField{.range = unit.range(e.token),
                                          .field = field,
                                          .observed = "not a field of " + typeName,
                                          .expected = listOf(names)});
    return;
  }
  auto warn = [&](const std::string &observed, const std::string &expected) {
    diagnostics.emit(diag::UncheckedField{.range = unit.range(e.child()),
                                          .field = field,
                                          .observed = observed,
                                          .expected = expected});
  };
  bool ofSampler = known->value == FieldValue::AddressMode && type == TypeId::texref;
  if (ofSampler && gates.platform().independentTextures)
    warn("a field of samplers under `texmode_independent`", "it in a `.samplerref`");
  llvm::ArrayRef<StringRef> names = namesOf(known->value);
  StringRef value = unit.source(e.child());
  if (unit[e.child()].kind == ExprKind::Name) {
    if (!isNamedValue(value))
      return report(unit.range(e.child()), "`" + value.str() + "` is not a value of a field",
                    names.empty() ? "a number" : listOf(names));
    if (!llvm::is_contained(names, value))
      warn("`" + value.str() + "`", names.empty() ? "a number" : listOf(names));
    return;
  }
  std::optional<Constant> number =
      checkConstant(unit, e.child(), ConstantUse::Any, rules, diagnostics);
  if (!number)
    return;
  if (!number->isInteger())
    warn("`" + value.str() + "`", "an integer");
  else if (known->value == FieldValue::Truth && number->bits > 1)
    warn(constantText(*number), "0 or 1");
  else if (!names.empty() && number->bits >= names.size())
    warn(constantText(*number), listOf(names));
}
