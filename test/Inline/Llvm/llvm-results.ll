; Who wants no result of a statement, as Triton does, still has to write one. Only results that something uses must be written.
;
; RUN: ptx-check --verify %s

target triple = "nvptx64-nvidia-cuda"

define void @unused(i32 %x) {
  %r = call i32 asm sideeffect "griddepcontrol.wait; // dummy $0", "=r"()
  %1 = tail call { i32, i32 } asm sideeffect "bar.sync 0;", "=r,=r"()
  ret void
}

define i32 @used(i32 %x) {
  ; expected-warning@+1 {{nothing writes `$0`, which is the output `"=r"(i32)`}} [PTX8021]
  %r = call i32 asm sideeffect "griddepcontrol.wait; // dummy $0", "=r"()
  ret i32 %r
}

define void @loop() {
  br label %next
next:
  %a = phi i32 [ 0, %0 ], [ %r, %next ]
  ; expected-warning@+1 {{nothing writes `$0`, which is the output `"=r"(i32)`}} [PTX8021]
  %r = call i32 asm sideeffect "griddepcontrol.wait; // dummy $0", "=r"()
  br label %next
}
