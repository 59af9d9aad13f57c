// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of compiled.py, which has a reference for each. A kernel with a fault has the name of the
// right one and an ending that says what is wrong.

#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" {

//===-- Element by element --------------------------------------------------------------------===//

__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void saxpy_bounds(float *y, const float *x, float a, int n) {
  int i = INDEX;
  if (i <= n)
    y[i] = a * x[i] + y[i];
}

__global__ void daxpy(double *y, const double *x, double a, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void haxpy(__half *y, const __half *x, float a, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = __hfma(__float2half_rn(a), x[i], y[i]);
}

__global__ void half_pairs(__half2 *y, const __half2 *x, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = __hadd2(__hmul2(x[i], x[i]), y[i]);
}

__global__ void bfloat_product(__nv_bfloat16 *y, const __nv_bfloat16 *x, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = __hmul(x[i], y[i]);
}

__global__ void copy_vectors(int4 *y, const int4 *x, int n) {
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
    y[i] = x[i];
}

__global__ void convert(int *toNearest, int *toZero, unsigned *up, short *narrow, const float *x, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  toNearest[i] = __float2int_rn(x[i]);
  toZero[i] = static_cast<int>(x[i]);
  up[i] = __float2uint_ru(x[i]);
  narrow[i] = static_cast<short>(static_cast<int>(x[i]));
}

__global__ void bits(unsigned *y, const unsigned *x, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = __brev(x[i]) ^ __popc(x[i]) ^ __clz(x[i]) << 8 ^ __ffs(x[i]) << 16 ^
           __byte_perm(x[i], ~x[i], 0x5140) ^ __funnelshift_l(x[i], x[i] >> 3, x[i] & 31);
}

__global__ void high_products(unsigned long long *y, const unsigned long long *x, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = __umul64hi(x[i], x[i] ^ 0x9E3779B97F4A7C15ull) + __mulhi(int(x[i]), int(x[i] >> 32));
}

__global__ void greatest_divisor(int *y, const int *a, const int *b, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  int p = a[i], q = b[i];
  while (q) {
    int rest = p % q;
    p = q;
    q = rest;
  }
  y[i] = p;
}

__global__ void collatz(int *steps, const long long *x, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  long long value = x[i];
  int count = 0;
  while (value != 1) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++count;
  }
  steps[i] = count;
}

__global__ void divide64(long long *y, const long long *a, const long long *b, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = a[i] / b[i] * 1000 + a[i] % b[i];
}

__global__ void quotient(float *y, const float *a, const float *b, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = a[i] / b[i] + sqrtf(fabsf(a[i]));
}

__global__ void functions(float *y, const float *x, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  y[4 * i] = expf(x[i]);
  y[4 * i + 1] = logf(fabsf(x[i]) + 1);
  y[4 * i + 2] = sinf(x[i]);
  y[4 * i + 3] = tanhf(x[i]);
}

__global__ void double_functions(double *y, const double *x, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  y[3 * i] = exp(x[i]);
  y[3 * i + 1] = log(fabs(x[i]) + 1);
  y[3 * i + 2] = x[i] / (1 + sqrt(fabs(x[i])));
}

__global__ void mandelbrot(int *y, int width, int height, int most) {
  int i = INDEX;
  if (i >= width * height)
    return;
  float a = -2.0f + 3.0f * (i % width) / width, b = -1.0f + 2.0f * (i / width) / height, x = 0, z = 0;
  int count = 0;
  for (; count < most && __fadd_rn(__fmul_rn(x, x), __fmul_rn(z, z)) < 4; ++count) {
    float next = __fadd_rn(__fsub_rn(__fmul_rn(x, x), __fmul_rn(z, z)), a);
    z = __fadd_rn(__fmul_rn(__fmul_rn(2, x), z), b);
    x = next;
  }
  y[i] = count;
}

//===-- Integers of hashes --------------------------------------------------------------------===//

__constant__ unsigned sha_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ unsigned turned(unsigned x, int n) { return x >> n | x << (32 - n); }

