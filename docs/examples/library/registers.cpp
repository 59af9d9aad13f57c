// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what a module declares, with a listener on ANTLR's own tree.

#include "ptx/Antlr/ParseTree.h"

#include "PtxParserBaseListener.h"

#include <fstream>
#include <iostream>
#include <sstream>

namespace {

class Declarations : public ptxantlr::PtxParserBaseListener {
public:
  void
  enterVariableDeclaration(ptxantlr::PtxParser::VariableDeclarationContext *declaration) override {
    for (ptxantlr::PtxParser::DeclaratorContext *declarator : declaration->declarator())
      std::cout << declaration->stateSpace()->getText() << ' ' << declaration->dataType()->getText()
                << ' ' << declarator->getText() << '\n';
  }
};

} // namespace

int main(int argc, char **argv) {
  std::ifstream file(argc > 1 ? argv[1] : "");
  std::stringstream text;
  if (!(text << file.rdbuf())) {
    std::cerr << "expected a file of PTX\n";
    return 2;
  }
  ptx::AntlrParser antlr(text.str());
  Declarations declarations;
  antlr4::tree::ParseTreeWalker::DEFAULT.walk(&declarations, antlr.parser.module());
  return antlr.parser.getNumberOfSyntaxErrors() == 0 ? 0 : 1;
}
