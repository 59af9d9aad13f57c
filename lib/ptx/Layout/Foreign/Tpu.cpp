// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Foreign/Foreign.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The tensor that the command line describes. The shape and strides of a packed tensor count
/// packs.
struct TpuRequest {
  TpuTensor tensor;
  TpuLayout layout = TpuLayout::Aligned;
  std::optional<TpuPacked> packed;
  TpuShape elements; ///< the shape before packing
  std::optional<TpuMatrix> matrix;
  std::string type;
  bool hasStrides = false;

  uint64_t unitBytes() const { return elementTypeInfo(tensor.type).globalBytes(1); }
  uint64_t firstNpu() const {
    return tensor.machine ? tensor.address / tensor.machine->npuBytes : 0;
  }
  uint64_t channelsPerNpu() const {
    return tensor.machine ? tpuChannelsPerNpu(tensor.machine->npus, firstNpu(), tensor.shape.c)
                          : tensor.shape.c;
  }
};

struct PackMode {
  llvm::StringLiteral name;
  TpuPacking packing;
  std::array<StringRef, 4> types; ///< of its elements, with all accepted names
  llvm::StringLiteral typeText;
  ElementType unit; ///< the type that contains a pack
};

} // namespace

static constexpr PackMode packModes[] = {
    {"4N", TpuPacking::FourN, {"int8", "uint8", "s8", "u8"}, "int8 or uint8", ElementType::U32},
    {"2N",
     TpuPacking::TwoN,
     {"int16", "uint16", "s16", "u16"},
     "int16 or uint16",
     ElementType::U32},
    {"2IC", TpuPacking::TwoIc, {"fp32", "f32"}, "fp32", ElementType::U64}};

static llvm::Expected<TpuMachine> parseMachine(const LayoutOptions &options) {
  TpuMachine machine = {};
  struct Operand {
    LayoutOptions::Value option;
    StringRef name;
    uint64_t most;
    uint64_t &value;
  };
  for (Operand operand :
       {Operand{options.npus, "--npus", 1 << 16, machine.npus},
        {options.npu_bytes, "--npu-bytes", uint64_t(1) << 32, machine.npuBytes}}) {
    llvm::Expected<StringRef> text = neededOption(operand.option, "tpu", operand.name);
    if (!text)
      return text.takeError();
    llvm::Expected<uint64_t> number = layoutNumber(operand.name, *text);
    if (!number)
      return number.takeError();
    if (!*number || *number > operand.most)
      return llvm::createStringError(operand.name + " is " + Twine(*number) + "; expected 1 to " +
                                     Twine(operand.most));
    operand.value = *number;
  }
  return machine;
}

/// Combines elements into packs if --pack is given.
static llvm::Error packElements(const LayoutOptions &options, const ForeignType &type,
                                TpuRequest &request) {
  std::optional<StringRef> name = options.pack;
  if (!name)
    return llvm::Error::success();
  for (const PackMode &mode : packModes) {
    if (mode.name != *name)
      continue;
    if (!llvm::is_contained(mode.types, StringRef(type.name).lower()))
      return llvm::createStringError(mode.name + "-mode is for elements of " + mode.typeText +
                                     ", not of " + type.name);
    request.packed = tpuPacked(mode.packing, request.elements);
    request.tensor.shape = request.packed->shape;
    request.tensor.type = mode.unit;
  }
  return llvm::Error::success();
}

/// The shape: --shape NxCxHxW, or with --width the matrix NxM.
static llvm::Error parseShape(const LayoutOptions &options, TpuRequest &request) {
  llvm::Expected<StringRef> text = neededOption(options.shape, "tpu", "--shape");
  if (!text)
    return text.takeError();
  std::optional<StringRef> width = options.width;
  llvm::Expected<std::vector<uint64_t>> shape = layoutShape(*text, width ? "NxM" : "NxCxHxW");
  if (!shape)
    return shape.takeError();
  if (!width) {
    request.elements = {(*shape)[0], (*shape)[1], (*shape)[2], (*shape)[3]};
    return llvm::Error::success();
  }
  llvm::Expected<uint64_t> columns = layoutNumber("--width", *width);
  if (!columns)
    return columns.takeError();
  if (!request.tensor.machine || request.layout != TpuLayout::Aligned || options.pack)
    return llvm::createStringError("the matrix layout is aligned, in local memory, without packs");
  llvm::Expected<TpuMatrix> matrix = tpuMatrix((*shape)[0], (*shape)[1], *columns,
                                               request.tensor.machine->npus, request.firstNpu());
  if (!matrix)
    return matrix.takeError();
  request.elements = matrix->shape;
  request.matrix = *matrix;
  return llvm::Error::success();
}

