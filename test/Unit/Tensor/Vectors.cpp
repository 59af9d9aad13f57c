// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Vectors.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <map>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

static llvm::json::Value readFile() {
  auto buffer = llvm::MemoryBuffer::getFile(PTXKIT_TENSOR_VECTORS);
  if (!buffer)
    return nullptr;
  return llvm::cantFail(llvm::json::parse((*buffer)->getBuffer()));
}

/// What represents a value that is not there.
static const llvm::json::Value missing = nullptr;

Vector Vector::group(StringRef name) {
  static const llvm::json::Value file = readFile();
  return Vector(file)[name];
}

Vector Vector::operator[](StringRef key) const {
  const llvm::json::Object *object = value->getAsObject();
  const llvm::json::Value *member = object ? object->get(key) : nullptr;
  EXPECT_TRUE(member) << key.str();
  return Vector(member ? *member : missing);
}

Vector Vector::operator[](size_t index) const {
  const llvm::json::Array *array = value->getAsArray();
  bool found = array && index < array->size();
  EXPECT_TRUE(found) << index;
  return Vector(found ? (*array)[index] : missing);
}

std::vector<Vector> Vector::items() const {
  std::vector<Vector> list;
  const llvm::json::Array *array = value->getAsArray();
  EXPECT_TRUE(array && !array->empty());
  if (array)
    for (const llvm::json::Value &item : *array)
      list.push_back(Vector(item));
  return list;
}

std::vector<std::pair<std::string, Vector>> Vector::members() const {
  std::map<std::string, Vector> sorted;
  const llvm::json::Object *object = value->getAsObject();
  EXPECT_TRUE(object && !object->empty());
  if (object)
    for (const auto &[key, member] : *object)
      sorted.emplace(key.str(), Vector(member));
  return {sorted.begin(), sorted.end()};
}

bool Vector::has(StringRef key) const {
  const llvm::json::Object *object = value->getAsObject();
  return object && object->get(key);
}

int64_t Vector::number() const {
  if (std::optional<bool> truth = value->getAsBoolean())
    return *truth;
  std::optional<int64_t> number = value->getAsInteger();
  EXPECT_TRUE(number);
  return number.value_or(0);
}

uint64_t Vector::hex() const {
  uint64_t number = 0;
  EXPECT_FALSE(StringRef(text()).getAsInteger(0, number)) << text();
  return number;
}

std::string Vector::text() const {
  std::optional<StringRef> string = value->getAsString();
  EXPECT_TRUE(string);
  return string.value_or("").str();
}

std::vector<int64_t> Vector::numbers() const {
  std::vector<int64_t> list;
  const llvm::json::Array *array = value->getAsArray();
  EXPECT_TRUE(array);
  if (array)
    for (const llvm::json::Value &item : *array)
      list.push_back(Vector(item).number());
  return list;
}

Swizzle ptx::test::swizzleNamed(StringRef name) { return llvm::cantFail(parseSwizzle(name)); }

std::vector<std::string> ptx::test::rulesOf(const Violations &violations) {
  std::vector<std::string> rules;
  for (const Violation &violation : violations)
    rules.push_back(violation.rule.str());
  return rules;
}
