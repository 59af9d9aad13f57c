// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every diagnostic of ptxkit, in the order of the codes. To add one: add its record to the file of
// its kind, add docs/rules/<name>.md, emit it as `diag::Name{...}`, and expect it in a test.

include "ptx/Diagnostics/SyntaxRules.td"
include "ptx/Diagnostics/NameRules.td"
include "ptx/Diagnostics/OperandRules.td"
include "ptx/Diagnostics/DeclarationRules.td"
include "ptx/Diagnostics/GateRules.td"
include "ptx/Diagnostics/DirectiveRules.td"
include "ptx/Diagnostics/FunctionRules.td"
include "ptx/Diagnostics/ControlFlowRules.td"
include "ptx/Diagnostics/OrderingRules.td"
include "ptx/Diagnostics/TensorMapRules.td"
include "ptx/Diagnostics/TensorValueRules.td"
include "ptx/Diagnostics/InlineRules.td"
include "ptx/Diagnostics/ProjectRules.td"
include "ptx/Diagnostics/LintRules.td"
