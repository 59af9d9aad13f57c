// Rules about order apply to the instructions of one statement, whatever is around it.
//
// RUN: ptx-check --verify -Wno-unset-output -Wno-narrow-asm-address %s

__device__ void order(unsigned bar, void *p, unsigned &x) {
  // expected-warning@+2 {{no `cp.async.commit_group` precedes this}} [PTX6157]
  // expected-note@+1 {{this copy is in no group}}
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.wait_group 0;" :: "r"(bar), "l"(p) : "memory");
  // expected-warning@+1 {{each lane reads its own value}} [PTX6185]
  asm volatile("shfl.sync.up.b32 %0, %0, 1, 31, -1;" : "+r"(x));
}

// What another statement does is not known.
__device__ void right(unsigned bar, unsigned peer, void *p, unsigned &x) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.commit_group; cp.async.wait_group 0;" :: "r"(bar), "l"(p) : "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(bar), "l"(p) : "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bar) : "memory");
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" :: "r"(bar) : "memory");
}
