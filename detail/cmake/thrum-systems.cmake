# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A system is chosen by linking it: the target sets Thrust's device system and brings what that system needs.
# Linking both is refused by CMake, since a program can have only one device system (the property's name is
# that of Thrust's own targets, so those take part in the check).

function(thrum_add_system name system)
  add_library(thrum::${name} INTERFACE IMPORTED ${thrum_scope})
  target_link_libraries(thrum::${name} INTERFACE thrum::headers ${ARGN})
  target_compile_definitions(thrum::${name} INTERFACE
    THRUST_HOST_SYSTEM=THRUST_HOST_SYSTEM_CPP THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_${system})
  set_target_properties(thrum::${name} PROPERTIES
    INTERFACE_THRUST_HOST CPP
    INTERFACE_THRUST_DEVICE ${system}
    COMPATIBLE_INTERFACE_STRING "THRUST_HOST;THRUST_DEVICE")
endfunction()

if(NOT TARGET thrum::openmp)
  find_package(OpenMP QUIET ${thrum_scope} COMPONENTS CXX)
  if(TARGET OpenMP::OpenMP_CXX)
    thrum_add_system(openmp OMP OpenMP::OpenMP_CXX)
    # FindOpenMP gives its flag to C++ alone; nvcc hands it on to the host compiler.
    target_compile_options(thrum::openmp INTERFACE
      "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:SHELL:-Xcompiler=${OpenMP_CXX_FLAGS}>")
  endif()
endif()

if(NOT TARGET thrum::cuda AND (CMAKE_CUDA_COMPILER OR THRUM_NVCC))
  thrum_add_system(cuda CUDA)
endif()
