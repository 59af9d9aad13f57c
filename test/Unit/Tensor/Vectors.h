// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_UNIT_TENSOR_VECTORS_H
#define PTX_TEST_UNIT_TENSOR_VECTORS_H

#include "ptx/Tensor/Swizzle.h"
#include "ptx/Tensor/Violation.h"

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ptx::test {

/// A value of data/vectors.json, with checked access: what is not there fails the test.
class Vector {
public:
  /// The group `name` of the file.
  static Vector group(llvm::StringRef name);

  Vector operator[](llvm::StringRef key) const;
  Vector operator[](size_t index) const;
  std::vector<Vector> items() const;
  /// The members, in the order of their names.
  std::vector<std::pair<std::string, Vector>> members() const;

  bool has(llvm::StringRef key) const;
  bool isNull() const { return value->kind() == llvm::json::Value::Null; }
  int64_t number() const;
  /// A number written as text: "0x400".
  uint64_t hex() const;
  std::string text() const;
  std::vector<int64_t> numbers() const;
  template <typename T> std::vector<T> numbersAs() const {
    std::vector<int64_t> list = numbers();
    return {list.begin(), list.end()};
  }

private:
  explicit Vector(const llvm::json::Value &value) : value(&value) {}

  const llvm::json::Value *value;
};

/// The swizzle that the file calls `name`.
Swizzle swizzleNamed(llvm::StringRef name);

/// The numbers of the rules that `violations` name, in their order.
std::vector<std::string> rulesOf(const Violations &violations);

/// The text of what `result` failed with; empty if it did not.
template <typename T> std::string failureOf(llvm::Expected<T> result) {
  return result ? std::string() : llvm::toString(result.takeError());
}

} // namespace ptx::test

#endif // PTX_TEST_UNIT_TENSOR_VECTORS_H
