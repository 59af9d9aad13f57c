; What LLVM and ptxas reject of the calls, in the words of LLVM.
;
; RUN: ptx-check --verify %s
; RUN: ptx-check --language=llvm --verify - < %s

target triple = "nvptx64-nvidia-cuda"

define void @operands(i1 %b, i32 %x, i64 %l, float %f, ptr %p) {
  ; expected-error@+1 {{`$2`, but the statement has `$0` to `$1`}} [PTX8001]
  %1 = call i32 asm "mov.u32 $0, $2;", "=r,r"(i32 %x)
  ; expected-error@+1 {{`${0}`, but the statement has no operand}} [PTX8001]
  call void asm sideeffect "bar.sync ${0};", "~{memory}"()
  ; expected-error@+1 {{constraint `z` of `$0` is not one of LLVM; expected one of `b`, `c`, `h`}} [PTX8002]
  call void asm sideeffect "bar.sync $0;", "z"(i32 %x)
  ; expected-error@+1 {{constraint `1` of `$1` matches no output}} [PTX8002]
  %2 = call i32 asm "mov.u32 $0, 1;", "=r,1"(i32 %x)
  ; expected-error@+1 {{LLVM reads `x` of `${0:x}` as a modifier of an operand, but has no such modifier; expected `${0}`}} [PTX8004]
  call void asm sideeffect "bar.sync ${0:x};", "r"(i32 %x)
  ; expected-error@+1 {{`$next` is not an operand, but LLVM reads an operand after `$`}} [PTX8007]
  call void asm sideeffect "bra $next;", ""()
  ret void
}

define void @types(i1 %b, i32 %x, i64 %l, float %f, ptr %p) {
  ; expected-note@below {{the syntax is}}
  ; expected-error@+1 {{`$1` is `"l"(i64 %l)`, 64 bits; operand 2 of `add.u32` takes a 32-bit integer register}} [PTX8005]
  %1 = call i32 asm "add.u32 $0, $1, 1;", "=r,l"(i64 %l)
  ; expected-note@below {{the syntax is}}
  ; expected-error@+1 {{`$0` is `"b"(i1 %b)`, a predicate; operand 2 of `add.u32` takes}} [PTX8005]
  call void asm sideeffect "{ .reg .b32 t; add.u32 t, $0, 1; }", "b"(i1 %b)
  ; expected-note@below {{the syntax is}}
  ; expected-error@+1 {{`$1` is `"=l"(i64)`, 64 bits; operand 1 of `add.u32` takes}} [PTX8005]
  %2 = call { i32, i64 } asm sideeffect "mov.u32 $0, 1; add.u32 $1, 1, 2;", "=r,=l"()
  ; expected-note@below {{the syntax is}}
  ; expected-error@+1 {{operand 3 of `cp.async.ca.shared.global` is 17; expected 4, 8 or 16}} [PTX3009]
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2;", "r,l,n"(i32 %x, ptr %p, i32 17)
  ret void
}

define i32 @effects(i32 %x) {
  ; expected-warning@+2 {{`add.u32` writes `$1`, which is the input `"r"(i32 %x)`}} [PTX8022]
  ; expected-warning@+1 {{nothing writes `$0`, which is the output `"=r"(i32)`}} [PTX8021]
  %1 = call i32 asm sideeffect "add.u32 $1, $1, 1;", "=r,r"(i32 %x)
  ; expected-error@+1 {{`t2` is not declared}} [PTX2001]
  %2 = call i32 asm "{ .reg .b32 t1; mov.u32 t1, $1; add.u32 $0, t1, t2; }", "=r,r"(i32 %x)
  ret i32 %1
}
