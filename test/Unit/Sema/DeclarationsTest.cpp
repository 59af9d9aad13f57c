// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Syntax/ParsedModule.h"

#include "ptx/Sema/Declarations/Declarations.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// The symbol `name` of a module with these items.
Symbol symbolOf(const std::string &items, llvm::StringRef name) {
  ParsedModule module = ParsedModule::items(items);
  SymbolTable symbols = collectModuleSymbols(*module);
  std::optional<uint32_t> index = symbols.find(name);
  EXPECT_TRUE(index) << items;
  Symbol symbol = index ? symbols[*index] : Symbol{};
  symbol.name = {}; // the text does not outlive this
  return symbol;
}

TEST(DeclarationsTest, SpacesTypesAndShapes) {
  Symbol x = symbolOf(".global .v4 .f32 x;", "x");
  EXPECT_TRUE(x.isMemory() && !x.isRegister() && !x.isFunction());
  EXPECT_EQ(x.space, StateSpace::Global);
  EXPECT_EQ(x.type, TypeId::f32);
  EXPECT_EQ(x.vectorLength, 4u);
  EXPECT_FALSE(x.array);
  EXPECT_EQ(symbolOf(".const .b8 x[4];", "x").space, StateSpace::Const);
  EXPECT_TRUE(symbolOf(".const .b8 x[4];", "x").array);
  EXPECT_EQ(symbolOf(".shared .u64 x;", "x").space, StateSpace::Shared);
  EXPECT_EQ(symbolOf(".tex .u64 x;", "x").space, StateSpace::Tex);
  EXPECT_TRUE(symbolOf(".reg .b32 x;", "x").isRegister());
}

TEST(DeclarationsTest, SeveralNames) {
  EXPECT_EQ(symbolOf(".global .u32 a, b = 5, c[2];", "b").type, TypeId::u32);
  EXPECT_TRUE(symbolOf(".global .u32 a, b = 5, c[2];", "c").array);
  Symbol r = symbolOf(".reg .f64 a, %r<100>;", "%r99");
  EXPECT_TRUE(r.numbered);
  EXPECT_EQ(r.count, 100u);
  EXPECT_EQ(symbolOf(".reg .f64 %r<WARP_SZ>;", "%r31").count, 32u); // manual table 4
}

TEST(DeclarationsTest, FunctionsAndTheirParameters) {
  EXPECT_EQ(symbolOf(".func f() { ret; }", "f").kind, SymbolKind::Function);
  EXPECT_EQ(symbolOf(".entry k() { ret; }", "k").kind, SymbolKind::Entry);
  ParsedModule module = ParsedModule::items(".func (.reg .b32 r) f(.param .b64 a) { ret; }\n"
                                            ".entry k(.param .b32 p) { ret; }\n");
  const SyntaxUnit &unit = module.top();
  SymbolTable symbols;
  for (const Function &function : unit.functions())
    forEachParameter({unit, function}, [&](const Symbol &symbol) { symbols.declare(symbol); });
  ASSERT_EQ(symbols.all().size(), 3u);
  EXPECT_EQ(symbols[*symbols.find("r")].parameter, ParameterKind::Return);
  EXPECT_TRUE(symbols[*symbols.find("r")].isRegister());
  EXPECT_EQ(symbols[*symbols.find("a")].parameter, ParameterKind::Input);
  EXPECT_EQ(symbols[*symbols.find("a")].space, StateSpace::Param);
  EXPECT_EQ(symbols[*symbols.find("p")].parameter, ParameterKind::Entry);
}

/// A name belongs to what is after it. (Manual 5.4)
TEST(DeclarationsTest, TheOrderOfTheModule) {
  ParsedModule module =
      ParsedModule::items(".global .u32 x;\n.func f() { ret; }\n.global .u32 y;\n");
  SymbolTable symbols = collectModuleSymbols(*module);
  uint32_t f = symbols[*symbols.find("f")].range.begin;
  EXPECT_TRUE(symbols.find("x", f));
  EXPECT_FALSE(symbols.find("y", f));
  EXPECT_TRUE(symbols.find("f", f + 1));
}

} // namespace