// One block of 64 bytes, padded by the host, for each thread.
__global__ void sha256(unsigned *digests, const unsigned *blocks, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  unsigned w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, s[8];
  for (int t = 0; t < 16; ++t)
    w[t] = __byte_perm(blocks[16 * i + t], 0, 0x0123);
  for (int t = 16; t < 64; ++t)
    w[t] = w[t - 16] + (turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 7] +
           (turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ w[t - 2] >> 10);
  for (int k = 0; k < 8; ++k)
    s[k] = h[k];
#pragma unroll 4
  for (int t = 0; t < 64; ++t) {
    unsigned one = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                   sha_constants[t] + w[t];
    unsigned two = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int k = 7; k > 0; --k)
      s[k] = s[k - 1];
    s[4] += one;
    s[0] = one + two;
  }
  for (int k = 0; k < 8; ++k)
    digests[8 * i + k] = __byte_perm(h[k] + s[k], 0, 0x0123);
}

__global__ void crc32(unsigned *sums, const unsigned char *bytes, int length, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  unsigned crc = ~0u;
  for (int k = 0; k < length; ++k) {
    crc ^= bytes[i * length + k];
    for (int b = 0; b < 8; ++b)
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  sums[i] = ~crc;
}

__global__ void xorshift(unsigned long long *y, const unsigned long long *x, int rounds, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  unsigned long long state = x[i];
  for (int k = 0; k < rounds; ++k) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  y[i] = state;
}

__global__ void dot_bytes(int *y, const int *a, const int *b, int n) {
  int i = INDEX, sum = 0;
  for (int k = 0; k < n; ++k)
    sum = __dp4a(a[i * n + k], b[i * n + k], sum);
  y[i] = sum;
}

//===-- Threads that work together ------------------------------------------------------------===//

__global__ void reduce_shuffle(float *y, const float *x) {
  __shared__ float parts[32];
  float sum = x[INDEX];
  for (int d = 16; d; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w)
      sum += parts[w];
    y[blockIdx.x] = sum;
  }
}

__global__ void reduce_shuffle_barrier(float *y, const float *x) {
  __shared__ float parts[32];
  float sum = x[INDEX];
  for (int d = 16; d; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum;
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w)
      sum += parts[w];
    y[blockIdx.x] = sum;
  }
}

__global__ void reduce_shared(int *y, const int *x) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = x[INDEX];
  __syncthreads();
  for (int d = blockDim.x / 2; d; d /= 2) {
    if (threadIdx.x < d)
      tile[threadIdx.x] += tile[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    y[blockIdx.x] = tile[0];
}

__global__ void reduce_shared_barrier(int *y, const int *x) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = x[INDEX];
  __syncthreads();
  for (int d = blockDim.x / 2; d; d /= 2)
    if (threadIdx.x < d)
      tile[threadIdx.x] += tile[threadIdx.x + d];
  if (threadIdx.x == 0)
    y[blockIdx.x] = tile[0];
}

__global__ void reduce_atomic(float *y, const float *x, int n) {
  int i = INDEX;
  if (i < n)
    atomicAdd(y, x[i]);
}

__global__ void reduce_plain(int *y, const int *x, int n) { // no atomic addition
  int i = INDEX;
  if (i < n)
    *y = *y + x[i];
}

__global__ void reduce_warp(int *y, const int *x) {
  int i = INDEX;
  y[i] = __reduce_add_sync(~0u, x[i]) + __reduce_max_sync(~0u, x[i]) * 3;
}

__device__ unsigned tickets = 0;

// The last block adds the sums of all.
__global__ void reduce_last(int *y, volatile int *sums, const int *x) {
  __shared__ bool isLast;
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, x[INDEX]);
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = total;
    __threadfence();
    isLast = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b)
      all += sums[b];
    *y = all;
  }
}

__global__ void scan_shared(int *y, const int *x) {
  __shared__ int tile[2][256];
  int t = threadIdx.x, from = 0;
  tile[0][t] = x[INDEX];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    tile[1 - from][t] = tile[from][t] + (t >= d ? tile[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  y[INDEX] = tile[from][t];
}

__global__ void scan_shared_buffer(int *y, const int *x) { // one buffer instead of two
  __shared__ int tile[256];
  int t = threadIdx.x;
  tile[t] = x[INDEX];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    tile[t] += t >= d ? tile[t - d] : 0;
    __syncthreads();
  }
  y[INDEX] = tile[t];
}

__global__ void scan_warp(int *y, const int *x) {
  int sum = x[INDEX];
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, sum, d);
    if (threadIdx.x % 32 >= d)
      sum += other;
  }
  y[INDEX] = sum;
}

__device__ int scan_flags[64], scan_sums[64];

