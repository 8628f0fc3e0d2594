// SPDX-License-Identifier: Apache-2.0
#include "configuration/source_text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/error.hpp"

namespace ministencil {

namespace {

/// Closes a file at the end of a scope.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

[[noreturn]] void refuse_unreadable(const std::string& path, int error) {
  throw FileError(printable(path, 4096) + ": cannot be read: " +
                  std::generic_category().message(error) + "; check the path and its permissions");
}

[[noreturn]] void refuse_large(const std::string& name) {
  throw InputError(printable(name, 4096) +
                   ": too large: an input file has at most 1 MiB; give a YAML input file");
}

void require_regular(const std::string& path, const struct stat& status) {
  if (S_ISREG(status.st_mode)) return;
  const char* kind = S_ISDIR(status.st_mode) ? "is a directory" : "is a pipe or a device";
  throw FileError(printable(path, 4096) + ": " + kind +
                  ": the input is read from a regular file; give the path of a YAML file");
}

/// Bytes of the UTF-8 character at the front of `text`; 0 if it is malformed.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second > 0x9f;
  const bool beyond = first == 0xf4 && second > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

/// Control characters of ASCII (but not the line feed) and U+0080 to U+009F.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first == 0x7f || (first < 0x20 && first != '\n');
  return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

/// What is wrong with the character at the front of `text`, as problem: reason; remedy.
const char* fault_at(std::string_view text, bool starts_line) {
  const std::size_t length = character_length(text);
  if (length == 0) {
    return "not a text file: the bytes are not valid UTF-8; save the input as UTF-8 text";
  }
  if (text[0] == '\t') return "tab character: YAML indents with spaces; replace the tab by spaces";
  if (text.substr(0, 2) == "\r\n") return nullptr;
  if (is_control(text.substr(0, length))) {
    return "not a text file: it holds a control character; save the input as plain UTF-8 text";
  }
  if (starts_line && text[0] == '%') {
    return "YAML directive: the input needs none; remove the line that starts with '%'";
  }
  return nullptr;
}

}  // namespace

std::string read_input_file(const std::string& path) {
  struct stat status{};
  // Before open(): opening a device can have effects, and opening a pipe waits for a writer.
  if (stat(path.c_str(), &status) != 0) refuse_unreadable(path, errno);
  require_regular(path, status);
  const OpenFile file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) {
    refuse_unreadable(path, errno);
  }
  require_regular(path, status);
  std::string text(input_bytes_limit + 1, '\0');  // one more shows that the file is larger
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(file.descriptor(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_unreadable(path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size == text.size()) refuse_large(path);
  text.resize(size);
  return text;
}

void require_plain_text(std::string_view text, const std::string& name) {
  if (text.size() > input_bytes_limit) refuse_large(name);
  std::size_t line = 1;
  bool starts_line = true;
  while (!text.empty()) {
    if (const char* fault = fault_at(text, starts_line)) {
      throw InputError(printable(name, 4096) + ":" + std::to_string(line) + ": " + fault);
    }
    starts_line = text[0] == '\n';
    if (starts_line) ++line;
    text.remove_prefix(character_length(text));
  }
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(character_length(text), 1);
    if (line.size() + length > longest) return line + "…";
    const std::string_view character = text.substr(0, length);
    const bool bad = character_length(text) == 0 || character == "\n" || is_control(character);
    line += bad ? std::string_view("?") : character;
    text.remove_prefix(length);
  }
  return line;
}

std::string shown(std::string_view text) {
  std::string quoted = "'";
  quoted += printable(text);
  return quoted += '\'';
}

}  // namespace ministencil
