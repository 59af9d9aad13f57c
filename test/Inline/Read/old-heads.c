// The heads of functions of the old C, whose parameters are declared after the parentheses.
//
// RUN: ptx-check --language=cuda --output-format=concise %s | count 0
// RUN: ptx-check --language=cuda --requirements %s | FileCheck %s
// CHECK: set
// CHECK: set
// CHECK: other

int declared(a, b);

void set(a, b) int a; unsigned *b;
{
  asm volatile(".reg .b32 t;" : : : "memory");
  asm volatile("mov.b32 t, %1; st.global.b32 [%0], t;" : : "l"(b), "r"(a) : "memory");
}

int n = 3;

void other(void)
{
  asm volatile("bar.sync 0;" : : : "memory");
}
