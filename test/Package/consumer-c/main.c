/* Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Exits with the number of errors in a file. */
#include "ptxkit/ptxkit.h"

int main(int argc, char **argv) {
  ptxkit_options *options = ptxkit_options_create();
  ptxkit_check *check = argc == 2 ? ptxkit_check_file(argv[1], options, 0) : 0;
  int errors = check ? (int)ptxkit_check_errors(check) : -1;
  ptxkit_check_destroy(check);
  ptxkit_options_destroy(options);
  return errors;
}
