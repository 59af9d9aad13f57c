// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Hangs.h"
#include "ptx/Memory/Show/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

static StringRef quantifierText(Quantifier quantifier) {
  return quantifier == Quantifier::Exists      ? "exists"
         : quantifier == Quantifier::NotExists ? "~exists"
                                               : "forall";
}

static std::optional<Axiom> violatedAxiom(const LitmusResult &result) {
  return result.violated.empty() ? std::nullopt : std::optional(result.violated.front());
}

static void printEvents(llvm::raw_ostream &os, const Witness &witness) {
  const EventGraph &graph = witness.execution->graph;
  size_t nameWidth = 0, valueWidth = 0;
  for (uint32_t event : witness.events) {
    nameWidth = std::max(nameWidth, graph.names[event].size());
    valueWidth = std::max(valueWidth, eventValue(graph, event).size());
  }
  for (uint32_t event : witness.events) {
    std::string line = "  " + graph.names[event];
    line.resize(nameWidth + 4, ' ');
    line += eventValue(graph, event);
    line.resize(nameWidth + valueWidth + 6, ' ');
    line += partText(graph, event);
    os << StringRef(line).rtrim() << '\n';
  }
}

static void printEdges(llvm::raw_ostream &os, const Witness &witness) {
  for (const WitnessEdge &edge : witness.edges)
    if (edge.kind != EdgeKind::ProgramOrder && edge.kind != EdgeKind::Asynchronous)
      os << "  " << witness.execution->graph.names[edge.from] << " -" << edgeName(edge.kind)
         << "-> " << witness.execution->graph.names[edge.to] << '\n';
}

void ptx::printLitmusText(llvm::raw_ostream &os, const LitmusTest &test,
                          const LitmusResult &result) {
  os << test.name << ": " << (result.isAllowed ? "allowed" : "forbidden") << ": "
     << questionText(test) << "\n  `" << quantifierText(test.quantifier) << "` "
     << (result.holds ? "holds" : "does not hold");
  if (result.isBounded)
    os << ", with loops passed at most "
       << (result.execution ? result.execution->graph.bound + 1 : 0) << " times";
  os << '\n';
  if (result.hasMixedRace)
    os << "  the axioms do not apply: accesses of different sizes race (manual 8.7.2; --races "
          "lists "
          "them)\n";
  if (!result.hasExecutions)
    os << "  no execution ends\n";
  if (!result.isAllowed && result.violated.empty() && result.hasExecutions)
    os << "  no values fit the condition, whatever the order\n";
  if (result.hasWeakRace)
    os << "  each access is taken as a whole; the manual promises that to morally strong accesses "
          "only (8.10.3), and others race (--races lists them)\n";
  for (Axiom axiom : result.violated)
    os << "  axiom " << axiomName(axiom) << " (manual " << axiomSection(axiom) << ")\n";
  if (!result.execution)
    return;
  Witness witness = makeWitness(*result.execution, violatedAxiom(result));
  os << (result.isAllowed ? "an execution that ends so:\n"
                          : "without the first axiom, an execution could end so:\n");
  printEvents(os, witness);
  printEdges(os, witness);
  if (witness.cycle.empty())
    return;
  const std::vector<std::string> &names = witness.execution->graph.names;
  if (witness.required)
    os << "the axiom requires that " << names[witness.required->from] << " "
       << edgeWords(witness.required->kind) << " " << names[witness.required->to] << ":\n";
  else
    os << "the axiom forbids the cycle:\n";
  for (const WitnessEdge &edge : witness.cycle)
    os << "  " << witness.execution->graph.names[edge.from] << " " << edgeWords(edge.kind) << " "
       << witness.execution->graph.names[edge.to] << " (" << edgeName(edge.kind) << ", manual "
       << edgeSection(edge.kind) << ")\n";
}

void ptx::printRaces(llvm::raw_ostream &os, const LitmusTest &test,
                     llvm::ArrayRef<DataRace> races) {
  os << test.name << ": " << races.size() << (races.size() == 1 ? " data-race" : " data-races")
     << '\n';
  for (const DataRace &race : races) {
    const EventGraph &graph = race.execution.graph;
    os << "  " << graph.names[race.first] << " `" << eventText(graph, race.first) << "` and "
       << graph.names[race.second] << " `" << eventText(graph, race.second)
       << "`: " << (race.isMixedSize ? "mixed-size (manual 8.7.2)" : "uniform-size (manual 8.7.1)")
       << '\n';
  }
  if (llvm::any_of(races, [](const DataRace &race) { return race.isMixedSize; }))
    os << "  the axioms do not apply to a program with a mixed-size data-race\n";
}

