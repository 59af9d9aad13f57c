# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Packages: `cpack` in a build folder makes, with their checksums,
# - ptxkit_<version>_<architecture>.deb with the tools and the documentation,
# - libptxkit-dev_<version>_<architecture>.deb with the library in C++ and C,
# - the same two as .tar.gz, of which that of the tools runs on any Linux of its architecture.
# The presets package-training and package build what is worth packing: optimized by training.
include_guard()

set(CPACK_PACKAGE_NAME ptxkit)
set(CPACK_PACKAGE_VENDOR "ptxkit")
set(CPACK_PACKAGE_CONTACT "The ptxkit maintainers <maintainers@ptxkit.invalid>")
set(CPACK_PACKAGE_DESCRIPTION "\
ptxkit reads PTX, the virtual instruction set of NVIDIA's GPUs, says exactly what is wrong with a module, and prints it back in \
canonical form. It needs no CUDA installation and no GPU.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)

# The tools and their documentation are one package, the library is the other.
set(CPACK_COMPONENTS_ALL tools docs library)
set(CPACK_COMPONENT_TOOLS_GROUP tools)
set(CPACK_COMPONENT_DOCS_GROUP tools)
set(CPACK_COMPONENT_LIBRARY_GROUP library)

string(TOLOWER "${CMAKE_SYSTEM_NAME}" system)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/tools/packaging/generators.cmake")
set(archive "${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PACKAGE_FILE_NAME "ptxkit-${archive}")
set(CPACK_ARCHIVE_TOOLS_FILE_NAME "ptxkit-${archive}")
set(CPACK_ARCHIVE_LIBRARY_FILE_NAME "libptxkit-${archive}")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME ptxkit)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "checker and formatter of PTX, without CUDA")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libptxkit-dev)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "library to parse, check and print PTX, in C++ and C")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
# Static tools need nothing; the shared library in C and those who link the archives do.
if(PTXKIT_STATIC)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS OFF)
else()
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
# The packages of another architecture are not known to dpkg here. The library in C has all that it needs in it.
if(CMAKE_CROSSCOMPILING)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS OFF)
  string(REPLACE "aarch64" "arm64" CPACK_DEBIAN_PACKAGE_ARCHITECTURE "${CMAKE_SYSTEM_PROCESSOR}")
  string(REPLACE "x86_64" "amd64" CPACK_DEBIAN_PACKAGE_ARCHITECTURE "${CPACK_DEBIAN_PACKAGE_ARCHITECTURE}")
endif()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "ptxkit (= ${PROJECT_VERSION})")
# The library in C++ requires these, also zlib and zstd, to which LLVM's CMake package refers; the library in C does not.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS
  "llvm-${LLVM_VERSION_MAJOR}-dev, libclang-${LLVM_VERSION_MAJOR}-dev, zlib1g-dev, libzstd-dev")

include(CPack)
cpack_add_component_group(tools)
cpack_add_component_group(library)

# ptx_library_file(<variable> <name>): the file of a library to which the compiler links.
function(ptx_library_file variable name)
  set(machine "")
  if(CMAKE_CROSSCOMPILING)
    set(machine "--target=${CMAKE_CXX_COMPILER_TARGET}" "--sysroot=${CMAKE_SYSROOT}")
  endif()
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${machine} "-print-file-name=${name}" OUTPUT_VARIABLE file
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${file}" PARENT_SCOPE)
endfunction()

# Static programs contain parts of other projects: their licences and versions, as Debian's packages have them.
if(PTXKIT_NOTICES)
  if(PTXKIT_NOTICE_FILES)
    list(TRANSFORM PTXKIT_NOTICE_FILES PREPEND "--other=" OUTPUT_VARIABLE linked)
  else()
    set(linked "${LLVM_LIBRARY_DIRS}/libLLVMSupport.a" "${LLVM_LIBRARY_DIRS}/libclangLex.a")
    foreach(name IN ITEMS stdc++ gcc c m z zstd)
      ptx_library_file(file "lib${name}.a")
      list(APPEND linked "${file}")
    endforeach()
    if(PTXKIT_LITMUS)
      list(APPEND linked "${PTXKIT_CADICAL_LIBRARY}")
    endif()
    if(PTXKIT_ANTLR_RUNTIME)
      list(APPEND linked "${PTXKIT_ANTLR4_LIBRARY}")
    endif()
  endif()
  set(notices "${PROJECT_BINARY_DIR}/packaging")
  set(script "${PROJECT_SOURCE_DIR}/tools/packaging/notices.py")
  set(of_another_machine "")
  if(CMAKE_SYSROOT)
    set(of_another_machine --sysroot "${CMAKE_SYSROOT}" --architecture "${CPACK_DEBIAN_PACKAGE_ARCHITECTURE}")
  endif()
  add_custom_command(
    OUTPUT "${notices}/THIRD-PARTY-NOTICES.txt" "${notices}/ptxkit.spdx.json"
    COMMAND "${Python3_EXECUTABLE}" -B "${script}" --version "${PROJECT_VERSION}" --output "${notices}"
      ${of_another_machine} ${linked}
    DEPENDS "${script}"
    COMMENT "Collecting notices of third parties"
    VERBATIM)
  add_custom_target(ptx-notices ALL DEPENDS "${notices}/ptxkit.spdx.json")
  install(FILES "${notices}/THIRD-PARTY-NOTICES.txt" "${notices}/ptxkit.spdx.json"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tools)
endif()

# Wheels, packages for npm and images have the same contents: the program with the names of its tools, and the notices. The target ptx-stripped writes
# the program and the library in C without symbols beside the notices; PTXKIT_PACKED are the arguments of the scripts.
if(PTXKIT_STATIC AND TARGET ptx-notices AND TARGET ptxkit_c)
  set(PTXKIT_STRIPPED_LIBRARY "${notices}/$<TARGET_SONAME_FILE_NAME:ptxkit_c>")
  add_custom_target(ptx-stripped
    COMMAND "${CMAKE_STRIP}" --strip-unneeded -o "${notices}/ptxkit" "$<TARGET_FILE:ptxkit-program>"
    COMMAND "${CMAKE_STRIP}" --strip-unneeded -o "${PTXKIT_STRIPPED_LIBRARY}" "$<TARGET_FILE:ptxkit_c>"
    DEPENDS ptxkit-program ptxkit_c ptx-notices
    COMMENT "Stripping the program and the library"
    VERBATIM)
  get_property(tools GLOBAL PROPERTY PTX_TOOLS)
  set(PTXKIT_PACKED --version "${PROJECT_VERSION}" --machine "${CMAKE_SYSTEM_PROCESSOR}"
    --notice "${PROJECT_SOURCE_DIR}/LICENSE" --notice "${notices}/THIRD-PARTY-NOTICES.txt" --notice "${notices}/ptxkit.spdx.json"
    --program "${notices}/ptxkit" ${tools})

  # The target `image`: an image for containers, in the folder `image` of the build tree.
  set(script "${PROJECT_SOURCE_DIR}/tools/packaging/image.py")
  add_custom_target(image
    COMMAND "${Python3_EXECUTABLE}" -B "${script}" --output "${PROJECT_BINARY_DIR}/image" ${PTXKIT_PACKED}
    DEPENDS ptx-stripped "${script}"
    COMMENT "Making an image for containers"
    VERBATIM)
endif()
