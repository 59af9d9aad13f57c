// In the literals of asm statements, with the signs and the braces that they need. What a macro brings along stays.
// RUN: rm -rf %t && mkdir %t && cp %s %t/input.cu
// RUN: not ptx-check --fix --fix-only=unknown-instruction --fix-only=missing-comma %t/input.cu 2>&1 | FileCheck %s
// CHECK: error: expected `;`
// CHECK: 2 fixes applied in 1 file
// RUN: ptx-check --fix %t/input.cu 2>&1 | FileCheck %s --check-prefix=REST
// REST: 1 fix applied in 1 file
// RUN: FileCheck %s --check-prefix=TEXT < %t/input.cu
// TEXT:      asm("add.s32 %0, %1, %2;\n\t"
// TEXT-NEXT:     "mov.u32 %0, %%tid.x;" : "=r"(r)
// TEXT-NEXT: asm("{ .reg .b32 x;"
// TEXT-NEXT:     R"(  mov.u32 x, %%tid.x; })" ::);
__device__ int f(int a) {
  int r;
  asm("add.s32 %0, %1 %2;\n\t"
      "mov.u32 %0, %%tid.x" : "=r"(r) : "r"(a), "r"(a));
  asm("{ .reg .b32 x;"
      R"(  mvo.u32 x, %%tid.x; })" ::);
  return r;
}
