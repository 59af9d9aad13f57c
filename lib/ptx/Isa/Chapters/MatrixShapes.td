// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of matrices, and how many registers of a thread hold its share of a matrix.
// (Manual 9.7.14.1, 9.7.15.2)

#ifndef PTX_ISA_MATRIXSHAPES_TD
#define PTX_ISA_MATRIXSHAPES_TD

include "ptx/Isa/InstructionBase.td"

// A is m x k, B is k x n, C and D are m x n.
class Shape<int m, int n, int k> {
  int M = m;
  int N = n;
  int K = k;
  string Name = "m"#m#"n"#n#"k"#k;
}

// The modifier `.shape`, which is one of these.
class Shapes<list<Shape> shapes> : Set<"shape", !interleave(!foreach(s, shapes, s.Name), " ")>;

// The 32-bit registers for a thread's share of A, B or D with elements of `width` bits, if 32
// threads share it.
class WarpA<list<Shape> shapes, int width> {
  list<Case> are =
      !foreach(s, shapes, Case<Is<"shape", s.Name>, !div(!mul(s.M, s.K, width), 1024)>);
}
class WarpB<list<Shape> shapes, int width> {
  list<Case> are =
      !foreach(s, shapes, Case<Is<"shape", s.Name>, !div(!mul(s.K, s.N, width), 1024)>);
}
class WarpD<list<Shape> shapes, int width> {
  list<Case> are =
      !foreach(s, shapes, Case<Is<"shape", s.Name>, !div(!mul(s.M, s.N, width), 1024)>);
}

#endif // PTX_ISA_MATRIXSHAPES_TD
