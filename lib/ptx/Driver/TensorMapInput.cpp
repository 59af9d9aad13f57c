// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/TensorMapInput.h"

#include "ptx/Support/PlacedJson.h"
#include "ptx/Support/SourceBuffer.h"

using namespace ptx;
using llvm::Twine;

llvm::Expected<TensorMapFile> ptx::readTensorMapFile(llvm::StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return llvm::createStringError("cannot read `" + path +
                                   "`: " + llvm::toString(source.takeError()));
  llvm::Expected<TensorMapFile> file = parseTensorMapFile((*source)->text());
  if (file)
    return file;
  return llvm::handleErrors(file.takeError(), [&](const TextError &wrong) {
    LineColumn place = (*source)->lineColumn(wrong.range.begin);
    return llvm::createStringError((*source)->name() + ":" + Twine(place.line) + ":" +
                                   Twine(place.column) + ": " + wrong.text);
  });
}