static llvm::Error parseStrides(const LayoutOptions &options, TpuRequest &request) {
  constexpr int64_t most = int64_t(1) << 32;
  if (options.strides) {
    llvm::Expected<std::vector<int64_t>> given = layoutList(options.strides, "--strides", 4);
    if (!given)
      return given.takeError();
    for (int64_t stride : *given)
      if (stride < 0 || stride > most)
        return llvm::createStringError("stride " + Twine(stride) + "; expected 0 to 2^32");
    request.tensor.strides = {uint64_t((*given)[0]), uint64_t((*given)[1]), uint64_t((*given)[2]),
                              uint64_t((*given)[3])};
    request.hasStrides = true;
    return llvm::Error::success();
  }
  uint64_t npus = request.tensor.machine ? request.tensor.machine->npus : 1;
  unsigned bits = request.unitBytes() * 8;
  if (request.layout == TpuLayout::Aligned && bits == 64) {
    // The packs of 2IC-mode have no separate rule; their channels start at multiples of 128 bytes,
    // too.
    TpuShape halves = request.tensor.shape;
    halves.w *= 2;
    llvm::Expected<TpuStrides> strides =
        tpuStrides(request.layout, halves, npus, request.firstNpu(), 32);
    if (!strides)
      return strides.takeError();
    request.tensor.strides = {strides->n / 2, strides->c / 2, strides->h / 2, 1};
    return llvm::Error::success();
  }
  // Without alignment, the width of elements does not matter.
  llvm::Expected<TpuStrides> strides =
      tpuStrides(request.layout, request.tensor.shape, npus, request.firstNpu(),
                 request.layout == TpuLayout::Aligned ? bits : 32);
  if (!strides)
    return strides.takeError();
  request.tensor.strides = *strides;
  return llvm::Error::success();
}

static llvm::Expected<TpuRequest> parseTpuRequest(const LayoutOptions &options) {
  TpuRequest request;
  StringRef placement = options.placement.value_or("aligned");
  request.layout = placement == "continuous" ? TpuLayout::Continuous
                   : placement == "compact"  ? TpuLayout::Compact
                                             : TpuLayout::Aligned;
  llvm::Expected<ForeignType> type = foreignType(options, "tpu");
  if (!type)
    return type.takeError();
  request.type = type->name;
  request.tensor.type = type->element;
  if (request.layout != TpuLayout::Continuous) {
    llvm::Expected<TpuMachine> machine = parseMachine(options);
    if (!machine)
      return machine.takeError();
    request.tensor.machine = *machine;
  }
  llvm::Expected<uint64_t> address = layoutNumber(options.base, "base", 0);
  if (!address)
    return address.takeError();
  request.tensor.address = *address;
  if (request.tensor.machine) {
    llvm::Expected<TpuPlace> place = splitTpuAddress(*request.tensor.machine, *address);
    if (!place)
      return place.takeError();
  }
  if (llvm::Error error = parseShape(options, request))
    return error;
  request.tensor.shape = request.elements;
  if (llvm::Error error = packElements(options, *type, request))
    return error;
  if (llvm::Error error = parseStrides(options, request))
    return error;
  return request;
}

/// The number of bytes from the tensor's offset on that the tensor occupies in the fullest NPU.
static uint64_t bytesInNpu(const TpuRequest &request) {
  const TpuShape &shape = request.tensor.shape;
  const TpuStrides &strides = request.tensor.strides;
  uint64_t channels = request.channelsPerNpu();
  uint64_t last = 0;
  for (auto [extent, stride] : {std::pair(shape.n, strides.n),
                                {channels, strides.c},
                                {shape.h, strides.h},
                                {shape.w, strides.w}})
    last = llvm::SaturatingMultiplyAdd(extent - 1, stride, last);
  return llvm::SaturatingMultiply(llvm::SaturatingAdd<uint64_t>(last, 1), request.unitBytes());
}

namespace {

/// A dimension of a tensor in one NPU.
struct Dimension {
  StringRef name;
  uint64_t extent;
  uint64_t stride;
};

} // namespace

/// Whether two elements that differ only in these dimensions have the same address: a multiple of
/// one stride equals a multiple of the other.
static bool overlap(const Dimension &a, const Dimension &b) {
  if (a.extent < 2 || b.extent < 2 || !a.stride || !b.stride)
    return false;
  uint64_t common = std::gcd(a.stride, b.stride);
  return b.stride / common < a.extent && a.stride / common < b.extent;
}

