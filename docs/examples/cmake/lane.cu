// Writes the lane that each thread is in.

__device__ unsigned int lane() {
  unsigned int result;
  asm("mov.u32 %0, %%laneid;" : "=r"(result));
  return result;
}

extern "C" __global__ void lanes(unsigned int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = lane();
}
