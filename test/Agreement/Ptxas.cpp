// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Ptxas.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx::test;
using llvm::StringRef;

/// Kills what takes longer.
static constexpr unsigned secondsToWait = 300;

std::optional<Ptxas> Ptxas::find() {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("ptxas");
  if (!program)
    return std::nullopt;
  return Ptxas(*program);
}

/// A path in the folder for temporary files; the file is removed at the end of `remover`'s life.
static std::string temporary(StringRef suffix, llvm::FileRemover &remover) {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("ptx-round-trip", suffix, path))
    return {};
  remover.setFile(path);
  return path.str().str();
}

/// Writes what `ptxas` says to the file `errors`, or nowhere.
bool Ptxas::run(StringRef text, llvm::ArrayRef<StringRef> arguments, StringRef errors) const {
  llvm::FileRemover remover;
  std::string input = temporary("ptx", remover);
  std::error_code error;
  llvm::raw_fd_ostream os(input, error);
  if (error)
    return false;
  os << text;
  os.close();
  llvm::SmallVector<StringRef, 8> command{program};
  command.append(arguments.begin(), arguments.end());
  command.push_back(input);
  std::optional<StringRef> streams[] = {std::nullopt, StringRef(), errors};
  return llvm::sys::ExecuteAndWait(program, command, std::nullopt, streams, secondsToWait) == 0;
}

/// Reads the first of the lines `ptxas FILE, line 7; error   : TEXT` and `ptxas fatal   : TEXT`.
static void readFirstError(StringRef output, Ptxas::Answer &answer) {
  for (StringRef line : llvm::split(output, '\n')) {
    size_t at = std::min(line.find("error   : "), line.find("fatal   : "));
    if (at == StringRef::npos)
      continue;
    answer.message = line.drop_front(at + 10).str();
    StringRef place = line.take_front(at);
    size_t number = place.rfind(", line ");
    if (number != StringRef::npos)
      place.drop_front(number + 7).consumeInteger(10, answer.line);
    return;
  }
}

Ptxas::Answer Ptxas::check(StringRef text, StringRef arch) const {
  llvm::FileRemover remover;
  std::string errors = temporary("txt", remover);
  Answer answer;
  answer.accepted = run(text, {"-arch", ("compute_" + arch).str()}, errors);
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> output = llvm::MemoryBuffer::getFile(errors);
  if (!answer.accepted && output)
    readFirstError((*output)->getBuffer(), answer);
  return answer;
}

bool Ptxas::accepts(StringRef text, StringRef arch) const {
  return run(text, {"-arch", ("compute_" + arch).str()});
}

/// The sections of an ELF file that hold instructions.
static std::optional<Ptxas::Code> codeSections(StringRef file) {
  using namespace llvm::ELF;
  auto at = [file]<class T>(uint64_t offset, T *) {
    T value{};
    if (offset <= file.size() && sizeof(T) <= file.size() - offset)
      memcpy(&value, file.data() + offset, sizeof(T));
    return value;
  };
  Elf64_Ehdr header = at(0, static_cast<Elf64_Ehdr *>(nullptr));
  if (!header.checkMagic())
    return std::nullopt;
  auto section = [&](unsigned index) {
    return at(header.e_shoff + index * sizeof(Elf64_Shdr), static_cast<Elf64_Shdr *>(nullptr));
  };
  StringRef names = file.substr(section(header.e_shstrndx).sh_offset);
  Ptxas::Code code;
  for (unsigned i = 0; i != header.e_shnum; ++i) {
    Elf64_Shdr s = section(i);
    if (s.sh_type == SHT_PROGBITS && s.sh_flags & SHF_EXECINSTR)
      code[names.substr(s.sh_name).split('\0').first.str()] =
          file.substr(s.sh_offset, s.sh_size).str();
  }
  return code;
}

std::optional<Ptxas::Code> Ptxas::compile(StringRef text, StringRef arch, StringRef options) const {
  llvm::FileRemover remover;
  std::string output = temporary("cubin", remover);
  llvm::SmallVector<StringRef, 8> arguments{"-O1", "-arch", arch, "-o", output};
  options.split(arguments, ' ', -1, false);
  if (!run(text, arguments))
    return std::nullopt;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file = llvm::MemoryBuffer::getFile(output);
  if (!file)
    return std::nullopt;
  return codeSections((*file)->getBuffer());
}
