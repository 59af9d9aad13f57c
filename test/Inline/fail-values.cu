// Rules about the values of operands apply to statements as they do to modules.
//
// RUN: ptx-check --verify %s

template <int Count> __device__ void values(unsigned bar, const void *map, unsigned &x, unsigned a) {
  // expected-error@+2 {{expected 1 to 1048575}} [PTX3009]
  // expected-note@+1 {{the syntax is `mbarrier.init.shared::cta.b64 [addr], count`}}
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(bar), "n"(0) : "memory");
  // expected-error@+2 {{the count of arrivals is 0; expected 1 to 1048575}} [PTX7025]
  // expected-note@+1 {{`t` is `0x0`}}
  asm volatile("{ .reg .b32 t; mov.b32 t, 0; mbarrier.init.shared::cta.b64 [%0], t; }" :: "r"(bar) : "memory");
  // expected-error@+1 {{the count of bytes is 1048576}} [PTX7025]
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 1048576;" :: "r"(bar) : "memory");
  // expected-error@+1 {{the member mask is 0}} [PTX9033]
  asm volatile("vote.sync.ballot.b32 %0, 1, 0;" : "=r"(x));
  // expected-error@+2 {{is 96; expected 32, 64, 128, 256 or 512}} [PTX3009]
  // expected-note@+1 {{the syntax is `tcgen05.dealloc.cta_group::1.sync.aligned.b32 taddr, nCols`}}
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 96;" :: "r"(a));
  // expected-error@+2 {{expected}} [PTX7027]
  // expected-note@+1 {{`t` is `0x60`}}
  asm volatile("{ .reg .b32 t; mov.b32 t, 96; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, t; }" :: "r"(a));
  // expected-error@+1 {{is -1}} [PTX7021]
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {-1}], [%1];" :: "l"(map), "r"(bar) : "memory");

  // What is not known can be right: another value than the one that is seen, a template's, a macro's.
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p mov.b32 %0, 0; vote.sync.ballot.b32 %0, 1, %0; }" : "+r"(x) : "r"(a));
  asm volatile("vote.sync.ballot.b32 %0, 1, %1; mov.b32 %1, 0;" : "=r"(x), "+r"(a));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(bar), "n"(Count) : "memory");
  asm volatile(SET_MASK "vote.sync.ballot.b32 %0, 1, %1;" : "=r"(x) : "r"(a));
}
