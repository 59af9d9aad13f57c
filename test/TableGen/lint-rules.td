// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of lints, and the tables that name them, in the order of the codes.
//
// RUN: ptx-tblgen -gen-lint-rules -I %{source}/lib %s | FileCheck %s

include "ptx/Diagnostics/Catalogue/CatalogBase.td"

def Lints : Family<9000>;
let Of = Lints, Section = "4.3" in {

// CHECK: #ifndef PTX_LINT_TABLES
// CHECK: void checkOddBody(BodyLintContext &context);
// CHECK-NEXT: void checkOtherBody(BodyLintContext &context);
// CHECK-NEXT: void checkOddForm(BodyLintContext &context);
// CHECK-NEXT: void checkOddModule(ModuleLintContext &context);
// CHECK-NEXT: void checkOddForm(ModuleLintContext &context);
// CHECK: #else
// CHECK: static constexpr LintRule<BodyLintContext> rulesOfBody[] = {
// CHECK-NEXT: {DiagId(9001), checkOddBody},
// CHECK-NEXT: {DiagId(9003), checkOtherBody},
// CHECK-NEXT: {DiagId(9005), checkOddForm},
// CHECK-NEXT: };
// CHECK: static constexpr LintRule<ModuleLintContext> rulesOfModule[] = {
// CHECK-NEXT: {DiagId(9002), checkOddModule},
// CHECK-NEXT: {DiagId(9005), checkOddForm},
// CHECK-NEXT: };
def OddForm : Off<9005, "odd-form", "odd form"> { let Lint = "Both"; }
def OddToken : Warning<9004, "odd-token", "odd token">;
def OtherBody : Off<9003, "other-body", "other body"> { let Lint = "Body"; }
def OddModule : Warning<9002, "odd-module", "odd module"> { let Lint = "Module"; }
def OddBody : Warning<9001, "odd-body", "odd body"> { let Lint = "Body"; }
}
