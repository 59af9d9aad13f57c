// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The releases of CUDA: which PTX their tools and drivers read, and for which targets they make code.
// The versions of PTX that exist follow from them. (Manual 13, table "PTX Release History")

#ifndef PTX_ISA_RELEASES_TD
#define PTX_ISA_RELEASES_TD

include "ptx/Isa/Platform/Targets.td"

// A release, with the newest `.version` that it supports. The driver is the number of the branch
// that was released with it, as in the manual. A release without a name had no tools.
class Release<string version, string cuda, int driver> {
  string Version = version;
  string Cuda = cuda;
  // 0 if none is known.
  int Driver = driver;
  // Targets for which this release and later ones generate no code, although earlier releases did.
  // From 9.0 on as in the tables of clang (clang/lib/Basic/Cuda.cpp) and CMake
  // (CMakeCUDAArchitecturesAll.cmake), and for 13.0 as in the help of `ptxas`; for 6.5 and 7.0 as
  // reported by users. All releases still read modules for these targets.
  list<Target> Drops = [];
  // Targets that were added by a later release with the same `.version`.
  list<Target> Lacks = [];
  // Whether it is the first release whose tools generate no code for 32-bit addresses.
  bit DropsNarrowAddresses = false;
  // The default target of `-arch`, the first one since this release: the help of `ptxas` 13.0 has
  // that of 13.0; earlier ones are not confirmed.
  list<Target> Default = [];
}

// A difference between the checks of `ptxas` of a release and those of earlier releases that the
// records of instructions, features and targets do not contain.
class PtxasChange<string cuda> { string Cuda = cuda; }
// Operands of bfloat types are checked like others: a vector is rejected for one of them, and so is
// a typed register; functions are accepted, and so are registers of another width with an offset.
def OrdinaryBfloats : PtxasChange<"13.1">;
// In an entry, `.param::func` is accepted only for variables that are declared there for calls, and
// `.param::entry` is rejected for them.
def ParameterQualifiers : PtxasChange<"13.1">;
// Comments can contain any bytes.
def BytesInComments : PtxasChange<"13.1">;
// A module has one `.metadata_section`, in which lists can have labels.
def OneMetadataSection : PtxasChange<"13.4">;
def LabelsInMetadata : PtxasChange<"13.4">;

// In chronological order.
def : Release<"1.0", "1.0", 0> { let Default = [sm_10]; }
def : Release<"1.1", "1.1", 0>;
def : Release<"1.2", "2.0", 0>;
def : Release<"1.3", "2.1", 0>;
def : Release<"1.4", "2.2", 0>;
def : Release<"1.5", "", 190>;
def : Release<"2.0", "3.0", 195>;
def : Release<"2.1", "3.1", 256>;
def : Release<"2.2", "3.2", 260>;
def : Release<"2.3", "4.0", 270>;
def : Release<"3.0", "4.1", 285> { let Lacks = [sm_30]; }
def : Release<"3.0", "4.2", 295>;
def : Release<"3.1", "5.0", 302>;
def : Release<"3.2", "5.5", 319>;
def : Release<"4.0", "6.0", 331>;
def : Release<"4.1", "6.5", 340> {
  let Drops = [sm_10];
  let Default = [sm_20];
}
def : Release<"4.2", "7.0", 346> { let Drops = [sm_11, sm_12, sm_13]; }
def : Release<"4.3", "7.5", 352>;
def : Release<"5.0", "8.0", 361>;
def : Release<"5.1", "", 0>; // not in the manual; `ptxas` lists it
def : Release<"6.0", "9.0", 384> {
  let Drops = [sm_20, sm_21];
  let Default = [sm_30];
}
def : Release<"6.1", "9.1", 387>;
def : Release<"6.2", "9.2", 396>;
def : Release<"6.3", "10.0", 400>;
def : Release<"6.4", "10.1", 418>;
def : Release<"6.5", "10.2", 440>;
def : Release<"7.0", "11.0", 445> {
  let Drops = [sm_30, sm_32];
  let Default = [sm_52];
}
def : Release<"7.1", "11.1", 455>;
def : Release<"7.2", "11.2", 460>;
def : Release<"7.3", "11.3", 465>;
def : Release<"7.4", "11.4", 470>;
def : Release<"7.5", "11.5", 495>;
def : Release<"7.6", "11.6", 510>;
def : Release<"7.7", "11.7", 515>;
def : Release<"7.8", "11.8", 520>;
def : Release<"8.0", "12.0", 525> {
  let Drops = [sm_35, sm_37];
  let DropsNarrowAddresses = true;
}
def : Release<"8.1", "12.1", 530>;
def : Release<"8.2", "12.2", 535>;
def : Release<"8.3", "12.3", 545>;
def : Release<"8.4", "12.4", 550>;
def : Release<"8.5", "12.5", 555>;
def : Release<"8.5", "12.6", 560>;
def : Release<"8.6", "12.7", 565>;
def : Release<"8.7", "12.8", 570>;
def : Release<"8.8", "12.9", 575>;
def : Release<"9.0", "13.0", 580> {
  let Drops = [
    sm_50, sm_52, sm_53, sm_60, sm_61, sm_62, sm_70, sm_72,
    sm_101, sm_101f, sm_101a // renamed
  ];
  let Default = [sm_75];
}
def : Release<"9.1", "13.1", 590>;
def : Release<"9.2", "13.2", 595>;
def : Release<"9.3", "13.3", 610>;
def : Release<"9.4", "13.4", 615>;
def : Release<"9.5", "13.5", 0>;

#endif // PTX_ISA_RELEASES_TD
