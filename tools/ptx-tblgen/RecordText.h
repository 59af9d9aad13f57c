// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all backends do with records and their text.

#ifndef PTX_TBLGEN_RECORDTEXT_H
#define PTX_TBLGEN_RECORDTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
class Record;
class RecordKeeper;
} // namespace llvm

namespace ptx {

/// The records of a class in the order of the source; empty if no record has the class.
std::vector<const llvm::Record *> inSourceOrder(const llvm::RecordKeeper &records,
                                                llvm::StringRef className);

/// The records that the list `field` of `def` names.
std::vector<const llvm::Record *> defsOf(const llvm::Record &def, llvm::StringRef field);

/// `text` as an enumerator: PTX's own word, changed only where C++ cannot have it.
std::string enumerator(llvm::StringRef text);

/// The name of a record as an enumerator.
std::string recordName(const llvm::Record *def);

/// Writes a string literal of C++.
llvm::raw_ostream &quoted(llvm::raw_ostream &os, llvm::StringRef text);

} // namespace ptx

#endif // PTX_TBLGEN_RECORDTEXT_H
