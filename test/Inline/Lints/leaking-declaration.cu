// What a second copy of a statement declares again: names and labels outside of braces without `%=`.
//
// RUN: ptx-check --verify -Wleaking-declaration %s

__device__ void leaks(unsigned x) {
  // expected-warning@+1 {{`AGAIN` is declared outside of braces}} [PTX8023]
  asm volatile("AGAIN: bra AGAIN;");
  // expected-warning@+1 {{`t` is declared outside of braces}} [PTX8023]
  asm volatile(".reg .b32 t; L%=: mov.b32 t, %0; bra L%=;" ::"r"(x));

  asm volatile("{ .reg .b32 u; AGAIN: mov.b32 u, %0; bra AGAIN; }" ::"r"(x));
  asm volatile(".reg .b32 t%=; L%=: mov.b32 t%=, %0; bra L%=;" ::"r"(x));
}
