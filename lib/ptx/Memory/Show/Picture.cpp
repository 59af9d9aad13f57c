// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Witness.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace ptx;
using llvm::StringRef;

namespace {

constexpr double rowHeight = 86, boxHeight = 40, margin = 20, gap = 110, headHeight = 76;

struct Point {
  double x, y;
};

/// Draws an execution: a column of boxes for each thread, with arrows between them.
class Picture {
public:
  Picture(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result,
          const Witness *witness)
      : os(os), test(test), result(result), witness(witness) {}

  void print();

private:
  void place();
  void printHead();
  void printBox(uint32_t event);
  void printColumnHead(size_t column);
  void printArrow(const WitnessEdge &edge, bool isInCycle, unsigned parallel);
  Point border(Point from, Point to) const;
  Point placeLabel(llvm::function_ref<Point(double)> at);

  llvm::raw_ostream &os;
  const LitmusTest &test;
  const LitmusResult &result;
  const Witness *witness;
  /// A thread, or one of its asynchronous operations.
  struct Column {
    uint32_t thread;
    uint32_t asynchronous;
    std::vector<uint32_t> events;
    double x = 0;
  };
  std::vector<Column> columns;
  std::vector<Point> centers; // by event
  std::vector<Point> labels;
  double boxWidth = 150, width = 0, height = 0;
};

} // namespace

static std::string escaped(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  for (char c : text)
    c == '<' ? os << "&lt;" : c == '>' ? os << "&gt;" : c == '&' ? os << "&amp;" : os << c;
  return result;
}

static StringRef colorOf(EdgeKind kind) {
  switch (kind) {
  case EdgeKind::ReadsFrom:
    return "#1a7f37";
  case EdgeKind::Coherence:
    return "#9a6700";
  case EdgeKind::FromRead:
    return "#bc4c00";
  case EdgeKind::Synchronizes:
  case EdgeKind::FenceSc:
  case EdgeKind::Barrier:
    return "#0969da";
  default:
    return "#6e7781";
  }
}

/// The text of an event, in a box of reasonable width.
static std::string boxText(const EventGraph &graph, uint32_t event) {
  constexpr size_t most = 44;
  std::string text = partText(graph, event);
  return text.size() <= most ? text : text.substr(0, most - 4) + " ...";
}

void Picture::place() {
  const EventGraph &graph = witness->execution->graph;
  size_t longest = 0, most = 0;
  std::vector<uint32_t> inits;
  for (uint32_t thread = 0; thread < test.threads.size(); ++thread)
    columns.push_back({thread, 0, {}});
  for (uint32_t event : witness->events) {
    longest = std::max({longest, boxText(graph, event).size(), eventValue(graph, event).size()});
    const MemoryEvent &memory = graph.events[event];
    if (memory.thread == MemoryEvent::none) {
      inits.push_back(event);
      continue;
    }
    auto column = llvm::find_if(columns, [&](const Column &column) {
      return column.thread == memory.thread && column.asynchronous == memory.asynchronous;
    });
    if (column == columns.end()) {
      auto next = llvm::find_if(
          columns, [&](const Column &column) { return column.thread > memory.thread; });
      column = columns.insert(next, {memory.thread, memory.asynchronous, {}});
    }
    column->events.push_back(event);
    most = std::max(most, column->events.size());
  }
  boxWidth = std::max(150.0, 6.7 * longest + 20);
  centers.resize(graph.events.size());
  auto x = [&](size_t column) { return margin + column * (boxWidth + gap) + boxWidth / 2; };
  for (auto [index, event] : llvm::enumerate(inits))
    centers[event] = {x(index), headHeight + boxHeight / 2};
  double top = headHeight + (inits.empty() ? 0 : rowHeight) + 26;
  for (auto [index, column] : llvm::enumerate(columns)) {
    column.x = x(index);
    for (auto [row, event] : llvm::enumerate(column.events))
      centers[event] = {column.x, top + row * rowHeight + boxHeight / 2};
  }
  width = 2 * margin + std::max(columns.size(), inits.size()) * (boxWidth + gap);
  height = top + most * rowHeight;
}

