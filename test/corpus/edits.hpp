#pragma once

#include "case.hpp"

namespace corpus {

/// Applies the edits of a case in order.
void apply_edits(graft::graph& g, nlohmann::json const& edits);

} // namespace corpus
