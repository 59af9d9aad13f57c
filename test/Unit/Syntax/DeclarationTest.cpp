// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParsedModule.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::string dimensions(const SyntaxUnit &unit, const Declarator &decl) {
  std::string text;
  for (ExprId id : unit.list(decl.dimensions))
    text += ("[" + llvm::Twine(id ? show(unit, id) : "") + "]").str();
  return text;
}

/// A declaration in a fixed order of its parts.
std::string variable(const SyntaxUnit &unit, const Variable &var) {
  std::string text;
  for (TokenId token :
       {var.linkage, var.hidden, var.space, var.vector, var.type, var.ptr, var.ptrSpace})
    if (token)
      text += show(unit, token) + " ";
  for (DirectiveId id : var.qualifiers)
    text += show(unit, unit[id].keyword) + "(" + show(unit, unit[id].operands) + ") ";
  for (DeclaratorId id : var.declarators) {
    const Declarator &decl = unit[id];
    text += show(unit, decl.name);
    if (decl.nameCount)
      text += ("<" + llvm::Twine(show(unit, decl.nameCount)) + ">").str();
    text += dimensions(unit, decl);
    if (decl.initializer)
      text += " = " + show(unit, decl.initializer);
    text += ";";
  }
  return text;
}

std::string variable(const std::string &item) {
  ParsedModule module = ParsedModule::items(item);
  EXPECT_TRUE(module->isComplete()) << item;
  return variable(module.top(), module.top().variables()[0]);
}

/// (Manual 5.4.1)
TEST(Declaration, Variables) {
  EXPECT_EQ(variable(".global .u32 a;"), ".global .u32 a;");
  EXPECT_EQ(variable(".visible .const .v4 .f32 a = {1.5, 2.5};"),
            ".visible .const .v4 .f32 a = (Initializer 1.5 2.5);");
  EXPECT_EQ(variable(".const[3] .b8 a[4];"), ".const[3] .b8 a[4];");
  EXPECT_EQ(variable(".reg .b32 %r<100>;"), ".reg .b32 %r<100>;");
  EXPECT_EQ(variable(".global .u32 a, b[3], c = 4;"), ".global .u32 a;b[3];c = 4;");
  EXPECT_EQ(variable(".extern .shared .b8 a[][2];"), ".extern .shared .b8 a[][2];");
  EXPECT_EQ(variable(".global .u32 a[WARP_SZ] = {1};"),
            ".global .u32 a[WARP_SZ] = (Initializer 1);");
  EXPECT_EQ(variable(".tex .u64 t;"), ".tex .u64 t;");
  // Without a name it is legal too, says `ptxas`.
  EXPECT_EQ(variable(".reg .u32;"), ".reg .u32 ");
}

/// (Manual 5.4.5, 5.4.8) Before or after the state space.
TEST(Declaration, Qualifiers) {
  EXPECT_EQ(variable(".align 8 .global .align 16 .b8 a[4];"),
            ".global .b8 .align(8) .align(16) a[4];");
  EXPECT_EQ(variable(".global .attribute(.managed, .unified(19, 95)) .u32 a;"),
            ".global .u32 .attribute((Attribute .managed) (Attribute .unified 19 95)) a;");
}

TEST(Declaration, Names) {
  for (const char *name : {"call", "generic", "function_name", "inlined_at", "add", "b32"})
    EXPECT_EQ(variable(".global .u32 " + std::string(name) + ";"),
              ".global .u32 " + std::string(name) + ";");
}

struct ShownFunction {
  std::string header;
  std::vector<std::string> results, parameters, directives;
};

ShownFunction function(const std::string &item) {
  ParsedModule module = ParsedModule::items(item);
  EXPECT_THAT(module.diagnostics(), IsEmpty()) << item;
  const SyntaxUnit &top = module.top();
  const Function &func = top.functions()[0];
  ShownFunction shown;
  if (func.linkage)
    shown.header += show(top, func.linkage) + " ";
  shown.header += show(top, func.keyword) + " " + show(top, func.name);
  for (VarId id : func.results)
    shown.results.push_back(variable(top, top[id]));
  for (VarId id : func.parameters)
    shown.parameters.push_back(variable(top, top[id]));
  for (DirectiveId id : func.directives)
    shown.directives.push_back(show(top, top[id].keyword) + " " + show(top, top[id].operands));
  if (func.hasBody())
    shown.header += " #" + std::to_string(func.body);
  return shown;
}

