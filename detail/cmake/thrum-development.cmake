# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What tests, examples and benchmarks of this source tree share. Nothing of it reaches a user of the library.

enable_testing()

find_program(THRUM_CCACHE ccache)
mark_as_advanced(THRUM_CCACHE)
foreach(language IN ITEMS CXX CUDA)
  if(THRUM_CCACHE AND NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${THRUM_CCACHE})
  endif()
endforeach()

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_THREAD_PREFER_PTHREAD TRUE)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_EXTENSIONS OFF)
set(CMAKE_CUDA_RUNTIME_LIBRARY Static) # programs need no more than a driver

# Programs for the GPU are built everywhere, and are tests where there is one.
set(THRUM_HAS_GPU FALSE)
if(THRUM_ENABLE_CUDA)
  find_program(THRUM_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(THRUM_NVIDIA_SMI)
  if(THRUM_NVIDIA_SMI)
    execute_process(COMMAND ${THRUM_NVIDIA_SMI} -L RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
      set(THRUM_HAS_GPU TRUE)
    endif()
  endif()
endif()

# Linked by all of them. Results are compared bit for bit, so a * b + c is rounded twice on every machine.
add_library(thrum_development INTERFACE)
target_compile_options(thrum_development INTERFACE -Wall -Wextra -Werror -ffp-contract=off)

set(THRUM_SANITIZE "" CACHE STRING "Sanitizers to build with: address, undefined, thread, or a list of them")
# Of every test. Several run at once, so threads that wait do not spin.
set(thrum_environment OMP_WAIT_POLICY=PASSIVE)
if(THRUM_SANITIZE)
  list(JOIN THRUM_SANITIZE "," sanitizers)
  target_compile_options(thrum_development INTERFACE
    -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(thrum_development INTERFACE -fsanitize=${sanitizers})
  list(APPEND thrum_environment UBSAN_OPTIONS=print_stacktrace=1)
endif()
if("address" IN_LIST THRUM_SANITIZE)
  list(APPEND thrum_environment
    "LSAN_OPTIONS=print_suppressions=0:suppressions='${CMAKE_CURRENT_LIST_DIR}/../../testing/lsan-ignore.txt'")
endif()
if("undefined" IN_LIST THRUM_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(thrum_development INTERFACE
    -fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/../../testing/ubsan-ignore.txt)
endif()
if("thread" IN_LIST THRUM_SANITIZE)
  # Without LLVM's archer, ThreadSanitizer does not see OpenMP's barriers and reports races that are none.
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "ThreadSanitizer needs clang++ and its OpenMP runtime; GCC's runtime reports falsely")
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-resource-dir
    OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  find_library(THRUM_ARCHER archer HINTS "${resources}/../.." NO_DEFAULT_PATH)
  if(NOT THRUM_ARCHER)
    message(FATAL_ERROR "ThreadSanitizer needs libarcher.so of LLVM's OpenMP runtime (Debian: libomp-dev)")
  endif()
  list(APPEND thrum_environment
    TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_TOOL_LIBRARIES=${THRUM_ARCHER})
endif()
