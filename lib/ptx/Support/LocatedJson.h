// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_LOCATEDJSON_H
#define PTX_SUPPORT_LOCATEDJSON_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace ptx {

/// An error in a text, with its location.
class TextError : public llvm::ErrorInfo<TextError> {
public:
  static char ID;

  TextError(SourceRange range, std::string text) : range(range), text(std::move(text)) {}

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  const SourceRange range;
  /// Lower case, no final period.
  const std::string text;
};

/// The dialect of JSON.
enum class JsonDialect : uint8_t {
  /// RFC 8259.
  Strict,
  /// Like YAML's flow style: names and words require no quotes, and a comma may follow the last
  /// entry. A word that is not a JSON literal is text: `{type: bf16, address: 0x1000}`.
  Relaxed,
};

/// A JSON value with the location of each of its parts.
class LocatedJson {
public:
  /// Brackets nest at most this deep.
  static constexpr unsigned maxDepth = 16;

  /// Reads the value at the start of `text`, which must be smaller than 4 GB. In strict JSON only
  /// white space may follow; in the relaxed dialect the caller checks the rest. Fails with a
  /// `TextError`, for example if an object has a duplicate name.
  static llvm::Expected<LocatedJson> parse(llvm::StringRef text, JsonDialect dialect);

  const llvm::json::Value &value() const { return root; }
  /// The end of the value.
  uint32_t end() const { return nodes.front().value.end; }

  /// The location of a part: its value, and its name if it is a member of an object.
  struct Place {
    SourceRange name;
    SourceRange value;
  };

  /// The location of the part at `path`, which consists of names and, in arrays, decimal numbers
  /// from 0. If there is no such part, the last existing part of the path.
  Place find(llvm::ArrayRef<std::string> path) const;

private:
  friend class LocatedJsonParser;

  struct Node : Place {
    uint32_t parent;
    std::string key;
  };

  llvm::json::Value root = nullptr;
  std::vector<Node> nodes; // each after its parent, the first is the whole value
};

} // namespace ptx

#endif // PTX_SUPPORT_LOCATEDJSON_H
