// Words that PTX shares with other processors, in a file with nothing that is PTX alone: where conditions say that the
// code is for GPUs, and nowhere else.
//
// RUN: ptx-check --stats %s 2>&1 | FileCheck %s
// CHECK: 3 asm statements: 2 checked, 0 of them in part; skipped: 0 empty, 1 not certainly PTX

__device__ __host__ void stop() {
#ifdef __CUDA_ARCH__
  asm volatile("trap;");
#else
  asm volatile("ret");
#endif
  NV_IF_TARGET(NV_IS_DEVICE, (asm volatile("exit;");))
}
