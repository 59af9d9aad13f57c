# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails if `library` has static constructors: its tables would cost time at each start of a tool.

execute_process(COMMAND "${readelf}" --sections --wide "${library}"
  OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
if(NOT sections MATCHES "\\.text")
  message(FATAL_ERROR "cannot read the sections of ${library}")
endif()
if(sections MATCHES "\\.(init_array|ctors)")
  message(NOTICE "static constructors in ${library}")
  message(FATAL_ERROR "it runs code before main()")
endif()
