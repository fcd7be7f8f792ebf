#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/ir/value.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

/// A new placeholder of a contiguous tensor.
inline graft::value tensor(graft::graph& g, std::vector<graft::sym_int> sizes, graft::dtype dtype = graft::dtype::f32) {
    graft::value const x = placeholder(g, "x");
    g.set_val(x.id, graft::make_spec(dtype, std::move(sizes)));
    return x;
}

/// What inference records for a call, as text.
inline std::string inferred(graft::value call) {
    graft::infer(*call.owner, call.id);
    graft::value_spec const* const val = call.owner->val(call.id);
    return val == nullptr ? "nothing" : text(*val);
}

/// The names of the ops called; behind one whose value is not the expected one, that value.
inline std::string ops_giving(std::string_view expected, std::vector<graft::value> const& calls) {
    std::string names;
    for (graft::value const call : calls) {
        names += names.empty() ? "" : " ";
        names += call.owner->target(call.id).name.substr(sizeof("aten::") - 1);
        if (std::string const result = inferred(call); result != expected)
            names += " -> " + result;
    }
    return names;
}

} // namespace graft_test
