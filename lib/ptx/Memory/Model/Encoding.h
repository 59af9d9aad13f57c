// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_ENCODING_H
#define PTX_MEMORY_MODEL_ENCODING_H

#include "ptx/Memory/Model/MemoryModel.h"

#include <map>

namespace ptx {

/// Creates the literals of `orders` and requires the properties of each order that the manual
/// defines apart from the axioms: every read returns each byte of one write, coherence order is
/// transitive and relates morally strong writes, Fence-SC order is acyclic and relates morally
/// strong fences.
void encodeOrders(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders);

/// Creates the pairs of barriers that synchronize (manual 8.9.4, 2 and 3). Requires that a thread
/// waits forever only if too few other threads arrive. Fails with a message for the user if the
/// number of a barrier or of its threads is not known.
llvm::Error encodeBarriers(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders);

/// Cache of the final contents of memory, by object, offset and number of bytes.
using FinalMemory = std::map<std::array<uint64_t, 3>, Bits>;

/// A literal for `condition` in the final state. The final contents of memory are the values that a
/// read can return if all operations precede it in causality order. `known` is false if the
/// condition names a register without a value.
Lit encodeCondition(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                    const LitmusCondition &condition, FinalMemory &memory, Lit &known);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_ENCODING_H
