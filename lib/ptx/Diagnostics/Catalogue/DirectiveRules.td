// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module header and directives: codes 50xx; debugging: 53xx; pragmas: 54xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_DIRECTIVERULES_TD
#define PTX_DIAGNOSTICS_DIRECTIVERULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

//===-- 50xx: the module header ------------------------------------------------------------===//

let Of = Directives in {

def UnknownVersion
    : Error<5001, "unknown-version",
            "`{version}` is not a version of PTX{hint}",
            [Str<"version">, Str<"hint">]> {
  let Section = "11.1.1";
  let Ptxas = "Unsupported .version X; current version is 'X'";
}

def NewerVersion
    : Warning<5002, "newer-version",
            "version {version} is newer than {observed}; the module is checked as PTX {ceiling}",
            [Str<"version">, Str<"observed">, Str<"ceiling">]> {
  let Section = "11.1.1";
  let Ptxas = "Unsupported .version X; current version is 'X'";
  let In = [PtxasRejects];
}

def UnknownTarget
    : Error<5003, "unknown-target",
            "`{name}` is neither a target nor an option of `.target`{hint}",
            [Str<"name">, Str<"hint">]> {
  let Section = "11.1.2";
  let Ptxas = "Unsupported .target 'X'";
}

def SecondTarget
    : Warning<5004, "second-target",
            "`{name}` is a second target in one list; only the last one decides what the module can use",
            [Str<"name">]> {
  let Section = "11.1.2";
}

def OptionBeforeTarget
    : Error<5005, "option-before-target",
            "option `{name}` is before the target; expected a target such as `sm_90`",
            [Str<"name">]> {
  let Section = "11.1.2";
  let Ptxas = "Target architecture not defined at start of file 'X'";
}

def TextureModeConflict
    : Error<5006, "texture-mode-conflict",
            "`{name}` excludes the texturing mode chosen before",
            [Str<"name">]> {
  let Section = "11.1.2";
  let Ptxas = "Conflicting .target option 'X'";
}

def DoublesNeedNoMapping
    : Error<5007, "doubles-need-no-mapping",
            "`map_f64_to_f32` is for targets without double precision; `{target}` has it",
            [Str<"target">]> {
  let Section = "11.1.2";
  let Ptxas = "Directive map_f64_to_f32 is not supported with SM 1.3 or higher";
}

def AddressSize
    : Error<5008, "address-size",
            "address size {size}; expected 32 or 64",
            [UInt<"size">]> {
  let Section = "11.1.3";
  let Ptxas = "Illegal value for .address_size directive (must be 32 or 64)";
}

def DebugWithoutSection
    : Error<5009, "debug-without-section",
            "`debug` requires DWARF information, but the module has no `.section`"> {
  let Section = "11.1.2";
  let Ptxas = "Debug information not found in presence of .target debug";
}

def SamplerNeedsMode
    : Error<5010, "sampler-needs-mode",
            "`.samplerref` requires `texmode_independent` in `.target`"> {
  let Section = "5.3";
  let Ptxas = "Instruction or declaration violates .target texmode_unified setting";
}

def UnknownInNewer
    : Warning<5011, "unknown-in-newer",
            "{finding}; the module is of PTX {version}, which may have more features than are known",
            [Str<"finding">, Str<"version">]> {
  let Section = "11.1.1";
}

def UncheckedSampler
    : Warning<5012, "unchecked-sampler",
            "`.samplerref` requires `texmode_independent` in `.target`; `ptxas` does not check it "
            "here"> {
  let Section = "5.3";
}

def UndocumentedTarget
    : Warning<5013, "undocumented-target",
            "`{name}` is a target of `ptxas` that the manual does not have; it is treated as "
            "`{known}`",
            [Str<"name">, Str<"known">]> {
  let Section = "11.1.2";
}

def UnknownLanguage
    : Error<5409, "unknown-language",
            "`{name}` is not a language; expected its name in quotes, such as `\"ptx\"`, or a number from 0 to 10",
            [Str<"name">]> {
  let Section = "11.8.2";
}

def MisplacedIntermediateLocation
    : Warning<5410, "misplaced-intermediate-location",
              "`.loc_intermediate` does not follow a `.loc`", []> {
  let Section = "11.5.5";
}

def UnknownSourceLanguage
    : Warning<5413, "unknown-source-language",
              "`{name}` is not the language of an intermediate source; expected `\"TileIR\"`",
              [Str<"name">]> {
  let Section = "11.5.6";
}

def DuplicateMetadata
    : Error<5414, "duplicate-metadata", "`.metadata {index}` is there already", [UInt<"index">]> {
  let Section = "11.5";
  let Ptxas = "Duplicate metadata node with index 'N'";
}

def UnknownMetadata
    : Error<5415, "unknown-metadata", "no `.metadata {index}` ends before this", [UInt<"index">]> {
  let Section = "11.5";
  let Ptxas = "Undefined metadata index 'N'";
}

def DuplicateMetadataLabel
    : Error<5416, "duplicate-metadata-label", "label `{name}` is there already", [Str<"name">]> {
  let Section = "11.5";
  let Ptxas = "Duplicate definition of label 'X'";
}

def MetadataType
    : Error<5417, "metadata-type",
            "`{type}` is not a type of metadata; expected one of declarations, such as `.b32`",
            [Str<"type">]> {
  let Section = "11.5";
}

def MetadataDomain
    : Error<5418, "metadata-domain", "metadata domain {value}; expected 1", [UInt<"value">]> {
  let Section = "11.5";
  let Ptxas = "Value 'N' for '.metadata_domain' out of range, expected to be in range [N..N]";
}

def RepeatedMetadataSection
    : Error<5419, "repeated-metadata-section", "a module has one `.metadata_section`"> {
  let Section = "11.5";
  let Ptxas = "Duplicate metadata section definition";
}

def LateMetadataSection
    : Error<5420, "late-metadata-section", "`trace.mark` is before the `.metadata_section`"> {
  let Section = "11.5";
  let Ptxas = "Duplicate metadata section definition";
}

def MissingMetadataDomain
    : Error<5421, "missing-metadata-domain",
            "`trace.mark` requires `.metadata_domain 1` in the `.metadata_section`"> {
  let Section = "11.5";
  let Ptxas = "metadata section requires .metadata_domain 1 for trace.mark";
}

def MarkWithoutLabel
    : Warning<5422, "mark-without-label",
              "`ptxas` rejects a `trace.mark` without a label beside the lists of this module"> {
  let In = [PtxasRejects];
  let Section = "11.5";
  let Ptxas = "Duplicate metadata node with index 'N'";
}

def EntryPragma
    : Warning<5411, "entry-pragma", "pragma `{name}` is only for entries", [Str<"name">]> {
  let Section = "12.5";
}

def MissingEntryDirective
    : Error<5412, "missing-entry-directive",
            "`{name}` is only for an `.entry` that has `{directive}`",
            [Str<"name">, Str<"directive">]> {
  let Section = "11.4.10";
}

} // Of = Directives

