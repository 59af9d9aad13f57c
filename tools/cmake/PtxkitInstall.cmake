# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The CMake package `ptxkit`: find_package(ptxkit), then link ptxkit::Syntax and the like.
include_guard()
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ptxkit")
configure_package_config_file(tools/cmake/ptxkitConfig.cmake.in ptxkitConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(ptxkitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT ptxkit NAMESPACE ptxkit:: FILE ptxkitTargets.cmake DESTINATION "${package_dir}")
install(FILES
  "${PROJECT_BINARY_DIR}/ptxkitConfig.cmake"
  "${PROJECT_BINARY_DIR}/ptxkitConfigVersion.cmake"
  DESTINATION "${package_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tools)
install(DIRECTORY docs/rules DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT docs) # where ptx-lsp looks
