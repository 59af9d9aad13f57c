// Each branch of an `#if` inside of a statement is checked.
//
// RUN: ptx-check --verify %s

__device__ void branches(unsigned x) {
  unsigned y;
  asm volatile(
#if defined(FAST)
      // expected-error@+1 {{`.u33` is not a modifier}} [PTX3003]
      "add.u33 %0, %1, 1;"
#elif defined(FASTER)
      // expected-error@+1 {{`.u34` is not a modifier}} [PTX3003]
      "add.u34 %0, %1, 1;"
#else
      "add.u32 %0, %1, 1;"
#endif
      : "=r"(y) : "r"(x));
  asm volatile("add.u32 %0, %1, 1;"
#ifdef MORE
      // expected-error@+1 {{`.u35` is not a modifier}} [PTX3003]
               "add.u35 %0, %1, 1;"
#endif
      : "=r"(y) : "r"(x));
#if 0
  asm volatile("add.u36 %0, %1, 1;" : "=r"(y) : "r"(x));
#endif
}
