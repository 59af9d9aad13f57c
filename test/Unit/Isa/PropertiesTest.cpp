// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the records say of instructions and operands besides their syntax.

#include "InstructionText.h"

#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

InstrView viewOf(StringRef mnemonic) {
  MatchResult result = match(mnemonic);
  EXPECT_TRUE(result.matched()) << mnemonic.str();
  return result.candidates.front().view;
}

const OperandInfo &operandOf(const InstrView &view, OperandId id) {
  return *llvm::find_if(view.form->operands(), [&](const OperandInfo &o) { return o.id == id; });
}

/// A trait that no instruction has would turn off what asks for it.
TEST(PropertiesTest, EachTraitIsOfAnInstruction) {
  uint64_t traits = 0, ofOpcodes = 0;
  for (const FormInfo &form : allForms())
    traits |= form.traits;
  for (const OpcodeInfo &opcode : allOpcodes())
    ofOpcodes |= opcode.traits;
  EXPECT_EQ(traits, ofOpcodes);
  EXPECT_EQ(traits & (traits + 1), 0u) << "a bit is missing";
  EXPECT_TRUE(traits & traitBit(Trait::LimitsSparsitySelector)) << "the last one";
}

/// So would an action.
TEST(PropertiesTest, EachActionIsOfAnInstruction) {
  for (unsigned i = 1; i != numActions; ++i)
    EXPECT_TRUE(llvm::any_of(allForms(), [i](const FormInfo &form) {
      return form.action == static_cast<Action>(i);
    })) << i;
  EXPECT_EQ(viewOf("add.u32").form->action, Action::Add);
  EXPECT_EQ(viewOf("addc.u32").form->action, Action::AddWithCarry);
  EXPECT_EQ(viewOf("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32").form->action,
            Action::Store);
  EXPECT_EQ(viewOf("fence.proxy.alias").form->action, Action::None);
}

TEST(PropertiesTest, TheFirstCaseThatHoldsCounts) {
  std::string copy = "cp.async.bulk.global.shared::cta.bulk_group";
  EXPECT_EQ(asyncOp(viewOf(copy)), AsyncOp::BulkStore);
  EXPECT_EQ(asyncOp(viewOf("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes")),
            AsyncOp::BulkLoad);
  EXPECT_EQ(asyncOp(viewOf("fence.proxy.alias")), AsyncOp::OtherFence);
  EXPECT_EQ(asyncOp(viewOf("add.u32")), AsyncOp::None);
}

/// The operand that has a role, by the name of the syntax line.
StringRef roleOf(const InstrView &view, AsyncRole role) {
  const OperandInfo *operand = operandOf(view, role);
  return operand ? operand->name.text() : "none";
}

// Manual 9.7.9.25.4.1, 9.7.13.15.13, 9.7.13.15.16, 9.7.16.8.3.
TEST(PropertiesTest, RolesOfOperands) {
  InstrView load = viewOf("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes");
  EXPECT_EQ(roleOf(load, AsyncRole::Object), "mbar");
  EXPECT_EQ(roleOf(load, AsyncRole::Reads), "srcMem");
  EXPECT_EQ(roleOf(load, AsyncRole::Writes), "dstMem");
  EXPECT_EQ(roleOf(load, AsyncRole::Bytes), "size");
  EXPECT_EQ(info(asyncOp(load)).completion, AsyncCompletion::Mbarrier);
  EXPECT_EQ(info(asyncOp(load)).proxy, Proxy::Async);
  InstrView arrive = viewOf("mbarrier.arrive.expect_tx.relaxed.cluster.shared::cluster.b64");
  EXPECT_EQ(roleOf(arrive, AsyncRole::Bytes), "txCount");
  EXPECT_EQ(roleOf(arrive, AsyncRole::Count), "none");
  EXPECT_EQ(semanticsOf(arrive), Semantics::Relaxed);
  EXPECT_EQ(scopeOf(arrive), MemoryScope::Cluster);
  InstrView wait = viewOf("mbarrier.try_wait.parity.shared::cta.b64");
  EXPECT_EQ(roleOf(wait, AsyncRole::Phase), "phaseParity");
  EXPECT_EQ(semanticsOf(wait), Semantics::Acquire);
  EXPECT_EQ(scopeOf(wait), MemoryScope::Cta);
  EXPECT_EQ(roleOf(viewOf("tcgen05.ld.sync.aligned.32x32b.x1.b32"), AsyncRole::Reads), "taddr");
  EXPECT_EQ(roleOf(viewOf("add.u32"), AsyncRole::Object), "none");
}

/// How an instruction orders accesses, and for whom.
using Order = std::pair<Semantics, MemoryScope>;
Order orderOf(const std::string &mnemonic) {
  InstrView view = viewOf(mnemonic);
  return {semanticsOf(view), scopeOf(view)};
}

