// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

// The functions that every kernel can call: `vprintf` and `__assertfail`, as the programming guide
// of CUDA defines them; and `trap`.

/// A number in memory at a generic address.
Value Machine::genericValue(const Warp &warp, const Operation &op, unsigned lane, uint64_t address,
                            unsigned bytes) const {
  Value at = Value::number(address);
  return loadValue(warp, placeOf(op, at), at, 0, bytes, lane, Value::unknown(0));
}

/// An argument of a call in memory.
Value Machine::argumentOf(const Warp &warp, const Operation &op, unsigned lane, unsigned number,
                          unsigned bytes) const {
  const CallSite &site = program.calls[op.callee];
  if (number >= site.arguments.size() || warp.params.empty())
    return Value::unknown(0);
  const Passed &passed = site.arguments[number];
  return passed.isMemory() ? warp.params[lane].load(passed.first, bytes)
                           : valueOf(warp, passed.slot, lane);
}

/// The text at a generic address, up to a zero byte; none if it is not known.
std::optional<std::string> Machine::textAt(const Warp &warp, const Operation &op, unsigned lane,
                                           Value address) const {
  constexpr size_t most = 64 << 10;
  std::string text;
  while (address.known && text.size() != most) {
    Value byte = genericValue(warp, op, lane, address.bits + text.size(), 1);
    if (!byte.known)
      return std::nullopt;
    if (!byte.bits)
      return text;
    text += static_cast<char>(byte.bits);
    Meter::spend(1);
  }
  return std::nullopt;
}

namespace {
/// A conversion of a format, such as `%-8.3f`.
struct Conversion {
  std::string flags;
  bool hasWidth = false, hasPrecision = false; ///< from the arguments
  bool isLong = false;
  std::string shortness; ///< `h` or `hh`
  char kind = 0;

  bool isFloat() const { return StringRef("fFeEgGaA").contains(kind); }
  unsigned bytes() const { return isFloat() || isLong || kind == 'p' || kind == 's' ? 8 : 4; }
};
} // namespace

/// The maximum width and precision of a number or text.
static constexpr int mostPadding = 4096;

/// Whether no number in `flags` is more than `mostPadding`.
static bool arePaddingsSmall(StringRef flags) {
  while (!flags.empty()) {
    StringRef digits = flags.take_while([](char c) { return llvm::isDigit(c); });
    unsigned number = 0;
    if (!digits.empty() && (digits.getAsInteger(10, number) || number > mostPadding))
      return false;
    flags = flags.drop_front(std::max<size_t>(1, digits.size()));
  }
  return true;
}

/// Reads the conversion after a `%`.
static Conversion readConversion(StringRef &format) {
  Conversion result;
  auto take = [&](StringRef set) {
    StringRef taken = format.take_while([&](char c) { return set.contains(c); });
    format = format.drop_front(taken.size());
    return taken;
  };
  result.flags = take("-+ #0123456789").str();
  result.hasWidth = format.consume_front("*");
  if (result.hasWidth)
    result.flags += '*';
  if (format.consume_front(".")) {
    result.flags += '.';
    result.hasPrecision = format.consume_front("*");
    result.flags += result.hasPrecision ? "*" : take("0123456789").str();
  }
  // `long` has 64 bits in device code.
  StringRef size = take("hlLqjzt");
  result.isLong = size.find_first_of("lqjzt") != StringRef::npos;
  result.shortness = size.take_while([](char c) { return c == 'h'; }).substr(0, 2).str();
  result.kind = format.empty() ? 0 : format.front();
  format = format.drop_front(!format.empty());
  return result;
}

/// The text of a number by the C library, which has the conversions of `printf`.
template <class T>
static std::string converted(const Conversion &conversion, const char *length,
                             llvm::ArrayRef<int> stars, T value) {
  std::string format = "%" + conversion.flags + length + conversion.kind;
  auto print = [&](char *room, size_t size) {
    return stars.size() == 2   ? snprintf(room, size, format.c_str(), stars[0], stars[1], value)
           : stars.size() == 1 ? snprintf(room, size, format.c_str(), stars[0], value)
                               : snprintf(room, size, format.c_str(), value);
  };
  // The C library writes a zero byte at the end, too.
  std::string text(static_cast<size_t>(std::max(0, print(nullptr, 0))), 0);
  print(text.data(), text.size() + 1);
  return text;
}

