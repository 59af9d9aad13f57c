// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every diagnostic of ptxkit, in the order of the codes. To add one: add its record to the file of
// its kind, add docs/rules/<name>.md, emit it as `diag::Name{...}`, and expect it in a test.

include "ptx/Diagnostics/Catalogue/SyntaxRules.td"
include "ptx/Diagnostics/Catalogue/NameRules.td"
include "ptx/Diagnostics/Catalogue/OperandRules.td"
include "ptx/Diagnostics/Catalogue/DeclarationRules.td"
include "ptx/Diagnostics/Catalogue/GateRules.td"
include "ptx/Diagnostics/Catalogue/DirectiveRules.td"
include "ptx/Diagnostics/Catalogue/FunctionRules.td"
include "ptx/Diagnostics/Catalogue/LinkRules.td"
include "ptx/Diagnostics/Catalogue/ControlFlowRules.td"
include "ptx/Diagnostics/Catalogue/OrderingRules.td"
include "ptx/Diagnostics/Catalogue/ExecutionRules.td"
include "ptx/Diagnostics/Catalogue/TensorMapRules.td"
include "ptx/Diagnostics/Catalogue/TensorValueRules.td"
include "ptx/Diagnostics/Catalogue/InlineRules.td"
include "ptx/Diagnostics/Catalogue/ProjectRules.td"
include "ptx/Diagnostics/Catalogue/LintRules.td"
