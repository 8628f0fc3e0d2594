# SPDX-License-Identifier: Apache-2.0
# A Kokkos that was built with CUDA: what includes it is compiled by nvcc, for its architectures.
set_source_files_properties(${kokkos_sources} PROPERTIES LANGUAGE CUDA)
if(Kokkos_CUDA_ARCHITECTURES)
  set_target_properties(ministencil_reference PROPERTIES
    CUDA_ARCHITECTURES "${Kokkos_CUDA_ARCHITECTURES}")
endif()
target_link_libraries(ministencil_reference PRIVATE ${MINISTENCIL_CUDA_RUNTIME})
# Without contraction, which would change bits. Kokkos itself uses lambdas on the device.
target_compile_options(ministencil_reference PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -Xcompiler=-ffp-contract=off --extended-lambda>)
# One that was built through nvcc_wrapper hands nvcc's options to the C++ compiler.
set_target_properties(Kokkos::kokkoscore PROPERTIES INTERFACE_COMPILE_OPTIONS "")
