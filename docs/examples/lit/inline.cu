// PTX in the asm statements of the compiler's run time is checked where it is written.
//
// RUN: %ptx-check --target=sm_80 -Werror %s
__device__ float fused(float a, float x, float y) {
  float result;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(a), "f"(x), "f"(y));
  return result;
}
