#pragma once

#include <graft/meta/vec.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <cstddef>

namespace graft::detail {

// The parts of a left side that a variable may stand for, where a predicate may ask for it: a variable that nothing is
// made of, and that no condition is about, and the parts beside it and what they are of.
class case_twins {
public:
    explicit case_twins(rule_view const& rule) : lhs_(rule.lhs), free_(rule.variables.size(), true) {
        for (pattern_node const& n : rule.rhs)
            if (n.variable >= 0)
                free_[static_cast<std::size_t>(n.variable)] = false;
        for (constraint const& c : rule.conditions)
            for (constraint::subject const& s : {c.of, c.other})
                if (s.variable >= 0)
                    free_[static_cast<std::size_t>(s.variable)] = false;
    }

    // What the variable at this place may be instead of a tensor of its own.
    [[nodiscard]] vec<std::size_t> of(std::size_t at) const {
        vec<std::size_t> parts;
        if (!free_[static_cast<std::size_t>(lhs_[at].variable)])
            return parts;
        for (std::size_t whole = 0; whole != at;) { // towards the variable: the innermost call with other parts
            std::size_t next = at;
            vec<std::size_t> beside;
            for_each_child(lhs_, whole, [&](std::size_t child) {
                if (child <= at && at < end_of(lhs_, child))
                    next = child;
                else if (lhs_[whole].kind == pattern_kind::call)
                    add_calls(child, lhs_[at].variable, beside);
            });
            if (!beside.empty())
                parts = std::move(beside);
            whole = next;
        }
        return parts;
    }

private:
    // The call, and the first of what it is made of, where the variable is not part of them.
    void add_calls(std::size_t at, std::int16_t variable, vec<std::size_t>& parts) const {
        pattern_side const part = subtree(lhs_, at);
        if (part[0].kind != pattern_kind::call ||
            std::any_of(part.begin(), part.end(), [&](pattern_node const& n) { return n.variable == variable; }))
            return;
        parts.push_back(at);
        if (part.size() > 1 && part[1].size > 1)
            parts.push_back(at + 1);
    }

    pattern_side lhs_;
    vec<bool> free_;
};

} // namespace graft::detail
