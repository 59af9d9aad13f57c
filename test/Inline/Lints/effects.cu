// Effects of which the compiler is not reported.
//
// RUN: ptx-check --verify -Wmissing-memory-clobber %s

__device__ void effects(unsigned *p, unsigned x, unsigned s, unsigned long long d) {
  unsigned y;
  unsigned long long t;
  // expected-warning@+2 {{`atom.global.add.u32` writes or orders memory, but the statement is not `volatile`}} [PTX8027]
  // expected-warning@+1 {{`atom.global.add.u32` writes or orders memory, but the statement has no `"memory"` clobber}} [PTX8028]
  asm("atom.global.add.u32 %0, [%1], 1;" : "=r"(y) : "l"(p));
  // expected-warning@+1 {{`mov.u64` has a result that depends on more than its operands}} [PTX8027]
  asm("mov.u64 %0, %%globaltimer;" : "=l"(t));
  // expected-warning@+1 {{`activemask.b32` has a result that depends on more than its operands}} [PTX8027]
  asm("activemask.b32 %0;" : "=r"(y));
  // expected-warning@+1 {{`ld.volatile.global.u32` has a result that depends on more than its operands}} [PTX8027]
  asm("ld.volatile.global.u32 %0, [%1];" : "=r"(y) : "l"(p));
  // expected-warning@+1 {{`nanosleep.u32` has an effect, but the statement is not `volatile`}} [PTX8027]
  asm("nanosleep.u32 100; mov.u32 %0, 1;" : "=r"(y));
  // expected-warning@+1 {{`cp.async.wait_all` writes or orders memory, but the statement has no `"memory"` clobber}} [PTX8028]
  asm volatile("cp.async.wait_all;");
  // expected-warning@+1 {{`mbarrier.arrive.shared.b64` writes or orders memory}} [PTX8028]
  asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"(s));
  // expected-warning@+1 {{`fence.proxy.async` writes or orders memory}} [PTX8028]
  asm volatile("fence.proxy.async;");
  // expected-warning@+1 {{`bar.red.popc.u32` writes or orders memory}} [PTX8028]
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(y) : "r"(x));
  // expected-warning@+1 {{`ld.acquire.gpu.global.u32` writes or orders memory}} [PTX8028]
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(y) : "l"(p));

  // The compiler knows, or there is nothing to know.
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(s), "r"(x) : "memory");
  asm("atom.global.add.u32 %0, [%1], 1;" : "=r"(y) : "l"(p) : "memory");
  asm("mov.u32 %0, %%laneid;" : "=r"(y));
  asm("ld.global.nc.u32 %0, [%1];" : "=r"(y) : "l"(p));
  asm("shfl.sync.idx.b32 %0, %1, 0, 31, -1;" : "=r"(y) : "r"(x));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
  asm volatile("cp.async.commit_group;");
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("barrier.cluster.arrive.relaxed;");
  asm volatile("fence.mbarrier_init.release.cluster;");
  asm volatile("tcgen05.fence::before_thread_sync;");
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(y) : "l"(d));
}
