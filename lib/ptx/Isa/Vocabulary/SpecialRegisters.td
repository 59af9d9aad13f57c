// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The special registers. (Manual 10)

#ifndef PTX_ISA_SPECIALREGISTERS_TD
#define PTX_ISA_SPECIALREGISTERS_TD

include "ptx/Isa/Platform/Targets.td"
include "ptx/Isa/Vocabulary/Types.td"

// A special register; its record is named as PTX names it, without the percent sign.
class SpecialRegister<int section, string summary, Type type, string first,
                      TargetSet targets = AllTargets> {
  // The number of its section in chapter 10 of the manual; 0 if no manual that was read has it.
  int Section = section;
  // A short description of its value.
  string Summary = summary;
  Type Of = type;
  // 4 if it has the components `.x`, `.y`, `.z`, `.w`, else 1.
  int Components = 1;
  string First = first;
  TargetSet Targets = targets;
  // Types of registers into which older code reads its low bits. (Manual 10.1, 10.10)
  string AlsoReadAs = "";
  // Whether only the manual has the required version: `ptxas` supports the register in any.
  bit PtxasIgnores = 0;
  // Whether two reads by one thread can have different results: a clock or a counter of events.
  bit Changes = 0;
  // Whether neighbouring threads of a warp read different values; for a vector, in its `.x`.
  bit VariesByLane = 0;
  // The record of the directive that an entry must have for reading it.
  string OnlyWith = "";
}

let Components = 4 in {
  let AlsoReadAs = "u16" in {
    def tid : SpecialRegister<1, "position of the thread in its CTA", u32, "1.0"> {
      let VariesByLane = 1;
    }
    def ntid : SpecialRegister<2, "threads of the CTA in each dimension", u32, "1.0">;
    def ctaid : SpecialRegister<6, "position of the CTA in the grid", u32, "1.0">;
    def nctaid : SpecialRegister<7, "CTAs of the grid in each dimension", u32, "1.0">;
  }
  def clusterid : SpecialRegister<12, "position of the cluster in the grid", u32, "7.8", sm_90_up>;
  def nclusterid
      : SpecialRegister<13, "clusters of the grid in each dimension", u32, "7.8", sm_90_up>;
  def cluster_ctaid
      : SpecialRegister<14, "position of the CTA in its cluster", u32, "7.8", sm_90_up>;
  def cluster_nctaid
      : SpecialRegister<15, "CTAs of the cluster in each dimension", u32, "7.8", sm_90_up>;
}
def laneid : SpecialRegister<3, "number of the thread in its warp", u32, "1.3"> {
  let VariesByLane = 1;
}
def warpid : SpecialRegister<4, "number of the warp in its CTA, which can change", u32, "1.3">;
def nwarpid : SpecialRegister<5, "upper bound of the warp numbers", u32, "2.0", sm_20_up>;
def smid
    : SpecialRegister<8, "number of the multiprocessor the thread runs on, which can change", u32,
                      "1.3">;
def nsmid : SpecialRegister<9, "upper bound of the multiprocessor numbers", u32, "2.0", sm_20_up>;
def gridid : SpecialRegister<10, "number of the grid", u64, "1.0"> {
  let AlsoReadAs = "u16 u32";
}
def is_explicit_cluster
    : SpecialRegister<11, "whether the launch named the size of clusters", pred, "7.8", sm_90_up>;
def cluster_ctarank
    : SpecialRegister<16, "number of the CTA in its cluster", u32, "7.8", sm_90_up>;
def cluster_nctarank : SpecialRegister<17, "CTAs of the cluster", u32, "7.8", sm_90_up>;
let VariesByLane = 1 in {
  def lanemask_eq : SpecialRegister<18, "mask of the thread's own lane", u32, "2.0", sm_20_up>;
  def lanemask_le
      : SpecialRegister<19, "mask of the thread's lane and those below", u32, "2.0", sm_20_up>;
  def lanemask_lt : SpecialRegister<20, "mask of the lanes below", u32, "2.0", sm_20_up>;
  def lanemask_ge
      : SpecialRegister<21, "mask of the thread's lane and those above", u32, "2.0", sm_20_up>;
  def lanemask_gt : SpecialRegister<22, "mask of the lanes above", u32, "2.0", sm_20_up>;
}
let Changes = 1 in {
  def clock : SpecialRegister<23, "counter of cycles", u32, "1.0">;
  def clock_hi : SpecialRegister<23, "upper half of `%clock64`", u32, "5.0", sm_20_up>;
  def clock64 : SpecialRegister<24, "counter of cycles", u64, "2.0", sm_20_up>;
  foreach n = 0...3 in
    def pm#n : SpecialRegister<25, "performance monitor counter", u32, "1.3">;
  foreach n = 4...7 in
    def pm#n : SpecialRegister<25, "performance monitor counter", u32, "3.0", sm_20_up>;
  foreach n = 0...7 in
    def pm#n#_64 : SpecialRegister<26, "performance monitor counter", u64, "4.0", sm_50_up>;
}
let PtxasIgnores = 1 in foreach n = 0...31 in
  def envreg#n : SpecialRegister<27, "value that the driver sets", b32, "2.1">;
let Changes = 1 in {
  def globaltimer
      : SpecialRegister<28, "time in nanoseconds, for tools", u64, "3.1", sm_30_up>;
  foreach half = ["lo", "hi"] in
    def globaltimer_#half
        : SpecialRegister<28, !if(!eq(half, "lo"), "lower", "upper")#" half of `%globaltimer`", u32,
                          "3.1", sm_30_up>;
}
class ReservedSharedMemory<string what>
    : SpecialRegister<29, what#" the shared memory that the system reserves", b32, "7.6",
                      sm_80_up>;
def reserved_smem_offset_begin : ReservedSharedMemory<"beginning of">;
def reserved_smem_offset_end : ReservedSharedMemory<"end of">;
def reserved_smem_offset_cap : ReservedSharedMemory<"size of">;
foreach n = [0, 1] in
  def reserved_smem_offset_#n : ReservedSharedMemory<"an offset in">;
def total_smem_size
    : SpecialRegister<30, "bytes of shared memory of the CTA, without the reserved ones", u32, "4.1",
                      sm_20_up>;
def dynamic_smem_size
    : SpecialRegister<32, "bytes of shared memory that the launch asked for", u32, "4.1", sm_20_up>;
def aggr_smem_size
    : SpecialRegister<31, "bytes of shared memory of the CTA, with the reserved ones", u32, "8.1",
                      sm_90_up>;
def current_graph_exec
    : SpecialRegister<33, "handle of the running CUDA graph, or 0", u64, "8.0", sm_50_up>;
// The per-CTA global memory of PTX 9.4.
let OnlyWith = "MinPerCtaMemory" in {
  def perctamemoryoffset
      : SpecialRegister<34, "where the CTA's part of the per-CTA global memory begins", u64, "9.4",
                        sm_80_up>;
  def perctamemorysize
      : SpecialRegister<35, "bytes of the CTA's part of the per-CTA global memory", u32, "9.4",
                        sm_80_up>;
}
// According to `ptxas` 13.5.
def locality_domain_id : SpecialRegister<0, "number of the locality domain", u32, "9.5", sm_100_up>;
def locality_domain_supplemental_sm
    : SpecialRegister<0, "whether the multiprocessor is a supplemental one of its locality domain",
                      u32, "9.5", sm_100_up>;

#endif // PTX_ISA_SPECIALREGISTERS_TD
