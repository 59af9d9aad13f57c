// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extended-precision integer arithmetic. (Manual 9.7.2)

include "ptx/Isa/InstructionBase.td"

let Sets = [Set<"type", "u32 s32 u64 s64">],
    Gates = [
      When<All<[Has<"cc">, Has<"u64 s64">]>, "4.3", sm_20_up>,
      ManualWhen<Has<"u64 s64">, "4.3", sm_20_up>
    ] in {

def add_cc : Instruction<"add", "9.7.2.1", "integer addition with carry-out"> {
  let Does = Add;
  let Traits = [KeepsDifferences];
  let Forms = [Form<"add.cc.type  d, a, b", [], [Since<"1.2">]>];
}

def addc : Instruction<"addc", "9.7.2.2", "integer addition with carry-in"> {
  let Does = AddWithCarry;
  let Traits = [ReadsCarry];
  let Forms = [
    Form<"addc{.cc}.type  d, a, b", [], [Since<"1.2">]>,
    UndocumentedForm<"addc.sat.s32  d, a, b", [], [Since<"1.2">]>
  ];
}

def sub_cc : Instruction<"sub", "9.7.2.3", "subtract two integers and write the borrow"> {
  let Does = Subtract;
  let Traits = [KeepsDifferences];
  let Forms = [Form<"sub.cc.type  d, a, b", [], [Since<"1.2">]>];
}

def subc : Instruction<"subc", "9.7.2.4", "subtract two integers and the borrow"> {
  let Does = SubtractWithBorrow;
  let Traits = [ReadsCarry];
  let Forms = [
    Form<"subc{.cc}.type  d, a, b", [], [Since<"1.2">]>,
    UndocumentedForm<"subc.sat.s32  d, a, b", [], [Since<"1.2">]>
  ];
}

def mad_cc : Instruction<"mad", "9.7.2.5", "multiply, add a third integer and write the carry"> {
  let Does = MultiplyAdd;
  let Forms = [
    Form<"mad.half.cc.type  d, a, b, c", [MnemonicSuffix<"half", "hi lo">], [Since<"3.0", sm_20_up>]>
  ];
}

def madc : Instruction<"madc", "9.7.2.6", "multiply, add a third integer and the carry"> {
  let Does = MultiplyAddWithCarry;
  let Traits = [ReadsCarry];
  let Forms = [
    Form<"madc.half{.cc}.type  d, a, b, c", [MnemonicSuffix<"half", "hi lo">], [Since<"3.0", sm_20_up>]>,
    UndocumentedForm<"madc.half.sat.s32  d, a, b, c", [MnemonicSuffix<"half", "hi">],
                     [Since<"3.0", sm_20_up>]>
  ];
}

}
