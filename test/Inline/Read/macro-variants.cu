// A definition whose parts other macros decide is one statement, however many definitions these have.
//
// RUN: ptx-check --stats %s 2>&1 | FileCheck %s
// CHECK: C++: 1 file, 1 asm statements: 1 checked, 0 of them in part; skipped: 0 empty

#if __CUDA_ARCH__ >= 900
#define SCOPE ".cluster"
#else
#define SCOPE ".cta"
#endif
#define FENCE(order) asm volatile("fence." order SCOPE ";" ::: "memory")

__device__ void both() {
  FENCE("sc");
  FENCE("acq_rel");
}
