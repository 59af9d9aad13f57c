// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_JSONREADER_H
#define PTX_SUPPORT_JSONREADER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ptx {

/// Reads JSON (RFC 8259) from the front to the end, without a tree: `llvm::json` requires up to 300
/// bytes for one byte of text, and a stack as deep as brackets nest.
///
///     JsonReader reader(text);
///     reader.object([&](StringRef key) {
///       if (key == "file")
///         file = reader.string();
///     });
///     if (llvm::Error error = reader.finish()) ...
///
/// Each call reads one value. A value of another kind is read too, without a result; a value that a
/// callback does not read is skipped. After an error, nothing more is read.
class JsonReader {
public:
  explicit JsonReader(llvm::StringRef text) : text(text) {}

  /// Calls `member` for each member. `member` has to read the value.
  void object(llvm::function_ref<void(llvm::StringRef key)> member);
  /// Calls `element` for each element, which it is to read.
  void array(llvm::function_ref<void()> element);
  std::optional<std::string> string();
  std::optional<int64_t> integer();

  /// Whether the next value is an object, or an array.
  bool isObject() { return next() == '{'; }
  bool isArray() { return next() == '['; }

  /// The first error in the text, as "line 3, column 5: expected ...", if there is one.
  llvm::Error finish();

private:
  char next();
  bool take(char c);
  void skip();
  void fail(const llvm::Twine &what);
  std::optional<llvm::StringRef> rawString();
  llvm::StringRef word();
  void entries(char close, llvm::function_ref<void()> entry);

  llvm::StringRef text;
  size_t at = 0;
  unsigned depth = 0;
  std::string problem;
};

} // namespace ptx

#endif // PTX_SUPPORT_JSONREADER_H
