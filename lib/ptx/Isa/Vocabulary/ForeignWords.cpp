// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/ForeignWords.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;

namespace {

//===-- The words -----------------------------------------------------------------------------===//
//
// `...Words` can be replaced; `...Hints` cannot without changing more. A word is in one list of its
// kind.

constexpr ForeignWord cOpcodeWords[] = {
    {"return", "ret"},         {"goto", "bra"},
    {"__popc", "popc"},        {"__clz", "clz"},
    {"__brev", "brev"},        {"__ldg", "ld.global.nc"},
    {"__prmt", "prmt"},        {"__nanosleep", "nanosleep"},
    {"atomicadd", "atom.add"}, {"atomicmin", "atom.min"},
    {"atomicmax", "atom.max"}, {"atomicexch", "atom.exch"},
    {"atomiccas", "atom.cas"}, {"atomicand", "atom.and"},
    {"atomicor", "atom.or"},   {"atomicxor", "atom.xor"},
    {"fmaf", "fma.rn.f32"},    {"sqrtf", "sqrt.rn.f32"},
    {"fabsf", "abs.f32"},      {"fminf", "min.f32"},
    {"fmaxf", "max.f32"},
};

constexpr ForeignWord cOpcodeHints[] = {
    {"break", "`bra` to a label after the loop"},
    {"continue", "`bra` to the label of the loop"},
    {"__syncthreads", "`bar.sync 0`"},
    {"__syncwarp", "`bar.warp.sync`"},
    {"__threadfence", "`fence.acq_rel.gpu`"},
    {"__threadfence_block", "`fence.acq_rel.cta`"},
    {"__threadfence_system", "`fence.acq_rel.sys`"},
    {"__shfl_sync", "`shfl.sync.idx.b32`"},
    {"__ballot_sync", "`vote.sync.ballot.b32`"},
    {"__any_sync", "`vote.sync.any.pred`"},
    {"__all_sync", "`vote.sync.all.pred`"},
    {"__expf", "`ex2.approx.f32`, of `x` times log2(e)"},
    {"__logf", "`lg2.approx.f32`, times ln(2)"},
    {"printf", "`call` of `vprintf`"},
};

constexpr ForeignWord assemblyOpcodeWords[] = {
    {"jmp", "bra"},      {"jump", "bra"},        {"branch", "bra"},      {"cmp", "setp"},
    {"compare", "setp"}, {"load", "ld"},         {"store", "st"},        {"move", "mov"},
    {"ldr", "ld"},       {"str", "st"},          {"imul", "mul.lo"},     {"imad", "mad.lo"},
    {"mla", "mad.lo"},   {"popcnt", "popc"},     {"ctpop", "popc"},      {"lzcnt", "clz"},
    {"ctlz", "clz"},     {"rbit", "brev"},       {"bitreverse", "brev"}, {"eor", "xor"},
    {"orr", "or"},       {"mvn", "not"},         {"addi", "add"},        {"subi", "sub"},
    {"andi", "and"},     {"ori", "or"},          {"xori", "xor"},        {"slli", "shl"},
    {"sll", "shl"},      {"lsl", "shl"},         {"sal", "shl"},         {"csel", "selp"},
    {"li", "mov"},       {"hlt", "exit"},        {"halt", "exit"},       {"mod", "rem"},
    {"modulo", "rem"},   {"multiply", "mul.lo"}, {"divide", "div"},      {"subtract", "sub"},
    {"negate", "neg"},   {"minimum", "min"},     {"maximum", "max"},     {"convert", "cvt"},
};

constexpr ForeignWord assemblyOpcodeHints[] = {
    {"je", "`setp` and `@%p bra`"},
    {"jne", "`setp` and `@%p bra`"},
    {"jz", "`setp` and `@%p bra`"},
    {"jnz", "`setp` and `@%p bra`"},
    {"jg", "`setp` and `@%p bra`"},
    {"jl", "`setp` and `@%p bra`"},
    {"jge", "`setp` and `@%p bra`"},
    {"jle", "`setp` and `@%p bra`"},
    {"beq", "`setp` and `@%p bra`"},
    {"bne", "`setp` and `@%p bra`"},
    {"blt", "`setp` and `@%p bra`"},
    {"bge", "`setp` and `@%p bra`"},
    {"beqz", "`setp` and `@%p bra`"},
    {"bnez", "`setp` and `@%p bra`"},
    {"cbz", "`setp` and `@%p bra`"},
    {"cbnz", "`setp` and `@%p bra`"},
    {"lsr", "`shr` of an unsigned type"},
    {"srl", "`shr` of an unsigned type"},
    {"srli", "`shr` of an unsigned type"},
    {"asr", "`shr` of a signed type"},
    {"sar", "`shr` of a signed type"},
    {"sra", "`shr` of a signed type"},
    {"srai", "`shr` of a signed type"},
    {"inc", "`add` with 1, or `atom.inc`"},
    {"dec", "`sub` with 1, or `atom.dec`"},
    {"push", "no stack; variables in `.local` memory"},
    {"pop", "no stack; variables in `.local` memory"},
    {"xchg", "`atom.exch`"},
    {"cmpxchg", "`atom.cas`"},
    {"mfence", "`fence`"},
    {"dmb", "`fence`"},
    {"rsb", "`sub` with its sources exchanged"},
    {"idiv", "`div`"},
    {"nop", "nothing; leave it out"},
    {"fmad", "`fma.rn` or `mad`"},
    {"fsqrt", "`sqrt.rn` or `sqrt.approx`"},
    {"bx", "`brx.idx`"},
    {"jal", "`call`"},
    {"blr", "`call`"},
};

constexpr ForeignWord llvmOpcodeWords[] = {
    {"br", "bra"},      {"icmp", "setp"},          {"fcmp", "setp"},
    {"select", "selp"}, {"sel", "selp"},           {"fneg", "neg"},
    {"fabs", "abs"},    {"addrspacecast", "cvta"}, {"atomicrmw", "atom"},
};

constexpr ForeignWord llvmSignOpcodeWords[] = {
    {"sdiv", "div"}, {"udiv", "div"}, {"srem", "rem"}, {"urem", "rem"},
    {"smin", "min"}, {"umin", "min"}, {"smax", "max"}, {"umax", "max"},
};

constexpr ForeignWord llvmOpcodeHints[] = {
    {"phi", "`mov` at the end of each predecessor"},
    {"ashr", "`shr` of a signed type"},
    {"lshr", "`shr` of an unsigned type"},
    {"zext", "`cvt` of an unsigned type"},
    {"sext", "`cvt` of a signed type"},
    {"trunc", "`cvt`"},
    {"fptrunc", "`cvt.rn`"},
    {"fpext", "`cvt`"},
    {"fptosi", "`cvt.rzi`"},
    {"fptoui", "`cvt.rzi`"},
    {"sitofp", "`cvt.rn`"},
    {"uitofp", "`cvt.rn`"},
    {"bitcast", "`mov` of a `.b` type"},
    {"inttoptr", "`mov`"},
    {"ptrtoint", "`mov`"},
    {"fdiv", "`div.rn`"},
    {"frem", "no remainder of floating-point numbers"},
    {"getelementptr", "`mad` or `add` on the address"},
    {"unreachable", "`trap` or `exit`"},
    {"extractelement", "`mov.b64 {a, b}, c`"},
    {"insertelement", "`mov.b64 c, {a, b}`"},
};

constexpr ForeignWord sassOpcodeWords[] = {
    {"lds", "ld.shared"},     {"ldg", "ld.global"},     {"ldl", "ld.local"},
    {"ldc", "ld.const"},      {"sts", "st.shared"},     {"stg", "st.global"},
    {"stl", "st.local"},      {"ldsm", "ldmatrix"},     {"stsm", "stmatrix"},
    {"atomg", "atom.global"}, {"atoms", "atom.shared"}, {"redg", "red.global"},
    {"ffma", "fma.rn.f32"},   {"dfma", "fma.rn.f64"},   {"hfma2", "fma.rn.f16x2"},
    {"fadd", "add.f32"},      {"fsub", "sub.f32"},      {"fmul", "mul.f32"},
    {"dadd", "add.f64"},      {"dmul", "mul.f64"},      {"hadd2", "add.f16x2"},
    {"hmul2", "mul.f16x2"},   {"iadd", "add.s32"},      {"isub", "sub.s32"},
    {"iabs", "abs.s32"},      {"fsetp", "setp"},        {"isetp", "setp"},
    {"dsetp", "setp"},        {"hsetp2", "setp"},       {"fset", "set"},
    {"iset", "set"},          {"fsel", "selp.f32"},     {"imin", "min.s32"},
    {"imax", "max.s32"},      {"flo", "bfind.u32"},     {"sgxt", "szext.wrap.s32"},
    {"jmx", "brx.idx"},       {"bpt", "brkpt"},         {"umov", "mov"},
};

constexpr ForeignWord sassOpcodeHints[] = {
    {"iadd3", "two `add`"},
    {"lea", "`mad.lo` or `shl` and `add`"},
    {"lop", "`and`, `or` or `xor`"},
    {"plop3", "`and.pred`, `or.pred` or `xor.pred`"},
    {"fmnmx", "`min.f32` or `max.f32`"},
    {"imnmx", "`min.s32` or `max.s32`"},
    {"vimnmx", "`min.s32` or `max.s32`"},
    {"xmad", "`mad.lo`"},
    {"mufu", "`rcp.approx.f32`, `rsqrt.approx.f32`, `ex2.approx.f32`, `lg2.approx.f32`, "
             "`sin.approx.f32` or `cos.approx.f32`"},
    {"s2r", "`mov.u32` from a special register such as `%tid.x`"},
    {"s2ur", "`mov.u32` from a special register such as `%ctaid.x`"},
    {"cs2r", "`mov.u64` from a special register such as `%clock64`"},
    {"r2p", "`setp`"},
    {"p2r", "`selp`"},
    {"i2f", "`cvt.rn`"},
    {"f2i", "`cvt.rzi`"},
    {"f2f", "`cvt`"},
    {"i2i", "`cvt`"},
    {"i2fp", "`cvt.rn`"},
    {"ldgsts", "`cp.async`"},
    {"ldgdepbar", "`cp.async.commit_group`"},
    {"depbar", "`cp.async.wait_group`"},
    {"hmma", "`mma.sync.aligned`"},
    {"imma", "`mma.sync.aligned`"},
    {"dmma", "`mma.sync.aligned`"},
    {"qmma", "`mma.sync.aligned`"},
    {"hgmma", "`wgmma.mma_async`"},
    {"igmma", "`wgmma.mma_async`"},
    {"qgmma", "`wgmma.mma_async`"},
    {"utcmma", "`tcgen05.mma`"},
    {"utmaldg", "`cp.async.bulk.tensor`"},
    {"utmastg", "`cp.async.bulk.tensor`"},
    {"ublkcp", "`cp.async.bulk`"},
    {"syncs", "`mbarrier`"},
    {"warpsync", "`bar.warp.sync`"},
    {"bssy", "nothing; convergence is left to `ptxas`"},
    {"bsync", "nothing; convergence is left to `ptxas`"},
    {"yield", "nothing; scheduling is left to `ptxas`"},
    {"cctl", "`prefetch` or `discard`"},
    {"kill", "`exit`"},
    {"uldc", "`ld.const` or `ld.param`"},
    {"bmov", "`mov`"},
};

constexpr ForeignWord amdOpcodeWords[] = {
    {"s_endpgm", "exit"},
    {"s_branch", "bra"},
    {"s_mov_b32", "mov.b32"},
    {"s_mov_b64", "mov.b64"},
    {"v_mov_b32", "mov.b32"},
    {"v_add_f32", "add.f32"},
    {"v_sub_f32", "sub.f32"},
    {"v_mul_f32", "mul.f32"},
    {"v_fma_f32", "fma.rn.f32"},
    {"v_fma_f64", "fma.rn.f64"},
    {"v_add_u32", "add.u32"},
    {"s_add_u32", "add.u32"},
    {"v_and_b32", "and.b32"},
    {"v_or_b32", "or.b32"},
    {"v_xor_b32", "xor.b32"},
    {"v_lshlrev_b32", "shl.b32"},
    {"ds_read_b32", "ld.shared.b32"},
    {"ds_read_b64", "ld.shared.b64"},
    {"ds_write_b32", "st.shared.b32"},
    {"ds_write_b64", "st.shared.b64"},
    {"global_load_dword", "ld.global.b32"},
    {"global_store_dword", "st.global.b32"},
    {"flat_load_dword", "ld.b32"},
    {"flat_store_dword", "st.b32"},
};

constexpr ForeignWord amdOpcodeHints[] = {
    {"s_barrier", "`bar.sync 0`"},
    {"s_waitcnt", "`cp.async.wait_group` or `mbarrier.try_wait`"},
    {"s_load_dword", "`ld.param` or `ld.const`"},
    {"buffer_load_dword", "`ld.global.b32`"},
    {"s_cbranch_scc0", "`setp` and `@%p bra`"},
    {"s_cbranch_scc1", "`setp` and `@%p bra`"},
    {"s_cbranch_vccz", "`setp` and `@%p bra`"},
    {"s_cbranch_execz", "`setp` and `@%p bra`"},
    {"ds_bpermute_b32", "`shfl.sync.idx.b32`"},
    {"v_readfirstlane_b32", "`shfl.sync.idx.b32`"},
    {"s_nop", "nothing; leave it out"},
};

constexpr ForeignWord cModifierWords[] = {
    {"int", "s32"},           {"uint", "u32"},           {"unsigned", "u32"},
    {"float", "f32"},         {"double", "f64"},         {"half", "f16"},
    {"__half", "f16"},        {"half2", "f16x2"},        {"__half2", "f16x2"},
    {"char", "s8"},           {"uchar", "u8"},           {"short", "s16"},
    {"ushort", "u16"},        {"bool", "pred"},          {"predicate", "pred"},
    {"int8_t", "s8"},         {"int16_t", "s16"},        {"int32_t", "s32"},
    {"int64_t", "s64"},       {"uint8_t", "u8"},         {"uint16_t", "u16"},
    {"uint32_t", "u32"},      {"uint64_t", "u64"},       {"size_t", "u64"},
    {"int2", "v2.s32"},       {"int4", "v4.s32"},        {"uint2", "v2.u32"},
    {"uint4", "v4.u32"},      {"float2", "v2.f32"},      {"float4", "v4.f32"},
    {"double2", "v2.f64"},    {"longlong", "s64"},       {"long", "s64"},
    {"ulong", "u64"},         {"bfloat16", "bf16"},      {"bfloat16x2", "bf16x2"},
    {"fp16", "f16"},          {"fp16x2", "f16x2"},       {"fp32", "f32"},
    {"fp64", "f64"},          {"fp128", "b128"},         {"__shared__", "shared"},
    {"__global__", "global"}, {"__constant__", "const"}, {"constant", "const"},
    {"device", "gpu"},        {"system", "sys"},         {"block", "cta"},
    {"saturate", "sat"},      {"fast", "approx"},
};

constexpr ForeignWord cModifierHints[] = {
    {"void", "no type of nothing"},
    {"fp8", "`.e4m3` and `.e5m2`, mostly in pairs"},
};

constexpr ForeignWord llvmModifierWords[] = {
    {"i128", "b128"},
    {"i1", "pred"},
    {"ptr", "u64"},
    {"bfloat", "bf16"},
    {"oeq", "eq"},
    {"ogt", "gt"},
    {"oge", "ge"},
    {"olt", "lt"},
    {"ole", "le"},
    {"une", "neu"},
    {"ueq", "equ"},
    {"seq_cst", "sc"},
    {"monotonic", "relaxed"},
    {"addrspace1", "global"},
    {"addrspace3", "shared"},
};

constexpr ForeignWord llvmSignModifierWords[] = {
    {"i8", "s8"},  {"i16", "s16"}, {"i32", "s32"}, {"i64", "s64"}, {"sgt", "gt"}, {"sge", "ge"},
    {"slt", "lt"}, {"sle", "le"},  {"ugt", "gt"},  {"uge", "ge"},  {"ult", "lt"}, {"ule", "le"},
};

constexpr ForeignWord llvmModifierHints[] = {
    {"nuw", "no such flag"},
    {"nsw", "no such flag"},
};

constexpr ForeignWord otherModifierWords[] = {
    {"x2", "v2"},         {"x4", "v4"},       {"gte", "ge"},         {"lte", "le"},
    {"neq", "ne"},        {"eql", "eq"},      {"rne", "rn"},         {"rtz", "rz"},
    {"rtp", "rp"},        {"rdn", "rm"},      {"rup", "rp"},         {"rtn", "rm"},
    {"lds", "shared"},    {"smem", "shared"}, {"gmem", "global"},    {"lmem", "local"},
    {"workgroup", "cta"}, {"agent", "gpu"},   {"usize", "u64"},      {"isize", "s64"},
    {"acq", "acquire"},   {"rel", "release"}, {"acqrel", "acq_rel"}, {"low", "lo"},
    {"high", "hi"},       {"xor", "bfly"},    {"nan", "notanumber"}, {"inf", "infinite"},
};

constexpr ForeignWord cNameWords[] = {
    {"threadidx", "%tid"},   {"blockidx", "%ctaid"},  {"blockdim", "%ntid"},
    {"griddim", "%nctaid"},  {"warpsize", "WARP_SZ"}, {"null", "0"},
    {"nullptr", "0"},        {"true", "1"},           {"false", "0"},
    {"__laneid", "%laneid"}, {"inf", "0f7F800000"},   {"infinity", "0f7F800000"},
    {"nan", "0f7FFFFFFF"},
};

constexpr ForeignWord otherNameWords[] = {
    {"warp_size", "WARP_SZ"},
    {"warpsz", "WARP_SZ"},
    {"lane_id", "%laneid"},
    {"warp_id", "%warpid"},
};

constexpr ForeignWord sassNameWords[] = {
    {"sr_tid", "%tid"},       {"sr_ctaid", "%ctaid"}, {"sr_laneid", "%laneid"},
    {"sr_warpid", "%warpid"}, {"sr_clock", "%clock"}, {"sr_smid", "%smid"},
};

constexpr ForeignWord sassNameHints[] = {
    {"rz", "the literal 0, or `_` for a result"},
    {"pt", "no guard, or `_` for a result"},
};

struct WordList {
  ForeignKind kind;
  StringRef language;
  bool isReplaced;
  llvm::ArrayRef<ForeignWord> words;
  bool differsInSign = false;