//===-- 502x: performance and cluster directives -------------------------------------------===//

let Of = Directives in {

def ZeroCount
    : Error<5020, "zero-count",
            "`{name}` of 0; expected a positive number",
            [Str<"name">]> {
  let Section = "11.4";
  let Ptxas = "Positive non-zero value expected for X";
}

def ZeroClusterSize
    : Warning<5021, "zero-cluster-size",
            "`{name}` of 0, which no launch supports; expected a positive number",
            [Str<"name">]> {
  let Section = "11.7";
}

def DirectiveConflict
    : Error<5022, "directive-conflict",
            "`{name}` excludes `{other}`, which is given as well",
            [Str<"name">, Str<"other">]> {
  let Section = "11.4.3";
  let Ptxas = "Conflicting directives: X and X cannot both be specified";
}

def MissingCompanion
    : Error<5023, "missing-companion",
            "`{name}` requires {missing} as well",
            [Str<"name">, Str<"missing">]> {
  let Section = "11.8.1";
  let Ptxas = "X directive(s) required for directive 'X'";
}

def OccupancyWithoutThreads
    : Warning<5024, "occupancy-without-threads",
            "`{name}` has no effect without `.maxntid` or `.reqntid`",
            [Str<"name">]> {
  let In = [PtxasWarns];
  let Section = "11.4.4";
  let Ptxas = ".minnctapersm is ignored when neither .maxntid nor .reqntid is specified.";
}

def ReplacedDirective
    : Error<5025, "replaced-directive",
            "`{name}` is no longer part of PTX; use `{replacement}`",
            [Str<"name">, Str<"replacement">]> {
  let Section = "11.4.5";
  let Ptxas = "Deprecated feature: 'X directive' not supported as of PTX version X";
}

def DeprecatedDirective
    : Warning<5026, "deprecated-directive",
            "`{name}` is deprecated; use `{replacement}`",
            [Str<"name">, Str<"replacement">]> {
  let In = [PtxasWarns];
  let Section = "11.4.5";
  let Ptxas = ".maxnctapersm directive deprecated in PTX version 2.0, will be ignored.";
}

def RepeatedEntryDirective
    : Warning<5027, "repeated-entry-directive",
            "`{name}` is given twice",
            [Str<"name">]> {
  let Section = "11.4";
}

def DirectiveOfDeclaration
    : Error<5028, "directive-of-declaration",
            "`{name}` belongs to a definition; expected a body",
            [Str<"name">]> {
  let Section = "11.2.1";
  let Ptxas = "Parsing error near ';': syntax error";
}

} // Of = Directives

//===-- 53xx: debugging --------------------------------------------------------------------===//