/// (Manual 11.2.1, 5.1.6)
TEST(Declaration, Entries) {
  ShownFunction k = function(".visible .entry k(.param .u64 .ptr .global .align 16 a,\n"
                             "  .param .align 8 .b8 b[32], .reg .u32 c)\n"
                             ".maxntid 16, 4 .minnctapersm 2 .explicitcluster .pragma \"x\";\n{ }");
  EXPECT_EQ(k.header, ".visible .entry k #0");
  EXPECT_THAT(k.parameters, ElementsAre(".param .u64 .ptr .global .align(16) a;",
                                        ".param .b8 .align(8) b[32];", ".reg .u32 c;"));
  EXPECT_THAT(k.directives, ElementsAre(".maxntid 16 4", ".minnctapersm 2", ".explicitcluster ",
                                        ".pragma \"x\""));
  EXPECT_EQ(function(".entry k;").header, ".entry k");
}

/// (Manual 11.2.2)
TEST(Declaration, Functions) {
  ShownFunction f = function(".extern .func (.param .b32 r, .reg .u32 s) f (.param .b64 _)"
                             " .noreturn .abi_preserve 12;");
  EXPECT_EQ(f.header, ".extern .func f");
  EXPECT_THAT(f.results, ElementsAre(".param .b32 r;", ".reg .u32 s;"));
  EXPECT_THAT(f.parameters, ElementsAre(".param .b64 _;"));
  EXPECT_THAT(f.directives, ElementsAre(".noreturn ", ".abi_preserve 12"));
  // `ptxas` accepts a declaration without parentheses and semicolon if another directive follows.
  EXPECT_EQ(function(".func f .func g {}").header, ".func f");
}

TEST(Declaration, FunctionAttributes) {
  ParsedModule module = ParsedModule::items(".func .attribute(.unified(1, 2)) f;");
  const Function &f = module.top().functions()[0];
  ASSERT_EQ(f.attributes.size(), 1u);
  EXPECT_EQ(show(module.top(), module.top()[f.attributes[0]].operands), "(Attribute .unified 1 2)");
}

/// Bodies are units of their own, found through their function.
TEST(Declaration, Bodies) {
  ParsedModule module = ParsedModule::items(".func f; .func g { a; } .entry h { b; c; }");
  ASSERT_EQ(module->bodies().size(), 2u);
  llvm::ArrayRef<Function> functions = module.top().functions();
  ASSERT_EQ(functions.size(), 3u);
  EXPECT_FALSE(functions[0].hasBody());
  EXPECT_EQ(functions[1].body, 0u);
  EXPECT_EQ(functions[2].body, 1u);
  EXPECT_EQ(module.body(0).instructions().size(), 1u);
  EXPECT_EQ(module.body(1).instructions().size(), 2u);
}

/// (Manual 11.3.3)
TEST(Declaration, CallPrototypes) {
  ParsedModule module = ParsedModule::statements(
      "p: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b8 _[4]) .noreturn;");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  const SyntaxUnit &body = module.body();
  ASSERT_EQ(body.functions().size(), 1u);
  const Function &p = body.functions()[0];
  EXPECT_EQ(show(body, p.first), "p");
  EXPECT_EQ(show(body, p.keyword), ".callprototype");
  EXPECT_EQ(show(body, p.name), "_");
  ASSERT_EQ(p.results.size(), 1u);
  EXPECT_EQ(variable(body, body[p.results[0]]), ".param .b32 _;");
  ASSERT_EQ(p.parameters.size(), 2u);
  EXPECT_EQ(variable(body, body[p.parameters[1]]), ".param .b8 _[4];");
  EXPECT_EQ(p.directives.size(), 1u);
}

} // namespace
