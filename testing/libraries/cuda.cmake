# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The libraries that cuda/libraries.cu loads: of this thrum for the architectures of this build, of this thrum for more
# than these, and of another version. The program is not linked if they export what they must not.

set(other ${CMAKE_CURRENT_BINARY_DIR}/other_version)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/detail/*.h
  ${PROJECT_SOURCE_DIR}/detail/*.cuh)
add_custom_command(OUTPUT ${other}/include/thrum/version.h
  COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/other_version.sh ${other}
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/other_version.sh ${headers} VERBATIM)

foreach(library IN ITEMS this other_architectures other_version)
  set(target cuda_library_${library})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cu CONTENT "#include <libraries/library.cpp>\n")
  add_library(${target} SHARED EXCLUDE_FROM_ALL ${target}.cu)
  target_include_directories(${target} PRIVATE .)
  target_compile_options(${target} PRIVATE ${THRUM_CUDA_HOST_FLAGS} --fmad=false "SHELL:-Xcompiler=-Wall,-Wextra")
  target_link_libraries(${target} PRIVATE thrum::cuda)
  set_target_properties(${target} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  add_dependencies(cuda_libraries ${target})
  list(APPEND libraries $<TARGET_FILE:${target}>)
endforeach()
set_property(TARGET cuda_library_other_architectures APPEND PROPERTY CUDA_ARCHITECTURES 80)
target_include_directories(cuda_library_other_version BEFORE PRIVATE ${other}/include)
set_property(SOURCE ${CMAKE_CURRENT_BINARY_DIR}/cuda_library_other_version.cu
  PROPERTY OBJECT_DEPENDS ${other}/include/thrum/version.h)

target_link_libraries(cuda_libraries PRIVATE ${CMAKE_DL_LIBS})
add_custom_command(TARGET cuda_libraries PRE_LINK
  COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/symbols.sh ${libraries}
  COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/symbols.sh --own ${libraries}
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:cuda_library_this> ${CMAKE_BINARY_DIR}/cuda_library_again.so VERBATIM)
