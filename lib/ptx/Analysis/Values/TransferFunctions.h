// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transfer functions, for the table of Transfer.cpp. Each implements the manual's section of
// the instruction after which it is named.

#ifndef PTX_ANALYSIS_VALUES_TRANSFERFUNCTIONS_H
#define PTX_ANALYSIS_VALUES_TRANSFERFUNCTIONS_H

#include "ptx/Analysis/Values/Transfer.h"

namespace ptx::transfer {

// TransferArithmetic.cpp
KnownValue add(const TransferInput &input);
KnownValue sub(const TransferInput &input);
KnownValue mul(const TransferInput &input);
KnownValue mad(const TransferInput &input);
KnownValue div(const TransferInput &input);
KnownValue rem(const TransferInput &input);
KnownValue min(const TransferInput &input);
KnownValue max(const TransferInput &input);
KnownValue neg(const TransferInput &input);
KnownValue abs(const TransferInput &input);
KnownValue popc(const TransferInput &input);
KnownValue clz(const TransferInput &input);

// TransferLogic.cpp
KnownValue logicAnd(const TransferInput &input);
KnownValue logicOr(const TransferInput &input);
KnownValue logicXor(const TransferInput &input);
KnownValue logicNot(const TransferInput &input);
KnownValue lop3(const TransferInput &input);

// TransferFields.cpp
KnownValue shl(const TransferInput &input);
KnownValue shr(const TransferInput &input);
KnownValue shf(const TransferInput &input);
KnownValue bfe(const TransferInput &input);
KnownValue bfi(const TransferInput &input);
KnownValue brev(const TransferInput &input);
KnownValue prmt(const TransferInput &input);
KnownValue szext(const TransferInput &input);
KnownValue bmsk(const TransferInput &input);

// TransferMoves.cpp
KnownValue mov(const TransferInput &input);
KnownValue cvt(const TransferInput &input);
KnownValue cvta(const TransferInput &input);
KnownValue allocate(const TransferInput &input);
KnownValue mapa(const TransferInput &input);
KnownValue ld(const TransferInput &input);
KnownValue selp(const TransferInput &input);
KnownValue setp(const TransferInput &input);

/// `a + b`, including the address information if one operand is an address.
KnownValue sum(const KnownValue &a, const KnownValue &b);

} // namespace ptx::transfer

#endif // PTX_ANALYSIS_VALUES_TRANSFERFUNCTIONS_H
