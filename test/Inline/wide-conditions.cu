// Conditions about the target that admit one which the statement is not for.
//
// RUN: ptx-check --verify %s
// RUN: ptx-check --target=sm_90a %s 2>&1 | count 0

__device__ void conditions(unsigned x, unsigned &y, void *p) {
// expected-note@+1 {{the condition around it}}
#if __CUDA_ARCH__ >= 900
  // expected-warning@+1 {{`wgmma.fence` requires PTX 8.0 and `sm_90a`; the condition around it also admits `sm_90`; expected `defined(__CUDA_ARCH_FEAT_SM90_ALL)`}} [PTX8032]
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); // the same condition
#endif
// expected-note@+1 {{the condition around it}}
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)
  // expected-warning@+1 {{also admits `sm_80`; expected `__CUDA_ARCH__ >= 900`}} [PTX8032]
  asm volatile("fence.proxy.async;" ::: "memory");
#endif
// expected-note@+1 {{the condition around it}}
#if CUDA_VERSION >= 12080 && __CUDA_ARCH__ >= 1000
  // expected-warning@+1 {{also admits `sm_100`; expected `__CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000 && __CUDA_ARCH_FAMILY_SPECIFIC__ < 1200`}} [PTX8032]
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#endif
// expected-note@+1 {{the condition around it}}
#if __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<int, unsigned>)
    // expected-warning@+1 {{also admits `sm_80`}} [PTX8032]
    asm volatile("barrier.cluster.wait;" ::: "memory");
#endif
}

__device__ void targets(unsigned *p) {
  // expected-note@+1 {{the condition around it}}
  NV_IF_TARGET(NV_PROVIDES_SM_80,
    // expected-warning@+1 {{also admits `sm_80`; expected `NV_PROVIDES_SM_90`}} [PTX8032]
    (asm volatile("fence.proxy.async;" ::: "memory");))
  // expected-note@+1 {{the condition around it}}
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90,
    // expected-warning@+1 {{also admits `sm_90`; expected `NV_HAS_FEATURE_SM_90a`}} [PTX8032]
    (asm volatile("wgmma.fence.sync.aligned;" ::: "memory");), (f();))
  NV_DISPATCH_TARGET(NV_HAS_FEATURE_SM_90a, (asm volatile("wgmma.fence.sync.aligned;" ::: "memory");),
                     NV_PROVIDES_SM_90, (asm volatile("fence.proxy.async;" ::: "memory");))
  // What else is in the condition can leave targets out.
  NV_IF_TARGET(NV_PROVIDES_SM_80 && MINE, (asm volatile("fence.proxy.async;" ::: "memory");))
}

__device__ void right(unsigned x, unsigned &y) {
#if __CUDA_ARCH_HAS_FEATURE__(SM90_ALL) || __CUDA_ARCH_SPECIFIC__ == 900
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#elif __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async;" ::: "memory");
#endif
#if __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000 && __CUDA_ARCH_FAMILY_SPECIFIC__ < 1200
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#endif
}

// Nothing is said where a condition has no lower bound, or where something else can decide: another
// macro, a constant of C++, the place where a macro is used, the projects's own choice of targets.
template <int Arch> __device__ void unknown() {
#if __CUDA_ARCH__ >= 1000
#else
  asm volatile("fence.proxy.async;" ::: "memory");
#endif
#ifdef __CUDA_ARCH__
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
#if __CUDA_ARCH__ >= 900 && defined(HAS_WGMMA)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
#if __CUDA_ARCH__ >= 900
  if constexpr (Arch == 901) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  } else {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  }
#define FENCE asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#endif
}
