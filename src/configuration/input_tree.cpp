// SPDX-License-Identifier: Apache-2.0
#include "configuration/input_tree.hpp"

#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <locale>
#include <optional>
#include <sstream>
#include <utility>

#include "configuration/source_text.hpp"
#include "core/error.hpp"

namespace ministencil {

namespace {

/// How nodes are named in messages.
struct Origin {
  std::string name;
  bool has_lines;  // a file has, an override has not

  std::string at(int line) const {  // from 0
    return has_lines ? name + ":" + std::to_string(std::max(line, 0) + 1) : name;
  }
};

constexpr const char* second_document =
    "something follows the end of the settings: an input is one YAML document; remove the "
    "second document ('---', '...') or the stray text";

/// Builds the tree from the parser's events. The library's own tree keeps the first of two equal
/// keys silently and expands aliases; events show both.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const Origin& origin, bool flow_only) : origin_(origin), flow_only_(flow_only) {}

  InputNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) refuse(mark, second_document);
  }
  void OnDocumentEnd() override {}
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark); }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuse_anchor(mark); }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (anchor != 0) refuse_anchor(mark);
    add({.kind = InputNode::Kind::null, .text = {}, .where = at(mark), .key = {}}, mark);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_decoration(mark, tag, anchor);
    // The parser marks what stood in quotes with the tag "!".
    add({.kind = InputNode::Kind::scalar,
         .text = value,
         .quoted = tag == "!",
         .where = at(mark),
         .key = {}},
        mark);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    refuse_decoration(mark, tag, anchor);
    open(InputNode::Kind::list, mark, style);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    refuse_decoration(mark, tag, anchor);
    open(InputNode::Kind::mapping, mark, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  /// A list or mapping that has not ended, and the key that awaits its value.
  struct Frame {
    InputNode node;
    YAML::Mark start;
    std::optional<std::string> key;
    std::string key_where;
  };

  std::string at(const YAML::Mark& mark) const { return origin_.at(mark.line); }

  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& message) const {
    throw InputError(at(mark) + ": " + message);
  }
  [[noreturn]] void refuse_anchor(const YAML::Mark& mark) const {
    refuse(mark, "anchor or alias: the input repeats nothing; write the value out");
  }

  void refuse_decoration(const YAML::Mark& mark, const std::string& tag,
                         YAML::anchor_t anchor) const {
    if (anchor != 0) refuse_anchor(mark);
    if (tag.empty() || tag == "?" || tag == "!") return;  // none written
    refuse(mark, "tag " + shown(tag) + ": types follow from the keys; remove the tag");
  }

  bool expects_key() const {
    return !open_.empty() && open_.back().node.kind == InputNode::Kind::mapping &&
           !open_.back().key;
  }

  /// "time.steps: ", or nothing outside all keys.
  std::string path_to(const std::string& key) const {
    std::string path;
    for (const Frame& frame : open_) {
      if (frame.key) path += printable(*frame.key) + ".";
    }
    return path + printable(key) + ": ";
  }

  void count(const YAML::Mark& mark) {
    if (++values_ <= input_values_limit) return;
    refuse(mark, "too many values: an input has at most " + std::to_string(input_values_limit) +
                     "; remove what is no setting");
  }

  void open(InputNode::Kind kind, const YAML::Mark& mark, YAML::EmitterStyle::value style) {
    count(mark);
    if (expects_key())
      refuse(mark, "list or mapping as a key: keys are words; remove the brackets");
    if (static_cast<int>(open_.size()) == input_depth_limit) {
      refuse(mark, "nested too deeply: the input needs at most " +
                       std::to_string(input_depth_limit) + " levels; remove the extra brackets");
    }
    if (flow_only_ && style == YAML::EmitterStyle::Block) {
      refuse(mark,
             "block list or mapping, or an open bracket: an override is one value; use [a, b] or "
             "{key: value}, "
             "or quote text that holds ': '");
    }
    open_.push_back({{.kind = kind, .text = {}, .where = at(mark), .key = {}}, mark, {}, {}});
  }

  void close() {
    Frame frame = std::move(open_.back());
    open_.pop_back();
    place(std::move(frame.node));
  }

  void add(InputNode node, const YAML::Mark& mark) {
    count(mark);
    if (expects_key()) {
      accept_key(node, mark);
    } else {
      place(std::move(node));
    }
  }

  void accept_key(const InputNode& node, const YAML::Mark& mark) {
    if (node.kind == InputNode::Kind::null || node.text.empty()) {
      refuse(mark, "empty key: a ':' needs a key before it; name the setting");
    }
    if (const InputNode* first = open_.back().node.find(node.text)) {
      refuse(mark, path_to(node.text) + "duplicate key: it was given before at " + first->where +
                       "; keep one");
    }
    open_.back().key = node.text;
    open_.back().key_where = node.where;
  }

  void place(InputNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& parent = open_.back();
    if (parent.key) {
      node.key = *std::exchange(parent.key, {});
      node.where = parent.key_where;
    }
    parent.node.items.push_back(std::move(node));
  }

  Origin origin_;
  bool flow_only_;
  int documents_ = 0, values_ = 0;
  std::vector<Frame> open_;
  InputNode root_;
};

InputNode parse(const std::string& text, const Origin& origin, bool flow_only) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  bool ended = false;
  try {
    YAML::Parser parser(stream);
    TreeBuilder builder(origin, flow_only);
    if (!parser.HandleNextDocument(builder)) return {.text = {}, .where = origin.at(0), .key = {}};
    ended = true;
    parser.HandleNextDocument(builder);  // refuses what it finds
    return builder.take_root();
  } catch (const YAML::Exception& error) {
    throw InputError(origin.at(error.mark.line) + ": " +
                     (ended ? std::string(second_document)
                            : "not valid YAML: " + printable(error.msg, 200) +
                                  "; check brackets, quotes, colons and indentation there"));
  }
}

}  // namespace

const InputNode* InputNode::find(const std::string& wanted) const {
  for (const InputNode& item : items) {
    if (item.key == wanted) return &item;
  }
  return nullptr;
}

InputNode* InputNode::find(const std::string& wanted) {
  return const_cast<InputNode*>(std::as_const(*this).find(wanted));
}

InputNode parse_input(const std::string& text, const std::string& name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const bool marked = text.starts_with(byte_order_mark);
  const std::string content = marked ? text.substr(byte_order_mark.size()) : text;
  require_plain_text(content, name);
  return parse(content, {printable(name, 4096), true}, false);
}

InputNode parse_flow_value(const std::string& text, const std::string& label) {
  if (text.find('\n') != std::string::npos) {
    throw InputError(label + ": line break: an override is one line; use [a, b] or {key: value}");
  }
  require_plain_text(text, label);
  return parse(text, {label, false}, true);
}

}  // namespace ministencil
