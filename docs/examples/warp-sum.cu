// Sums a value over a warp, with three mistakes in its inline assembly.

__device__ unsigned long long warp_sum(unsigned int value, unsigned long long start) {
  unsigned long long sum;
  asm volatile("{\n\t"
               ".reg .b32 %%t;\n\t"
               "redux.add.u32 %%t, %1, 0xffffffff;\n\t"
               "add.u64 %0, %2, %1;\n\t"
               "add.u64 %0, %0, %3;\n\t"
               "}"
               : "=l"(sum) : "r"(value), "l"(start));
  return sum;
}
