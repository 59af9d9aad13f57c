// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which rules report, before any sorting: of a list that is full, it tells which
// diagnostics are kept, so it must be the same in each run.

#include "ptx/Check/Passes.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

/// Variables to report on, many enough that no order of their addresses is right by chance.
constexpr int variables = 8;

/// Where the diagnostics of rule `id` begin, in the order in which they are reported.
std::vector<uint32_t> placesOf(DiagId id, const std::string &declarations,
                               const std::string &statements) {
  auto source = SourceBuffer::fromString(
      ".version 8.6\n.target sm_100a\n.address_size 64\n"
      "//@tensormap m {type: f32, rank: 2, box: [32, 32]}\n"
      ".visible .entry k(.param .align 64 .b8 m[128])\n{\n.reg .b64 %map;\n.reg .b32 %x;\n"
      "mov.b64 %map, m;\n" +
          declarations + statements + "ret;\n}\n",
      "k.ptx");
  CheckOptions options;
  llvm::cantFail(options.diagnostics.addWarningFlag(info(id).name));
  DiagnosticList found = runPasses(*source, options);
  std::vector<uint32_t> places;
  for (const Diagnostic &d : found.items()) {
    EXPECT_NE(info(d.id).severity, Severity::Error);
    if (d.id == id)
      places.push_back(d.range.begin);
  }
  return places;
}

} // namespace

TEST(LintOrder, OfReplacedTensorMapsIsThatOfTheSource) {
  std::string declarations, statements;
  for (int i = 0; i != variables; ++i) {
    std::string name = "v" + std::to_string(i);
    declarations += ".shared .align 128 .b8 " + name + "[128];\n";
    // The variable that is declared first comes last.
    statements = "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [" + name +
                 "], 1;\ntensormap.replace.tile.swizzle_atomicity.shared::cta.b1024.b32 [" + name +
                 "], 1;\n" + statements;
  }
  std::vector<uint32_t> places = placesOf(DiagId::ReplacedTensorMap, declarations, statements);
  EXPECT_EQ(places.size(), size_t(variables));
  EXPECT_TRUE(llvm::is_sorted(places));
}

TEST(LintOrder, OfTransactionsIsThatOfTheSource) {
  std::string declarations = ".shared .align 1024 .b8 smem[4096];\n", statements;
  for (int i = 0; i != variables; ++i) {
    std::string name = "v" + std::to_string(i);
    declarations += ".shared .align 8 .b64 " + name + ";\n";
    statements = "mbarrier.arrive.expect_tx.shared.b64 _, [" + name +
                 "], 16;\ncp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx"
                 "::bytes [smem], [%map, {%x, %x}], [" +
                 name + "];\n" + statements;
  }
  std::vector<uint32_t> places = placesOf(DiagId::TransactionBytes, declarations, statements);
  EXPECT_EQ(places.size(), size_t(variables));
  EXPECT_TRUE(llvm::is_sorted(places));
}
