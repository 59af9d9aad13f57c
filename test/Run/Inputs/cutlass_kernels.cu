// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with CUTLASS and CuTe for languages.py, which edits copies of this text for wrong ones.

#include <cute/tensor.hpp>
#include <cutlass/complex.h>
#include <cutlass/epilogue/thread/activation.h>
#include <cutlass/fast_math.h>
#include <cutlass/numeric_conversion.h>

using namespace cute;

extern "C" __global__ void transpose(float *out, const float *x) {
  __shared__ float room[32 * 32];
  auto layout = composition(Swizzle<3, 2, 3>{}, make_layout(make_shape(Int<32>{}, Int<32>{}), GenRowMajor{}));
  auto tile = make_tensor(make_smem_ptr(room), layout);
  auto from = make_tensor(make_gmem_ptr(x), make_shape(Int<32>{}, Int<32>{}), GenRowMajor{});
  auto to = make_tensor(make_gmem_ptr(out), make_shape(Int<32>{}, Int<32>{}), GenRowMajor{});
  for (int i = threadIdx.x; i < 1024; i += 128)
    tile(i / 32, i % 32) = from(i / 32, i % 32);
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 128)
    to(i / 32, i % 32) = tile(i % 32, i / 32);
}

template <class Atom, class A, class C> __device__ void multiply(C *c, const A *a, const A *b) {
  using M = Int<32>;
  using N = Int<32>;
  using K = Int<64>;
  auto mA = make_tensor(make_gmem_ptr(a), make_shape(M{}, K{}), GenRowMajor{});
  auto mB = make_tensor(make_gmem_ptr(b), make_shape(N{}, K{}), GenRowMajor{});
  auto mC = make_tensor(make_gmem_ptr(c), make_shape(M{}, N{}), GenRowMajor{});
  auto mma = make_tiled_mma(Atom{}, Layout<Shape<_2, _2, _1>>{});
  auto own = mma.get_slice(threadIdx.x);
  auto tA = own.partition_A(mA);
  auto tB = own.partition_B(mB);
  auto tC = own.partition_C(mC);
  auto rA = own.make_fragment_A(tA);
  auto rB = own.make_fragment_B(tB);
  auto rC = own.make_fragment_C(tC);
  copy(tA, rA);
  copy(tB, rB);
  clear(rC);
  gemm(mma, rA, rB, rC);
  copy(rC, tC);
}

extern "C" __global__ void half_product(float *c, const half_t *a, const half_t *b) {
  multiply<SM80_16x8x16_F32F16F16F32_TN>(c, a, b);
}

extern "C" __global__ void narrow_product(half_t *c, const half_t *a, const half_t *b) {
  multiply<SM80_16x8x16_F16F16F16F16_TN>(c, a, b);
}

extern "C" __global__ void byte_product(int *c, const int8_t *a, const int8_t *b) {
  multiply<SM80_16x8x32_S32S8S8S32_TN>(c, a, b);
}

extern "C" __global__ void double_product(double *c, const double *a, const double *b) {
  multiply<SM80_8x8x4_F64F64F64F64_TN>(c, a, b);
}

extern "C" __global__ void scalar_product(float *c, const float *a, const float *b) {
  multiply<UniversalFMA<float>>(c, a, b);
}

/// Tiles in shared memory by `cp.async`, and fragments by `ldmatrix`.
extern "C" __global__ void staged_product(float *c, const half_t *a, const half_t *b) {
  using Atom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  using Tile = decltype(tile_to_shape(Atom{}, Shape<_32, _64>{}));
  __shared__ alignas(128) half_t roomA[32 * 64], roomB[32 * 64];
  auto sA = make_tensor(make_smem_ptr(roomA), Tile{});
  auto sB = make_tensor(make_smem_ptr(roomB), Tile{});
  auto gA = make_tensor(make_gmem_ptr(a), Shape<_32, _64>{}, GenRowMajor{});
  auto gB = make_tensor(make_gmem_ptr(b), Shape<_32, _64>{}, GenRowMajor{});
  auto gC = make_tensor(make_gmem_ptr(c), Shape<_32, _32>{}, GenRowMajor{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto mine = load.get_slice(threadIdx.x);
  copy(load, mine.partition_S(gA), mine.partition_D(sA));
  copy(load, mine.partition_S(gB), mine.partition_D(sB));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{});
  auto own = mma.get_slice(threadIdx.x);
  auto rA = own.partition_fragment_A(sA);
  auto rB = own.partition_fragment_B(sB);
  auto tC = own.partition_C(gC);
  auto rC = own.make_fragment_C(tC);
  auto fromA = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto fromB = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, mma);
  auto partA = fromA.get_slice(threadIdx.x);
  auto partB = fromB.get_slice(threadIdx.x);
  copy(fromA, partA.partition_S(sA), partA.retile_D(rA));
  copy(fromB, partB.partition_S(sB), partB.retile_D(rB));
  clear(rC);
  gemm(mma, rA, rB, rC);
  copy(rC, tC);
}

extern "C" __global__ void to_halves(half_t *out, const float *x) {
  cutlass::Array<float, 4> part;
  for (int i = 0; i < 4; ++i)
    part[i] = x[threadIdx.x * 4 + i];
  auto narrow = cutlass::NumericArrayConverter<half_t, float, 4>{}(part);
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = narrow[i] + half_t(1);
}

extern "C" __global__ void through_bytes(float *out, const float *x) {
  auto narrow = cutlass::NumericConverter<cutlass::float_e4m3_t, float>{}(x[threadIdx.x]);
  out[threadIdx.x] = cutlass::NumericConverter<float, cutlass::float_e4m3_t>{}(narrow);
}

extern "C" __global__ void brain_floats(cutlass::bfloat16_t *out, const float *x) {
  cutlass::bfloat16_t narrow(x[threadIdx.x]);
  out[threadIdx.x] = narrow * narrow;
}

extern "C" __global__ void nibbles(half_t *out, const unsigned *x) {
  cutlass::Array<cutlass::int4b_t, 8> packed;
  reinterpret_cast<unsigned &>(packed) = x[threadIdx.x];
  auto wide = cutlass::NumericArrayConverter<half_t, cutlass::int4b_t, 8>{}(packed);
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x * 8 + i] = wide[i];
}

extern "C" __global__ void activations(float *out, const float *x) {
  float value = x[threadIdx.x];
  out[threadIdx.x] = cutlass::epilogue::thread::GELU<float>{}(value) + cutlass::epilogue::thread::SiLu<float>{}(value);
}

extern "C" __global__ void complex_powers(cutlass::complex<float> *out, const cutlass::complex<float> *x) {
  cutlass::complex<float> total(1, 0);
  for (int i = 0; i < 3; ++i)
    total = total * x[threadIdx.x] + cutlass::conj(x[threadIdx.x]);
  out[threadIdx.x] = total;
}

extern "C" __global__ void divisions(int *out, const int *x, int by) {
  cutlass::FastDivmod divide(by);
  int quotient, rest;
  divide(quotient, rest, x[threadIdx.x]);
  out[threadIdx.x] = quotient * 1000 + rest;
}

/// The offsets of a layout of CuTe.
extern "C" __global__ void offsets(int *out) {
  auto layout = make_layout(make_shape(make_shape(_2{}, _4{}), make_shape(_4{}, _4{})),
                            make_stride(make_stride(_1{}, _16{}), make_stride(_2{}, Int<64>{})));
  out[threadIdx.x] = int(layout(int(threadIdx.x) % 8, int(threadIdx.x) / 8));
}
