// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/BodyCache.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;

static llvm::XXH128_hash_t hashOf(llvm::StringRef text) {
  return llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
}

void BodyCache::begin(const ModuleOutline &newOutline) {
  outline = &newOutline;
  const SourceBuffer &source = outline->module().source();
  std::vector<llvm::XXH128_hash_t> hashes;
  uint32_t from = 0;
  for (size_t i = 0; i != outline->bodyCount(); ++i) {
    SourceRange body = outline->body(i).range;
    hashes.push_back(hashOf(source.text({from, body.begin})));
    from = body.end;
  }
  hashes.push_back(hashOf(source.text({from, static_cast<uint32_t>(source.text().size())})));
  if (around == hashes)
    return;
  around = std::move(hashes);
  entries.clear();
  entries.resize(outline->bodyCount());
}

bool BodyCache::knows(size_t index, std::unique_ptr<BodySummary> &summary) {
  Entry &entry = entries[index];
  SourceRange body = outline->body(index).range;
  llvm::XXH128_hash_t text = hashOf(outline->module().source().text(body));
  if (!entry.isClean || entry.text != text) {
    entry = {text, false, nullptr};
    return false;
  }
  summary.reset();
  if (entry.kept) {
    summary = std::make_unique<BodySummary>(entry.kept->summary);
    for (std::optional<SourceRange> &place : summary->ctaGroups)
      if (place)
        place = SourceRange{place->begin + body.begin, place->end + body.begin};
  }
  return true;
}

void BodyCache::keep(size_t index, const BodySummary *summary) {
  Entry &entry = entries[index];
  entry.isClean = true;
  if (!summary)
    return;
  entry.kept = std::make_unique<Kept>(Kept{*summary, {}});
  BodySummary &own = entry.kept->summary;
  for (std::vector<llvm::StringRef> *names : {&own.functions, &own.otherNames, &own.callees})
    for (llvm::StringRef &name : *names)
      name = entry.kept->names.emplace_back(name);
  uint32_t begin = outline->body(index).range.begin;
  for (std::optional<SourceRange> &place : own.ctaGroups)
    if (place)
      place = SourceRange{place->begin - begin, place->end - begin};
}