void Picture::printHead() {
  std::string title =
      test.name + ": " + (result.isAllowed ? "allowed" : "forbidden") + ": " + questionText(test);
  width = std::max(width, 7.6 * title.size() + 2 * margin);
  os << llvm::formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:f0}\" height=\"{1:f0}\" "
      "viewBox=\"0 0 {0:f0} {1:f0}\" font-family=\"monospace\" font-size=\"11\">\n",
      width, height);
  os << "<defs>";
  for (StringRef color : {"#1a7f37", "#9a6700", "#bc4c00", "#0969da", "#6e7781", "#cf222e"})
    os << "<marker id=\"m" << color.drop_front()
       << "\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
          "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\""
       << color << "\"/></marker>";
  os << "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  os << llvm::formatv("<text x=\"{0}\" y=\"24\" font-size=\"13\" font-weight=\"bold\">{1}</text>\n",
                      margin, escaped(title));
  std::string why;
  for (Axiom axiom : result.violated)
    why += (why.empty() ? "forbidden by " : ", ") +
           (axiomName(axiom) + " (manual " + axiomSection(axiom) + ")").str();
  if (!why.empty())
    os << llvm::formatv("<text x=\"{0}\" y=\"44\" fill=\"#cf222e\">{1}</text>\n", margin,
                        escaped(why));
}

void Picture::printBox(uint32_t event) {
  const EventGraph &graph = witness->execution->graph;
  Point center = centers[event];
  double x = center.x - boxWidth / 2, y = center.y - boxHeight / 2;
  os << llvm::formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" height=\"{3:f1}\" rx=\"4\" "
                      "fill=\"#f6f8fa\" stroke=\"#57606a\"/>\n",
                      x, y, boxWidth, boxHeight);
  std::string value = eventValue(graph, event);
  os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"middle\">{2}</text>\n",
                      center.x, center.y - (value.empty() ? -4 : 3),
                      escaped(boxText(graph, event)));
  if (!value.empty())
    os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"middle\" "
                        "font-weight=\"bold\">{2}</text>\n",
                        center.x, center.y + 13, escaped(value));
}

/// The point where the line from the center of a box leaves the box.
Point Picture::border(Point from, Point to) const {
  double dx = to.x - from.x, dy = to.y - from.y;
  double scale = std::min(dx ? (boxWidth / 2 + 2) / std::abs(dx) : 1e9,
                          dy ? (boxHeight / 2 + 2) / std::abs(dy) : 1e9);
  return {from.x + dx * scale, from.y + dy * scale};
}

/// A point for a label on an arrow. It avoids the middle, where arrows cross, and, if possible,
/// boxes, column heads and other labels.
Point Picture::placeLabel(llvm::function_ref<Point(double)> at) {
  auto isFree = [&](Point point) {
    for (Point other : labels)
      if (std::abs(point.x - other.x) < 30 && std::abs(point.y - other.y) < 13)
        return false;
    for (uint32_t event : witness->events)
      if (std::abs(point.x + 12 - centers[event].x) < boxWidth / 2 + 12 &&
          std::abs(point.y - centers[event].y) < boxHeight / 2 + 5)
        return false;
    for (const Column &column : columns)
      if (!column.events.empty() && std::abs(point.x - column.x) < 90 &&
          std::abs(point.y - (centers[column.events[0]].y - boxHeight / 2 - 8)) < 12)
        return false;
    return true;
  };
  Point chosen = at(0.36);
  for (double t : {0.36, 0.28, 0.62, 0.7, 0.5, 0.2, 0.8})
    if (isFree(at(t))) {
      chosen = at(t);
      break;
    }
  labels.push_back(chosen);
  return chosen;
}

