// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools/Certificates.h"

#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Support/ProjectFile.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace ptx;
using certificate::Verdict;
using execution::CompleteLaunch;
using llvm::StringRef;
namespace json = llvm::json;

llvm::Expected<json::Array> Certificates::make(const CheckedSource &checked,
                                               const CompleteLaunch &launch,
                                               const proof::ProofResult &proof) {
  if (execution::volume(launch.cluster) != 1)
    return llvm::createStringError("clusters of several CTAs are not checked");
  certificate::Subject subject{launch.name,          launch.block,  launch.grid,
                               launch.dynamicShared, proof.numbers, proof.boxes};
  json::Array list;
  for (const ProofRecord::Claim &one : proof.record.claims) {
    certificate::Claim claim{one.parameter,  one.least, one.most,
                             one.multipleOf, one.step,  one.start};
    llvm::Expected<json::Object> object =
        certificate::makeCertificate(*checked.module, *checked.sema, subject, claim);
    if (!object)
      return object.takeError();
    json::Value value(std::move(*object));
    Verdict verdict = certificate::check(*checked.module, *checked.sema, value);
    if (verdict.kind != Verdict::Kind::Valid)
      return llvm::createStringError(verdict.text);
    list.push_back(std::move(value));
  }
  return list;
}

llvm::Error Certificates::write(StringRef path, json::Array list) {
  json::Value document(json::Object{{"certificates", std::move(list)}});
  return writeFile(path, llvm::formatv("{0:2}\n", document).str());
}

/// Whether a JSON text has no more levels and objects than certificates. The parser of LLVM
/// recurses for each level, and takes some KiB for each object.
static bool isModest(StringRef text) {
  constexpr unsigned mostLevels = 16, mostObjects = 1 << 16;
  unsigned depth = 0, objects = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size() && depth <= mostLevels; ++i) {
    char c = text[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString)
      depth += (c == '{' || c == '[') - (depth && (c == '}' || c == ']'));
    objects += !isInString && c == '{';
  }
  return depth <= mostLevels && objects <= mostObjects;
}

llvm::Expected<std::vector<Verdict>> Certificates::check(StringRef path,
                                                         const CheckedSource &checked) {
  constexpr uint64_t mostBytes = 16 << 20;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file = readRegularFile(path, mostBytes);
  if (!file)
    return file.takeError();
  StringRef text = (*file)->getBuffer();
  llvm::Expected<json::Value> document = json::parse(isModest(text) ? text : "");
  std::vector<Verdict> verdicts;
  const json::Object *object = nullptr;
  if (document)
    object = document->getAsObject();
  else
    llvm::consumeError(document.takeError());
  const json::Array *list =
      object && object->size() == 1 ? object->getArray("certificates") : nullptr;
  if (!list || list->empty())
    return std::vector<Verdict>{{Verdict::Kind::Refused, "the file has no certificates"}};
  for (const json::Value &one : *list)
    verdicts.push_back(certificate::check(*checked.module, *checked.sema, one));
  return verdicts;
}
