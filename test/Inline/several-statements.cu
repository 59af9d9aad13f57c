// Braces that open in one statement and close in another make one body of all of them.
//
// RUN: ptx-check --verify %s

__device__ bool cancelled(unsigned long long a, unsigned long long b) {
  unsigned y;
  asm volatile("{\n\t.reg .b128 result;\n\t.reg .pred p;");
  asm volatile("mov.b128 result, {%0, %1};" ::"l"(a), "l"(b));
  asm volatile("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, result;");
  asm volatile("selp.u32 %0, 1, 0, p;\n\t}" : "=r"(y));
  return y;
}

// What a statement declares outside of braces is known to those after it.
__device__ unsigned carried(unsigned x) {
  unsigned y;
  asm volatile(".reg .b32 tr<4>;");
  asm volatile("mov.b32 tr1, %0;" ::"r"(x));
  asm volatile("mov.b32 %0, tr1;" : "=r"(y));
  return y;
}
