// The conditions around a statement say for which targets it is compiled.
//
// RUN: ptx-check --verify %s
// RUN: not ptx-check --target=sm_90a --stats %s 2>&1 | FileCheck --check-prefix=HOPPER %s
// RUN: not ptx-check --target=sm_80 --stats %s 2>&1 | FileCheck --check-prefix=AMPERE %s
//
// HOPPER: 10 asm statements: 6 checked, {{.*}}, 4 disabled or for other targets
// AMPERE: 10 asm statements: 3 checked, {{.*}}, 7 disabled or for other targets

__device__ void conditions() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  // expected-note@below {{requires}}
  // expected-error@+1 {{no target for which it is compiled (`sm_90a`) supports the requirements of this statement}} [PTX8010]
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#endif
#if defined(__CUDA_ARCH_SPECIFIC__) && __CUDA_ARCH_SPECIFIC__ == 1000
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#endif
#if __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000 && __CUDA_ARCH_FAMILY_SPECIFIC__ < 1030
  // expected-note@below {{requires}}
  // expected-error@+1 {{(`sm_100f`, `sm_100a`, `sm_101f` and `sm_101a`)}} [PTX8010]
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
#ifdef CUTE_ARCH_TMA_SM90_ENABLED
  asm volatile("fence.proxy.async;" ::: "memory");
#endif
#if 900 <= __CUDA_ARCH__ && (__CUDA_ARCH__ / 100 != 9 || 0)
  // expected-note@below {{requires}}
  // expected-error@+1 {{(`sm_100` and newer)}} [PTX8010]
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
  // Here it is not known, so that both branches are for all targets.
#if CONFIGURED(__CUDA_ARCH__)
  asm volatile("bar.sync 0;" ::: "memory");
#else
  asm volatile("bar.sync 1;" ::: "memory");
#endif
  // expected-note@+3 {{requires}}
  // expected-error@+2 {{(`sm_10` to `sm_89`)}} [PTX8010]
  NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("fence.proxy.async;" ::: "memory");),
               (asm volatile("fence.proxy.async;" ::: "memory");))
}