void ptx::printRacesJson(llvm::raw_ostream &os, const LitmusTest &test,
                         llvm::ArrayRef<DataRace> races) {
  auto operation = [&](const EventGraph &graph, uint32_t event) {
    const MemoryEvent &memory = graph.events[event];
    return llvm::json::Object{{"name", graph.names[event]},
                              {"thread", test.threads[memory.thread].name},
                              {"line", memory.step->line},
                              {"text", eventText(graph, event)}};
  };
  llvm::json::Array list;
  for (const DataRace &race : races) {
    const EventGraph &graph = race.execution.graph;
    list.push_back(llvm::json::Object{{"first", operation(graph, race.first)},
                                      {"second", operation(graph, race.second)},
                                      {"mixedSize", race.isMixedSize}});
  }
  llvm::json::Object object{{"test", test.name}, {"races", std::move(list)}};
  os << llvm::formatv("{0}", llvm::json::Value(std::move(object))) << '\n';
}

void ptx::printHang(llvm::raw_ostream &os, const LitmusTest &test, const LitmusHang &hang,
                    const LitmusOptions &options) {
  if (!hang.execution) {
    os << test.name << ": no thread waits forever, with loops passed at most " << options.bound + 1
       << " times\n";
    if (hang.undecided)
      os << "  not decided: whether the loop of line " << hang.undecided->line
         << ", which changes memory or waits at a barrier, goes on forever\n";
    return;
  }
  os << test.name << ": a thread can wait forever:\n";
  for (const WaitingThread &waiting : hang.threads)
    os << "  " << test.threads[waiting.thread].name << ", line " << waiting.step->line << ": `"
       << waiting.step->text << "`\n";
  os << "an execution in which nothing else happens any more:\n";
  Witness witness = makeWitness(*hang.execution, std::nullopt);
  printEvents(os, witness);
  printEdges(os, witness);
}

static llvm::json::Array edgeArray(const EventGraph &graph, llvm::ArrayRef<WitnessEdge> edges) {
  llvm::json::Array result;
  for (const WitnessEdge &edge : edges)
    result.push_back(llvm::json::Object{{"relation", edgeName(edge.kind)},
                                        {"from", graph.names[edge.from]},
                                        {"to", graph.names[edge.to]}});
  return result;
}

static llvm::json::Array eventArray(const LitmusTest &test, const Witness &witness) {
  const EventGraph &graph = witness.execution->graph;
  llvm::json::Array events;
  for (uint32_t event : witness.events) {
    const MemoryEvent &memory = graph.events[event];
    llvm::json::Object entry{{"name", graph.names[event]}, {"text", eventText(graph, event)}};
    if (memory.thread != MemoryEvent::none)
      entry["thread"] = test.threads[memory.thread].name;
    if (memory.isMemory())
      entry["access"] = eventValue(graph, event);
    events.push_back(std::move(entry));
  }
  return events;
}

void ptx::printHangJson(llvm::raw_ostream &os, const LitmusTest &test, const LitmusHang &hang) {
  llvm::json::Object object{{"test", test.name},
                            {"verdict", hang.execution   ? "waits"
                                        : hang.undecided ? "undecided"
                                                         : "ends"}};
  llvm::json::Array waiting;
  for (const WaitingThread &one : hang.threads)
    waiting.push_back(llvm::json::Object{{"thread", test.threads[one.thread].name},
                                         {"line", one.step->line},
                                         {"text", one.step->text}});
  object["waiting"] = std::move(waiting);
  if (hang.execution) {
    Witness witness = makeWitness(*hang.execution, std::nullopt);
    object["events"] = eventArray(test, witness);
    object["edges"] = edgeArray(hang.execution->graph, witness.edges);
  }
  os << llvm::formatv("{0}", llvm::json::Value(std::move(object))) << '\n';
}

void ptx::printLitmusJson(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result,
                          llvm::ArrayRef<Explanation> explanation) {
  llvm::json::Object object{{"test", test.name},
                            {"verdict", result.isAllowed ? "allowed" : "forbidden"},
                            {"quantifier", quantifierText(test.quantifier)},
                            {"condition", conditionText(test, test.condition)},
                            {"holds", result.holds},
                            {"bounded", result.isBounded},
                            {"ends", result.hasExecutions},
                            {"mixedSizeRace", result.hasMixedRace}};
  llvm::json::Array axioms;
  for (Axiom axiom : result.violated)
    axioms.push_back(
        llvm::json::Object{{"name", axiomName(axiom)}, {"section", axiomSection(axiom)}});
  object["axioms"] = std::move(axioms);
  if (result.execution) {
    Witness witness = makeWitness(*result.execution, violatedAxiom(result));
    const EventGraph &graph = result.execution->graph;
    object["events"] = eventArray(test, witness);
    object["edges"] = edgeArray(graph, witness.edges);
    object["cycle"] = edgeArray(graph, witness.cycle);
    if (witness.required)
      object["required"] = edgeArray(graph, *witness.required)[0];
  }
  llvm::json::Array sentences;
  for (const Explanation &sentence : explanation)
    sentences.push_back(llvm::json::Object{
        {"text", sentence.text}, {"section", sentence.section}, {"depth", sentence.depth}});
  if (!sentences.empty())
    object["explanation"] = std::move(sentences);
  os << llvm::formatv("{0}", llvm::json::Value(std::move(object))) << '\n';
}
