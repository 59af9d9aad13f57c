// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/LayoutPrinter.h"

#include "ptx/Format/KeptLines.h"
#include "ptx/Format/UnitPrinter.h"
#include "ptx/Support/InOrder.h"
#include "ptx/Syntax/Parse/ModuleOutline.h"

#include <optional>

using namespace ptx;

/// Tabs become blanks and operands move to their column, so most texts grow.
static size_t expectedSize(size_t sourceSize) { return sourceSize + sourceSize / 4; }

/// Whether the text outside of the bodies was parsed without errors, and where the bodies end.
static bool isPrintable(const ModuleOutline &outline) {
  bool allClosed = true;
  for (size_t i = 0; i != outline.bodyCount(); ++i)
    allClosed &= outline.body(i).closed;
  return allClosed && outline.module().isComplete();
}

namespace {

/// The printed bodies, collected in source order.
class BodyTexts {
public:
  void add(llvm::StringRef body) {
    text += body;
    ends.push_back(text.size());
  }
  llvm::StringRef operator[](size_t index) const {
    size_t begin = index ? ends[index - 1] : 0;
    return llvm::StringRef(text).slice(begin, ends[index]);
  }

private:
  std::string text;
  std::vector<size_t> ends;
};

/// Prints a source without keeping the trees of its bodies.
class SourcePrinter {
public:
  SourcePrinter(const SourceBuffer &source, SourceKind kind, Workers &workers)
      : source(source), kind(kind), workers(workers) {}

  void print();

  DiagnosticList found;
  std::string text;

private:
  void printInOrder(const ModuleOutline &outline);
  void printShared(const ModuleOutline &outline);

  const SourceBuffer &source;
  SourceKind kind;
  Workers &workers;
};

} // namespace

/// Parses each body when the printer reaches it.
void SourcePrinter::printInOrder(const ModuleOutline &outline) {
  BodyReader reader(outline, UnitStorage::Lent);
  auto print = [&](const Function &function, uint32_t begin, OutputBuffer &out) {
    SyntaxUnit body = reader.read(function.body, found);
    if (body.isComplete())
      printBody(body, begin, out);
  };
  OutputBuffer out(text, expectedSize(source.text().size()));
  printUnit(outline.module().top(), print, out);
}

/// Prints the bodies first. If not all functions could be parsed, it only parses them.
void SourcePrinter::printShared(const ModuleOutline &outline) {
  struct Printed {
    std::string text;
    DiagnosticList found;
  };
  std::vector<std::unique_ptr<BodyReader>> readers(workers.count());
  bool prints = isPrintable(outline);
  BodyTexts bodies;
  auto print = [&](size_t index, unsigned worker) {
    Printed printed;
    if (!readers[worker])
      readers[worker] = std::make_unique<BodyReader>(outline, UnitStorage::Lent);
    SyntaxUnit body = readers[worker]->read(index, printed.found);
    SourceRange range = outline.body(index).range;
    if (prints && body.isComplete()) {
      OutputBuffer out(printed.text, expectedSize(range.size()));
      printBody(body, range.begin, out);
    }
    return printed;
  };
  makeInOrder<Printed>(workers, outline.bodyCount(), print, [&](Printed printed) {
    bodies.add(printed.text);
    found.append(std::move(printed.found));
    return true;
  });
  if (!prints || found.hasErrors())
    return;
  OutputBuffer out(text, expectedSize(source.text().size()));
  auto put = [&](const Function &function, uint32_t, OutputBuffer &out) {
    out.put(bodies[function.body]);
  };
  printUnit(outline.module().top(), put, out);
}

void SourcePrinter::print() {
  Module module(source);
  ModuleOutline outline(module, kind, workers, found);
  if (workers.count() == 1 && isPrintable(outline))
    printInOrder(outline);
  else
    printShared(outline);
}

/// Appends `printed` to `out`, with the lines of `source` that are kept.
static void append(std::string printed, const SourceBuffer &source, const LineSet &wanted,
                   std::string &out) {
  if (KeptLines kept(source, wanted); !kept.empty())
    printed = kept.restore(printed);
  if (out.empty())
    out = std::move(printed);
  else
    out += printed;
}

bool ptx::printLayout(const SourceBuffer &source, SourceKind kind, DiagnosticList &diagnostics,
                      std::string &out, Workers &workers, const LineSet &kept) {
  SourcePrinter printer(source, kind, workers);
  printer.print();
  bool printed = !printer.found.hasErrors();
  diagnostics.append(std::move(printer.found));
  if (printed)
    append(std::move(printer.text), source, kept, out);
  return printed;
}

void ptx::printLayout(const Module &module, std::string &out, const LineSet &kept) {
  assert(module.isComplete() && "a tree with holes does not represent its source");
  std::string text;
  {
    OutputBuffer buffer(text, expectedSize(module.source().text().size()));
    auto print = [&](const Function &function, uint32_t begin, OutputBuffer &out) {
      printBody(*module.bodyOf(function), begin, out);
    };
    printUnit(module.top(), print, buffer);
  }
  append(std::move(text), module.source(), kept, out);
}
