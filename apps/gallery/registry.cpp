// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "registry.hpp"

#include <algorithm>

namespace gallery {
namespace {

/// Filled before main begins, by the stencils' own files, in an order that nobody knows.
std::vector<Entry const*>& entries() {
  static std::vector<Entry const*> all;
  return all;
}

}  // namespace

Entry::Entry(Description description) : m_description(std::move(description)) { entries().push_back(this); }

std::vector<Entry const*> registry() {
  std::vector<Entry const*> all = entries();
  std::sort(all.begin(), all.end(),
            [](Entry const* a, Entry const* b) { return a->description().name < b->description().name; });
  return all;
}

Entry const& entry(std::string const& name) {
  auto const& all = entries();
  return **std::find_if(all.begin(), all.end(), [&](Entry const* e) { return e->description().name == name; });
}

}  // namespace gallery
