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
  // A branch can be about another part of the statement, which then has no error.
  float f;
  asm volatile("{ .reg .b16 t;"
#if __CUDA_ARCH__ < 700
               "ld.volatile.b16 t, [%1];"
#else
               "ld.relaxed.cta.b16 t, [%1];"
#endif
               "cvt.f32.bf16 %0, t; }"
      : "=f"(f) : "l"(&x));
  asm volatile(
#if __CUDA_ARCH__ < 700
      // expected-note@+2 {{requires}}
      // expected-error@+1 {{(`sm_10` to `sm_62`) supports the requirements of this statement: `ld.cta`}} [PTX8010]
      "ld.relaxed.cta.b32 %0, [%1];"
#else
      "ld.relaxed.cta.b32 %0, [%1];"
#endif
      : "=r"(y) : "l"(&x));
#if 0
  asm volatile("add.u36 %0, %1, 1;" : "=r"(y) : "r"(x));
#endif
}
