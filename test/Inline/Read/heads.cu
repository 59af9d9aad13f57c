// Braces in several statements make one body in each kind of function: operators, conversions, constructors with values in
// braces, arguments with a value, lambdas.
//
// RUN: ptx-check --verify %s
// RUN: not ptx-check --stats %s 2>&1 | FileCheck --check-prefix=STATS %s
// STATS: 29 asm statements: 29 checked

struct S {
  unsigned v;
  unsigned w;
  __device__ S(unsigned a) : v{a}, w{a} {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
    asm volatile("}");
  }
  __device__ S(S a = {}, S b = S{1}) {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
    asm volatile("}");
  }
  __device__ S &operator-=(S b) {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
    asm volatile("}");
  }
  __device__ unsigned operator[](unsigned i) const noexcept {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
    asm volatile("}");
  }
  __device__ explicit operator const unsigned *() const {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
    asm volatile("}");
  }
  __device__ auto operator()(unsigned i) -> decltype(f(i)) {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
    asm volatile("}");
  }
};
constexpr S table[] = {{1, 2}, {3, 4}};
template <class T> requires(sizeof(T) > 4) __device__ void constrained(T v) noexcept(noexcept(v)) {
  asm volatile("{ .reg .pred p;");
  asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
  asm volatile("}");
}
__device__ auto lambda = [](unsigned v) {
  asm volatile("{ .reg .pred p;");
  asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(v));
  asm volatile("}");
};
__device__ S operator+(S a, S b) {
  if (a.v) {
    asm volatile("{ .reg .pred p;");
    asm volatile("setp.lt.u32 p, %0, 5;" ::"r"(a.v));
    asm volatile("}");
  }
  // expected-note@below {{the syntax is}}
  // expected-error@+1 {{operand 2 of `add.u32` is}}
  asm volatile("add.u32 %0, [%0], 1;" : "+r"(b.v));
  return a;
}
__device__ unsigned operator""_u(unsigned long long v) {
  asm volatile("bar.sync 0;");
  return 0;
}
