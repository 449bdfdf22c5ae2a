# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(thrum [COMPONENTS openmp cuda]) gives thrum::headers, and thrum::openmp and thrum::cuda where
# OpenMP and a CUDA compiler are found.

include("${CMAKE_CURRENT_LIST_DIR}/thrum-cccl.cmake")
if(NOT thrum_problem)
  include("${CMAKE_CURRENT_LIST_DIR}/thrum-targets.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/thrum-systems.cmake")
  foreach(thrum_component IN LISTS thrum_FIND_COMPONENTS)
    if(TARGET thrum::${thrum_component})
      set(thrum_${thrum_component}_FOUND TRUE)
    elseif(thrum_FIND_REQUIRED_${thrum_component})
      set(thrum_problem "thrum::${thrum_component} cannot be made here: no ${thrum_component} compiler was found.")
    endif()
  endforeach()
endif()
if(thrum_problem)
  set(thrum_FOUND FALSE)
  set(thrum_NOT_FOUND_MESSAGE "${thrum_problem}")
endif()
