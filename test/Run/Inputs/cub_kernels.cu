// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with the block and warp algorithms of CUB for languages.py, which edits copies of this text for wrong ones.

#include <cub/cub.cuh>

#include <cassert>
#include <cstdio>

constexpr int threads = 128, each = 4, tile = threads * each;

extern "C" __global__ void block_reduce(int *out, const int *x) {
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ typename Reduce::TempStorage storage;
  int total = Reduce(storage).Sum(x[blockIdx.x * threads + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

extern "C" __global__ void block_scan(int *out, const int *x) {
  using Scan = cub::BlockScan<int, threads>;
  __shared__ typename Scan::TempStorage storage;
  int items[each];
  for (int i = 0; i < each; ++i)
    items[i] = x[blockIdx.x * tile + threadIdx.x * each + i];
  Scan(storage).ExclusiveSum(items, items);
  for (int i = 0; i < each; ++i)
    out[blockIdx.x * tile + threadIdx.x * each + i] = items[i];
}

extern "C" __global__ void block_radix_sort(int *keys, int *values) {
  using Sort = cub::BlockRadixSort<int, threads, each, int>;
  __shared__ typename Sort::TempStorage storage;
  int k[each], v[each];
  for (int i = 0; i < each; ++i) {
    k[i] = keys[blockIdx.x * tile + threadIdx.x * each + i];
    v[i] = values[blockIdx.x * tile + threadIdx.x * each + i];
  }
  Sort(storage).Sort(k, v);
  for (int i = 0; i < each; ++i) {
    keys[blockIdx.x * tile + threadIdx.x * each + i] = k[i];
    values[blockIdx.x * tile + threadIdx.x * each + i] = v[i];
  }
}

extern "C" __global__ void block_histogram(unsigned *out, const unsigned char *x) {
  using Histogram = cub::BlockHistogram<unsigned char, threads, each, 256>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ unsigned counts[256];
  unsigned char items[each];
  for (int i = 0; i < each; ++i)
    items[i] = x[threadIdx.x * each + i];
  Histogram(storage).Histogram(items, counts);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += threads)
    out[i] = counts[i];
}

extern "C" __global__ void warp_reduce(float *out, const float *x) {
  using Reduce = cub::WarpReduce<float>;
  __shared__ typename Reduce::TempStorage storage[threads / 32];
  float most = Reduce(storage[threadIdx.x / 32]).Reduce(x[threadIdx.x], cuda::maximum<>{});
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = most;
}

extern "C" __global__ void warp_scan(long long *out, const long long *x) {
  using Scan = cub::WarpScan<long long>;
  __shared__ typename Scan::TempStorage storage[threads / 32];
  Scan(storage[threadIdx.x / 32]).InclusiveSum(x[threadIdx.x], out[threadIdx.x]);
}

extern "C" __global__ void load_and_store(double *out, const double *x, int n) {
  using Load = cub::BlockLoad<double, threads, each, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<double, threads, each, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  double items[each];
  Load(storage.load).Load(x + blockIdx.x * tile, items, n - int(blockIdx.x) * tile, 0.0);
  __syncthreads();
  for (int i = 0; i < each; ++i)
    items[i] = items[i] * 2 + threadIdx.x * each + i;
  Store(storage.store).Store(out + blockIdx.x * tile, items, n - int(blockIdx.x) * tile);
}

extern "C" __global__ void run_heads(int *out, const int *x) {
  using Discontinuity = cub::BlockDiscontinuity<int, threads>;
  __shared__ typename Discontinuity::TempStorage storage;
  int items[each], flags[each];
  for (int i = 0; i < each; ++i)
    items[i] = x[threadIdx.x * each + i];
  Discontinuity(storage).FlagHeads(flags, items, cuda::std::not_equal_to<>{});
  for (int i = 0; i < each; ++i)
    out[threadIdx.x * each + i] = flags[i];
}

extern "C" __global__ void block_merge_sort(float *keys) {
  using Sort = cub::BlockMergeSort<float, threads, each>;
  __shared__ typename Sort::TempStorage storage;
  float k[each];
  for (int i = 0; i < each; ++i)
    k[i] = keys[threadIdx.x * each + i];
  Sort(storage).Sort(k, cuda::std::less<>{});
  for (int i = 0; i < each; ++i)
    keys[threadIdx.x * each + i] = k[i];
}

extern "C" __global__ void differences(int *out, const int *x) {
  using Difference = cub::BlockAdjacentDifference<int, threads>;
  __shared__ typename Difference::TempStorage storage;
  int items[each], result[each];
  for (int i = 0; i < each; ++i)
    items[i] = x[threadIdx.x * each + i];
  Difference(storage).SubtractLeft(items, result, cuda::std::minus<>{});
  for (int i = 0; i < each; ++i)
    out[threadIdx.x * each + i] = result[i];
}

extern "C" __global__ void exchange(int *out, const int *x) {
  using Exchange = cub::BlockExchange<int, threads, each>;
  __shared__ typename Exchange::TempStorage storage;
  int items[each];
  for (int i = 0; i < each; ++i)
    items[i] = x[i * threads + threadIdx.x];
  Exchange(storage).StripedToBlocked(items, items);
  for (int i = 0; i < each; ++i)
    out[threadIdx.x * each + i] = items[i];
}

struct Pair {
  int key;
  float scale;
  const float *values;
};

extern "C" __global__ void structure(float *out, Pair pair, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = pair.values[i] * pair.scale + pair.key;
}

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void recursion(unsigned *out) { out[threadIdx.x] = ackermann(threadIdx.x % 3, threadIdx.x / 3); }

__device__ __noinline__ int permutations(int *items, int count, int done) {
  int own[4] = {items[0], items[1], items[2], items[3]};
  if (done == count)
    return items[0] * 1000 + items[1] * 100 + items[2] * 10 + items[3];
  int total = 0;
  for (int i = done; i < count; ++i) {
    int kept = own[done];
    own[done] = own[i];
    own[i] = kept;
    total += permutations(own, count, done + 1) * (i + 1);
    own[i] = own[done];
    own[done] = kept;
  }
  return total;
}

extern "C" __global__ void local_recursion(int *out) {
  int items[4] = {1, 2, 3, int(threadIdx.x)};
  out[threadIdx.x] = permutations(items, 4, threadIdx.x % 4);
}

__device__ __noinline__ float doubled(float x) { return 2 * x; }
__device__ __noinline__ float squared(float x) { return x * x; }
__device__ __noinline__ float negated(float x) { return -x; }
__device__ float (*const volatile functions[3])(float) = {doubled, squared, negated};

extern "C" __global__ void pointers(float *out, const float *x, const int *which) {
  out[threadIdx.x] = functions[which[threadIdx.x]](x[threadIdx.x]);
}

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ Square(float side) : side(side) {}
  __device__ __noinline__ float area() const override { return side * side; }
};
struct Disk : Shape {
  float radius;
  __device__ Disk(float radius) : radius(radius) {}
  __device__ __noinline__ float area() const override { return 3 * radius * radius; }
};

extern "C" __global__ void shapes(float *out, const float *x) {
  Square square(x[threadIdx.x]);
  Disk disk(x[threadIdx.x]);
  const Shape *volatile shape = threadIdx.x % 2 ? static_cast<const Shape *>(&square) : &disk;
  out[threadIdx.x] = shape->area();
}

extern "C" __global__ void report(int *out, const int *x, int n) {
  int i = threadIdx.x;
  assert(i < n);
  if (i % 16 == 3)
    printf("%d: %5.2f %s %lld%%\n", i, x[i] * 0.5, i > 16 ? "late" : "early", (long long)x[i] << 33);
  out[i] = x[i] + 1;
}

extern "C" __global__ void all_at_once(int *out, int *arrived, const int *x, int count) {
  // All CTAs are resident, and wait for each other.
  out[blockIdx.x] = x[blockIdx.x];
  __threadfence();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < count)
      ;
    __threadfence();
    int total = 0;
    for (int i = 0; i < count; ++i)
      total += *(volatile int *)(out + i);
    out[count + blockIdx.x] = total;
  }
}
