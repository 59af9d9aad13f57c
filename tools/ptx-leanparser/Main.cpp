// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-leanparser reads the parser that ANTLR wrote and writes the same rules for the base class
// LeanParser of lib/ptx/Syntax: plain functions without contexts, exceptions and the automaton that
// ANTLR makes at each start of a program for predictions, of which an LL(1) grammar needs none. It
// writes the same text for every version of ANTLR. It runs during the build and is not installed.

#include "LeanWriter.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace llvm;

static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("<folder of ANTLR's output>"));
static cl::opt<std::string> grammar("grammar", cl::Required, cl::value_desc("name"),
                                    cl::desc("Name of the grammar, without `Parser` and `Lexer`"));
static cl::opt<std::string> output("o", cl::Required, cl::value_desc("folder"),
                                   cl::desc("Where to write"));
static cl::opt<std::string> versions("known-versions", cl::Required, cl::value_desc("text"),
                                     cl::desc("The versions of ANTLR to name in an error"));

/// Writes a file of the output, unless it already has that text.
static void write(StringRef name, function_ref<void(raw_ostream &)> contents) {
  std::string text;
  raw_string_ostream textStream(text);
  contents(textStream);
  SmallString<128> path(output);
  sys::path::append(path, name);
  auto before = MemoryBuffer::getFile(path);
  if (before && (*before)->getBuffer() == text)
    return;
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (error) {
    errs() << path << ": error: " << error.message() << '\n';
    std::exit(1);
  }
  os << text;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "ptxkit parser writer\n");
  auto path = [&](StringRef suffix) { return (folder + "/" + grammar + suffix).str(); };
  ptx::lean::GeneratedText header(path("Parser.h"), versions);
  ptx::lean::GeneratedText source(path("Parser.cpp"), versions);
  ptx::lean::GeneratedText vocabulary(path("Lexer.tokens"), versions);
  ptx::lean::ParserClass parser = ptx::lean::readHeader(header);
  std::vector<ptx::lean::Rule> rules = ptx::lean::readRules(source, parser);

  write(parser.name.str() + ".h", [&](raw_ostream &os) { writeHeader(os, parser, rules); });
  write(parser.name.str() + ".cpp", [&](raw_ostream &os) { writeSource(os, parser, rules); });
  write("RuleKinds.inc", [&](raw_ostream &os) { writeRuleKinds(os, parser); });
  write("TokenKinds.inc", [&](raw_ostream &os) { writeTokenKinds(os, vocabulary); });
}