// Each block waits for the sum of the one before it.
__global__ void scan_chain(int *y, const int *x) {
  __shared__ int tile[128];
  __shared__ int before;
  int t = threadIdx.x, b = blockIdx.x;
  tile[t] = x[INDEX];
  __syncthreads();
  if (t == 0) {
    for (int k = 1; k < blockDim.x; ++k)
      tile[k] += tile[k - 1];
    before = 0;
    if (b) {
      while (atomicAdd(&scan_flags[b - 1], 0) == 0)
        ;
      __threadfence();
      before = *(volatile int *)&scan_sums[b - 1];
    }
    *(volatile int *)&scan_sums[b] = before + tile[blockDim.x - 1];
    __threadfence();
    atomicExch(&scan_flags[b], 1);
  }
  __syncthreads();
  y[INDEX] = before + tile[t];
}

__global__ void histogram(unsigned *counts, const unsigned char *x, int n) {
  __shared__ unsigned local[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    local[k] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[x[i]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    if (local[k])
      atomicAdd(&counts[k], local[k]);
}

__global__ void histogram_plain(unsigned *counts, const unsigned char *x, int n) { // no atomics in shared memory
  __shared__ unsigned local[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    local[k] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
    local[x[i]]++;
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    if (local[k])
      atomicAdd(&counts[k], local[k]);
}

__global__ void sieve(unsigned *composite, int n) {
  for (int p = 2 + INDEX; p * p <= n; p += gridDim.x * blockDim.x)
    for (int k = p * p; k <= n; k += p)
      atomicOr(&composite[k / 32], 1u << k % 32);
}

__global__ void maximum_cas(unsigned *best, const float *x, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  unsigned seen = *(volatile unsigned *)best;
  while (__uint_as_float(seen) < x[i]) {
    unsigned old = atomicCAS(best, seen, __float_as_uint(x[i]));
    if (old == seen)
      break;
    seen = old;
  }
}

__global__ void compact(int *y, int *count, const int *x, int n) {
  int i = INDEX, lane = threadIdx.x % 32;
  bool keeps = i < n && x[i] > 0;
  unsigned ballot = __ballot_sync(~0u, keeps);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, __popc(ballot));
  base = __shfl_sync(~0u, base, 0);
  if (keeps)
    y[base + __popc(ballot & ((1u << lane) - 1))] = x[i];
}

__global__ void match_groups(unsigned *y, const int *x) {
  int i = INDEX, same = 0;
  y[2 * i] = __match_any_sync(~0u, x[i]);
  __match_all_sync(~0u, x[i] >= 0, &same);
  y[2 * i + 1] = same + 2 * __any_sync(~0u, x[i] == 3) + 4 * __all_sync(~0u, x[i] < 8);
}

__global__ void transpose(float *y, const float *x, int width, int height) {
  __shared__ float tile[16][17];
  int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  if (c < width && r < height)
    tile[threadIdx.y][threadIdx.x] = x[r * width + c];
  __syncthreads();
  c = blockIdx.y * 16 + threadIdx.x;
  r = blockIdx.x * 16 + threadIdx.y;
  if (c < height && r < width)
    y[r * height + c] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_barrier(float *y, const float *x, int width, int height) {
  __shared__ float tile[16][17];
  int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  if (c < width && r < height)
    tile[threadIdx.y][threadIdx.x] = x[r * width + c];
  c = blockIdx.y * 16 + threadIdx.x;
  r = blockIdx.x * 16 + threadIdx.y;
  if (c < height && r < width)
    y[r * height + c] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_index(float *y, const float *x, int width, int height) { // y as if it were square
  int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  if (c < width && r < height)
    y[c * width + r] = x[r * width + c];
}

__global__ void stencil(float *y, const float *x, int width, int height) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c > 0 && r > 0 && c < width - 1 && r < height - 1)
    y[r * width + c] = 0.2f * (x[r * width + c] + x[r * width + c - 1] + x[r * width + c + 1] + x[(r - 1) * width + c] + x[(r + 1) * width + c]);
}

__global__ void stencil_edge(float *y, const float *x, int width, int height) { // reads above the first row
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c > 0 && c < width - 1 && r < height - 1)
    y[r * width + c] = 0.2f * (x[r * width + c] + x[r * width + c - 1] + x[r * width + c + 1] + x[(r - 1) * width + c] + x[(r + 1) * width + c]);
}

__constant__ float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__global__ void convolve(float *y, const float *x, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -2; k <= 2; ++k)
    if (i + k >= 0 && i + k < n)
      sum += weights[k + 2] * x[i + k];
  y[i] = sum;
}

