# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The CMake packages: `ptxkit`, the library (find_package(ptxkit), then link ptxkit::Syntax and the like), and `ptxkit-tools`, the
# programs and what has a build run them, which needs nothing else.
include_guard()
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ptxkit")
configure_package_config_file(tools/cmake/ptxkitConfig.cmake.in ptxkitConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(ptxkitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT ptxkit NAMESPACE ptxkit:: FILE ptxkitTargets.cmake DESTINATION "${package_dir}")
if(TARGET ptxkit_c)
  install(EXPORT ptxkit-c NAMESPACE ptxkit:: FILE ptxkit-cTargets.cmake DESTINATION "${package_dir}")
  file(RELATIVE_PATH prefix_of_pkgconfig "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  configure_file(tools/cmake/ptxkit.pc.in ptxkit.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/ptxkit.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(PTXKIT_ANTLR_RUNTIME)
  install(EXPORT ptxkit-antlr NAMESPACE ptxkit:: FILE ptxkit-antlrTargets.cmake DESTINATION "${package_dir}")
endif()
install(FILES
  "${PROJECT_BINARY_DIR}/ptxkitConfig.cmake"
  "${PROJECT_BINARY_DIR}/ptxkitConfigVersion.cmake"
  DESTINATION "${package_dir}")

# What GCC would optimize at once with the code of others is for this one version of it.
if(PTXKIT_PROFILE STREQUAL "use")
  install(CODE "
    file(GLOB archives \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libptx*.a\")
    foreach(archive IN LISTS archives)
      execute_process(COMMAND \"${CMAKE_OBJCOPY}\" --wildcard --remove-section=.gnu.lto_* \"\${archive}\" COMMAND_ERROR_IS_FATAL ANY)
    endforeach()")
endif()

set(tools_package_dir "${CMAKE_INSTALL_DATADIR}/cmake/ptxkit-tools")
configure_package_config_file(tools/cmake/ptxkit-toolsConfig.cmake.in ptxkit-toolsConfig.cmake
  INSTALL_DESTINATION "${tools_package_dir}" PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(ptxkit-toolsConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  "${PROJECT_BINARY_DIR}/ptxkit-toolsConfig.cmake"
  "${PROJECT_BINARY_DIR}/ptxkit-toolsConfigVersion.cmake"
  tools/cmake/PtxkitAddCheck.cmake
  DESTINATION "${tools_package_dir}" COMPONENT tools)

# Where the Python of Debian looks; others need it on PYTHONPATH.
install(DIRECTORY tools/python/ptxkit DESTINATION lib/python3/dist-packages COMPONENT tools PATTERN __pycache__ EXCLUDE)
install(FILES "${PROJECT_BINARY_DIR}/editors/ptx.tmLanguage.json" DESTINATION lib/python3/dist-packages/ptxkit COMPONENT tools)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tools)
# All pages; ptx-lsp looks for those of the rules here.
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT docs)
