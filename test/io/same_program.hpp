#pragma once

#include <graft/ir/compare.hpp>
#include <graft/ir/program.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <cstddef>
#include <cstring>
#include <map>
#include <string>

namespace graft_test {

/// Why two states differ, empty when they do not: names, types, layouts, bytes, and which tensors share theirs.
inline std::string state_difference(std::map<std::string, graft::tensor> const& a,
                                    std::map<std::string, graft::tensor> const& b) {
    if (a.size() != b.size())
        return "other tensors";
    std::map<std::byte const*, std::byte const*> twin;
    for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
        graft::storage const &s = x->second.get_storage(), &t = y->second.get_storage();
        if (x->first != y->first)
            return x->first + " is called " + y->first;
        if (!(spec_of(x->second) == spec_of(y->second)))
            return x->first + " has another layout";
        if (s.size() != t.size() || (s.size() != 0 && std::memcmp(s.data(), t.data(), s.size()) != 0))
            return x->first + " has other bytes";
        if (s.size() != 0 && twin.emplace(s.data(), t.data()).first->second != t.data())
            return x->first + " shares other bytes";
    }
    return {};
}

/// Why two programs differ, empty when they do not.
inline std::string difference(graft::exported_program const& a, graft::exported_program const& b) {
    if (!(a.module == b.module))
        return "graph";
    if (!(a.signature == b.signature))
        return "signature";
    if (a.call.in_spec != b.call.in_spec || a.call.out_spec != b.call.out_spec ||
        a.call.forward_arg_names != b.call.forward_arg_names)
        return "call";
    if (a.opset_version != b.opset_version || a.verifiers != b.verifiers || a.torch_version != b.torch_version)
        return "versions";
    if (a.range_constraints.size() != b.range_constraints.size())
        return "ranges";
    for (std::size_t i = 0; i < a.range_constraints.size(); ++i) {
        graft::symbol_range const &x = a.range_constraints[i], &y = b.range_constraints[i];
        if (x.name.name() != y.name.name() || x.range.min != y.range.min || x.range.max != y.range.max)
            return "ranges";
    }
    if (std::string const state = state_difference(a.state_dict, b.state_dict); !state.empty())
        return "state: " + state;
    return state_difference(a.constants, b.constants);
}

} // namespace graft_test