  ForeignWord with(const ForeignWord &word) const {
    return {word.text, word.ptx, language, isReplaced, differsInSign};
  }
};
constexpr WordList lists[] = {
    {ForeignKind::Opcode, "CUDA C++", true, cOpcodeWords},
    {ForeignKind::Opcode, "CUDA C++", false, cOpcodeHints},
    {ForeignKind::Opcode, "another assembly language", true, assemblyOpcodeWords},
    {ForeignKind::Opcode, "another assembly language", false, assemblyOpcodeHints},
    {ForeignKind::Opcode, "LLVM IR", true, llvmOpcodeWords},
    {ForeignKind::Opcode, "LLVM IR", true, llvmSignOpcodeWords, true},
    {ForeignKind::Opcode, "LLVM IR", false, llvmOpcodeHints},
    {ForeignKind::Opcode, "SASS", true, sassOpcodeWords},
    {ForeignKind::Opcode, "SASS", false, sassOpcodeHints},
    {ForeignKind::Opcode, "AMD assembly", true, amdOpcodeWords},
    {ForeignKind::Opcode, "AMD assembly", false, amdOpcodeHints},
    {ForeignKind::Modifier, "CUDA C++", true, cModifierWords},
    {ForeignKind::Modifier, "CUDA C++", false, cModifierHints},
    {ForeignKind::Modifier, "LLVM IR", true, llvmModifierWords},
    {ForeignKind::Modifier, "LLVM IR", true, llvmSignModifierWords, true},
    {ForeignKind::Modifier, "LLVM IR", false, llvmModifierHints},
    {ForeignKind::Modifier, "another language", true, otherModifierWords},
    {ForeignKind::Name, "CUDA C++", true, cNameWords},
    {ForeignKind::Name, "another language", true, otherNameWords},
    {ForeignKind::Name, "SASS", true, sassNameWords},
    {ForeignKind::Name, "SASS", false, sassNameHints},
};

} // namespace

//===-- Finding them --------------------------------------------------------------------------===//

std::vector<ForeignWord> ptx::allForeignWords(ForeignKind kind) {
  std::vector<ForeignWord> words;
  for (const WordList &list : lists)
    if (list.kind == kind)
      for (const ForeignWord &word : list.words)
        words.push_back(list.with(word));
  return words;
}

std::optional<ForeignWord> ptx::findForeignWord(ForeignKind kind, StringRef text) {
  for (const WordList &list : lists)
    if (list.kind == kind)
      for (const ForeignWord &word : list.words)
        if (word.text.equals_insensitive(text))
          return list.with(word);
  return std::nullopt;
}

std::string ptx::describeForeignWord(ForeignKind kind, StringRef text, const ForeignWord &word) {
  StringRef point = kind == ForeignKind::Modifier ? "." : "";
  std::string ptx = word.isReplaced ? ("PTX has `" + point + word.ptx + "`").str()
                                    : ("in PTX: " + word.ptx).str();
  return ("`" + point + text + "` is a word of " + word.language + "; " + ptx).str();
}
