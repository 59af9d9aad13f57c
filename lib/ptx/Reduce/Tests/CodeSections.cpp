// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/CodeSections.h"

#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"

#include <cstring>
#include <map>

using namespace ptx;
using namespace llvm::ELF;
using llvm::StringRef;

/// The record of type `T` at `offset`; none if it extends beyond the end of the file.
template <class T> static std::optional<T> recordAt(StringRef object, uint64_t offset) {
  if (offset > object.size() || object.size() - offset < sizeof(T))
    return std::nullopt;
  T record;
  std::memcpy(&record, object.data() + offset, sizeof(T));
  return record;
}

static StringRef bytesOf(StringRef object, const Elf64_Shdr &section) {
  return section.sh_type == SHT_NOBITS ? StringRef()
                                       : object.substr(section.sh_offset, section.sh_size);
}

std::optional<std::string> ptx::codeSections(StringRef object) {
  std::optional<Elf64_Ehdr> header = recordAt<Elf64_Ehdr>(object, 0);
  if (!header || !object.starts_with(StringRef(ElfMagic, std::strlen(ElfMagic))) ||
      header->getFileClass() != ELFCLASS64)
    return std::nullopt;
  auto sectionAt = [&](uint64_t index) {
    return recordAt<Elf64_Shdr>(object, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  std::optional<Elf64_Shdr> names = sectionAt(header->e_shstrndx);
  if (!names)
    return std::nullopt;
  std::map<StringRef, StringRef> code;
  for (uint64_t i = 0; i < header->e_shnum; ++i) {
    std::optional<Elf64_Shdr> section = sectionAt(i);
    if (!section)
      return std::nullopt;
    StringRef name = bytesOf(object, *names).substr(section->sh_name);
    name = name.take_front(name.find('\0'));
    if (name.starts_with(".text."))
      code[name] = bytesOf(object, *section);
  }
  std::string result;
  for (auto &[name, bytes] : code)
    result += (name + "\n" + bytes + "\n").str();
  return result;
}
