# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes thrum::cccl, the include path of Thrust and libcu++ (CCCL 3.0 or newer), or says in `thrum_problem`
# why it cannot. In this order it takes
#   the Thrust that the project has already (find_package(CCCL), CPM, a CCCL checkout by add_subdirectory);
#   the folder that CCCL_ROOT or CCCL_DIR names, as variable or in the environment, and no other;
#   CMAKE_PREFIX_PATH, then the CUDA Toolkit of nvcc, CUDA_HOME, CUDA_PATH or /usr/local/cuda.
# A folder may be a CUDA Toolkit, an unpacked nvidia-cuda-cccl wheel from PyPI, or a bare include folder. Headers
# are looked for rather than CCCL's own CMake package, since in some wheels that package stops with an error,
# not finding the headers beside it. It serves where CCCL is a source checkout or built from one.
# `thrum_scope` is GLOBAL if the targets are to be seen by the whole project.

unset(thrum_problem)
if(TARGET thrum::cccl)
  return()
endif()

find_program(THRUM_NVCC nvcc HINTS "${CMAKE_CUDA_COMPILER}" ENV CUDACXX ENV CUDA_HOME ENV CUDA_PATH
  PATHS /usr/local/cuda PATH_SUFFIXES bin DOC "The CUDA compiler; thrum::cuda exists if there is one")
mark_as_advanced(THRUM_NVCC)

# A VALIDATOR of find_path: refuses a Thrust that is too old, and remembers that it was there (by a property, as
# no variable but the result leaves a validator).
function(thrum_accept_cccl result folder)
  cmake_path(APPEND folder thrust/version.h OUTPUT_VARIABLE header)
  file(STRINGS "${header}" version REGEX "^#define THRUST_VERSION [0-9]+")
  string(REGEX MATCH "[0-9]+" version "${version}")
  if(NOT version OR version LESS 300000)
    set(${result} FALSE PARENT_SCOPE)
    math(EXPR major "0${version} / 100000")
    math(EXPR minor "0${version} / 100 % 1000")
    set_property(GLOBAL PROPERTY thrum_old_cccl "; ${header} is of Thrust ${major}.${minor}")
  endif()
endfunction()

unset(thrum_cccl_given)
foreach(thrum_root IN ITEMS "${CCCL_ROOT}" "$ENV{CCCL_ROOT}")
  if(thrum_root)
    list(APPEND thrum_cccl_given "${thrum_root}")
  endif()
endforeach()
foreach(thrum_root IN ITEMS "${CCCL_DIR}" "$ENV{CCCL_DIR}") # .../lib/cmake/cccl
  if(thrum_root)
    list(APPEND thrum_cccl_given "${thrum_root}" "${thrum_root}/../../.." "${thrum_root}/../../../..")
  endif()
endforeach()

if(NOT TARGET Thrust::Thrust)
  if(thrum_cccl_given)
    find_path(THRUM_CCCL_INCLUDE_DIR thrust/version.h HINTS ${thrum_cccl_given}
      PATH_SUFFIXES include/cccl include NO_DEFAULT_PATH VALIDATOR thrum_accept_cccl)
  else()
    unset(thrum_cuda_root)
    if(THRUM_NVCC)
      file(REAL_PATH "${THRUM_NVCC}" thrum_cuda_root)
      cmake_path(GET thrum_cuda_root PARENT_PATH thrum_cuda_root)
      cmake_path(GET thrum_cuda_root PARENT_PATH thrum_cuda_root)
    endif()
    find_path(THRUM_CCCL_INCLUDE_DIR thrust/version.h
      HINTS "${thrum_cuda_root}" ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda
      PATH_SUFFIXES cccl include/cccl targets/${CMAKE_SYSTEM_PROCESSOR}-linux/include/cccl
      VALIDATOR thrum_accept_cccl DOC "The folder that holds thrust/ and cuda/std/")
  endif()
  mark_as_advanced(THRUM_CCCL_INCLUDE_DIR)
  get_property(thrum_old_cccl GLOBAL PROPERTY thrum_old_cccl)
  if(NOT THRUM_CCCL_INCLUDE_DIR AND thrum_cccl_given)
    find_package(CCCL 3.0 CONFIG QUIET ${thrum_scope} PATHS ${thrum_cccl_given} NO_DEFAULT_PATH)
  elseif(NOT THRUM_CCCL_INCLUDE_DIR)
    find_package(CCCL 3.0 CONFIG QUIET ${thrum_scope})
  endif()
endif()

if(TARGET Thrust::Thrust)
  add_library(thrum::cccl INTERFACE IMPORTED ${thrum_scope})
  target_link_libraries(thrum::cccl INTERFACE Thrust::Thrust)
elseif(THRUM_CCCL_INCLUDE_DIR)
  add_library(thrum::cccl INTERFACE IMPORTED ${thrum_scope})
  # nvcc puts the CCCL of its own toolkit before any -isystem folder, so it has to be -I there.
  set_target_properties(thrum::cccl PROPERTIES IMPORTED_NO_SYSTEM TRUE)
  target_include_directories(thrum::cccl INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:${THRUM_CCCL_INCLUDE_DIR}>)
  target_include_directories(thrum::cccl SYSTEM INTERFACE
    $<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:${THRUM_CCCL_INCLUDE_DIR}>)
else()
  set(thrum_problem "thrum needs Thrust from CCCL 3.0 or newer and found none${thrum_old_cccl}. Install CUDA \
Toolkit 13.0 or newer, or set CCCL_ROOT to where the nvidia-cuda-cccl package from PyPI is unpacked.")
endif()
