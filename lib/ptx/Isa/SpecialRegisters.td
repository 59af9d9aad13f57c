// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The special registers. (Manual 10)

#ifndef PTX_ISA_SPECIALREGISTERS_TD
#define PTX_ISA_SPECIALREGISTERS_TD

include "ptx/Isa/Targets.td"
include "ptx/Isa/Types.td"

// A special register; its record is named as PTX names it, without the percent sign.
class SpecialRegister<Type type, string first, TargetSet targets = AllTargets> {
  Type Of = type;
  // 4 if it has the components `.x`, `.y`, `.z`, `.w`, else 1.
  int Components = 1;
  string First = first;
  TargetSet Targets = targets;
  // Types of registers that older code reads its low bits into. (Manual 10.1, 10.10)
  string AlsoReadAs = "";
  // Whether only the manual asks for the version: `ptxas` knows the register at any.
  bit PtxasIgnores = 0;
  // Whether two reads by one thread give different values: a clock or a counter of events.
  bit Changes = 0;
  // Whether neighbouring threads of a warp read different values, of a vector in its `.x`.
  bit VariesByLane = 0;
}

let Components = 4 in {
  let AlsoReadAs = "u16" in {
    def tid : SpecialRegister<u32, "1.0"> { let VariesByLane = 1; }
    foreach name = ["ntid", "ctaid", "nctaid"] in
      def name : SpecialRegister<u32, "1.0">;
  }
  foreach name = ["clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"] in
    def name : SpecialRegister<u32, "7.8", sm_90_up>;
}
def laneid : SpecialRegister<u32, "1.3"> { let VariesByLane = 1; }
foreach name = ["warpid", "smid"] in
  def name : SpecialRegister<u32, "1.3">;
foreach name = ["nwarpid", "nsmid"] in
  def name : SpecialRegister<u32, "2.0", sm_20_up>;
def gridid : SpecialRegister<u64, "1.0"> { let AlsoReadAs = "u16 u32"; }
def is_explicit_cluster : SpecialRegister<pred, "7.8", sm_90_up>;
foreach name = ["cluster_ctarank", "cluster_nctarank"] in
  def name : SpecialRegister<u32, "7.8", sm_90_up>;
foreach which = ["eq", "le", "lt", "ge", "gt"] in
  def lanemask_#which : SpecialRegister<u32, "2.0", sm_20_up>;
let Changes = 1 in {
  def clock : SpecialRegister<u32, "1.0">;
  def clock_hi : SpecialRegister<u32, "5.0", sm_20_up>;
  def clock64 : SpecialRegister<u64, "2.0", sm_20_up>;
  foreach n = 0...3 in
    def pm#n : SpecialRegister<u32, "1.3">;
  foreach n = 4...7 in
    def pm#n : SpecialRegister<u32, "3.0", sm_20_up>;
  foreach n = 0...7 in
    def pm#n#_64 : SpecialRegister<u64, "4.0", sm_50_up>;
}
let PtxasIgnores = 1 in foreach n = 0...31 in
  def envreg#n : SpecialRegister<b32, "2.1">;
let Changes = 1 in {
  def globaltimer : SpecialRegister<u64, "3.1", sm_30_up>;
  foreach half = ["lo", "hi"] in
    def globaltimer_#half : SpecialRegister<u32, "3.1", sm_30_up>;
}
foreach which = ["begin", "end", "cap", "0", "1"] in
  def reserved_smem_offset_#which : SpecialRegister<b32, "7.6", sm_80_up>;
foreach name = ["total_smem_size", "dynamic_smem_size"] in
  def name : SpecialRegister<u32, "4.1", sm_20_up>;
def aggr_smem_size : SpecialRegister<u32, "8.1", sm_90_up>;
def current_graph_exec : SpecialRegister<u64, "8.0", sm_50_up>;
// New in PTX 9.4; for entries that declare `.minperctamemory`.
def perctamemoryoffset : SpecialRegister<u64, "9.4", sm_80_up>;
def perctamemorysize : SpecialRegister<u32, "9.4", sm_80_up>;

#endif // PTX_ISA_SPECIALREGISTERS_TD