/// What `vprintf` prints for a lane. The arguments are in memory one after the other, each at a
/// multiple of its size. None if something is not known.
std::optional<Machine::PrintedText> Machine::formatted(const Warp &warp, const Operation &op,
                                                       unsigned lane, StringRef format,
                                                       uint64_t arguments) const {
  PrintedText result;
  uint64_t at = arguments;
  bool isKnown = true;
  auto next = [&](unsigned bytes) {
    at = llvm::alignTo(at, bytes);
    Value value = genericValue(warp, op, lane, at, bytes);
    at += bytes;
    ++result.arguments;
    isKnown &= value.known;
    return value;
  };
  while (!format.empty() && isKnown) {
    auto [text, rest] = format.split('%');
    result.text += text;
    if (text.size() == format.size())
      break;
    format = rest;
    if (format.consume_front("%")) {
      result.text += '%';
      continue;
    }
    Conversion conversion = readConversion(format);
    if (!StringRef("diouxXcspfFeEgGaA").contains(conversion.kind) || !conversion.kind)
      return std::nullopt;
    llvm::SmallVector<int, 2> stars;
    for (bool has : {conversion.hasWidth, conversion.hasPrecision})
      if (has)
        stars.push_back(static_cast<int>(next(4).bits));
    Value value = next(conversion.bytes());
    auto isSmall = [](int star) { return star >= -mostPadding && star <= mostPadding; };
    if (!isKnown || !llvm::all_of(stars, isSmall) || !arePaddingsSmall(conversion.flags))
      return std::nullopt;
    if (conversion.kind == 's') {
      std::optional<std::string> argument = textAt(warp, op, lane, value);
      if (!argument)
        return std::nullopt;
      result.text += converted(conversion, "", stars, argument->c_str());
    } else if (conversion.kind == 'p') {
      result.text += converted(conversion, "", stars, reinterpret_cast<void *>(value.bits));
    } else if (conversion.isFloat()) {
      result.text += converted(conversion, "", stars, llvm::bit_cast<double>(value.bits));
    } else if (conversion.isLong) {
      result.text += converted(conversion, "ll", stars, static_cast<long long>(value.bits));
    } else {
      std::string length = conversion.kind == 'c' ? "" : conversion.shortness;
      result.text += converted(conversion, length.c_str(), stars, static_cast<int>(value.bits));
    }
  }
  return result;
}

/// `vprintf(format, arguments)`: false if something is not known.
bool Machine::print(Warp &warp, const Operation &op, LaneMask mask) {
  const CallSite &site = program.calls[op.callee];
  bool isKnown = true;
  forEachLane(mask, [&](unsigned lane) {
    std::optional<std::string> format = textAt(warp, op, lane, argumentOf(warp, op, lane, 0));
    Value arguments = argumentOf(warp, op, lane, 1);
    std::optional<PrintedText> printed = format && arguments.known
                                             ? formatted(warp, op, lane, *format, arguments.bits)
                                             : std::nullopt;
    isKnown &= printed.has_value();
    if (!isKnown)
      return;
    output += printed->text;
    Meter::spend(printed->text.size());
    for (const Passed &result : site.results)
      if (result.isMemory())
        warp.params[lane].store(result.first, 4, Value::number(printed->arguments));
      else
        writeLane(warp, result.slot, lane, Value::number(printed->arguments));
  });
  return isKnown;
}

/// `__assertfail(condition, file, line, function, size of a character)`: false if an argument is
/// not known.
bool Machine::failAssertion(Warp &warp, const Operation &op, LaneMask mask) {
  unsigned lane = firstLane(mask);
  auto text = [&](unsigned number) {
    return textAt(warp, op, lane, argumentOf(warp, op, lane, number));
  };
  std::optional<std::string> condition = text(0), file = text(1), function = text(3);
  Value line = argumentOf(warp, op, lane, 2, 4);
  if (!condition || !file || !function || !line.known)
    return false;
  trap(op, threadText(warp.thread + lane) + " fails the assertion `" + *condition + "` in `" +
               *function + "` (" + *file + ":" + std::to_string(line.bits) + ")");
  return true;
}

/// An error of the kernel, which ends all threads of the grid.
void Machine::trap(const Operation &op, const std::string &what) {
  report(Fault::Trap, pcOf(op), what);
  isStopped = true;
  whyStopped = Ending::Trap;
}
