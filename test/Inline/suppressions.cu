// RUN: ptx-check --verify -Wmissing-memory-clobber %s
// Comments of C++ and of PTX suppress findings inside of asm statements.

__device__ void f() {
  asm volatile("bar.sync 0;"); // ptx-check: ignore[missing-memory-clobber]
  // ptx-check: ignore[asm-statements]: a group
  asm volatile("bar.sync 0;");
  asm volatile("bar.sync 0; // ptx-check: ignore[missing-memory-clobber]");
  asm volatile("// ptx-check: ignore[missing-memory-clobber]\n"
               "bar.sync 0;");
  // expected-warning@+1 {{`bar.sync` writes or orders memory}} [PTX8028]
  asm volatile("bar.sync 0;");
}
