// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_ENCODING_H
#define PTX_MEMORY_MODEL_ENCODING_H

#include "ptx/Memory/Model/MemoryModel.h"

#include <map>

namespace ptx {

/// Makes the literals of `orders`, and requires of them what the manual says of each order apart
/// from the axioms: every read reads each byte from one write, coherence order is transitive and
/// relates morally strong writes, Fence-SC order is acyclic and relates morally strong fences.
void encodeOrders(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders);

/// Makes the pairs of barriers that synchronize (manual 8.9.4, 2 and 3), and requires that a thread
/// waits for ever only where too few others arrive. Fails with a text for the user if the number
/// of a barrier or of its threads is not known.
llvm::Error encodeBarriers(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders);

/// What is in memory in the end, by object, offset and number of bytes: what was asked for so far.
using FinalMemory = std::map<std::array<uint64_t, 3>, Bits>;

/// Where `condition` holds in the final state. What is in memory then is what a read that all
/// operations precede in causality order can read. `known` is false for one that names a register
/// without a value.
Lit encodeCondition(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                    const LitmusCondition &condition, FinalMemory &memory, Lit &known);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_ENCODING_H
