; What LLVM makes of the same polynomial, where its llc knows PTX.
;
; REQUIRES: nvptx-registered-target
; RUN: llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx80 %s -o %t.ptx
; RUN: %ptx-verify -arch=sm_80 -c %t.ptx -o %t.o
; RUN: %ptx-fmt --canonical %t.ptx | FileCheck %s
; CHECK-LABEL: poly
; CHECK-COUNT-2: fma.rn.f32
; CHECK-NOT: fma

declare float @llvm.fma.f32(float, float, float)

define float @poly(float %x) {
  %inner = call float @llvm.fma.f32(float 3.0, float %x, float 2.0)
  %outer = call float @llvm.fma.f32(float %inner, float %x, float 1.0)
  ret float %outer
}
