// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every algorithm on the GPU; see nvcc.sh.
#include "../all_algorithms.h"

void call_all(all_algorithms::data const& d, cudaStream_t stream)
{
  all_algorithms::call_all(thrust::cuda::par.on(stream), d);
}