void Picture::printColumnHead(size_t index) {
  const Column &column = columns[index];
  if (column.events.empty())
    return;
  const LitmusThread &place = test.threads[column.thread];
  os << llvm::formatv(
      "<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"middle\" "
      "fill=\"#57606a\">{2}: {3}</text>\n",
      column.x, centers[column.events[0]].y - boxHeight / 2 - 8, escaped(place.name),
      column.asynchronous ? "asynchronous"
                          : llvm::formatv("GPU {0}, CTA {1}", place.gpu, place.cta).str());
}

void Picture::printArrow(const WitnessEdge &edge, bool isInCycle, unsigned parallel) {
  Point from = centers[edge.from], to = centers[edge.to];
  StringRef color = isInCycle ? "#cf222e" : colorOf(edge.kind);
  bool isColumn = from.x == to.x;
  bool isNeighbour = isColumn && std::abs(to.y - from.y) <= rowHeight + 1;
  Point control, begin, end;
  if (isColumn && !(isNeighbour && parallel == 0)) {
    // Around the boxes in between, on the right of the column.
    begin = {from.x + boxWidth / 2, from.y};
    end = {to.x + boxWidth / 2, to.y};
    control = {begin.x + 40 + 26.0 * parallel + 0.08 * std::abs(to.y - from.y),
               (from.y + to.y) / 2};
  } else {
    begin = border(from, to);
    end = border(to, from);
    control = {(begin.x + end.x) / 2, (begin.y + end.y) / 2 - (isColumn ? 0 : 26.0 * parallel)};
  }
  os << llvm::formatv("<path d=\"M{0:f1} {1:f1}Q{2:f1} {3:f1} {4:f1} {5:f1}\" fill=\"none\" "
                      "stroke=\"{6}\" stroke-width=\"{7}\" marker-end=\"url(#m{8})\"/>\n",
                      begin.x, begin.y, control.x, control.y, end.x, end.y, color,
                      isInCycle ? "2.5" : "1.3", color.drop_front());
  bool isColumnOrder = edge.kind == EdgeKind::ProgramOrder || edge.kind == EdgeKind::Asynchronous;
  if (isColumnOrder && !isInCycle)
    return;
  Point label = placeLabel([&](double t) -> Point {
    return {(1 - t) * (1 - t) * begin.x + 2 * t * (1 - t) * control.x + t * t * end.x,
            (1 - t) * (1 - t) * begin.y + 2 * t * (1 - t) * control.y + t * t * end.y};
  });
  os << llvm::formatv(
      "<text x=\"{0:f1}\" y=\"{1:f1}\" fill=\"{2}\" stroke=\"white\" stroke-width=\"3\" "
      "paint-order=\"stroke\" font-weight=\"bold\">{3}</text>\n",
      label.x + 4, label.y - 2, color, edgeName(edge.kind));
}

void Picture::print() {
  if (witness)
    place();
  else
    height = headHeight;
  printHead();
  if (witness) {
    for (size_t column = 0; column != columns.size(); ++column)
      printColumnHead(column);
    llvm::DenseMap<std::pair<uint32_t, uint32_t>, unsigned> between;
    std::vector<WitnessEdge> edges = witness->edges;
    for (const WitnessEdge &edge : witness->cycle)
      if (!llvm::is_contained(edges, edge))
        edges.push_back(edge);
    for (const WitnessEdge &edge : edges)
      printArrow(edge, llvm::is_contained(witness->cycle, edge),
                 between[std::minmax(edge.from, edge.to)]++);
    for (uint32_t event : witness->events)
      printBox(event);
  }
  os << "</svg>\n";
}

void ptx::printLitmusSvg(llvm::raw_ostream &os, const LitmusTest &test,
                         const LitmusResult &result) {
  std::optional<Witness> witness;
  if (result.execution)
    witness = makeWitness(*result.execution, result.violated.empty()
                                                 ? std::nullopt
                                                 : std::optional(result.violated.front()));
  Picture(os, test, result, witness ? &*witness : nullptr).print();
}
