// Without --target, what no target can have is an error, or none for which the code is compiled.
//
// RUN: ptx-check --verify %s

__device__ void targets() {
  // expected-note@below 2 {{requires}}
  // expected-error@+1 {{no target supports the requirements of this statement: `wgmma.fence`, `tcgen05.wait::ld`}} [PTX8010]
  asm volatile("wgmma.fence.sync.aligned; tcgen05.wait::ld.sync.aligned;" ::: "memory");
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 900)
  // expected-note@below {{requires}}
  // expected-error@+1 {{no target for which it is compiled (`sm_10` to `sm_89`) supports the requirements of this statement: `wgmma.fence`}} [PTX8010]
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
// expected-note@+1 {{the condition around it}}
#else
  // expected-warning@+1 {{the condition around it also admits `sm_90`}} [PTX8032]
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
  // A condition of which a part is not known lets through what the rest does.
#if __CUDA_ARCH__ >= 900 || defined(ALL)
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
