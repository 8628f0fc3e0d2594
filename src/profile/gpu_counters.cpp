// SPDX-License-Identifier: Apache-2.0
#include "profile/gpu_counters.hpp"

namespace ministencil {

GpuCounters::GpuCounters()
    : profiler_({"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                 "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "lts__t_sectors_op_read.sum",
                 "dram__bytes_read.sum", "dram__bytes_write.sum",
                 "l1tex__t_sectors_pipe_tex_mem_texture.sum",
                 "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum"}) {}

GpuCounts GpuCounters::count(const std::function<void()>& work) {
  const std::vector<double> values = profiler_.measure(work);
  return {.loads = static_cast<Index>(values.at(0)),
          .stores = static_cast<Index>(values.at(1)),
          .l2_reads = static_cast<Index>(values.at(2)),
          .dram_read = values.at(3),
          .dram_written = values.at(4),
          .texture_sectors = static_cast<Index>(values.at(5)),
          .surface_sectors = static_cast<Index>(values.at(6))};
}

}  // namespace ministencil
