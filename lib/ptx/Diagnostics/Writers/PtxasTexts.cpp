// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/PtxasTexts.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Diagnostics/Writers/PtxasTopics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

namespace {

//===-- The texts -----------------------------------------------------------------------------===//

/// A message that no record of the catalogue contains, or that several rules share.
struct TextRow {
  StringRef text;
  std::initializer_list<DiagId> rules;
};

/// `X` represents a word, `N` a number. Each message was observed for a module that breaks these
/// rules.
constexpr TextRow textRows[] = {
    {"'.extern' variable 'X' cannot be resolved by a '.static'", {DiagId::LinkageMismatch}},
    {"'X' is already aliased to 'X' and cannot be redefined", {DiagId::IllegalAlias}},
    {"'X' modifier required for instruction 'X' with destination type 'X'",
     {DiagId::MissingModifier}},
    {"'X' modifier required for instruction 'X' with type 'X'", {DiagId::MissingModifier}},
    {".loc directive without .file directive is found, line information in generated binary may "
     "not be complete",
     {DiagId::UndeclaredFile}},
    {"Alignment of argument does not match formal parameter 'X'", {DiagId::RejectedAlignment}},
    {"Argument N of instruction 'X' : value 'N' expected to be a non-zero positive",
     {DiagId::ImmediateRange}},
    {"Argument N of instruction 'X': .surfref or .u64 register expected", {DiagId::OperandType}},
    {"Argument N of instruction 'X': .texref or .u64 register expected", {DiagId::OperandType}},
    {"Argument N of instruction 'X': Argument vector size mismatch", {DiagId::VectorSize}},
    {"Argument N of instruction 'X': unexpected value 'N', expected to be multiple of N",
     {DiagId::ImmediateRange}},
    {"Argument N of instruction 'X': value 'N' expected to be in range [N..N] when X",
     {DiagId::ImmediateRange}},
    {"Argument N of instruction 'X': value 'N' out of range, expected to be in range (N .. N]",
     {DiagId::ModifierCombination}},
    {"Argument vector size mismatch for instruction 'X'", {DiagId::VectorSize}},
    {"Argument(s) to pragma 'X' cannot be empty", {DiagId::PragmaArgument}},
    {"Arguments mismatch for instruction 'X'",
     {DiagId::OperandType, DiagId::OperandKind, DiagId::OperandCount, DiagId::VectorSize,
      DiagId::ImmediateRange}},
    {"Array index in the 'X' instruction has unexpected type. Expecting type .u32",
     {DiagId::ModifierCombination}},
    {"Array indexing on non-array", {DiagId::OperandKind}},
    {"Array of incomplete type", {DiagId::EmptyDimension}},
    {"Attribute 'X' specified multiple times in function", {DiagId::RepeatedDirective}},
    {"Call has wrong number of parameters", {DiagId::ArgumentCount}},
    {"Call target not recognized", {DiagId::OperandKind, DiagId::CallTable}},
    {"Call to 'X' requires call prototype", {DiagId::OperandKind}},
    {"Cannot alias a function to itself", {DiagId::IllegalAlias}},
    {"Cannot define alias to entry function 'X'", {DiagId::IllegalAlias}},
    {"Cannot define alias to variable object 'X'", {DiagId::IllegalAlias}},
    {"Conflicting use of '.po' modifier with operand negation", {DiagId::OperandKind}},
    {"Constant banks 1..N are reserved for external incomplete arrays", {DiagId::ConstantBank}},
    {"Constant expression has division by zero", {DiagId::DivisionByZero}},
    {"Constant expression type mismatch", {DiagId::ConstantTypesMixed}},
    {"Constant overflow",
     {DiagId::IntegerOverflow, DiagId::FloatOverflow, DiagId::FloatUnderflow,
      DiagId::CountTooLarge}},
    {"Debug information not found in presence of .target debug", {DiagId::DebugWithoutSection}},
    {"Directive map_f64_to_f32 is not supported with SM 1.3 or higher",
     {DiagId::DoublesNeedNoMapping}},
    {"Duplicate 'X' modifier specified for instruction 'X'", {DiagId::ModifierConflict}},
    {"Duplicate definition of label 'X'", {DiagId::Redeclared}},
    {"Duplicate definition of variable 'X'", {DiagId::Redeclared}},
    {"Duplicate file index #N", {DiagId::DuplicateFileIndex}},
    {"Entry function 'X' uses too much constant data bank bytes max", {DiagId::ConstantMemorySize}},
    {"Entry function 'X' uses too much local data bytes max", {}},
    {"Entry function 'X' uses too much parameter space (N bytes, N max).", {DiagId::ParameterSize}},
    {"Entry parameter 'X' must have .param state space", {DiagId::ParameterSpace}},
    {"Feature 'X' requires .target X or higher", {DiagId::RequiresTarget}},
    {"Feature 'X' requires PTX ISA .version X or later", {DiagId::RequiresVersion}},
    {"Floating-point coordinates required", {DiagId::ModifierCombination}},
    {"Formal parameter 'X' declared in .param space cannot be used as argument to call",
     {DiagId::FormalAsArgument}},
    {"Function 'X' with X scope cannot be aliased", {DiagId::IllegalAlias}},
    {"Function definition conflicts with '.extern' declaration for function 'X'",
     {DiagId::ExternDefinition}},
    {"Function parameter 'X' has illegal state space", {DiagId::ParameterSpace}},
    {"Greater number of elements in array initializer", {DiagId::InitializerCount}},
    {"Ill formed conditional", {DiagId::SyntaxError}},
    {"Illegal Addressing Mode in instruction 'X'", {DiagId::OperandKind}},
    {"Illegal Xlayout 'X' for instruction 'X'", {DiagId::ModifierCombination}},
    {"Illegal argument for formal parameter 'X'", {DiagId::ArgumentType}},
    {"Illegal argument to predicate negation", {DiagId::OperandKind}},
    {"Illegal argument to unary minus", {DiagId::OperandKind}},
    {"Illegal attribute 'X' for symbol 'X'", {DiagId::AttributeSpace}},
    {"Illegal branch target, label expected", {DiagId::BranchTarget}},
    {"Illegal cache operation for instruction 'ld.nc'", {DiagId::ModifierNotAllowed}},
    {"Illegal call target, device function expected", {DiagId::OperandKind}},
    {"Illegal combination of .sat and .add modifiers", {DiagId::ModifierNotAllowed}},
    {"Illegal instruction types specified for 'X' with shape 'X'", {DiagId::ModifierNotAllowed}},
    {"Illegal matrix shape 'X' for instruction 'X'",
     {DiagId::ModifierNotAllowed, DiagId::ModifierCombination, DiagId::MissingModifier}},
    {"Illegal modifier 'X' for instruction 'X' with type 'X'",
     {DiagId::ModifierNotAllowed, DiagId::ModifierCombination}},
    {"Illegal modifier 'X' for instruction 'X', for arch 'X'", {DiagId::ModifierNotAllowed}},
    {"Illegal operand type for address/array-index", {DiagId::OperandType}},
    {"Illegal operand type to instruction 'X'", {DiagId::OperandType, DiagId::OperandKind}},
    {"Illegal operation 'X' for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Illegal placement of kernel parameter attribute", {DiagId::MisplacedAlignment}},
    {"Illegal query modifier for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Illegal redefinition of function 'X' as alias", {DiagId::IllegalAlias}},
    {"Illegal rounding modifier for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Illegal secondary operation for video instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Illegal state space for address operand 'X' with instruction 'X'", {DiagId::AddressSpace}},
    {"Illegal to read function return parameter 'X'", {DiagId::ParameterAccess}},
    {"Illegal to take address of parameter 'X'", {DiagId::ParameterAddress}},
    {"Illegal to use symbol 'X' of type X as X. Use X only.", {DiagId::OperandType}},
    {"Illegal to write to function input parameter 'X'", {DiagId::ParameterAccess}},
    {"Illegal type for X", {DiagId::ModifierNotAllowed}},
    {"Illegal value for .address_size directive (must be 32 or 64)", {DiagId::AddressSize}},
    {"Illegal vector size: N", {DiagId::VectorSize}},
    {"Illegal vector-vector operands for vector-scalar or scalar-vector mov instruction",
     {DiagId::VectorSize}},
    {"Immediate addresses allowed only for .local state space", {DiagId::OperandKind}},
    {"Incompatible elements of vector expression", {DiagId::RejectedOperand}},
    {"Inconsistent prototypes of 'X', X differ", {DiagId::PrototypeMismatch}},
    {"Inconsistent redefinition of 'X' as entry and function", {DiagId::KindMismatch}},
    {"Inconsistent redefinition of symbol 'X'", {DiagId::KindMismatch}},
    {"Inconsistent redefinition of variable 'X'", {DiagId::RedeclaredType}},
    {"Inconsistent type 'X' with vector .vN for 'X'", {DiagId::ModifierCombination}},
    {"Incorrect 'X' modifier specified for instruction 'X'", {DiagId::ModifierConflict}},
    {"Incorrect instruction type specified for X with shape 'X'", {DiagId::MissingModifier}},
    {"Incorrect no. of matrix: N for X with shape 'X'", {DiagId::ModifierNotAllowed}},
    {"Incorrect number of elements in vector initializer", {DiagId::InitializerCount}},
    {"Incorrect type 'X' for operation 'X' in instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Incorrect video selector for operand N", {DiagId::OperandKind}},
    {"Indirect access to texture requires .u64 type", {DiagId::ModifierNotAllowed}},
    {"Instruction 'X' applies only to signed numeric types", {DiagId::ModifierNotAllowed}},
    {"Instruction 'X' not supported on .target 'X'", {DiagId::RequiresTarget}},
    {"Instruction 'X' requires 'X' type", {DiagId::ModifierNotAllowed}},
    {"Instruction 'X' requires 'X' type with 'X' modifier.", {DiagId::ModifierNotAllowed}},
    {"Instruction 'X' requires .target sm_N or higher", {DiagId::RequiresTarget}},
    {"Instruction 'X' requires .u32 or .u64 type", {DiagId::ModifierNotAllowed}},
    {"Instruction 'X' requires .vN type", {DiagId::ModifierCombination}},
    {"Instruction 'X' requires PTX ISA .version N.N or later", {DiagId::RequiresVersion}},
    {"Instruction 'X' with 'X' is not supported starting from PTX ISA version X",
     {DiagId::RetiredFeature}},
    {"Instruction 'X' without '.sync' is not supported on .target sm_70 and higher from PTX ISA "
     "version 6.4",
     {DiagId::RetiredFeature}},
    {"Instruction or declaration violates .target texmode_X setting", {DiagId::SamplerNeedsMode}},
    {"Integer constant expression expected", {DiagId::IntegerConstantExpected}},
    {"Integer coordinates require .s32 instruction type", {DiagId::ModifierCombination}},
    {"Invalid directive 'X' for function 'X'", {DiagId::NoreturnResult}},
    {"Invalid initial value symbol 'X'", {DiagId::InitialSymbol}},
    {"Invalid mask value 'N' used in initializer", {DiagId::MaskValue}},
    {"Invalid value 'X' specified for .pragma 'X'", {DiagId::RejectedPragmaValue}},
    {"Label expected for argument N of instruction 'X'", {DiagId::OperandKind}},
    {"Label expected for forward reference of 'X'", {DiagId::UsedBeforeDeclared}},
    {"Label with '.branchtargets' directive expected for argument N of instruction 'X'",
     {DiagId::OperandKind}},
    {"Membar level required for instruction 'X'", {DiagId::MissingModifier}},
    {"Mismatch between instruction type and comparison qualifier", {DiagId::ModifierCombination}},
    {"Mismatch in prototype of alias 'X' and aliasee 'X'. X differ(s)", {DiagId::IllegalAlias}},
    {"Missing .target directive at start of file 'X'", {DiagId::MissingTarget}},
    {"Missing .version directive at start of file 'X'",
     {DiagId::MissingVersion, DiagId::MalformedVersion, DiagId::NotPtx}},
    {"Modifier '.cc' applies only to X integer types", {DiagId::ModifierNotAllowed}},
    {"Modifier '.ftz' does not apply to this type of convert operation",
     {DiagId::ModifierCombination}},
    {"Modifier '.nc' requires .global space", {DiagId::ModifierNotAllowed}},
    {"Modifier '.sat' does not apply to 'X' type",
     {DiagId::ModifierCombination, DiagId::ModifierNotAllowed}},
    {"Modifier 'X' cannot be applied to 'X' space for instruction 'X'",
     {DiagId::ModifierCombination}},
    {"Modifier 'X' cannot be combined with modifier 'X'", {DiagId::ModifierConflict}},
    {"Modifier 'X' on 'X' requires .target X or higher", {DiagId::RequiresTarget}},
    {"Modifier 'X' on 'X' requires PTX ISA .version X or later", {DiagId::RequiresVersion}},
    {"Modifier 'X' required for instruction 'X' with type 'X' and operation 'X'",
     {DiagId::MissingModifier}},
    {"Modifier 'X' requires 'X' space for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Modifier 'X' requires .target X or higher", {DiagId::RequiresTarget}},
    {"Modifier 'X' requires PTX ISA .version X or later", {DiagId::RequiresVersion}},
    {"Modifier 'X' requires modifier 'X'", {DiagId::ModifierCombination, DiagId::OperandCount}},
    {"Modifier 'X' requires modifier 'X' for instruction 'X'", {DiagId::MissingModifier}},
    {"Modifier X not allowed for instruction X with shape 'X'", {DiagId::ModifierCombination}},
    {"Module-scoped variables in X state space are not allowed with ABI", {DiagId::RetiredFeature}},
    {"Multiple X modifiers specified", {DiagId::ModifierConflict}},
    {"Multiple comparisons set", {DiagId::ModifierConflict}},
    {"Multiple instruction post-operation flags set", {DiagId::ModifierConflict}},
    {"Multiple state spaces specified", {DiagId::SyntaxError}},
    {"No initial value is allowed for 'X' in this state space", {DiagId::InitializerNotAllowed}},
    {"No initial value is allowed for external symbol 'X'", {DiagId::InitializerNotAllowed}},
    {"No state space qualifier expected for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"No variable storage specified", {DiagId::SyntaxError, DiagId::MissingSpace}},
    {"Non-generic address is not supported as operand for X instruction", {DiagId::AddressSpace}},
    {"Number of threads participating in barrier must be in multiple of warp size",
     {DiagId::ImmediateRange}},
    {"Operand negation not allowed for instruction 'X'", {DiagId::OperandKind}},
    {"Operand vector size doesn't match geometry for instruction 'X'", {DiagId::VectorSize}},
    {"Operation X requires X type for instruction 'X'", {DiagId::ModifierCombination}},
    {"Operation requires .pred type", {DiagId::ModifierNotAllowed}},
    {"Operation requires .u32 type", {DiagId::ModifierNotAllowed}},
    {"Parameter 'X' has illegal alignment (must be aligned to 1, 2, 4, 8, 16, 32, 64, or 128 "
     "bytes)",
     {DiagId::ParameterAlignment}},
    {"Parameter variables may not be declared at module scope", {DiagId::SpaceNotAtModuleScope}},
    {"Parsing error near 'X': X",
     {DiagId::SyntaxError, DiagId::MissingComma, DiagId::MissingColon, DiagId::NameCharacter,
      DiagId::ForeignStatement}},
    {"Positive non-zero value expected for X", {DiagId::ZeroCount}},
    {"Potential out of bound access while accessing symbol 'X' of type 'X' with instruction type "
     "'X'.",
     {DiagId::OutOfBoundsAccess}},
    {"Pragma 'X' is allowed only within function scope", {DiagId::PragmaPlace}},
    {"Predicate expression expected", {DiagId::GuardType}},
    {"Predicate output expected for instruction 'X'", {DiagId::OperandKind}},
    {"Predicate output not allowed for instruction 'X'", {DiagId::OperandKind}},
    {"Predicate type can only be used to define scalar register variables",
     {DiagId::PredicateVariable}},
    {"Read-only special register cannot be destination argument", {DiagId::OperandKind}},
    {"Operation X requires X or X type for instruction 'X'", {DiagId::ModifierMismatch}},
    {"Optimized debugging not supported", {}},
    {"Program uses 32-bit address on line 'N' which is conflicting with .address_size N",
     {DiagId::NarrowAddress}},
    {"Result register required for instruction 'X'", {DiagId::OperandKind}},
    {"Sink '_' is expected as a destination operand for instruction 'X' with 'X'",
     {DiagId::OperandKind}},
    {"Sink '_' not allowed as a source operand", {DiagId::OperandKind}},
    {"Source location N N N used in inlined_at directive must be used in a preceding .loc "
     "directive",
     {DiagId::UnknownCallSite}},
    {"Special register argument not allowed for instruction 'X'", {DiagId::OperandKind}},
    {"State space incorrect for feature 'X'", {DiagId::ModifierNotAllowed}},
    {"State space incorrect for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"State space incorrect for instruction 'X', expected 'X'", {DiagId::ModifierNotAllowed}},
    {"State space mismatch between instruction and address in instruction 'X'",
     {DiagId::AddressSpace}},
    {"Texture variables must be declared at module scope", {DiagId::TextureVariable}},
    {"Texture/surface variable must be at module or entry parameter scope", {DiagId::OpaqueSpace}},
    {"Too many elements in opaque struct initializer", {DiagId::InitializerCount}},
    {"Type X may only be used as an instruction type", {DiagId::UndeclarableType}},
    {"Type of argument does not match formal parameter 'X'", {DiagId::ArgumentType}},
    {"Unable to infer type of vector elements (assuming .b8)", {DiagId::OperandKind}},
    {"Unexpected EOF encountered on line N", {DiagId::UnsupportedEncoding}},
    {"Unexpected instruction types specified for 'X'",
     {DiagId::MissingModifier, DiagId::ModifierConflict, DiagId::ModifierNotAllowed}},
    {"Unexpected non-ASCII character encountered on line N",
     {DiagId::NonAsciiCharacter, DiagId::NonAsciiInComment, DiagId::UnsupportedEncoding}},
    {"Unexpected number of 'X' modifiers specified", {DiagId::MissingModifier}},
    {"Unexpected number of instruction types specified for X with shape 'X'",
     {DiagId::ModifierNotAllowed}},
    {"Unexpected number of operations specified for X with shape 'X'", {DiagId::MissingModifier}},
    {"Unexpected number of state spaces specified in instruction 'X'", {DiagId::ModifierConflict}},
    {"Unimplemented feature: X", {DiagId::OperandKind}},
    {"Unknown field 'X'", {DiagId::OperandKind}},
    {"Unknown modifier 'X'", {DiagId::UnknownModifier}},
    {"Unknown symbol 'X'", {DiagId::UnknownName}},
    {"Unknown vector selector: 'X'", {DiagId::OperandKind}},
    {"Unknown video selector: 'X'", {DiagId::OperandKind}},
    {"Unrecognized field name 'X' in opaque struct initializer", {DiagId::InitialField}},
    {"Unrecognized initial value symbol 'X'", {DiagId::InitialField}},
    {"Unsupported .target 'X'", {DiagId::UnknownTarget}},
    {"Unsupported cast operation", {DiagId::ConstantCast}},
    {"Value of minnctapersm for entry X is out of range. minnctapersm will be ignored",
     {DiagId::ExcessiveOccupancy}},
    {"Value of threads per SM for entry X is out of range. .minnctapersm will be ignored",
     {DiagId::ExcessiveOccupancy}},
    {"Value out of range for type .bN N", {DiagId::DwarfValue}},
    {"Variable 'X' cannot be allocated in .param state space", {DiagId::RejectedParameterType}},
    {"Variable 'X' cannot be allocated into a register", {DiagId::RegisterArray}},
    {"Variable used as initial value not in .global or .const state space",
     {DiagId::InitialSymbol}},
    {"Vector of size N is expected for argument N of instruction 'X'", {DiagId::VectorSize}},
    {"Vector qualifier is not allowed for instruction 'X'", {DiagId::ModifierNotAllowed}},
    {"Vector type only allowed over basic types", {DiagId::UndeclarableType}},
    {"Video instruction cannot have destination selector and secondary operation",
     {DiagId::OperandKind}},
    {"Video selector is not allowed on 'source C' operand", {DiagId::OperandKind}},
    {"Video selector is not allowed on source operand for instruction 'X'", {DiagId::OperandKind}},
    {"X directive(s) required for directive 'X'", {DiagId::MissingCompanion}},
    {"X modifier required for instruction 'X'", {DiagId::MissingModifier}},
    {"X modifier required for instruction 'X' with N arguments", {DiagId::ModifierCombination}},
    {"X must be in 'X' space", {DiagId::ParameterSpace}},
    {"X state space expected for feature 'X'", {DiagId::ModifierCombination}},
};

/// Messages of `nvcc` about an `asm` statement. `X` represents a quoted text, with either kind of
/// quotation marks.
constexpr TextRow nvccRows[] = {
    {"asm operand type size(N) does not match type/size implied by constraint 'X'",
     {DiagId::UnknownConstraint, DiagId::AsmOperandType}},
    {"asm constraint letter 'X' is not allowed inside a __device__/__global__ function",
     {DiagId::UnknownConstraint}},
    {"unknown asm constraint letter 'X'", {DiagId::UnknownConstraint}},
    {"an asm operand may specify only one constraint letter in a __device__/__global__ function",
     {DiagId::UnknownConstraint}},
    {"asm operand has no constraint letter", {DiagId::UnknownConstraint}},
    {"unknown register name 'X'", {DiagId::UnknownClobber}},
    {"The 'X' clobber constraint is not supported in device code", {DiagId::UnknownClobber}},
    {"an asm output operand must have one of the 'X' or 'X' modifiers",
     {DiagId::UnknownConstraint}},
    {"an asm input operand may not have the 'X' or 'X' modifiers", {DiagId::UnknownConstraint}},
    {"invalid symbolic operand name 'X'", {DiagId::SymbolicAsmOperand}},
    {"expected an asm operand", {DiagId::MalformedAsm}},
    {"expected an asm string", {DiagId::MalformedAsm}},
    {"expected a 'X'", {DiagId::UnterminatedAsm, DiagId::MalformedAsm}},
    {"missing closing quote", {DiagId::UnterminatedAsm}},
    {"asm operand index requested is larger than the number of asm operands provided",
     {DiagId::AsmOperandIndex}},
    {"symbolic operand reference not supported", {DiagId::SymbolicAsmOperand}},
    {"Asm operand modifier not supported at 'X', try removing modifier or escaping with %",
     {DiagId::AsmOperandModifier}},
    {"% at end of asm string is invalid", {DiagId::MalformedAsm}},
};

/// A result of the driver for a module that it does not load, or for a kernel that fails: the
/// number, the names of the driver and of the runtime, and the text.
struct DriverRow {
  unsigned number;
  StringRef name, runtimeName, text;
  std::initializer_list<DiagId> rules;
  /// Advice beyond the pages of the rules.
  StringRef answer = "";
};
constexpr DriverRow driverRows[] = {
    {200,
     "CUDA_ERROR_INVALID_IMAGE",
     "cudaErrorInvalidKernelImage",
     "device kernel image is invalid",
     {},
     "The driver recognizes neither machine code nor PTX in the image: the module is cut off, "
     "lacks `.version`, or is not a text of PTX."},
    {209,
     "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "cudaErrorNoKernelImageForDevice",
     "no kernel image is available",
     {DiagId::UnsuitableTarget}},
    {218, "CUDA_ERROR_INVALID_PTX", "cudaErrorInvalidPtx", "PTX JIT compilation failed", {}},
    {221,
     "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
     "cudaErrorJitCompilerNotFound",
     "PTX JIT compiler library not found",
     {},
     "The installation of the driver lacks its compiler of PTX, `libnvidia-ptxjitcompiler`; the "
     "module is not at fault."},
    {222,
     "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "cudaErrorUnsupportedPtxVersion",
     "the provided PTX was compiled with an unsupported toolchain.",
     {DiagId::NewerThanRelease}},
    {223,
     "CUDA_ERROR_JIT_COMPILATION_DISABLED",
     "cudaErrorJitCompilationDisabled",
     "PTX JIT compilation was disabled",
     {},
     "An environment variable, `CUDA_DISABLE_PTX_JIT` or `CUDA_DISABLE_JIT`, forbids the driver to "
     "compile PTX; the module is not at fault."},
    {715,
     "CUDA_ERROR_ILLEGAL_INSTRUCTION",
     "cudaErrorIllegalInstruction",
     "illegal instruction was encountered",
     {},
     "A kernel has run into an instruction that the device rejects with its operands, such as a "
     "wrong descriptor; `ptx-check -Wall` finds those of constants."},
    {716,
     "CUDA_ERROR_MISALIGNED_ADDRESS",
     "cudaErrorMisalignedAddress",
     "misaligned address",
     {DiagId::MisalignedAccess, DiagId::MisalignedObject, DiagId::UnderalignedObject}},
    {717,
     "CUDA_ERROR_INVALID_ADDRESS_SPACE",
     "cudaErrorInvalidAddressSpace",
     "operation not supported on global/shared address space",
     {DiagId::WrongSpaceAddress, DiagId::WrongConversion}},
};

/// Messages of `ptxas` with a number, such as `(C7508)`. Some come from code generation, and
/// correspond to no rule.
struct NumberRow {
  unsigned number;
  StringRef text;
  std::initializer_list<DiagId> rules;
};
constexpr NumberRow numberRows[] = {
    {7406,
     "setmaxnreg.dec has a register count above the largest of the program",
     {DiagId::ExcessiveRegisterCount}},
    {7504,
     "'setmaxnreg' ignored to maintain compatibility across compilation units",
     {DiagId::IgnoredSetmaxnreg}},
    {7507,
     "'setmaxnreg' ignored to maintain minimum register requirements",
     {DiagId::IgnoredSetmaxnreg}},
    {7508,
     "'setmaxnreg' ignored; unable to determine register count at entry",
     {DiagId::IgnoredSetmaxnreg}},
    {7509,
     "wgmma.mma_async instructions are serialized, since the function has calls of other modules",
     {DiagId::SerializedWgmma}},
    {7510,
     "wgmma.mma_async instructions are serialized, since the pipeline crosses the boundary of a "
     "function",
     {DiagId::SerializedWgmma, DiagId::WgmmaWithoutFence, DiagId::PendingAccumulator}},
    {7511,
     "wgmma.mma_async instructions are serialized, since registers do not suffice for the pipeline",
     {DiagId::SerializedWgmma}},
    {7512,
     "wgmma.mma_async instructions are serialized, since registers do not suffice for the function",
     {DiagId::SerializedWgmma}},
    {7513,
     "wgmma.mma_async instructions are serialized, since other instructions define registers that "
     "a factor is in",
     {DiagId::SerializedWgmma, DiagId::WgmmaWithoutFence}},
    {7514,
     "wgmma.mma_async instructions are serialized, since other instructions read accumulator "
     "registers",
     {DiagId::PendingAccumulator, DiagId::SerializedWgmma}},
    {7515,
     "wgmma.mma_async instructions are serialized, since other instructions define accumulator "
     "registers",
     {DiagId::WgmmaWithoutFence, DiagId::PendingAccumulator}},
    {7516,
     "wgmma.mma_async instructions are serialized, since their pipeline is ill-formed",
     {DiagId::SerializedWgmma, DiagId::WgmmaWithoutFence}},
    {7517, "warpgroup.wait is injected", {DiagId::PendingAccumulator}},
    {7519, "warpgroup.arrive is injected", {DiagId::WgmmaWithoutFence}},
    {7600, "register allocation failed", {DiagId::RegisterShortage}},
    {7602, "registers do not suffice for the register target", {DiagId::RegisterShortage}},
    {7907, "internal compiler error", {DiagId::UndocumentedForm}},
};

//===-- Comparing texts -----------------------------------------------------------------------===//

/// The words of a message that are the same each time: no quoted names, no numbers.
llvm::SmallVector<StringRef, 16> wordsOf(StringRef text) {
  llvm::SmallVector<StringRef, 16> parts, words;
  bool inQuotes = false;
  while (!text.empty()) {
    auto [part, rest] = text.split('\'');
    if (!inQuotes) {
      parts.clear();
      part.split(parts, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef word : parts) {
        word = word.trim(".,;:()");
        if (word.size() > 1 && !llvm::isDigit(word.front()))
          words.push_back(word);
      }
    }
    inQuotes = !inQuotes;
    text = rest;
  }
  return words;
}

/// The similarity of two messages, from 0 to 1000: the fraction of common words.
unsigned likeness(llvm::ArrayRef<StringRef> a, llvm::ArrayRef<StringRef> b) {
  unsigned shared = 0;
  llvm::SmallVector<StringRef, 16> left(b);
  for (StringRef word : a) {
    auto found = llvm::find_if(left, [&](StringRef x) { return x.equals_insensitive(word); });
    if (found == left.end())
      continue;
    ++shared;
    left.erase(found);
  }
  return a.empty() || b.empty() ? 0 : static_cast<unsigned>(2000 * shared / (a.size() + b.size()));
}

/// Collects the messages that are most similar to one.
class Search {
public:
  explicit Search(StringRef text) : words(wordsOf(text)) {}

  void consider(StringRef text, llvm::ArrayRef<DiagId> rules) {
    constexpr unsigned least = 750;
    unsigned rank = likeness(words, wordsOf(text));
    if (rank < least || rank < best)
      return;
    if (rank > best)
      found = {};
    best = rank;
    if (found.text.empty())
      found.text = text.str();
    for (DiagId rule : rules)
      if (!llvm::is_contained(found.rules, rule))
        found.rules.push_back(rule);
  }
  unsigned rank() const { return best; }
  std::optional<PtxasText> take() {
    return best == 0 ? std::nullopt : std::optional(std::move(found));
  }

private:
  llvm::SmallVector<StringRef, 16> words;
  PtxasText found;
  unsigned best = 0;
};

} // namespace

/// The message of `nvcc` in a line of its output, with all names in quotation marks of one kind.
static std::string wordsOfNvcc(StringRef text) {
  for (StringRef prefix : {"error: ", "warning: ", "(codegen): "})
    if (size_t begin = text.find(prefix); begin != StringRef::npos)
      text = text.drop_front(begin + prefix.size());
  std::string words = text.trim("\"!").str();
  std::replace(words.begin(), words.end(), '"', '\'');
  return words;
}

bool ptx::isLineOfPtxas(StringRef line) { return line.trim().starts_with("ptxas "); }

/// The message after `ptxas a.ptx, line 7; error   : `, or the whole line.
static StringRef messageIn(StringRef line) {
  for (StringRef prefix : {"error   : ", "warning : ", "fatal   : ", "info    : "})
    if (size_t begin = line.find(prefix); begin != StringRef::npos)
      return line.drop_front(begin + prefix.size());
  return line;
}

/// The meaning of a number such as `(C7508)`, with or without a message after it; none if there is
/// no number.
static const NumberRow *numberIn(StringRef text) {
  size_t at = text.find_insensitive("c7");
  StringRef digits = at == StringRef::npos ? "" : text.drop_front(at + 1).take_while(llvm::isDigit);
  const auto *row = llvm::find_if(
      numberRows, [&](const NumberRow &known) { return std::to_string(known.number) == digits; });
  return row == std::end(numberRows) ? nullptr : row;
}

/// Whether a line before a number says that the number is a result: a function of the driver, or
/// a word such as "error".
static bool saysResult(StringRef before) {
  for (StringRef word : {"error", "cuda", "curesult", "failed", "failure", "returned", "status"})
    if (before.contains_insensitive(word))
      return true;
  return false;
}

/// The result of the driver that `text` contains by name or by text, or by its number: `text` is
/// the number, or ends with it after words such as `cuModuleLoadData failed:`. A number at the end
/// of other words is a part of a name in messages of `ptxas`.
static const DriverRow *driverResultIn(StringRef text) {
  for (const DriverRow &row : driverRows)
    if (text.contains(row.name) || text.contains(row.runtimeName) ||
        text.contains_insensitive(row.text.rtrim('.')))
      return &row;
  if (isLineOfPtxas(text) || messageIn(text).size() != text.size())
    return nullptr;
  StringRef whole = text.rtrim(".,;:!)]}'\"`");
  StringRef digits = whole.take_back(3);
  StringRef before = whole.drop_back(digits.size());
  bool isInName = !before.empty() && (llvm::isAlnum(before.back()) || before.back() == '_');
  if (!llvm::all_of(digits, llvm::isDigit) || isInName)
    return nullptr;
  const auto *row = llvm::find_if(
      driverRows, [&](const DriverRow &known) { return std::to_string(known.number) == digits; });
  return row != std::end(driverRows) && (before.empty() || saysResult(before)) ? row : nullptr;
}

static PtxasText asText(const DriverRow &row) {
  return {.text = (row.name + " (" + llvm::Twine(row.number) + "): " + row.text).str(),
          .rules = {row.rules.begin(), row.rules.end()},
          .tool = "driver",
          .answer = row.answer.str()};
}

static void consider(Search &search, llvm::ArrayRef<TextRow> rows) {
  for (const TextRow &row : rows)
    search.consider(row.text, llvm::ArrayRef(row.rules.begin(), row.rules.size()));
}

std::optional<PtxasText> ptx::findPtxasText(StringRef text) {
  constexpr size_t longest = 1000;
  text = text.take_front(longest).trim();
  if (text.size() < 2)
    return std::nullopt;
  if (const NumberRow *row = numberIn(text))
    return PtxasText{("C" + llvm::Twine(row->number) + ": " + row->text).str(),
                     {row->rules.begin(), row->rules.end()}};
  if (const DriverRow *row = driverResultIn(text))
    return asText(*row);
  text = messageIn(text);
  std::string words = wordsOfNvcc(text);
  Search ofPtxas(text), ofNvcc(words);
  consider(ofPtxas, textRows);
  for (const DiagInfo &rule : allDiagnostics())
    for (StringRef said : llvm::split(rule.ptxas, "; "))
      ofPtxas.consider(said, rule.id);
  consider(ofNvcc, nvccRows);
  bool isOfNvcc = ofNvcc.rank() > ofPtxas.rank();
  std::optional<PtxasText> found = isOfNvcc ? ofNvcc.take() : ofPtxas.take();
  if (found && isOfNvcc)
    found->tool = "nvcc";
  if (found && !found->rules.empty())
    return found;
  const PtxasTopic *topic = text.contains(' ') ? findPtxasTopic(text) : nullptr;
  if (!topic || (found && found->tool != "ptxas"))
    return found;
  return PtxasText{.text = text.str(), .rules = {topic->rules}, .answer = topic->answer.str()};
}