let Of = Directives in {

def DuplicateFileIndex
    : Error<5301, "duplicate-file-index",
            "file index {index} is already in use",
            [UInt<"index">]> {
  let Section = "11.5.3";
  let Ptxas = "Duplicate file index #N";
}

def FileSizeMissing
    : Warning<5302, "file-size-missing",
            "time stamp without a size; expected both or neither"> {
  let Section = "11.5.3";
}

def UndeclaredFile
    : Warning<5303, "undeclared-file",
            "`{directive}` names file {index}, but {reason}",
            [Str<"directive">, UInt<"index">, Str<"reason">]> {
  let Section = "11.5.4";
  let Ptxas = ".loc directive without .file directive is found, line information in generated "
              "binary may not be complete";
}

def UnknownCallSite
    : Error<5304, "unknown-call-site",
            "no `.loc {file} {line} {column}` precedes this `inlined_at`",
            [UInt<"file">, UInt<"line">, UInt<"column">]> {
  let Section = "11.5.4";
  let Ptxas = "Source location N N N used in inlined_at directive must be used in a preceding "
              ".loc directive";
}

def UnknownFunctionName
    : Warning<5305, "unknown-function-name",
            "`{name}` is not in `.debug_str`; expected one of its labels",
            [Str<"name">]> {
  let Section = "11.5.4";
  let In = [CodeGeneration];
  let Ptxas = "Unresolved label 'X' used in function_name attribute.";
}

def DwarfValue
    : Error<5306, "dwarf-value",
            "{value} does not fit `{type}`; expected {expected}",
            [Str<"value">, Str<"type">, Str<"expected">]> {
  let Section = "11.5.2";
  let Ptxas = "Value out of range for type .bN N";
}

def DwarfType
    : Error<5307, "dwarf-type",
            "`{type}` cannot contain this; expected {expected}",
            [Str<"type">, Str<"expected">]> {
  let Section = "11.5.2";
  let Ptxas = "Illegal type for dwarf data";
}

def DuplicateSectionLabel
    : Error<5308, "duplicate-section-label",
            "label `{name}` is already defined",
            [Str<"name">]> {
  let Section = "11.5.2";
  let Ptxas = "Duplicate definition of label 'X'";
}

def UnknownSectionLabel
    : Warning<5309, "unknown-section-label",
            "`{name}` is not defined",
            [Str<"name">]> {
  let Section = "11.5.2";
}

def DistanceAcrossSections
    : Warning<5310, "distance-across-sections",
            "`{first}` and `{second}` are in different sections; expected labels of one",
            [Str<"first">, Str<"second">]> {
  let Section = "11.5.2";
  let In = [CodeGeneration];
  let Ptxas = "labels 'X' and 'X' must be defined in the same section";
}

} // Of = Directives

//===-- 54xx: pragmas ----------------------------------------------------------------------===//

let Of = Directives in {

def PragmaPlace
    : Error<5401, "pragma-place",
            "pragma `{name}` is outside of function bodies; it is allowed only in one",
            [Str<"name">]> {
  let Section = "12";
  let Ptxas = "Pragma 'X' is allowed only within function scope";
}

def PragmaArgument
    : Error<5402, "pragma-argument",
            "pragma `{name}` has {observed}; expected {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let Section = "12";
  let Ptxas = "Invalid value 'X' specified for .pragma 'X'";
}

def PragmaValue
    : Error<5403, "pragma-value",
            "pragma `{name}` has {observed}; expected {expected}",
            [Str<"name">, Str<"observed">, Str<"expected">]> {
  let In = [BeyondPtxas];
  let Section = "12";
}

def RejectedPragmaValue
    : Warning<5404, "rejected-pragma-value",
            "pragma `{name}` with {observed} is legal PTX that `ptxas` rejects",
            [Str<"name">, Str<"observed">]> {
  let In = [PtxasRejects];
  let Section = "12.4";
  let Ptxas = "Invalid value 'X' specified for .pragma 'X'";
}

def UnknownPragma
    : Warning<5405, "unknown-pragma",
            "unknown pragma `{name}`; `ptxas` ignores it",
            [Str<"name">]> {
  let In = [PtxasWarns];
  let Section = "12";
  let Ptxas = "Pragma 'X' unsupported";
}

def PragmaInFunction
    : Warning<5406, "pragma-in-function",
            "pragma `{name}` in a device function is legal PTX that `ptxas` rejects",
            [Str<"name">]> {
  let In = [PtxasRejects];
  let Section = "12.3";
  let Ptxas = "Pragma 'X' cannot be specified for device functions";
}

def IdlePragma
    : Warning<5407, "idle-pragma",
              "pragma `{name}` has no effect on {observed}; expected a load",
              [Str<"name">, Str<"observed">]> {
  let Section = "12.2";
  let Lint = "Body";
}

def SpillingConflict
    : Warning<5408, "spilling-conflict",
              "pragma `{name}` cannot be in a function that uses {observed}",
              [Str<"name">, Str<"observed">]> {
  let Section = "12.3";
  let Lint = "Body";
}

} // Of = Directives

#endif // PTX_DIAGNOSTICS_DIRECTIVERULES_TD