// Manual 9.7.9.8, 9.7.9.12, 9.7.13.3 to 9.7.13.7.
TEST(PropertiesTest, OrderByWordsElseByRecord) {
  EXPECT_EQ(orderOf("ld.global.u32"), Order(Semantics::Weak, MemoryScope::Thread));
  EXPECT_EQ(orderOf("ld.acquire.gpu.global.u32"), Order(Semantics::Acquire, MemoryScope::Gpu));
  EXPECT_EQ(orderOf("ld.volatile.global.u32"), Order(Semantics::Relaxed, MemoryScope::Sys));
  EXPECT_EQ(orderOf("atom.global.add.u32"), Order(Semantics::Relaxed, MemoryScope::Gpu));
  EXPECT_EQ(orderOf("red.release.cta.global.add.u32"), Order(Semantics::Release, MemoryScope::Cta));
  EXPECT_EQ(orderOf("st.async.mmio.release.sys.global.b32"),
            Order(Semantics::Release, MemoryScope::Sys));
  EXPECT_EQ(orderOf("membar.gl"), Order(Semantics::Sc, MemoryScope::Gpu)) << "as fence.sc";
  EXPECT_EQ(orderOf("fence.acq_rel.cta"), Order(Semantics::AcquireRelease, MemoryScope::Cta));
  EXPECT_EQ(orderOf("barrier.cluster.arrive"), Order(Semantics::Release, MemoryScope::Cluster));
  EXPECT_EQ(orderOf("barrier.cluster.arrive.relaxed"),
            Order(Semantics::Relaxed, MemoryScope::Cluster));
}

/// What instructions do to the mbarrier object that they name.
TEST(PropertiesTest, EffectsOnObjects) {
  auto effect = [](const std::string &mnemonic) {
    return info(asyncOp(viewOf(mnemonic))).objectEffect;
  };
  EXPECT_EQ(effect("mbarrier.init.shared.b64"), ObjectEffect::Initialize);
  EXPECT_EQ(effect("cp.async.mbarrier.arrive.shared.b64"), ObjectEffect::Arrive);
  EXPECT_EQ(effect("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64"), ObjectEffect::Arrive);
  EXPECT_EQ(effect("mbarrier.expect_tx.relaxed.cta.shared.b64"), ObjectEffect::ExpectBytes);
  EXPECT_EQ(effect("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"),
            ObjectEffect::CompleteBytes);
  EXPECT_EQ(effect("mbarrier.try_wait.parity.shared::cta.b64"), ObjectEffect::Wait);
  EXPECT_EQ(effect("fence.proxy.async"), ObjectEffect::None);
}

TEST(PropertiesTest, Aligned) {
  EXPECT_TRUE(isAligned(viewOf("bar.sync")));
  EXPECT_FALSE(isAligned(viewOf("barrier.sync")));
  EXPECT_TRUE(isAligned(viewOf("barrier.sync.aligned")));
  EXPECT_TRUE(isAligned(viewOf("tcgen05.wait::ld.sync.aligned")));
}

// Manual 9.7.9.5, 9.7.9.8, 9.7.9.15, 9.7.12.3, 9.7.13.4.
TEST(PropertiesTest, Effects) {
  EXPECT_EQ(recordedEffect(viewOf("ld.acquire.gpu.global.u32")), Effect::Memory);
  EXPECT_EQ(recordedEffect(viewOf("ld.volatile.global.u32")), Effect::Varies);
  EXPECT_EQ(recordedEffect(viewOf("ld.global.u32")), std::nullopt) << "as its operands tell";
  EXPECT_EQ(recordedEffect(viewOf("membar.gl")), Effect::Memory);
  EXPECT_EQ(recordedEffect(viewOf("prefetch.global.L1")), Effect::None);
  EXPECT_EQ(recordedEffect(viewOf("bra")), Effect::None);
  EXPECT_EQ(recordedEffect(viewOf("shfl.up.b32")), Effect::Varies);
  EXPECT_EQ(recordedEffect(viewOf("shfl.sync.up.b32")), std::nullopt);
}

// Manual 9.7.9.8, 9.7.9.25.3.1, 9.7.13.15.9, 9.7.13.15.11.
TEST(PropertiesTest, Operands) {
  InstrView load = viewOf("ld.global.v2.u32");
  EXPECT_EQ(load.form->operands()[operandOf(load, OperandId::a).holds].id, OperandId::d);
  InstrView copy = viewOf("cp.async.ca.shared.global");
  EXPECT_EQ(copy.form->operands()[operandOf(copy, OperandId::src).bytes].id, OperandId::cp_size);
  InstrView init = viewOf("mbarrier.init.b64");
  ASSERT_NE(operandOf(init, OperandId::addr).object(), nullptr);
  EXPECT_EQ(operandOf(init, OperandId::addr).object()->alignment, 8u);
  EXPECT_EQ(operandOf(init, OperandId::count).object(), nullptr);
  ASSERT_EQ(operandOf(init, OperandId::count).limits().size(), 2u);
  const LimitInfo &count = operandOf(init, OperandId::count).limits().front();
  EXPECT_FALSE(count.allows(0));
  EXPECT_TRUE(count.allows(1));
  EXPECT_TRUE(count.allows((1 << 20) - 1));
  EXPECT_FALSE(count.allows(1 << 20));
}

TEST(PropertiesTest, Deprecated) {
  EXPECT_TRUE(viewOf("vote.all.pred").form->has(Trait::IsDeprecated));
  EXPECT_FALSE(viewOf("vote.sync.all.pred").form->has(Trait::IsDeprecated));
  const InstructionInfo &shfl = viewOf("shfl.idx.b32").form->instruction();
  EXPECT_EQ(shfl.deprecatedSince.str(), "6.0");
  EXPECT_EQ(shfl.replacement, "`shfl.sync`");
}

} // namespace
