// Operations `llvm.inline_asm` of MLIR.
//
// RUN: ptx-check --verify %s
// RUN: ptx-check --language=mlir --verify - < %s
// RUN: not ptx-check --stats %s 2>&1 | FileCheck --check-prefix=STATS %s
// STATS: 8 asm statements: 7 checked, {{.*}} 1 disabled or for other targets

module attributes {gpu.container_module, llvm.target_triple = "nvptx64-nvidia-cuda"} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
    llvm.func private @operands(%a: i32, %b: i64, %p: !llvm.ptr<1>) attributes {a = {b = 1 : i32}} {
      %0 = llvm.inline_asm "add.u32 $0, $1, 1;", "=r,r" %a : (i32) -> i32
      // expected-note@below {{the syntax is}}
      // expected-error@+1 {{`$1` is `"l"(%b)`, 64 bits; operand 2 of `add.u32` takes a 32-bit integer register}} [PTX8005]
      %1 = llvm.inline_asm "add.u32 $0, $1, 1;", "=r,l" %b : (i64) -> i32
      // expected-note@below {{the syntax is}}
      // expected-error@+1 {{`$1` is `"=l"(i64)`, 64 bits; operand 1 of `mov.u32` takes}} [PTX8005]
      %2 = llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "mov.u32 $0, 1;\0A\09mov.u32 $1, 2;", "=r,=l" : () -> !llvm.struct<(i32, i64)>
      // expected-error@+1 {{`$2`, but the statement has `$0` to `$1`}} [PTX8001]
      llvm.inline_asm has_side_effects tail_call_kind = <tail> "// \"q\"\n\tst.global.b32 [$0], $2;", "l,r,~{memory}" %p, %3#0 : (!llvm.ptr<1>, i32) -> ()
      llvm.inline_asm has_side_effects "{ @$0 bra $$done; nanosleep.u32 20; $$done: }", "b" %4 : (i1) -> ()
      llvm.return
    }
    gpu.func @targets() kernel {
      // expected-note@below {{requires}}
      // expected-error@+1 {{no target for which it is compiled (`sm_90a`) supports the requirements of this statement: `tcgen05.wait::ld`}} [PTX8010]
      llvm.inline_asm has_side_effects "tcgen05.wait::ld.sync.aligned;", "~{memory}" : () -> ()
      // expected-warning@+1 {{the statement is not `has_side_effects`}} [PTX8027]
      %0 = llvm.inline_asm "mov.u32 $0, %clock;", "=r" : () -> i32
    }
  }
  llvm.func @host() {
    llvm.inline_asm asm_dialect = intel "mov eax, 1", "" : () -> ()
  }
}
