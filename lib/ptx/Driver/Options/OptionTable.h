// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included without a guard, in an unnamed namespace of the source that parses a command line:
// defines `optionInfos`, the entries of the generated file PTX_OPTIONS in the order of their ids,
// which begin with PTX_OPTION_PREFIX; `OptionTable`, which parses them; and `prefixedNameOf`.

// Since LLVM 20, the names of options are offsets into a string table.
#if LLVM_VERSION_MAJOR >= 20
#define OPTTABLE_STR_TABLE_CODE
#include PTX_OPTIONS
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include PTX_OPTIONS
#undef OPTTABLE_PREFIXES_TABLE_CODE
#define OPTTABLE_PREFIXES_UNION_CODE
#include PTX_OPTIONS
#undef OPTTABLE_PREFIXES_UNION_CODE
#else
#define PREFIX(NAME, VALUE)                                                                        \
  constexpr llvm::StringLiteral NAME##_init[] = VALUE;                                             \
  constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(NAME##_init, std::size(NAME##_init) - 1);
#include PTX_OPTIONS
#undef PREFIX
#endif

constexpr unsigned DefaultVis = llvm::opt::DefaultVis; // of the input
// Two macros, so that PTX_OPTION_PREFIX is expanded before it is pasted into a name.
#define PTX_OPTION_INFO(...) LLVM_CONSTRUCT_OPT_INFO_WITH_ID_PREFIX(__VA_ARGS__)
constexpr llvm::opt::OptTable::Info optionInfos[] = {
#define OPTION(...) PTX_OPTION_INFO(PTX_OPTION_PREFIX, __VA_ARGS__),
#include PTX_OPTIONS
#undef OPTION
};
#undef PTX_OPTION_INFO

#if LLVM_VERSION_MAJOR >= 20
class OptionTable : public llvm::opt::PrecomputedOptTable {
public:
  OptionTable()
      : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, optionInfos, OptionPrefixesUnion) {
  }
};
#else
class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable() : GenericOptTable(optionInfos) {}
};
#endif

llvm::StringRef prefixedNameOf(const llvm::opt::OptTable::Info &option) {
#if LLVM_VERSION_MAJOR >= 20
  return option.getPrefixedName(OptionStrTable);
#else
  return option.PrefixedName;
#endif
}
