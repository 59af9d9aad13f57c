// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Pass.h"

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

static constexpr ReductionPass passes[] = {
    {"comments", "removes comments, line markers and blank lines", findComments},
    {"lines", "removes lines", findLines, ReductionPass::ForAnyText},
    {"functions", "removes functions with their calls", findFunctions},
    {"bodies", "replaces bodies of functions by declarations", findBodies},
    {"blocks", "removes basic blocks and blocks in braces, with the branches to them", findBlocks},
    {"statements", "removes instructions and labels", findStatements},
    {"declarations", "removes variables, registers and prototypes with what uses them",
     findDeclarations},
    {"unused", "removes names that nothing uses from their declarations", findUnused},
    {"parameters", "removes parameters with their arguments and uses", findParameters},
    {"directives", "removes directives, sections, linkage, attributes and alignments",
     findDirectives},
    {"initializers", "removes initializers and their elements", findInitializers},
    {"guards", "removes guards of instructions", findGuards},
    {"branches", "follows branches, so that what they skip is removed", findBranches},
    {"modifiers", "removes modifiers", findModifiers},
    {"vectors", "replaces vectors by narrower ones and by scalars", findVectors},
    {"expressions", "replaces expressions by their parts, and registers by 0", findExpressions},
    {"constants", "replaces numbers by 0, 1 or smaller ones", findConstants,
     ReductionPass::Choices},
    {"registers", "numbers registers from 0, and declares only those", findRegisters,
     ReductionPass::Choices},
    {"types", "replaces types of variables by narrower ones", findTypes, ReductionPass::Choices},
    {"platform", "lowers the version and the target", findPlatform, ReductionPass::Choices},
    {"tokens", "removes tokens", findTokens},
};

llvm::ArrayRef<ReductionPass> ptx::reductionPasses() { return passes; }
