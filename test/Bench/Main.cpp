// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-bench [FILE] [--benchmark_...]
//
// The speed of each step on one module, in MB (10^6 bytes) of source a second of CPU time. Without
// a file: on a generated module that looks like a compiler's.

#include "Sample.h"

#ifdef PTX_TEST_STOCK
#include "StockParser.h"
#endif

#include "ptx/Check/Passes.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Parse/ModuleScanner.h"
#include "ptx/Syntax/Parse/Parser.h"
#include "ptx/Syntax/Tree/AstHash.h"

#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

using namespace ptx;

namespace {

using Step = void (*)(benchmark::State &, const SourceBuffer &, const Module &);

/// Cuts the module into bodies: what a parallel parser has to do one after the other.
void split(benchmark::State &, const SourceBuffer &source, const Module &) {
  benchmark::DoNotOptimize(findBodies(source.text()));
}

void lex(benchmark::State &, const SourceBuffer &source, const Module &) {
  llvm::SmallVector<Token, 0> tokens;
  tokenize(source.text(), {0, static_cast<uint32_t>(source.text().size())}, tokens);
  benchmark::DoNotOptimize(tokens.data());
}

/// Everything from bytes to tree: split, lex, parse, build.
void parse(benchmark::State &state, const SourceBuffer &source, const Module &) {
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(source, diagnostics);
  state.counters["tree_bytes_per_byte"] =
      static_cast<double>(module->bytes()) / static_cast<double>(source.text().size());
}

/// Everything from bytes to findings, without lints.
void check(benchmark::State &, const SourceBuffer &source, const Module &) {
  CheckOptions options;
  options.lints = false;
  benchmark::DoNotOptimize(runPasses(source, options));
}

void print(benchmark::State &, const SourceBuffer &, const Module &module) {
  std::string text;
  printLayout(module, text);
  benchmark::DoNotOptimize(text.data());
}

void hash(benchmark::State &, const SourceBuffer &, const Module &module) {
  benchmark::DoNotOptimize(hashSyntax(module));
}

/// The same grammar as ANTLR compiles it only by itself: its lexer, and everything up to the tree.
#ifdef PTX_TEST_STOCK
void stockLex(benchmark::State &, const SourceBuffer &source, const Module &) {
  benchmark::DoNotOptimize(test::stockTokens(source.text()));
}
void stockParse(benchmark::State &, const SourceBuffer &source, const Module &) {
  benchmark::DoNotOptimize(test::parseStock(source.text()));
}
#endif

void registerStep(const char *name, Step step, const SourceBuffer &source, const Module &module) {
  auto run = [step, &source, &module](benchmark::State &state) {
    for (auto _ : state)
      step(state, source, module);
    state.counters["MB/s"] = benchmark::Counter(static_cast<double>(source.text().size()) / 1e6 *
                                                    static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate);
  };
  benchmark::RegisterBenchmark(name, run)->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (argc > 2) {
    llvm::errs() << "usage: ptx-bench [FILE] [--benchmark_...]\n";
    return 2;
  }
  std::unique_ptr<SourceBuffer> source;
  if (argc == 2) {
    llvm::Expected<std::unique_ptr<SourceBuffer>> file = SourceBuffer::open(argv[1]);
    if (!file) {
      llvm::errs() << argv[1] << ": " << llvm::toString(file.takeError()) << '\n';
      return 2;
    }
    source = std::move(*file);
  } else {
    source = SourceBuffer::fromString(test::sampleModule(/*functions=*/200), "sample");
  }
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(*source, diagnostics);
  if (!module->isComplete()) {
    llvm::errs() << source->name() << " has errors\n";
    return 1;
  }
  llvm::outs() << source->name() << ": " << source->text().size() << " bytes\n";
  registerStep("split", split, *source, *module);
  registerStep("lex", lex, *source, *module);
  registerStep("parse", parse, *source, *module);
  registerStep("check", check, *source, *module);
  registerStep("print", print, *source, *module);
  registerStep("hash", hash, *source, *module);
#ifdef PTX_TEST_STOCK
  registerStep("stock-lex", stockLex, *source, *module);
  registerStep("stock-parse", stockParse, *source, *module);
#endif
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
