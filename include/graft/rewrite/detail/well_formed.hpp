#pragma once

#include <graft/core/error.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

// Raises when a rule cannot be matched or built; what its types tell does not compile to begin with.
class rule_checker {
public:
    static constexpr std::size_t max_variables = 32;
    static constexpr std::size_t max_swappable = 6;

    explicit constexpr rule_checker(rule_view const& rule) : rule_(rule) {}

    constexpr void check() const {
        check_root(0);
        std::size_t swappable = 0;
        for (std::size_t i = 0; i < rule_.lhs.size(); ++i) {
            swappable += rule_.lhs[i].swappable;
            check_left(i);
        }
        if (swappable > max_swappable)
            raise(errc::invalid_argument, "rule '", rule_.name, "' has more than ", max_swappable,
                  " calls whose operands can be exchanged");
        if (rule_.variables.size() > max_variables)
            raise(errc::invalid_argument, "rule '", rule_.name, "' has more than 32 variables");
        for (pattern_node const& n : rule_.rhs)
            check_right(n);
        check_rests(rule_.lhs, 0, {});
        check_rests(rule_.rhs, 0, {});
        check_roots();
    }

private:
    [[noreturn]] void fail(std::string_view what) const {
        raise(errc::invalid_argument, "rule '", rule_.name, "': ", what);
    }

    constexpr void check_root(std::size_t at) const {
        pattern_kind const kind = rule_.lhs[at].kind;
        if (kind == pattern_kind::one_of || (kind == pattern_kind::roots && at == 0))
            for_each_child(rule_.lhs, at, [&](std::size_t child) { check_root(child); });
        else if (kind != pattern_kind::call && kind != pattern_kind::item && kind != pattern_kind::flat)
            fail("its left side is not a call of an op");
    }

    //=== several roots ===//

    // Both sides have as many roots, and each on the left is found from another by a variable.
    constexpr void check_roots() const {
        for (pattern_side const nodes : {rule_.lhs, rule_.rhs})
            for (std::size_t i = 1; i < nodes.size(); ++i)
                if (nodes[i].kind == pattern_kind::roots)
                    fail("roots() stands within a pattern");
        if (count_roots(rule_.lhs) != count_roots(rule_.rhs))
            fail("both sides have as many roots() or none");
        if (rule_.lhs[0].kind != pattern_kind::roots)
            return;
        std::uint64_t found = linking(1);
        for (std::size_t left = count_roots(rule_.lhs) - 1; left > 0; --left) {
            std::uint64_t next = found;
            for_each_child(rule_.lhs, 0,
                           [&](std::size_t child) { next |= (linking(child) & found) != 0 ? linking(child) : 0; });
            found = next;
        }
        for_each_child(rule_.lhs, 0, [&](std::size_t child) {
            if ((linking(child) & found) == 0)
                fail("one of its roots() has no variable in common with the others, by which to find it");
        });
    }

    static constexpr std::size_t count_roots(pattern_side nodes) {
        return nodes[0].kind == pattern_kind::roots ? count_children(nodes, 0) : 0;
    }

    // A bit for each variable from which calls lead up to the node.
    constexpr std::uint64_t linking(std::size_t at) const {
        pattern_node const& n = rule_.lhs[at];
        if (n.kind == pattern_kind::variable)
            return std::uint64_t{1} << n.variable;
        std::uint64_t bits = 0;
        if (n.kind == pattern_kind::call || n.kind == pattern_kind::item || n.kind == pattern_kind::list)
            for_each_child(rule_.lhs, at, [&](std::size_t child) { bits |= linking(child); });
        return bits;
    }

    constexpr void check_left(std::size_t at) const {
        pattern_kind const kind = rule_.lhs[at].kind;
        if (kind == pattern_kind::one_of)
            check_alternatives(at);
        else if (kind == pattern_kind::list || kind == pattern_kind::flat)
            check_items(at);
        else if (kind == pattern_kind::computed || kind == pattern_kind::built)
            fail("compute() and build() have no place on the left side");
        else if (kind == pattern_kind::all_outs && rule_.lhs[at + 1].kind != pattern_kind::call)
            fail("all_outs() takes a call");
    }

    struct surroundings {
        bool items = false; // the parent has items: a list, or a tree
        bool each = false, negation = false;
    };

    constexpr void check_rests(pattern_side nodes, std::size_t at, surroundings around) const {
        pattern_node const& n = nodes[at];
        if (n.kind == pattern_kind::rest && !around.items && !around.each)
            fail("a rest stands outside of a list");
        if (n.kind == pattern_kind::rest && around.negation && n.variable >= 0)
            fail("a rest within a not_() has the name of another");
        if (n.kind == pattern_kind::each && around.each)
            fail("an each() stands within another");
        surroundings const inside{n.kind == pattern_kind::list || n.kind == pattern_kind::flat,
                                  around.each || n.kind == pattern_kind::each,
                                  around.negation || n.kind == pattern_kind::negation};
        for_each_child(nodes, at, [&](std::size_t child) { check_rests(nodes, child, inside); });
    }

    constexpr void check_alternatives(std::size_t at) const {
        std::uint64_t const first = variables_of(at + 1);
        for_each_child(rule_.lhs, at, [&](std::size_t child) {
            if (variables_of(child) != first)
                fail("the alternatives of a one_of() bind different variables");
        });
    }

    // A bit for each variable of the rule that the subtree binds.
    constexpr std::uint64_t variables_of(std::size_t at) const {
        pattern_node const& n = rule_.lhs[at];
        std::uint64_t bits = n.variable < 0 ? 0 : std::uint64_t{1} << n.variable;
        if (n.kind != pattern_kind::negation)
            for_each_child(rule_.lhs, at, [&](std::size_t child) { bits |= variables_of(child); });
        return bits;
    }

    constexpr void check_items(std::size_t at) const {
        std::size_t rests = 0, all = 0, others = 0;
        for_each_child(rule_.lhs, at, [&](std::size_t child) {
            rests += rule_.lhs[child].kind == pattern_kind::rest;
            all += rule_.lhs[child].kind == pattern_kind::each;
            others += rule_.lhs[child].kind != pattern_kind::rest;
        });
        if (rests > 1)
            fail("a list has more than one rest");
        if (all > 0 && (rests > 0 || others > 1 || rule_.lhs[at].kind == pattern_kind::flat))
            fail("an each() is the only item of a list");
    }

    constexpr void check_right(pattern_node const& n) const {
        if (n.kind == pattern_kind::chain || n.kind == pattern_kind::negation || n.kind == pattern_kind::all_outs)
            fail("maybe(), through(), not_() and all_outs() have no place on the right side");
        if (n.kind == pattern_kind::any)
            fail("a wildcard stands on the right side");
        if (n.kind == pattern_kind::one_of && n.variable < 0)
            fail("a one_of() on the right side has a tag that one on the left has");
    }

    rule_view const& rule_;
};

} // namespace graft::detail
