// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Miscellaneous instructions. (Manual 9.7.19)

include "ptx/Isa/InstructionBase.td"

def brkpt : Instruction<"brkpt", "9.7.19.1", "suspend the thread for a debugger"> {
  let Does = Idle;
  let Forms = [Form<"brkpt", [], [Since<"1.0", sm_11_up>]>];
}

def nanosleep : Instruction<"nanosleep", "9.7.19.2", "suspend the thread for a given time"> {
  let Does = Idle;
  let Forms = [Form<"nanosleep.u32  t", [], [Since<"6.2", sm_70_up>, ManualWhen<Always, "6.3">]>];
  let Operands = [IntSrc<"t", "u32">];
}

def pmevent : Instruction<"pmevent", "9.7.19.3", "trigger performance monitor events"> {
  let Does = Idle;
  let Forms = [
    Form<"pmevent       a", [], [Since<"1.4">], [], [Imm<"a", "u32", 0, 15>]>,
    Form<"pmevent.mask  a", [], [Since<"3.0", sm_20_up>], [], [Imm<"a", "u32", 0, 65535>]>
  ];
}

// Its labels are declared in the `.metadata_section`.
def trace_mark : Instruction<"trace.mark", "9.7.21@9.4", "write a marker into the event trace"> {
  let Traits = [MarksTrace];
  let Sets = [Set<"type", "b32 b64">];
  let Operands = [
    Imm<"id", "u32", 0, 4095>, PredReg<"p">, Src<"payload", "type">, Operand<"label", "metadata", "">
  ];
  let Forms = [
    Form<"trace.mark            id{, label}">,
    Form<"trace.mark.type       id, payload{, label}">,
    Form<"trace.mark.cond       id, {!}p{, label}">,
    Form<"trace.mark.cond.type  id, {!}p, payload{, label}">
  ];
  let Gates = [Since<"9.5", FamilyOf107>];
}

def trap : Instruction<"trap", "9.7.19.4", "abort execution"> {
  let Traits = [EndsControl];
  let Forms = [Form<"trap">];
}

class RegisterCountImm<string name> : Imm<name, "u32", 24, 256> { let Step = 8; }

def setmaxnreg : Instruction<"setmaxnreg", "9.7.19.5", "change the register count of the warpgroup"> {
  let Does = SetRegisterCount;
  let Forms = [
    Form<"setmaxnreg.action.sync.aligned.u32  imm-reg-count", [MnemonicSuffix<"action", "inc dec">],
         [Since<"8.0", RegisterCount>]>,
    UndocumentedForm<"setmaxnreg.action.sync.aligned.s32  imm-reg-count",
                     [MnemonicSuffix<"action", "inc dec">], [Since<"8.0", RegisterCount>]>
  ];
  let Operands = [RegisterCountImm<"imm-reg-count">];
}
