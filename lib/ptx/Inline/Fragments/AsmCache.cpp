// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/AsmCache.h"

#include "ptx/Inline/Fragments/AsmBodies.h"
#include "ptx/Inline/Read/CppTokens.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace ptx;
using llvm::StringRef;

AsmCache::AsmCache() : cppTokens(std::make_unique<CppTokenCache>()) {}
AsmCache::AsmCache(AsmCache &&) noexcept = default;
AsmCache &AsmCache::operator=(AsmCache &&) noexcept = default;
AsmCache::~AsmCache() = default;

void AsmCache::begin(StringRef text, const llvm::StringSet<> &stems) {
  source = text;
  cleanBefore = std::exchange(clean, decltype(clean)());
  uint64_t sum = stems.size(); // the set has no order
  for (const auto &stem : stems)
    sum += llvm::xxh3_64bits(stem.getKey());
  if (std::exchange(leaked, sum) != sum)
    cleanBefore.clear();
}

namespace {

/// Serializes everything that a finding can depend on, so that different statements have different
/// texts.
class KeyWriter {
public:
  explicit KeyWriter(StringRef source) : source(source) {}

  void add(const AsmStatement &statement);
  void add(uint64_t number) { key.append(reinterpret_cast<const char *>(&number), sizeof number); }
  StringRef text() const { return key; }

private:
  void add(StringRef part) {
    add(part.size());
    key += part;
  }
  void add(const AsmOperand &operand);

  StringRef source;
  std::string key;
};

} // namespace

void KeyWriter::add(const AsmStatement &statement) {
  // The source text, and the result of macros and conditional branches.
  add(source.slice(statement.range.begin, statement.range.end));
  add(statement.text.text());
  add(statement.platforms.asBits());
  for (bool flag : {statement.isVolatile, statement.isExtended, statement.hasOperands,
                    statement.isPtx, statement.hasWideAddresses, statement.hasOthers,
                    statement.hasUnusedResult, statement.guard.has_value(), statement.isInMacro,
                    statement.clobbersMemory, statement.syntax == &llvmSyntax})
    add(flag);
  add(statement.holes.size());
  for (uint32_t hole : statement.holes)
    add(hole);
  add(statement.integers.size());
  for (uint32_t integer : statement.integers)
    add(integer);
  add(statement.otherClobbers.size());
  add(statement.isDeviceCode());
  add(statement.operands.size());
  for (const AsmOperand &operand : statement.operands)
    add(operand);
}

/// There are many operands, and their source text is already included.
void KeyWriter::add(const AsmOperand &operand) {
  key += static_cast<char>('0' + operand.output + 2 * operand.lacksComma +
                           4 * operand.constraint.has_value() + 8 * operand.value.has_value() +
                           16 * operand.isUsedElsewhere);
  if (operand.constraint)
    key += *operand.constraint;
  key += '\0';
  if (operand.value)
    add(StringRef(*operand.value));
}

std::optional<bool> AsmCache::completeness(const AsmBody &body) {
  KeyWriter key(source);
  key.add(body.parts.size());
  for (const AsmStatement *statement : body.parts)
    key.add(*statement);
  for (const AsmStatement *statement : body.before)
    key.add(*statement);
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(key.text()));
  last = {hash.low64, hash.high64};
  auto found = cleanBefore.find(last);
  if (found == cleanBefore.end())
    return std::nullopt;
  clean.insert(*found);
  return found->second;
}
