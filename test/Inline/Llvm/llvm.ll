; Nothing is wrong with these calls of LLVM IR.
;
; RUN: ptx-check --verify %s
; RUN: ptx-check --stats %s 2>&1 | FileCheck %s
; CHECK: 19 asm statements: 18 checked, 4 of them in part; skipped: 1 empty

target triple = "nvptx64-nvidia-cuda"

module asm ".global .b32 at_module_level;"

define void @letters(i1 %b, i8 %c, i16 %h, i32 %r, i64 %l, i128 %q, float %f, double %d) {
  call void asm sideeffect "{ .reg .b32 t; @$0 cvt.u32.u8 t, $1; cvt.u32.u16 t, $2; }", "b,c,h"(i1 %b, i8 %c, i16 %h)
  %1 = call i64 asm "add.u64 $0, $1, $2;", "=l,l,N"(i64 %l, i64 %l)
  %2 = call i128 asm "mov.b128 $0, $1;", "=q,q"(i128 %q)
  %3 = call double asm "cvt.f64.f32 $0, $1;", "=d,f"(float %f)
  ; Newer versions of LLVM hold floating point in `.b32`.
  %4 = call i32 asm "add.u32 $0, $1, $2;", "=r,r,f"(i32 %r, float %f)
  %5 = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %6 = call i32 asm "{ .reg .b32 %r1; mov.b32 %r1, $1; mov.b32 $0, %r1; }", "=&r,r"(i32 %r)
  ret void
}

define i32 @operands(i32 %x, ptr %p) {
  ; An output and the input that shares its register, and one that an address gets.
  %1 = call i32 asm sideeffect "add.u32 $0, $0, 1;", "=r,0"(i32 %x)
  %2 = call i32 asm sideeffect "", "=r"()
  %3 = call { i32, i64 } asm sideeffect "mov.u32 $0, 1; mov.u64 $1, 2;", "=r,=l"()
  call void asm sideeffect "mov.u32 $0, 1;", "=*r"(ptr elementtype(i32) %p)
  ; Memory is an address with its brackets.
  call void asm sideeffect "st.u32 $0, 1; bar.sync 0;", "=*m"(ptr elementtype(i32) %p)
  call void asm sideeffect "add.u32 $0, $0, 1; bar.sync 0;", "rim"(i32 %x)
  ; Constants are known.
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1+$3], $2;", "r,l,n,i,~{memory}"(i32 %x, ptr %p, i32 16, i64 -8)
  %4 = call i32 asm sideeffect "ld.$1.u32 $0, [$2];", "=r,i,l"(ptr @operands, ptr %p)
  ret i32 %1
}

define void @signs(i32 %x) {
  call void asm sideeffect "{ bra $$next; $$next: bra L${:uid}; L${:uid}: }", ""()
  call void asm sideeffect "${:comment} all of this
    bar.sync ${0}; bar.sync ${0:r}; bar.sync ${1:c};", "r,n"(i32 %x, i32 1)
  call void asm sideeffect "bar.sync $(0$|wrong$);", ""()
  call void asm sideeffect "{ .reg .b32 t; mov.u32 t, ${0:n}; }", "n"(i32 1)
  ret void
}
