// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/JsonMembers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;
using llvm::json::Value;

char DescriptionError::ID;

void DescriptionError::log(llvm::raw_ostream &os) const {
  if (!path.empty())
    os << '`' << llvm::join(path, ".") << "`: ";
  os << text;
}

llvm::Error ptx::wrongValue(const llvm::Twine &text) {
  return llvm::make_error<DescriptionError>(text.str(), /*atName=*/false);
}

llvm::Error ptx::inMember(llvm::Error error, StringRef name) {
  return llvm::handleErrors(std::move(error),
                            [&](std::unique_ptr<DescriptionError> part) -> llvm::Error {
                              part->path.insert(part->path.begin(), name.str());
                              return llvm::Error(std::move(part));
                            });
}

/// `number` as JSON has it, or the number in its text.
template <class T> static std::optional<T> orText(std::optional<T> number, const Value &value) {
  if (number)
    return number;
  T parsed;
  if (std::optional<StringRef> text = value.getAsString(); text && !text->getAsInteger(0, parsed))
    return parsed;
  return std::nullopt;
}

std::optional<int64_t> ptx::toSigned(const Value &value) {
  return orText(value.getAsInteger(), value);
}

std::optional<uint64_t> ptx::toUnsigned(const Value &value) {
  return orText(value.getAsUINT64(), value);
}

std::vector<std::pair<StringRef, const Value *>>
ptx::sortedEntries(const llvm::json::Object &object) {
  std::vector<std::pair<StringRef, const Value *>> entries;
  for (const auto &[key, value] : object)
    entries.emplace_back(key, &value);
  llvm::sort(entries, llvm::less_first());
  return entries;
}