__global__ void bitonic_sort(int *x) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  tile[t] = x[INDEX];
  for (int size = 2; size <= blockDim.x; size *= 2)
    for (int d = size / 2; d; d /= 2) {
      __syncthreads();
      int other = t ^ d;
      if (other > t && (tile[t] > tile[other]) == ((t & size) == 0)) {
        int held = tile[t];
        tile[t] = tile[other];
        tile[other] = held;
      }
    }
  __syncthreads();
  x[INDEX] = tile[t];
}

__global__ void insertion_sort(int *x, int length, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  int own[32];
  for (int k = 0; k < length; ++k) {
    int value = x[i * length + k], at = k;
    for (; at > 0 && own[at - 1] > value; --at)
      own[at] = own[at - 1];
    own[at] = value;
  }
  for (int k = 0; k < length; ++k)
    x[i * length + k] = own[k];
}

__global__ void search(int *y, const int *sorted, const int *keys, int count, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  int low = 0, high = count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < keys[i])
      low = middle + 1;
    else
      high = middle;
  }
  y[i] = low;
}

__global__ void softmax(float *y, const float *x, int width) {
  __shared__ float parts[32];
  const float *row = x + blockIdx.x * width;
  float best = -INFINITY, sum = 0;
  for (int k = threadIdx.x; k < width; k += 32)
    best = fmaxf(best, row[k]);
  for (int d = 16; d; d /= 2)
    best = fmaxf(best, __shfl_xor_sync(~0u, best, d));
  for (int k = threadIdx.x; k < width; k += 32)
    sum += expf(row[k] - best);
  parts[threadIdx.x] = sum;
  __syncwarp();
  sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += parts[k];
  for (int k = threadIdx.x; k < width; k += 32)
    y[blockIdx.x * width + k] = expf(row[k] - best) / sum;
}

__global__ void softmax_sync(float *y, const float *x, int width) { // without __syncwarp
  __shared__ float parts[32];
  const float *row = x + blockIdx.x * width;
  float best = -INFINITY, sum = 0;
  for (int k = threadIdx.x; k < width; k += 32)
    best = fmaxf(best, row[k]);
  for (int d = 16; d; d /= 2)
    best = fmaxf(best, __shfl_xor_sync(~0u, best, d));
  for (int k = threadIdx.x; k < width; k += 32)
    sum += expf(row[k] - best);
  parts[threadIdx.x] = sum;
  sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += parts[k];
  for (int k = threadIdx.x; k < width; k += 32)
    y[blockIdx.x * width + k] = expf(row[k] - best) / sum;
}

__global__ void layer_norm(float *y, const float *x, const float *scale, const float *shift, int width) {
  __shared__ float sums[2];
  if (threadIdx.x < 2)
    sums[threadIdx.x] = 0;
  __syncthreads();
  float sum = 0, squares = 0;
  for (int k = threadIdx.x; k < width; k += blockDim.x) {
    float value = x[blockIdx.x * width + k];
    sum += value;
    squares += value * value;
  }
  atomicAdd(&sums[0], sum);
  atomicAdd(&sums[1], squares);
  __syncthreads();
  float mean = sums[0] / width, factor = rsqrtf(sums[1] / width - mean * mean + 1e-5f);
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    y[blockIdx.x * width + k] = (x[blockIdx.x * width + k] - mean) * factor * scale[k] + shift[k];
}

__global__ void matmul(float *c, const float *a, const float *b, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n)
    return;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

