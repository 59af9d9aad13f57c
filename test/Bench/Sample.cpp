// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sample.h"

#include "llvm/Support/raw_ostream.h"

using llvm::raw_ostream;

static void loopBody(raw_ostream &os, unsigned k, unsigned step) {
  unsigned r = 10 + 8 * step;
  os << "\t.loc\t1 " << 20 + step << " " << 5 + step % 7 << "\n"
     << "\tmul.wide.s32 \t%rd" << r << ", %r" << r << ", 4;\n"
     << "\tadd.s64 \t%rd" << r + 1 << ", %rd1, %rd" << r << ";\n"
     << "\tld.global.nc.f32 \t%f" << r << ", [%rd" << r + 1 << "];\n"
     << "\tld.global.v2.f32 \t{%f" << r + 1 << ", %f" << r + 2 << "}, [%rd" << r + 1 << "+"
     << 8 * step << "];\n"
     << "\tfma.rn.f32 \t%f" << r + 3 << ", %f" << r << ", %f" << r + 1 << ", 0f3F800000;\n"
     << "\tshfl.sync.bfly.b32 \t%r" << r + 1 << "|%p" << step + 2 << ", %r" << r
     << ", 16, 31, -1;\n"
     << "\tsetp.lt.and.s32 \t%p" << step + 3 << ", %r" << r + 1 << ", " << 0x10 + k << ", %p"
     << step + 2 << ";\n"
     << "\t@%p" << step + 3 << " bra \t$L__BB" << k << "_" << step + 1 << ";\n\n"
     << "\tst.shared.f32 \t[%r" << r << "+128], %f" << r + 3 << ";\n"
     << "\tbar.sync \t0;\n\n"
     << "$L__BB" << k << "_" << step + 1 << ":\n";
}

std::string ptx::test::sampleModule(unsigned functions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "//\n// Generated for the benchmarks\n//\n\n"
        ".version 8.0\n.target sm_90\n.address_size 64\n\n"
        ".extern .shared .align 16 .b8 scratch[];\n"
        ".global .align 4 .u32 table[4] = {1, 2, 0x30, 4};\n"
        ".func (.param .b32 func_retval0) helper\n(\n\t.param .b64 helper_param_0\n)\n;\n\n";
  for (unsigned k = 0; k != functions; ++k) {
    os << "\t// .globl\tkernel_" << k << "\n.visible .entry kernel_" << k
       << "(\n\t.param .u64 kernel_" << k << "_param_0,\n\t.param .align 8 .b8 kernel_" << k
       << "_param_1[24]\n)\n"
       << ".maxntid 256, 1, 1\n{\n"
       << "\t.reg .pred \t%p<32>;\n\t.reg .f32 \t%f<256>;\n\t.reg .b32 \t%r<256>;\n"
       << "\t.reg .b64 \t%rd<256>;\n\n"
       << "\tld.param.u64 \t%rd2, [kernel_" << k << "_param_0];\n"
       << "\tcvta.to.global.u64 \t%rd1, %rd2;\n"
       << "\tmov.u32 \t%r1, %ctaid.x;\n\tmov.u32 \t%r2, %ntid.x;\n\tmov.u32 \t%r3, %tid.x;\n"
       << "\tmad.lo.s32 \t%r10, %r1, %r2, %r3;\n";
    for (unsigned step = 0; step != 9; ++step)
      loopBody(os, k, step);
    os << "\t{ // callseq " << k
       << ", 0\n\t.param .b64 param0;\n\tst.param.b64 \t[param0+0], %rd1;\n"
       << "\t.param .b32 retval0;\n\tcall.uni (retval0), \n\thelper, \n\t(\n\tparam0\n\t);\n"
       << "\tld.param.b32 \t%r9, [retval0+0];\n\t} // callseq " << k << "\n"
       << "\tret;\n\n}\n";
  }
  os << ".file\t1 \"/usr/include/sample.cu\"\n";
  return text;
}
