// SPDX-License-Identifier: Apache-2.0
#include "emulator/source_lines.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>

namespace ministencil {

namespace {

/// Only what the program itself carries: nothing is looked for elsewhere.
int no_separate_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                     GElf_Word, char**) {
  return -1;
}

const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                  .find_debuginfo = no_separate_file,
                                  .section_address = dwfl_offline_section_address,
                                  .debuginfo_path = nullptr};

bool is_kernel_file(std::string_view file) {
  return file.ends_with(".cu") || file.ends_with(".cuh");
}

int number_of(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute place;
  Dwarf_Word value = 0;
  if (!dwarf_attr(die, attribute, &place) || dwarf_formudata(&place, &value) != 0) return 0;
  return static_cast<int>(value);
}

/// Where the function of an inlined scope was called from.
SourceLine call_of(Dwarf_Die* unit, Dwarf_Die* scope) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0) return {};
  const auto file = static_cast<std::size_t>(number_of(scope, DW_AT_call_file));
  const char* const name = file < count ? dwarf_filesrc(files, file, nullptr, nullptr) : nullptr;
  return name ? SourceLine{name, number_of(scope, DW_AT_call_line)} : SourceLine{};
}

/// Innermost first. dwarf_getscopes() leaves the chain of calls at the first inlined function, for
/// the scopes that its definition lies in; the parents of what it finds are that chain.
std::vector<Dwarf_Die> scopes_around(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Die *found = nullptr, *parents = nullptr;
  std::vector<Dwarf_Die> scopes;
  if (dwarf_getscopes(unit, address, &found) > 0) {
    const int count = dwarf_getscopes_die(found, &parents);
    if (count > 0) scopes.assign(parents, parents + count);
  }
  std::free(parents);
  std::free(found);
  return scopes;
}

SourceLine innermost_line(Dwfl_Module* module, Dwarf_Addr address) {
  Dwfl_Line* const line = dwfl_module_getsrc(module, address);
  int number = 0;
  const char* const file =
      line ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
  return file ? SourceLine{file, number} : SourceLine{};
}

}  // namespace

void SourceLines::End::operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }

SourceLines::SourceLines() : dwfl_(dwfl_begin(&callbacks)) {
  if (!dwfl_) return;
  dwfl_linux_proc_report(dwfl_.get(), getpid());
  dwfl_report_end(dwfl_.get(), nullptr, nullptr);
}

SourceLines::~SourceLines() = default;

SourceLine SourceLines::line_of(std::uintptr_t pc) const {
  const Dwarf_Addr address = pc - 1;  // within the call
  Dwfl_Module* const module = dwfl_ ? dwfl_addrmodule(dwfl_.get(), address) : nullptr;
  if (!module) return {};
  SourceLine innermost = innermost_line(module, address);
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(module, address, &bias);
  if (is_kernel_file(innermost.file) || !unit) return innermost;
  SourceLine found = std::move(innermost);
  for (Dwarf_Die& scope : scopes_around(unit, address - bias)) {
    if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) continue;
    const SourceLine call = call_of(unit, &scope);
    if (!is_kernel_file(call.file)) continue;
    found = call;
    break;
  }
  return found;
}

std::vector<ProgramRange> SourceLines::static_arrays(std::uintptr_t code) const {
  std::vector<ProgramRange> arrays;
  Dwfl_Module* const module = dwfl_ ? dwfl_addrmodule(dwfl_.get(), code) : nullptr;
  const int count = module ? dwfl_module_getsymtab(module) : 0;
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* const name =
        dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (!name || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT) continue;
    if (!std::string_view(name).starts_with("_ZZN11ministencil12_GLOBAL__N_1")) continue;
    arrays.push_back({address, symbol.st_size});
  }
  return arrays;
}

std::vector<ProgramRange> SourceLines::constants() {
  std::vector<ProgramRange> segments;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* list) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& header = info->dlpi_phdr[i];
          if (header.p_type != PT_LOAD || (header.p_flags & PF_W)) continue;
          static_cast<std::vector<ProgramRange>*>(list)->push_back(
              {info->dlpi_addr + header.p_vaddr, header.p_memsz});
        }
        return 0;
      },
      &segments);
  return segments;
}

}  // namespace ministencil