__global__ void matmul_double(double *c, const double *a, const double *b, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n)
    return;
  double sum = 0;
  for (int i = 0; i < k; ++i)
    sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k) {
  __shared__ float left[16][16], right[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int t = 0; t < k; t += 16) {
    left[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
    right[y][x] = t + y < k && col < n ? b[(t + y) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += left[y][i] * right[i][x];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}

__global__ void matmul_tiled_barrier(float *c, const float *a, const float *b, int m, int n, int k) { // one barrier of two
  __shared__ float left[16][16], right[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int t = 0; t < k; t += 16) {
    left[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
    right[y][x] = t + y < k && col < n ? b[(t + y) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += left[y][i] * right[i][x];
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}

__global__ void matmul_edge(float *c, const float *a, const float *b, int m, int n, int k) { // one element too many of a row
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n)
    return;
  float sum = 0;
  for (int i = 0; i <= k; ++i)
    sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

__global__ void pool(float *y, const float *x, int width, int height) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (2 * c + 1 < width && 2 * r + 1 < height)
    y[r * (width / 2) + c] = fmaxf(fmaxf(x[2 * r * width + 2 * c], x[2 * r * width + 2 * c + 1]),
                                   fmaxf(x[(2 * r + 1) * width + 2 * c], x[(2 * r + 1) * width + 2 * c + 1]));
}

__global__ void largest_index(int *y, const float *x, int n) {
  float best = -INFINITY;
  int at = -1;
  for (int i = threadIdx.x; i < n; i += 32)
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
  for (int d = 16; d; d /= 2) {
    float other = __shfl_xor_sync(~0u, best, d);
    int where = __shfl_xor_sync(~0u, at, d);
    if (other > best || (other == best && where < at)) {
      best = other;
      at = where;
    }
  }
  if (threadIdx.x == 0)
    *y = at;
}

__global__ void gravity(float4 *force, const float4 *bodies, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  float4 own = bodies[i];
  float3 sum = {0, 0, 0};
  for (int k = 0; k < n; ++k) {
    float4 other = bodies[k];
    float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float inverse = rsqrtf(x * x + y * y + z * z + 0.01f);
    float factor = other.w * inverse * inverse * inverse;
    sum.x += x * factor;
    sum.y += y * factor;
    sum.z += z * factor;
  }
  force[i] = {sum.x, sum.y, sum.z, 0};
}

//===-- Calls, tables, copies, clusters -------------------------------------------------------===//

__device__ __noinline__ int power(int base, int exponent, int modulus) {
  long long result = 1, factor = base;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result * factor % modulus;
    factor = factor * factor % modulus;
  }
  return int(result);
}

__global__ void powers(int *y, const int *x, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = power(x[i], 1000 + i, 1000003) + power(i + 2, x[i], 65537);
}

__global__ void choose(int *y, const int *kinds, int n) {
  int i = INDEX;
  if (i >= n)
    return;
  int value = i;
  switch (kinds[i]) {
  case 0:
    value = value * 7 + 1;
    break;
  case 1:
    value ^= 0x55;
    break;
  case 2:
    value = -value;
    break;
  case 3:
    value = value * value;
    break;
  case 4:
    value <<= 3;
    break;
  case 5:
    value %= 11;
    break;
  case 6:
    value = ~value;
    break;
  default:
    value = 42;
  }
  y[i] = value;
}

__global__ void pipeline(float *y, const float *x, int tiles) {
  __shared__ float4 tile[2][64];
  const float4 *from = reinterpret_cast<const float4 *>(x) + blockIdx.x * tiles * 64;
  __pipeline_memcpy_async(&tile[0][threadIdx.x], from + threadIdx.x, 16);
  __pipeline_commit();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles)
      __pipeline_memcpy_async(&tile[(t + 1) % 2][threadIdx.x], from + (t + 1) * 64 + threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 value = tile[t % 2][63 - threadIdx.x];
    sum += value.x + value.y + value.z + value.w;
    __syncthreads();
  }
  y[INDEX] = sum;
}

__global__ void pipeline_wait(float *y, const float *x, int tiles) { // waits for all copies but two
  __shared__ float4 tile[2][64];
  const float4 *from = reinterpret_cast<const float4 *>(x) + blockIdx.x * tiles * 64;
  __pipeline_memcpy_async(&tile[0][threadIdx.x], from + threadIdx.x, 16);
  __pipeline_commit();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles)
      __pipeline_memcpy_async(&tile[(t + 1) % 2][threadIdx.x], from + (t + 1) * 64 + threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    float4 value = tile[t % 2][63 - threadIdx.x];
    sum += value.x + value.y + value.z + value.w;
    __syncthreads();
  }
  y[INDEX] = sum;
}

__device__ float table[2][3] = {{1.5f, -2.0f, 0.25f}, {4.0f, 8.0f, -0.5f}};
__device__ float *rows[2] = {table[0], table[1]};

__global__ void through_pointers(float *y, const int *x, int n) {
  int i = INDEX;
  if (i < n)
    y[i] = rows[x[i] & 1][i % 3] * i;
}

#if __CUDA_ARCH__ >= 900 || !defined(__CUDA_ARCH__)
__global__ void __cluster_dims__(2, 1, 1) peer_sum(int *y, const int *x) {
  __shared__ int own[64];
  cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = x[INDEX];
  cluster.sync();
  int *other = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  y[INDEX] = own[threadIdx.x] * 2 + other[63 - threadIdx.x];
  cluster.sync();
}
#endif

} // extern "C"
