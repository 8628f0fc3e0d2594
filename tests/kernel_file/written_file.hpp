// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "kernel_file/host_compiler.hpp"

namespace ministencil {

/// A file in a folder of its own, both removed at the end.
class WrittenFile {
 public:
  explicit WrittenFile(const std::string& text, const std::string& name = "my.cu")
      : path_(folder_.path() / name) {
    std::ofstream(path_) << text;
  }
  std::string path() const { return path_.string(); }

 private:
  ScratchFolder folder_;
  std::filesystem::path path_;
};

}  // namespace ministencil
