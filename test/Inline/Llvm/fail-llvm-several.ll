; Braces that open in one call and close in another make one body; messages name the operands of the call.
;
; RUN: ptx-check --verify %s

define void @right(i32 %x) {
  call void asm sideeffect "{\0A\09.reg .b32 t;", ""()
  call void asm sideeffect "mov.b32 t, $0;\0A\09}", "r"(i32 %x)
  ret void
}

define void @wrong(i32 %x, i64 %l) {
  call void asm sideeffect "{ .reg .b64 t; mov.b64 t, $0;", "l"(i64 %l)
  ; expected-note@below {{the syntax is}}
  ; expected-error@+1 {{`$0` is `"r"(i32 %x)`, 32 bits; operand 3 of `add.u64` takes}} [PTX8005]
  call void asm sideeffect "add.u64 t, t, $0; }", "r"(i32 %x)
  ret void
}
