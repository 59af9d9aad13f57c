// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/OlderSpellings.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

using enum Equivalence;
using Word = Modifier;
using Id = InstructionId;

static constexpr InstructionId barriers[] = {Id::bar, Id::barrier};
static constexpr InstructionId ctaBarrier[] = {Id::barrier};
static constexpr InstructionId loads[] = {Id::ld};
static constexpr InstructionId stores[] = {Id::st};
static constexpr InstructionId memory[] = {Id::ld, Id::ld_nc, Id::st};
static constexpr InstructionId prefetching[] = {Id::ld, Id::ld_nc, Id::cp_async};
static constexpr InstructionId genericAddresses[] = {Id::cvta, Id::isspacep};
static constexpr InstructionId clusterArrive[] = {Id::barrier_cluster_arrive};
static constexpr InstructionId clusterWait[] = {Id::barrier_cluster_wait};
static constexpr InstructionId arrivals[] = {Id::mbarrier_arrive, Id::mbarrier_arrive_drop};
static constexpr InstructionId waits[] = {Id::mbarrier_test_wait, Id::mbarrier_try_wait};
static constexpr InstructionId layouts[] = {Id::mbarrier_init, Id::mbarrier_pending_count};
static constexpr InstructionId bulkCopies[] = {Id::cp_async_bulk, Id::multimem_cp_async_bulk};
static constexpr InstructionId bulkReductions[] = {Id::cp_reduce_async_bulk,
                                                   Id::multimem_cp_reduce_async_bulk};
static constexpr InstructionId bulkLoads[] = {Id::cp_async_bulk, Id::cp_async_bulk_tensor};
static constexpr InstructionId blockProducts[] = {Id::tcgen05_mma, Id::tcgen05_mma_sp};

// One record for each rewrite. Where two could apply to the same words, the one that gives an
// instruction of the earlier version is taken.
static constexpr OlderSpelling records[] = {
    // `.shared` is `.shared::cta` wherever both are possible.
    {"5.1.7", Synonym, {}, {Word::shared_cta}, {Word::shared}},
    // `.cta` says what a barrier is anyway, and `bar` is an aligned `barrier`.
    {"9.7.13.1", Synonym, barriers, {Word::cta}, {}},
    {"9.7.13.1", Synonym, ctaBarrier, {Word::aligned}, {}, Opcode::bar},

    // The default of `.param` depends on the instruction and the function.
    {"9.7.9.8", Default, loads, {Word::param_entry}, {Word::param}, {}, InFunction::Entry},
    {"9.7.9.8", Default, loads, {Word::param_func}, {Word::param}, {}, InFunction::Func},
    {"9.7.9.11", Default, stores, {Word::param_func}, {Word::param}},
    {"9.7.9.20", Default, genericAddresses, {Word::param_entry}, {Word::param}},

    // Semantics and scopes that are the defaults.
    {"9.7.13.3", Default, clusterArrive, {Word::release}, {}},
    {"9.7.13.3", Default, clusterWait, {Word::acquire}, {}},
    {"9.7.13.15.13", Default, arrivals, {Word::release, Word::cta}, {}},
    {"9.7.13.15.16", Default, waits, {Word::acquire, Word::cta}, {}},
    {"9.7.9.25.4.1", Default, bulkCopies, {Word::weak}, {}},

    // Other defaults.
    {"9.7.13.15.9", Default, layouts, {Word::layout_v0}, {}},
    {"9.7.13.15.16", Default, waits, {Word::phase_type_primary}, {}},
    {"9.7.9.25.4.2", Default, bulkReductions, {Word::noftz, Word::f32}, {Word::none, Word::f32}},
    {"9.7.9.25.4.1", Default, {}, {Word::multicast_cluster_16b}, {Word::multicast_cluster}},

    // Addresses of the shared memory of a CTA are addresses of that of its cluster. (5.1.7)
    {"5.1.7", Default, bulkLoads, {Word::shared_cta}, {Word::shared_cluster}},

    // Names of block sizes; the older name depends on the kind.
    {"9.7.16.10.7.2",
     Default,
     blockProducts,
     {Word::kind_mxf8f6f4, Word::block32},
     {Word::kind_mxf8f6f4, Word::scale_vec_1X}},
    {"9.7.16.10.7.2",
     Default,
     blockProducts,
     {Word::kind_mxf4, Word::block32},
     {Word::kind_mxf4, Word::scale_vec_2X}},
    {"9.7.16.10.7.2",
     Default,
     blockProducts,
     {Word::kind_mxf4nvf4, Word::block32},
     {Word::kind_mxf4nvf4, Word::scale_vec_2X}},
    {"9.7.16.10.7.2",
     Default,
     blockProducts,
     {Word::kind_mxf4nvf4, Word::block16},
     {Word::kind_mxf4nvf4, Word::scale_vec_4X}},

    // Hints for caches.
    {"9.7.9.2", Hint, memory, {Word::L1_evict_normal}, {}},
    {"9.7.9.2", Hint, memory, {Word::L1_evict_unchanged}, {}},
    {"9.7.9.2", Hint, memory, {Word::L1_evict_first}, {}},
    {"9.7.9.2", Hint, memory, {Word::L1_evict_last}, {}},
    {"9.7.9.2", Hint, memory, {Word::L1_no_allocate}, {}},
    {"9.7.9.8", Hint, prefetching, {Word::L2_64B}, {}},
    {"9.7.9.8", Hint, prefetching, {Word::L2_128B}, {}},
    {"9.7.9.8", Hint, prefetching, {Word::L2_256B}, {}},
};

llvm::ArrayRef<OlderSpelling> ptx::olderSpellings() { return records; }

static constexpr DroppableFeature droppable[] = {
    {Feature::UsedBytesMaskPragma, "12.2"}, {Feature::SmemSpillingPragma, "12.3"},
    {Feature::FrequencyPragma, "12.4"},     {Feature::MmaThroughputPragma, "12.5"},
    {Feature::LocIntermediate, "11.5.5"},   {Feature::IntermediateSection, "11.5.6"},
    {Feature::Language, "11.8.2"},
};

llvm::ArrayRef<DroppableFeature> ptx::droppableFeatures() { return droppable; }

llvm::SmallVector<Modifier, 12> MnemonicWords::present() const {
  llvm::SmallVector<Modifier, 12> words;
  llvm::copy_if(modifiers, std::back_inserter(words),
                [](Modifier word) { return word != Modifier::none; });
  return words;
}

bool OlderSpelling::apply(InstructionId id, MnemonicWords &mnemonic) const {
  if (!instructions.empty() && !llvm::is_contained(instructions, id))
    return false;
  MnemonicWords changed = mnemonic;
  for (auto [word, replacement] : llvm::zip(words, older)) {
    if (word == Modifier::none)
      break;
    auto *place = llvm::find(changed.modifiers, word);
    if (place == changed.modifiers.end())
      return false;
    *place = replacement;
  }
  if (opcode)
    changed.opcode = *opcode;
  mnemonic = std::move(changed);
  return true;
}