/// Warns about elements with the same address because of one stride or two strides. Combinations of
/// three strides are not checked.
static void checkOverlap(const TpuRequest &request, llvm::function_ref<void(const Twine &)> warn) {
  const TpuShape &shape = request.tensor.shape;
  const TpuStrides &strides = request.tensor.strides;
  const Dimension dimensions[] = {{"N", shape.n, strides.n},
                                  {"C", request.channelsPerNpu(), strides.c},
                                  {"H", shape.h, strides.h},
                                  {"W", shape.w, strides.w}};
  for (const Dimension &dimension : dimensions)
    if (dimension.extent > 1 && !dimension.stride)
      warn("elements overlap: the " + dimension.name + " stride is 0");
  for (auto [i, outer] : llvm::enumerate(dimensions))
    for (const Dimension &inner : llvm::drop_begin(dimensions, i + 1))
      if (overlap(outer, inner))
        return warn("elements overlap: " + outer.name + " stride " + Twine(outer.stride) + " of " +
                    Twine(outer.extent) + ", " + inner.name + " stride " + Twine(inner.stride) +
                    " of " + Twine(inner.extent));
}

static void checkTensor(const TpuRequest &request, LayoutReport &report) {
  auto add = [&](Violation::Kind kind, const Twine &text) {
    report.add(Violations{{kind, "OKKernel", text.str()}});
  };
  const TpuTensor &tensor = request.tensor;
  uint64_t alignment = request.hasStrides                     ? request.unitBytes()
                       : request.layout == TpuLayout::Aligned ? 128
                       : request.layout == TpuLayout::Compact ? 4
                                                              : request.unitBytes();
  if (tensor.address % alignment)
    add(Violation::Kind::Manual,
        "address " + Twine(tensor.address) + "; expected a multiple of " + Twine(alignment));
  checkOverlap(request, [&](const Twine &text) { add(Violation::Kind::Suspicious, text); });
  if (!tensor.machine)
    return;
  uint64_t npus = tensor.machine->npus, channels = tensor.shape.c;
  uint64_t offset = tensor.address % tensor.machine->npuBytes;
  uint64_t end = llvm::SaturatingAdd(offset, bytesInNpu(request));
  if (end > tensor.machine->npuBytes)
    add(Violation::Kind::Manual, "the tensor ends at byte " + Twine(end) +
                                     " of an NPU, which has " + Twine(tensor.machine->npuBytes));
  if (request.channelsPerNpu() > llvm::divideCeil(channels, npus))
    add(Violation::Kind::Suspicious,
        "from NPU " + Twine(request.firstNpu()) + " on the channels take " +
            Twine(request.channelsPerNpu()) + " blocks of each NPU; from NPU 0 on " +
            Twine(llvm::divideCeil(channels, npus)) + " would do");
  if (request.matrix && request.matrix->shape.c > npus)
    add(Violation::Kind::Suspicious, "a matrix of " + Twine(channels) + " channels for " +
                                         Twine(npus) + " NPUs; a larger width takes less memory");
}

/// "N 120, C 56, H 16, W 2"
static std::string strideText(const TpuStrides &strides) {
  return llvm::formatv("N {0}, C {1}, H {2}, W {3}", strides.n, strides.c, strides.h, strides.w);
}

static TpuPlace placeOf(const TpuRequest &request, const TpuShape &at) {
  const TpuTensor &tensor = request.tensor;
  uint64_t npus = tensor.machine ? tensor.machine->npus : 1, first = request.firstNpu();
  uint64_t offset = tensor.machine ? tensor.address % tensor.machine->npuBytes : tensor.address;
  TpuPlace place;
  if (request.packed) {
    place = tpuPackedByte(*request.packed, npus, first, tensor.strides, at);
  } else {
    place = tpuElement(npus, first, tensor.strides, at);
    place.offset *= request.unitBytes();
  }
  place.offset += offset;
  return place;
}

