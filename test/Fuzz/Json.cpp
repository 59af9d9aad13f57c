// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of any bytes, the reader of JSON accepts what LLVM's accepts, but for depth.

#include "ptx/Support/JsonReader.h"

#include "llvm/Support/JSON.h"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  JsonReader reader(text);
  reader.array([&] { reader.object([](llvm::StringRef) {}); });
  std::string error = llvm::toString(reader.finish());
  if (llvm::StringRef(error).contains("too deeply"))
    return 0;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (bool(value) != error.empty()) {
    fprintf(stderr, "LLVM's reader disagrees: %s\n", error.c_str());
    abort();
  }
  if (!value)
    llvm::consumeError(value.takeError());
  return 0;
}
