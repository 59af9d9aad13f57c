// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/CodeSections.h"

#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace ptx;
using namespace llvm::ELF;

template <class T> static void append(std::string &bytes, const T &record) {
  bytes.append(reinterpret_cast<const char *>(&record), sizeof(T));
}

static Elf64_Shdr section(uint32_t name, uint64_t offset, uint64_t size) {
  Elf64_Shdr header = {};
  header.sh_name = name;
  header.sh_type = SHT_PROGBITS;
  header.sh_offset = offset;
  header.sh_size = size;
  return header;
}

/// An object with the code of `b` and `a`, and a section with something else.
static std::string object(llvm::StringRef codeOfB, llvm::StringRef other) {
  constexpr llvm::StringRef names("\0.text.b\0.text.a\0.debug\0", 24);
  std::string contents = (codeOfB + "a code" + other + names).str();
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ElfMagic, std::strlen(ElfMagic));
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = sizeof(header) + contents.size();
  header.e_shnum = 4;
  header.e_shstrndx = 3;
  std::string bytes;
  append(bytes, header);
  bytes += contents;
  uint64_t at = sizeof(header);
  append(bytes, section(1, at, codeOfB.size()));
  append(bytes, section(9, at + codeOfB.size(), 6));
  append(bytes, section(17, at + codeOfB.size() + 6, other.size()));
  append(bytes, section(0, at + codeOfB.size() + 6 + other.size(), names.size()));
  return bytes;
}

TEST(CodeSections, HaveTheCodeAlone) {
  EXPECT_EQ(codeSections(object("b code", "x")), ".text.a\na code\n.text.b\nb code\n");
  EXPECT_EQ(codeSections(object("b code", "x")), codeSections(object("b code", "yy")));
  EXPECT_NE(codeSections(object("b code", "x")), codeSections(object("B code", "x")));
}

TEST(CodeSections, OfBrokenObjects) {
  EXPECT_EQ(codeSections(""), std::nullopt);
  EXPECT_EQ(codeSections("// no object"), std::nullopt);
  std::string whole = object("b code", "x");
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(codeSections(llvm::StringRef(whole).take_front(size)), std::nullopt) << size;
}
