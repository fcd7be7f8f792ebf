#pragma once

#include <graft/core/error.hpp>
#include <graft/pattern/detail/holds.hpp>
#include <graft/rewrite/refused_rewrite.hpp>

#include <string>
#include <string_view>

namespace graft::detail {

// Whether a condition of a rule holds; what its predicate raises names the rule, the condition and the variable.
constexpr bool condition_holds(constraint const& check, match const& m, std::string_view rule) {
    try {
        return holds(check, m);
    } catch (error const& e) {
        std::string where = "the condition '" + std::string{check.name} + "'";
        if (!m.last_asked.empty())
            where += " of '" + std::string{m.last_asked} + "'";
        raise_in_rule(e, rule, where + ": ", *m.owner, m.root);
    }
}

} // namespace graft::detail
