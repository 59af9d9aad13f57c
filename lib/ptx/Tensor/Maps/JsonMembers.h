// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_JSONMEMBERS_H
#define PTX_TENSOR_MAPS_JSONMEMBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

// Converts JSON objects to structures, by tables of their members.

namespace ptx {

/// An error in a description, with the part that contains it.
class DescriptionError : public llvm::ErrorInfo<DescriptionError> {
public:
  static char ID;

  DescriptionError(std::string text, bool atName) : text(std::move(text)), atName(atName) {}

  /// The path with its parts joined by dots, in backticks, and the text.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  /// The path to the part: names, and decimal numbers in arrays; the outermost first.
  std::vector<std::string> path;
  /// Lower case, no final period.
  const std::string text;
  /// Whether the name of the part is wrong rather than its value.
  const bool atName;
};

/// A `DescriptionError` for the current value.
llvm::Error wrongValue(const llvm::Twine &text);

/// Extends the path of an error in a part of `name` by `name`.
llvm::Error inMember(llvm::Error error, llvm::StringRef name);

/// A number of at most 64 bits, which may be written as text: `"0x1000"`.
std::optional<int64_t> toSigned(const llvm::json::Value &value);
std::optional<uint64_t> toUnsigned(const llvm::json::Value &value);

/// The entries of `object` in the order of their names.
std::vector<std::pair<llvm::StringRef, const llvm::json::Value *>>
sortedEntries(const llvm::json::Object &object);

/// A member of the objects that describe a `T`.
template <class T> struct JsonMember {
  llvm::StringLiteral name;
  llvm::Error (*set)(T &, const llvm::json::Value &);
};

/// Sets the members that the object `value` contains, in the order of `members`; `null` is ignored.
/// Fails for a name that `members` does not have; `what` names the object.
template <class T>
llvm::Error setMembers(T &result, const llvm::json::Value &value,
                       llvm::ArrayRef<JsonMember<T>> members, llvm::StringRef what) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return wrongValue("expected an object");
  for (auto [name, entry] : sortedEntries(*object))
    if (llvm::none_of(members, [name = name](const auto &known) { return known.name == name; }))
      return inMember(
          llvm::make_error<DescriptionError>(("unknown member of " + what).str(), /*atName=*/true),
          name);
  for (const JsonMember<T> &member : members) {
    const llvm::json::Value *entry = object->get(member.name);
    if (!entry || entry->kind() == llvm::json::Value::Null)
      continue;
    if (llvm::Error error = member.set(result, *entry))
      return inMember(std::move(error), member.name);
  }
  return llvm::Error::success();
}

/// Sets a member that is a number.
template <auto member, class T> llvm::Error setNumber(T &result, const llvm::json::Value &value) {
  result.*member = toUnsigned(value);
  return result.*member ? llvm::Error::success() : wrongValue("expected a number of 0 or more");
}

} // namespace ptx

#endif // PTX_TENSOR_MAPS_JSONMEMBERS_H
