// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Witness.h"

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

/// Draws an execution: a column of boxes for each thread, arrows between them.
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
  void printArrow(const WitnessEdge &edge, bool isInCycle, unsigned parallel);
  Point border(Point from, Point to) const;

  llvm::raw_ostream &os;
  const LitmusTest &test;
  const LitmusResult &result;
  const Witness *witness;
  std::vector<Point> centers;  // by event
  std::vector<double> columns; // by thread
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

void Picture::place() {
  const EventGraph &graph = witness->execution->graph;
  size_t longest = 0;
  for (uint32_t event : witness->events)
    longest = std::max({longest, eventText(graph, event).size(), eventValue(graph, event).size()});
  boxWidth = std::max(150.0, 6.7 * longest + 20);
  centers.resize(graph.events.size());
  std::vector<unsigned> rows(test.threads.size());
  unsigned inits = 0, most = 0;
  bool hasInits = llvm::any_of(witness->events, [&](uint32_t event) {
    return graph.events[event].thread == MemoryEvent::none;
  });
  double top = headHeight + (hasInits ? rowHeight : 0);
  for (uint32_t event : witness->events) {
    uint32_t thread = graph.events[event].thread;
    bool isInit = thread == MemoryEvent::none;
    unsigned column = isInit ? inits++ : thread;
    unsigned row = isInit ? 0 : rows[thread]++;
    double y = isInit ? headHeight + boxHeight / 2 : top + 26 + row * rowHeight + boxHeight / 2;
    centers[event] = {margin + column * (boxWidth + gap) + boxWidth / 2, y};
    most = std::max(most, rows.empty() ? 0 : *llvm::max_element(rows));
  }
  for (size_t thread = 0; thread < test.threads.size(); ++thread)
    columns.push_back(margin + thread * (boxWidth + gap) + boxWidth / 2);
  width = 2 * margin + std::max<size_t>(test.threads.size(), inits) * (boxWidth + gap);
  height = top + 26 + most * rowHeight;
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
                      escaped(eventText(graph, event)));
  if (!value.empty())
    os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"middle\" "
                        "font-weight=\"bold\">{2}</text>\n",
                        center.x, center.y + 13, escaped(value));
}

/// Where the line from the center of a box leaves it.
Point Picture::border(Point from, Point to) const {
  double dx = to.x - from.x, dy = to.y - from.y;
  double scale = std::min(dx ? (boxWidth / 2 + 2) / std::abs(dx) : 1e9,
                          dy ? (boxHeight / 2 + 2) / std::abs(dy) : 1e9);
  return {from.x + dx * scale, from.y + dy * scale};
}

void Picture::printArrow(const WitnessEdge &edge, bool isInCycle, unsigned parallel) {
  Point from = centers[edge.from], to = centers[edge.to];
  StringRef color = isInCycle ? "#cf222e" : colorOf(edge.kind);
  bool isColumn = from.x == to.x;
  bool isNeighbour = isColumn && std::abs(to.y - from.y) <= rowHeight + 1;
  Point control, begin, end;
  if (isColumn && !(isNeighbour && parallel == 0)) {
    // Round the boxes between, on the right of the column.
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
  if (edge.kind == EdgeKind::ProgramOrder && !isInCycle)
    return;
  // Not in the middle, where arrows that cross meet.
  double t = 0.36;
  Point label = {(1 - t) * (1 - t) * begin.x + 2 * t * (1 - t) * control.x + t * t * end.x,
                 (1 - t) * (1 - t) * begin.y + 2 * t * (1 - t) * control.y + t * t * end.y};
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
    for (auto [thread, x] : llvm::enumerate(columns)) {
      const LitmusThread &place = test.threads[thread];
      double y = height - 0;
      for (uint32_t event : witness->events)
        if (witness->execution->graph.events[event].thread == thread)
          y = std::min(y, centers[event].y - boxHeight / 2 - 8);
      os << llvm::formatv(
          "<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"middle\" fill=\"#57606a\">{2}: "
          "GPU {3}, CTA {4}</text>\n",
          x, y, escaped(place.name), place.gpu, place.cta);
    }
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
