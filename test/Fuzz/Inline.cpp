// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking the inline assembly of any source of PTX_LANGUAGE ends, and each finding is inside of
// the source. Laying out C++ a second time changes nothing.

#include "ptx/Inline/InlineCheck.h"
#include "ptx/Inline/InlineFormat.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/SourceBuffer.h"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  auto source =
      SourceBuffer::fromString(std::string(reinterpret_cast<const char *>(data), size), "input");
  Workers workers(1);
  Stats stats;
  const HostLanguage *language = hostLanguageNamed(PTX_LANGUAGE);
  InlineResult result =
      checkInline(*source, language->find(*source), CheckOptions(), {workers, stats});
  for (const Diagnostic &d : result.report.diagnostics)
    if (d.range.begin > d.range.end || d.range.end > size) {
      fprintf(stderr, "outside of the source: %s\n", d.message.c_str());
      abort();
    }
  if (language != &cppLanguage)
    return 0;
  std::string formatted = formatInline(*source, KeptLines(*source));
  auto again = SourceBuffer::fromString(formatted, "formatted");
  if (formatted != formatInline(*again, KeptLines(*again))) {
    fprintf(stderr, "formatting again changes it\n");
    abort();
  }
  return 0;
}
