#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/weight.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Goes through the alternatives of the left side of a rule: every combination, up to 64.
class alternative_choices {
public:
    constexpr explicit alternative_choices(rule_view const& rule) : rule_(rule) {
        pattern_node const* const nodes = rule.lhs.data();
        for (std::size_t i = 0, size = rule.lhs.size(); i < size; ++i)
            if (nodes[i].kind == pattern_kind::one_of)
                choices_.push_back({i, nodes[i].variable, count_children(rule.lhs, i), 0});
    }

    constexpr void restart() {
        tried_ = 0;
        for (choice& c : choices_)
            c.chosen = 0;
    }

    // Makes the next combination; false after the last.
    constexpr bool next() {
        if (++tried_ == most)
            return false;
        for (choice& c : choices_) {
            if (++c.chosen < c.alternatives)
                return true;
            c.chosen = 0;
        }
        return false;
    }

    // What stands at `at` on the left, or in place of it when it is a `one_of`.
    [[nodiscard]] constexpr std::size_t on_left(std::size_t at) const {
        while (rule_.lhs.data()[at].kind == pattern_kind::one_of) {
            std::size_t chosen = 0;
            for (choice const& c : choices_)
                chosen = c.at == at ? c.chosen : chosen;
            at = nth_child(rule_.lhs, at, chosen);
        }
        return at;
    }

    // What stands at `at` on the right, or in place of it when it is a `one_of`: the alternative that its tag names.
    [[nodiscard]] constexpr std::size_t on_right(std::size_t at) const {
        while (rule_.rhs.data()[at].kind == pattern_kind::one_of) {
            std::size_t chosen = 0;
            for (choice const& c : choices_)
                chosen = c.tag == rule_.rhs[at].variable ? c.chosen : chosen;
            at = nth_child(rule_.rhs, at, chosen);
        }
        return at;
    }

private:
    static constexpr std::size_t most = 64;

    struct choice {
        std::size_t at = 0;
        std::int16_t tag = -1;
        std::size_t alternatives = 1, chosen = 0;
    };

    rule_view const& rule_;
    vec<choice> choices_;
    std::size_t tried_ = 0;
};

} // namespace graft::detail
