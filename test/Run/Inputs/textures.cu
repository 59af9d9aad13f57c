// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels with textures and surfaces for test/Run/textures.py.

#include <cuda_runtime.h>

extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width)
    return;
  float sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += tex2D<float>(image, x + i + 0.5f, y + j + 0.5f);
  out[y * width + x] = sum;
}

extern "C" __global__ void lookup(cudaTextureObject_t table, const int *at, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tex1Dfetch<float>(table, at[i]);
}

extern "C" __global__ void scaled(cudaTextureObject_t image, float4 *out, int width, int height) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] =
      tex2D<float4>(image, (3 * x - 2.5f) / width, (2 * y - 1.5f) / height);
}

extern "C" __global__ void swapped(cudaSurfaceObject_t image, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  uchar4 texel;
  surf2Dread(&texel, image, x * 4, y);
  surf2Dwrite(make_uchar4(texel.w, texel.z, texel.y, texel.x), image, x * 4, y);
}

extern "C" __global__ void layers(cudaTextureObject_t from, cudaSurfaceObject_t to, int count) {
  int x = threadIdx.x, y = blockIdx.x;
  for (int layer = 0; layer < count; ++layer)
    surf2DLayeredwrite(tex2DLayered<short>(from, x, y, count - 1 - layer), to, x * 2, y, layer);
}

extern "C" __global__ void volume(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  surf3Dwrite(tex3D<float>(from, y + 0.25f, z + 0.5f, x + 0.75f), to, x * 4, y, z);
}

extern "C" __global__ void corners(cudaTextureObject_t image, float4 *out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = tex2Dgather<float4>(image, x + 1.f, y + 1.f, 1);
}

struct Images {
  cudaTextureObject_t from;
  int shift;
  cudaSurfaceObject_t to;
};
extern "C" __global__ void packed(Images images) {
  int x = threadIdx.x;
  surf1Dwrite(tex1D<unsigned>(images.from, float(x + images.shift)), images.to, x * 4,
              cudaBoundaryModeZero);
}
