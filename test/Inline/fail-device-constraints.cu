// What `nvcc` takes in host code alone: numbers, which say that an input has the register of an output, and `i`.
//
// RUN: ptx-check --verify %s

__device__ void onDevice(unsigned &y, unsigned x) {
  // expected-error@+1 {{constraint `=x` of `%0` is not one of `nvcc`}} [PTX8002]
  asm volatile("mov.u32 %0, 1;" : "=x"(y));
  // expected-error@+1 {{constraint `0` of `%1` is not one of `nvcc` in device code; expected a letter, or `+` for the output}} [PTX8002]
  asm("add.u32 %0, %1, 1;" : "=r"(y) : "0"(x));
  // expected-error@+1 {{constraint `i` of `%1` is not one of `nvcc` in device code; expected `n`}} [PTX8002]
  asm("add.u32 %0, %0, %1;" : "+r"(y) : "i"(5));
  asm("add.u32 %0, %0, %1;" : "+r"(y) : "n"(5));
}
// clang, which can compile the same for the host, has both.
__host__ __device__ void anywhere(unsigned &y, unsigned x) {
  asm("add.u32 %0, %1, 1;" : "=r"(y) : "0"(x));
  asm("add.u32 %0, %0, %1;" : "+r"(y) : "i"(5));
}
