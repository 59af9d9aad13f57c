// A label in a statement of its own is known to the others.
//
// RUN: ptx-check --verify %s

__device__ void loop(unsigned n) {
  asm volatile("{ .reg .pred z; setp.eq.u32 z, %0, 0; @z bra END_LOOP; }" ::"r"(n));
  asm volatile("END_LOOP:");
  // expected-error@+1 {{`END_LOPO` is not declared}} [PTX2001]
  asm volatile("{ .reg .pred z; setp.eq.u32 z, %0, 0; @z bra END_LOPO; }" ::"r"(n));
}
