// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/Languages.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

static constexpr StringRef cppNames[] = {"cuda", "cuda-cpp", "cpp", "c"};
static constexpr StringRef cppSuffixes[] = {
    ".cu",  ".cuh", ".c",   ".cc",  ".cpp", ".cxx",  ".h",     ".hh",     ".hpp",    ".hxx",
    ".inl", ".inc", ".ipp", ".tcc", ".tpp", ".impl", ".cu.in", ".cuh.in", ".hpp.in", ".h.in"};
const HostLanguage ptx::cppLanguage = {cppNames, "C++", cppSuffixes, "//", findAsmStatements};

static constexpr StringRef openClNames[] = {"opencl"};
static constexpr StringRef openClSuffixes[] = {".cl", ".clh"};
static const HostLanguage openCl = {openClNames, "OpenCL C", openClSuffixes, "//",
                                    findAsmStatements};

static constexpr StringRef llvmNames[] = {"llvm", "llvm-ir"};
static constexpr StringRef llvmSuffixes[] = {".ll"};
static const HostLanguage llvmIr = {llvmNames, "LLVM IR", llvmSuffixes, ";", findLlvmAsm};

static constexpr StringRef mlirNames[] = {"mlir"};
static constexpr StringRef mlirSuffixes[] = {".mlir"};
static const HostLanguage mlir = {mlirNames, "MLIR", mlirSuffixes, "//", findMlirAsm};

static constexpr StringRef pythonNames[] = {"python"};
static constexpr StringRef pythonSuffixes[] = {".py", ".pyi", ".pyx"};
static const HostLanguage python = {pythonNames, "Python", pythonSuffixes, "#", findPythonAsm};

static constexpr StringRef notebookNames[] = {"notebook"};
static constexpr StringRef notebookSuffixes[] = {".ipynb"};
static const HostLanguage notebook = {notebookNames, "notebooks",     notebookSuffixes,
                                      "#",           findNotebookAsm, placeInNotebook};

static constexpr StringRef rustNames[] = {"rust"};
static constexpr StringRef rustSuffixes[] = {".rs"};
static const HostLanguage rust = {rustNames, "Rust", rustSuffixes, "//", findRustAsm};

static constexpr StringRef juliaNames[] = {"julia"};
static constexpr StringRef juliaSuffixes[] = {".jl"};
static const HostLanguage julia = {juliaNames, "Julia", juliaSuffixes, "#", findJuliaAsm};

llvm::ArrayRef<const HostLanguage *> ptx::hostLanguages() {
  static constexpr const HostLanguage *all[] = {&cppLanguage, &openCl, &python, &notebook,
                                                &julia,       &rust,   &llvmIr, &mlir};
  return all;
}

const HostLanguage *ptx::hostLanguageOf(StringRef path) {
  for (const HostLanguage *language : hostLanguages())
    if (llvm::any_of(language->suffixes, [&](StringRef suffix) { return path.ends_with(suffix); }))
      return language;
  return nullptr;
}

const HostLanguage *ptx::hostLanguageNamed(StringRef name) {
  for (const HostLanguage *language : hostLanguages())
    if (llvm::is_contained(language->names, name))
      return language;
  return nullptr;
}
