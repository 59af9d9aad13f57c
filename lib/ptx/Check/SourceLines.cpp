// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/SourceLines.h"

#include "ptx/Diagnostics/Writers/Printable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Finds the source line of places in one module.
class SourceLines {
public:
  SourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies);

  bool empty() const { return files.empty() && markers.empty(); }
  void addTo(Diagnostic &d) const {
    if (!addLoc(d))
      addMarker(d);
  }

private:
  /// `# 12 "kernel.cu"`: the next line is line 12 of that file.
  struct Marker {
    SourceRange range;
    uint64_t line;
    StringRef file;
  };

  void findMarkers();
  bool addLoc(Diagnostic &d) const;
  void addMarker(Diagnostic &d) const;

  const Module &module;
  llvm::ArrayRef<DebugFacts> bodies;
  llvm::DenseMap<uint64_t, StringRef> files;
  std::vector<Marker> markers; // in the order of the source
};

} // namespace

SourceLines::SourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies)
    : module(module), bodies(bodies) {
  const SyntaxUnit &top = module.top();
  for (const Directive &directive : top.directives()) {
    if (directive.kind != DirectiveKind::File || directive.operands.count < 2)
      continue;
    llvm::ArrayRef<ExprId> parts = top.list(directive.operands);
    StringRef name = top.text(top[parts[1]].token);
    uint64_t index = top[parts[0]].integerValue();
    if (index <= UINT32_MAX) // others are errors, and no `.loc` means them
      files.try_emplace(index, name.drop_front().drop_back());
  }
  findMarkers();
}

/// A `#` that begins a line begins a line marker: anything else there is a syntax error.
void SourceLines::findMarkers() {
  StringRef text = module.source().text();
  uint32_t end = 0;
  for (size_t at = text.find('#'); at != StringRef::npos; at = text.find('#', end)) {
    end = static_cast<uint32_t>(std::min(text.find('\n', at), text.size()));
    StringRef before = text.take_front(at).rtrim(" \t");
    if (!before.empty() && !before.ends_with("\n"))
      continue;
    auto [number, rest] = text.slice(at + 1, end).split('"');
    number = number.trim(" \t");
    number.consume_front("line");
    Marker marker{{static_cast<uint32_t>(at), end}, 0, rest.split('"').first};
    if (!rest.empty() && !number.trim(" \t").getAsInteger(10, marker.line))
      markers.push_back(marker);
  }
}

/// Names come from the input: a long one is cut, and none can break the line.
static std::string quotedFile(StringRef name) {
  std::string text = "from `";
  appendArgument(text, name);
  return text + "`";
}

/// Adds the place that a `.loc` gives, if one does.
bool SourceLines::addLoc(Diagnostic &d) const {
  uint32_t position = d.range.begin;
  const auto *next = llvm::partition_point(
      bodies, [&](const DebugFacts &facts) { return facts.body.begin <= position; });
  if (next == bodies.begin())
    return false;
  const auto *body = std::prev(next);
  if (body->body.end < position)
    return false;
  auto behind = llvm::partition_point(
      body->locations, [&](const SourceLocation &loc) { return loc.range.begin <= position; });
  if (behind == body->locations.begin())
    return false;
  const SourceLocation &loc = behind[-1];
  auto [file, line, column] = loc.location;
  // A finding about a `.loc` itself is none about what was compiled.
  if (!files.contains(file) || position < loc.end)
    return false;
  d.note(loc.range, quotedFile(files.lookup(file)) + ":" + std::to_string(line) + ":" +
                        std::to_string(column));
  return true;
}

/// Adds the place that the last line marker before it gives, if there is one.
void SourceLines::addMarker(Diagnostic &d) const {
  const auto behind = llvm::partition_point(
      markers, [&](const Marker &marker) { return marker.range.end <= d.range.begin; });
  if (behind == markers.begin())
    return;
  const Marker &marker = behind[-1];
  const SourceBuffer &source = module.source();
  uint64_t below =
      source.lineColumn(d.range.begin).line - source.lineColumn(marker.range.begin).line;
  d.note(marker.range, quotedFile(marker.file) + ":" + std::to_string(marker.line + below - 1));
}

void ptx::addSourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies, Report &report) {
  if (report.diagnostics.empty())
    return;
  SourceLines lines(module, bodies);
  if (lines.empty())
    return;
  for (Diagnostic &d : report.diagnostics)
    lines.addTo(d);
}
