// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <proj.h>

#include <memory>
#include <string>

// What the files behind the door to PROJ share: only builds that have it see this one.
namespace tessera::detail {

struct Destroy {
  void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
  void operator()(PJ* object) const { proj_destroy(object); }
};
using Context = std::unique_ptr<PJ_CONTEXT, Destroy>;
using Object = std::unique_ptr<PJ, Destroy>;

inline Context make_context() {
  Context context(proj_context_create());
  proj_log_level(context.get(), PJ_LOG_NONE);
  return context;
}

/// What `text` describes, if that is a reference system; of one that is bound to another one, the system itself.
inline Object parsed(PJ_CONTEXT* context, std::string const& text) {
  Object object(proj_create(context, text.c_str()));
  if (object && proj_get_type(object.get()) == PJ_TYPE_BOUND_CRS)
    object.reset(proj_get_source_crs(context, object.get()));
  return object && proj_is_crs(object.get()) != 0 ? std::move(object) : Object();
}

}  // namespace tessera::detail
