// SPDX-License-Identifier: Apache-2.0
#include "tuning/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "configuration/names.hpp"
#include "core/error.hpp"
#include "output/descriptor.hpp"
#include "output/directory.hpp"
#include "output/file_error.hpp"
#include "output/text_file.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json json_of(const TunedLaunch& launch) {
  const TunedFor& what = launch.tuned_for;
  return {{"kernel", what.kernel},
          {"dimensions", what.dimensions},
          {"order", what.order},
          {"precision", name_of(what.precision)},
          {"device", what.device},
          {"block", {launch.block.x, launch.block.y, launch.block.z}},
          {"chunk", launch.chunk > 0 ? Json(launch.chunk) : Json(nullptr)},
          {"ranked_by", name_of(launch.measure)},
          {"points", {launch.points.x, launch.points.y, launch.points.z}},
          {"date", launch.date},
          {"program", launch.program}};
}

/// A whole number from `least` on, as JSON has it: no fraction, no text.
Index whole(const Json& value, Index least) {
  if (!value.is_number_integer()) throw std::runtime_error("a whole number is wanted");
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<Index>::max()}) {
    throw std::runtime_error("a number is too large");
  }
  const auto number = value.get<Index>();
  if (number < least) throw std::runtime_error("a number is too small");
  return number;
}

int small(const Json& value) {
  const Index number = whole(value, 1);
  if (number > std::numeric_limits<int>::max()) throw std::runtime_error("a number is too large");
  return static_cast<int>(number);
}

template <class T, std::size_t n>
T choice(const Json& value, const std::array<Named<T>, n>& table) {
  for (const Named<T>& entry : table) {
    if (entry.name == value.get<std::string>()) return entry.value;
  }
  throw std::runtime_error("a word is unknown");
}

constexpr std::array measure_names{Named{name_of(RankedBy::seconds), RankedBy::seconds},
                                   Named{name_of(RankedBy::sectors), RankedBy::sectors}};

TunedLaunch launch_of(const Json& json) {
  const Json &block = json.at("block"), &points = json.at("points");
  return {.tuned_for = {.kernel = json.at("kernel"),
                        .dimensions = small(json.at("dimensions")),
                        .order = small(json.at("order")),
                        .precision = choice(json.at("precision"), precision_names),
                        .device = json.at("device")},
          .block = {small(block.at(0)), small(block.at(1)), small(block.at(2))},
          .chunk = json.at("chunk").is_null() ? 0 : whole(json.at("chunk"), 1),
          .measure = choice(json.at("ranked_by"), measure_names),
          .points = {whole(points.at(0), 1), whole(points.at(1), 1), whole(points.at(2), 1)},
          .date = json.at("date"),
          .program = json.at("program")};
}

FileError damaged(const fs::path& path, const std::string& why) {
  return FileError("tuned launches '" + path.string() + "' cannot be used: " + why +
                   "; remove the file and tune again, or name another with --store");
}

/// Its folder, held by one process at a time. Where a file system has no locks, two that write at
/// once may lose an entry, but no file.
class Turn {
 public:
  explicit Turn(const fs::path& folder)
      : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (folder_.valid() && ::flock(folder_.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }

 private:
  Descriptor folder_;
};

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(folder_of(path), error);
  if (error) throw file_error(path, "cannot be written", error.value(), "--store");
}

}  // namespace

std::string store_text(const std::vector<TunedLaunch>& launches) {
  Json list = Json::array();
  for (const TunedLaunch& launch : launches) list.push_back(json_of(launch));
  return Json{{"schema_version", schema_version}, {"launches", list}}.dump(2) + "\n";
}

std::vector<TunedLaunch> parse_store(const std::string& text, const fs::path& path) {
  std::vector<TunedLaunch> launches;
  try {
    const Json json = Json::parse(text);
    if (whole(json.at("schema_version"), 1) != schema_version) {
      throw std::runtime_error("it is of a later version");
    }
    for (const Json& launch : json.at("launches")) launches.push_back(launch_of(launch));
  } catch (const Json::exception& error) {
    throw damaged(path, "it is no store of launches, or not all of one");
  } catch (const std::runtime_error& error) {
    throw damaged(path, error.what());
  }
  return launches;
}

std::vector<TunedLaunch> read_store(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (error) throw file_error(path, "cannot be read", error.value(), "--store");
  if (!fs::is_regular_file(status)) throw damaged(path, "it is no regular file");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw damaged(path, "it cannot be read, or is empty");
  return parse_store(text.str(), path);
}

std::optional<TunedLaunch> find_tuned(const std::vector<TunedLaunch>& launches,
                                      const TunedFor& tuned_for) {
  for (const TunedLaunch& launch : launches) {
    if (launch.tuned_for == tuned_for) return launch;
  }
  return {};
}

void require_writable(const fs::path& path) {
  make_folder(path);
  try_to_write(folder_of(path), "--store");
}

void remember(const fs::path& path, const TunedLaunch& launch) {
  make_folder(path);
  const Turn turn(folder_of(path));
  std::vector<TunedLaunch> launches = read_store(path);
  std::erase_if(launches, [&](const TunedLaunch& l) { return l.tuned_for == launch.tuned_for; });
  launches.push_back(launch);
  write_text_atomically(path, store_text(launches), "--store");
}

}  // namespace ministencil
