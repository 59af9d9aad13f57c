// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow. (Manual 9.7.12)

include "ptx/Isa/InstructionBase.td"

def bra : Instruction<"bra", "9.7.12.3", "branch"> {
  let Traits = [Branches];
  let Effects = [HasNoEffect<>];
  let Forms = [Form<"bra{.uni}  tgt">];
  let Operands = [Operand<"tgt", "label", "">];
}

// `ptxas` accepts a literal.
def BranchIndex : Reg<"index", "u32"> { let AlsoTaken = "immediate moved"; }

def brx_idx : Instruction<"brx.idx", "9.7.12.4", "indirect branch through a list of labels"> {
  let Traits = [BranchesByTable];
  let Effects = [HasNoEffect<>];
  let Forms = [Form<"brx.idx{.uni}  index, tlist", [], [Since<"6.0", sm_30_up>]>];
  let Operands = [BranchIndex, Operand<"tlist", "branchtargets", "">];
}

class CallArguments<string name, bit written = 0> : Operand<name, "arguments", ""> {
  let Written = written;
}
defvar IndirectCall = [Since<"2.1", sm_20_up>];

def call : Instruction<"call", "9.7.12.5", "call a function"> {
  let Traits = [Calls];
  let Async = [AsyncAs<Call>];
  let Effects = [HasNoEffect<>];
  let Forms = [
    Form<"call{.uni}  (ret-param), func{, (param-list)}">,
    Form<"call{.uni}  func{, (param-list)}">,
    Form<"call{.uni}  (ret-param), fptr{, (param-list)}, flist", [], IndirectCall>,
    Form<"call{.uni}  fptr{, (param-list)}, flist", [], IndirectCall>,
    Form<"call{.uni}  (ret-param), fptr{, (param-list)}, fproto", [], IndirectCall>,
    Form<"call{.uni}  fptr{, (param-list)}, fproto", [], IndirectCall>
  ];
  let Operands = [
    CallArguments<"ret-param", 1>, CallArguments<"param-list">, Operand<"func", "function", "">,
    Reg<"fptr", "u32|u64">,
    Operand<"flist", "calltargets symbol", "">, Operand<"fproto", "callprototype", "">
  ];
}

def ret : Instruction<"ret", "9.7.12.6", "return from a function"> {
  let Traits = [EndsControl, EndsThread, Returns];
  let Effects = [HasNoEffect<>];
  let Forms = [Form<"ret{.uni}">];
}

def exit : Instruction<"exit", "9.7.12.7", "end the thread"> {
  let Traits = [EndsControl, EndsThread];
  let Effects = [HasNoEffect<>];
  let Forms = [Form<"exit">];
}