/// Writes a line for each feature (n, c), or only for the element of --coords.
static llvm::Error addPlaces(const LayoutOptions &options, const TpuRequest &request,
                             LayoutReport &report) {
  constexpr size_t mostRows = 2048;
  std::vector<std::vector<std::string>> rows = {{"(n,c,h,w)", "NPU", "byte", "address"}};
  llvm::json::Array entries;
  const TpuTensor &tensor = request.tensor;
  uint64_t left = 0;
  auto add = [&](const TpuShape &at) {
    if (rows.size() > mostRows) {
      ++left;
      return;
    }
    TpuPlace place = placeOf(request, at);
    uint64_t address =
        tensor.machine ? place.npu * tensor.machine->npuBytes + place.offset : place.offset;
    rows.push_back({llvm::formatv("({0},{1},{2},{3})", at.n, at.c, at.h, at.w),
                    tensor.machine ? std::to_string(place.npu) : "-", std::to_string(place.offset),
                    hexText(address)});
    entries.push_back(llvm::json::Object{{"at", llvm::json::Array{at.n, at.c, at.h, at.w}},
                                         {"npu", place.npu},
                                         {"byte", place.offset},
                                         {"address", address}});
  };
  const TpuShape &shape = request.elements;
  if (options.coords) {
    llvm::Expected<std::vector<int64_t>> at = layoutList(options.coords, "--coords", 4);
    if (!at)
      return at.takeError();
    uint64_t extents[] = {shape.n, shape.c, shape.h, shape.w};
    for (size_t i = 0; i != 4; ++i)
      if ((*at)[i] < 0 || uint64_t((*at)[i]) >= extents[i])
        return llvm::createStringError("--coords is outside of the tensor");
    if (request.matrix && uint64_t((*at)[1]) + 1 == shape.c &&
        uint64_t((*at)[3]) >= request.matrix->lastChannel)
      return llvm::createStringError("--coords is outside of the matrix: the last channel has " +
                                     Twine(request.matrix->lastChannel) + " of " + Twine(shape.w) +
                                     " columns");
    add({uint64_t((*at)[0]), uint64_t((*at)[1]), uint64_t((*at)[2]), uint64_t((*at)[3])});
  } else if (shape.n * shape.c > mostRows * mostRows) {
    left = shape.n * shape.c;
  } else {
    for (uint64_t n = 0; n != shape.n; ++n)
      for (uint64_t c = 0; c != shape.c; ++c)
        add({n, c, 0, 0});
  }
  std::vector<std::string> lines = alignColumns(rows);
  if (left)
    lines.push_back(llvm::formatv("... and {0} more", left));
  report.addTable("places", std::move(entries), std::move(lines));
  return llvm::Error::success();
}

llvm::Expected<LayoutReport> ptx::layoutTpu(const LayoutOptions &options, LayoutWords words) {
  if (!words.empty())
    return llvm::createStringError("`tpu` takes options alone");
  llvm::Expected<TpuRequest> request = parseTpuRequest(options);
  if (!request)
    return request.takeError();
  const TpuTensor &tensor = request->tensor;
  const TpuShape &shape = request->elements;

  LayoutReport report(llvm::formatv("a tensor (N,C,H,W) of {0}x{1}x{2}x{3} elements of {4} in {5} "
                                    "memory",
                                    shape.n, shape.c, shape.h, shape.w, request->type,
                                    tensor.machine ? "local" : "system"));
  if (request->matrix)
    report.add("last_channel", "last channel", request->matrix->lastChannel,
               Twine(request->matrix->lastChannel) + " of " + Twine(shape.w) + " columns");
  if (request->packed) {
    report.add("units", "packed shape",
               llvm::json::Array{tensor.shape.n, tensor.shape.c, tensor.shape.h, tensor.shape.w},
               llvm::formatv("{0}x{1}x{2}x{3} units of {4} bytes", tensor.shape.n, tensor.shape.c,
                             tensor.shape.h, tensor.shape.w, request->packed->unitBytes)
                   .str());
    report.add("dummies", "dummies", request->packed->dummies,
               Twine(request->packed->dummies) + " elements along N");
  }
  if (tensor.machine) {
    uint64_t offset = tensor.address % tensor.machine->npuBytes;
    report.add("npu", "starts in NPU", request->firstNpu(), Twine(request->firstNpu()));
    report.add("offset", "at byte", offset, Twine(offset));
    report.add("channels_per_npu", "channels per NPU", request->channelsPerNpu(),
               Twine(request->channelsPerNpu()));
    report.add("npu_bytes", "takes of an NPU", bytesInNpu(*request),
               Twine(bytesInNpu(*request)) + " bytes");
  }
  report.add(
      "strides", "strides",
      llvm::json::Array{tensor.strides.n, tensor.strides.c, tensor.strides.h, tensor.strides.w},
      strideText(tensor.strides) + (request->packed ? " units" : " elements"));
  checkTensor(*request, report);
  EquivalentMap map = equivalentMap(tensor);
  if (request->matrix && request->matrix->lastChannel != shape.w)
    map.obstacles.push_back({Violation::Kind::Manual, "",
                             llvm::formatv("the last channel has {0} of {1} columns: all rows of a "
                                           "tensor map are equally long",
                                           request->matrix->lastChannel, shape.w)});
  addEquivalentMap(options, map, report);
  if (options.to_tensormap)
    return report;
  if (llvm::Error error = addPlaces(options, *request, report))
    return error;
  return report;
}
