// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the contests of a program on the current device, and writes down where that was.
#include <benchmark/benchmark.h>
#include <thrum/version.h>

#include <thrust/version.h>

#include <iostream>
#include <string>

#include <cuda_runtime_api.h>

namespace thrum_benchmark
{
void hold_contests();
}

int main(int arguments, char** argument)
{
  benchmark::Initialize(&arguments, argument);
  if (benchmark::ReportUnrecognizedArguments(arguments, argument))
  {
    return 2;
  }
  cudaDeviceProp device{};
  int driver = 0;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess || cudaDriverGetVersion(&driver) != cudaSuccess)
  {
    std::cerr << "There is no GPU here.\n";
    return 1;
  }
  benchmark::AddCustomContext("device", device.name);
  benchmark::AddCustomContext("processors", std::to_string(device.multiProcessorCount));
  benchmark::AddCustomContext("CUDA", std::to_string(CUDART_VERSION));
  benchmark::AddCustomContext("driver for CUDA", std::to_string(driver));
  benchmark::AddCustomContext("thrum", std::to_string(THRUM_VERSION));
  benchmark::AddCustomContext("Thrust", std::to_string(THRUST_VERSION));
  thrum_benchmark::hold_contests();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
