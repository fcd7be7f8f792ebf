#pragma once

#include <graft/rewrite/weight.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail {

// Whether one rule matches wherever another does.
enum class coverage : std::uint8_t { none, unless_predicate, full };

// Compares the left sides of two rules; what it cannot decide it denies.
class pattern_comparison {
public:
    constexpr pattern_comparison(rule_view const& general, rule_view const& special)
        : general_(general), special_(special) {}

    // Whether the general rule matches wherever the special one does, modulo exchanged operands.
    constexpr coverage compare() {
        if (general_.lhs[0].kind == pattern_kind::roots || special_.lhs[0].kind == pattern_kind::roots)
            return coverage::none;
        return compare_at(0);
    }

private:
    static constexpr std::size_t unbound = static_cast<std::size_t>(-1);
    static constexpr std::uint32_t most_orders = 6;

    // What stands at `s` in the special rule must be covered, and each alternative of it.
    constexpr coverage compare_at(std::size_t s) {
        if (special(s).kind == pattern_kind::one_of) {
            coverage least = coverage::full;
            for_each_child(special_.lhs, s, [&](std::size_t child) {
                if (least != coverage::none)
                    least = std::min(least, compare_at(child));
            });
            return least;
        }
        for (order_ = 0; order_ == 0 || order_ < (std::uint32_t{1} << orders_); ++order_) {
            orders_ = 0;
            std::fill_n(bound_.begin(), general_.variables.size(), unbound);
            if (covers(0, s))
                if (coverage const c = compare_conditions(); c != coverage::none)
                    return c;
        }
        return coverage::none;
    }

    [[nodiscard]] constexpr pattern_node const& general(std::size_t at) const { return general_.lhs[at]; }
    [[nodiscard]] constexpr pattern_node const& special(std::size_t at) const { return special_.lhs[at]; }

    constexpr bool covers(std::size_t g, std::size_t s) {
        pattern_node const& a = general(g);
        pattern_node const& b = special(s);
        if (g != 0 && ((a.one_use && !b.one_use) || (a.one_user && !b.one_user && !b.one_use) ||
                       (a.internal && !b.internal && !b.one_use && !b.one_user)))
            return false;
        switch (a.kind) {
        case pattern_kind::any: return b.kind != pattern_kind::rest;
        case pattern_kind::variable: return b.kind != pattern_kind::rest && bind(a.variable, s);
        case pattern_kind::one_of: return covers_by_alternatives(g, s);
        case pattern_kind::chain:
            if (b.kind != pattern_kind::chain || !same_links(g, s))
                return covers(last_child(general_.lhs, g), s);
            return covers(last_child(general_.lhs, g), last_child(special_.lhs, s));
        case pattern_kind::splat: return covers_number(a, b);
        case pattern_kind::number:
            return (b.kind == pattern_kind::splat || b.kind == pattern_kind::number ||
                    (b.kind == pattern_kind::literal && is_number(b.value.kind))) &&
                   bind(a.variable, s);
        case pattern_kind::call: return b.kind == pattern_kind::call && covers_call(g, s);
        case pattern_kind::negation: return is_same_negation(g, s);
        case pattern_kind::rest:
        case pattern_kind::each:
        case pattern_kind::all_outs:
        case pattern_kind::flat:
        case pattern_kind::list:
        case pattern_kind::item:
        case pattern_kind::literal: return covers_same_kind(g, s);
        default: return false;
        }
    }

    constexpr bool bind(std::int16_t variable, std::size_t s) {
        std::size_t& bound = bound_[static_cast<std::size_t>(variable)];
        if (bound != unbound)
            return same_subtree(bound, s);
        bound = s;
        return true;
    }

    // Only a variable, or a literal, is certainly the same in two places: a call may be two equal ones.
    [[nodiscard]] constexpr bool same_subtree(std::size_t a, std::size_t b) const {
        pattern_node const& x = special(a);
        pattern_node const& y = special(b);
        return a == b || (x.kind == y.kind && ((x.kind == pattern_kind::variable && x.variable == y.variable) ||
                                               (x.kind == pattern_kind::literal && x.value == y.value)));
    }

    static constexpr bool is_number(arg_kind kind) {
        return kind == arg_kind::boolean || kind == arg_kind::integer || kind == arg_kind::real;
    }
    static constexpr double number_of(constant const& c) {
        return c.kind == arg_kind::real ? std::bit_cast<double>(c.bits) : static_cast<double>(c.bits);
    }

    static constexpr bool covers_number(pattern_node const& a, pattern_node const& b) {
        bool const literal = b.kind == pattern_kind::literal && is_number(b.value.kind);
        return (literal || b.kind == pattern_kind::splat) && number_of(a.value) == number_of(b.value) &&
               a.tolerance >= b.tolerance;
    }

    constexpr bool covers_by_alternatives(std::size_t g, std::size_t s) {
        if (special(s).kind != pattern_kind::one_of)
            return covers_by_alternative(g, s);
        bool all = true;
        for_each_child(special_.lhs, s, [&](std::size_t child) { all = all && covers_by_alternative(g, child); });
        return all;
    }

    constexpr bool covers_by_alternative(std::size_t g, std::size_t s) {
        auto const saved = bound_;
        bool found = false;
        for_each_child(general_.lhs, g, [&](std::size_t child) {
            if (found)
                return;
            bound_ = saved;
            found = covers(child, s);
        });
        return found;
    }

    [[nodiscard]] constexpr bool same_links(std::size_t g, std::size_t s) const {
        std::size_t a = g + 1, b = s + 1;
        for (; a < last_child(general_.lhs, g) && b < last_child(special_.lhs, s);
             a = end_of(general_.lhs, a), b = end_of(special_.lhs, b))
            if (call_identity(general(a)) != call_identity(special(b)))
                return false;
        return a == last_child(general_.lhs, g) && b == last_child(special_.lhs, s) &&
               general(g).value.bits >= special(s).value.bits;
    }

    // Nodes of one kind and facts whose children are covered in their order.
    constexpr bool covers_same_kind(std::size_t g, std::size_t s) {
        pattern_node const& a = general(g);
        pattern_node const& b = special(s);
        if (a.kind != b.kind || !(a.value == b.value) || a.op != b.op)
            return false;
        if (a.kind == pattern_kind::rest)
            return bind_rest(a, s);
        std::size_t i = g + 1, j = s + 1;
        for (; i < end_of(general_.lhs, g) && j < end_of(special_.lhs, s);
             i = end_of(general_.lhs, i), j = end_of(special_.lhs, j))
            if (!covers(i, j))
                return false;
        return i == end_of(general_.lhs, g) && j == end_of(special_.lhs, s);
    }
    constexpr bool bind_rest(pattern_node const& a, std::size_t s) {
        std::size_t& bound = bound_[static_cast<std::size_t>(a.variable)];
        if (bound != unbound)
            return special(bound).variable == special(s).variable;
        bound = s;
        return true;
    }

    // Only the same is certain to match where the same does not; a variable that nothing else has stands for anything.
    [[nodiscard]] constexpr bool is_same_negation(std::size_t g, std::size_t s) const {
        bool same = general(g).size == special(s).size;
        for (std::size_t i = 0; same && i < static_cast<std::size_t>(general(g).size); ++i) {
            pattern_node node = general(g + i);
            pattern_node const& other = special(s + i);
            if (node.variable >= 0) {
                std::size_t const bound = bound_[static_cast<std::size_t>(node.variable)];
                same = bound != unbound && special(bound).variable == other.variable;
                node.variable = other.variable;
                node.name = other.name;
            }
            same = same && node == other;
        }
        return same;
    }

    //=== calls ===//

    constexpr bool covers_call(std::size_t g, std::size_t s) {
        if (call_identity(general(g)) != call_identity(special(s)))
            return false;
        bool exchanged = false;
        if (general(g).swappable && orders_ < most_orders)
            exchanged = (order_ >> orders_++ & 1) != 0;
        // Where only the general call is swappable its orders are those of the special one.
        for (std::size_t slot = 0; slot < general(g).op->arguments.size(); ++slot)
            if (!covers_argument(g, s, exchanged && slot < 2 ? 1 - slot : slot, slot))
                return false;
        return true;
    }

    constexpr bool covers_argument(std::size_t g, std::size_t s, std::size_t general_slot, std::size_t slot) {
        std::size_t const a = child_in_slot(general_.lhs, g, general_slot);
        std::size_t const b = child_in_slot(special_.lhs, s, slot);
        bool const no_a = a == general_.lhs.size(), no_b = b == special_.lhs.size();
        if (!no_a && !no_b)
            return covers(a, b);
        schema_argument const& argument = general(g).op->arguments[slot];
        if (no_a && no_b)
            return general(g).any_attributes || !special(s).any_attributes;
        if (!argument.has_default)
            return no_a && general(g).any_attributes;
        if (no_b) // it is the default
            return !special(s).any_attributes && covers_default(general(a), argument);
        return general(g).any_attributes ||
               (special(b).kind == pattern_kind::literal && special(b).value == default_constant(argument));
    }

    static constexpr bool covers_default(pattern_node const& a, schema_argument const& argument) {
        return a.kind == pattern_kind::any ||
               (a.kind == pattern_kind::literal && a.value == default_constant(argument));
    }

    //=== conditions ===//

    constexpr coverage compare_conditions() const {
        coverage all = coverage::full;
        for (constraint const& c : general_.conditions) {
            if (follows(c))
                continue;
            if (c.kind != constraint_kind::predicate)
                return coverage::none;
            all = coverage::unless_predicate;
        }
        return all;
    }

    // The variable of the special rule that stands where one of the general rule does; nothing where none does.
    constexpr std::optional<std::int16_t> counterpart(constraint::subject const& s) const {
        if (s.variable < 0)
            return s.variable;
        std::size_t const at = bound_[static_cast<std::size_t>(s.variable)];
        if (at == unbound || special(at).kind != pattern_kind::variable)
            return std::nullopt;
        return special(at).variable;
    }

    // Whether the special rule asks for as much as this condition of the general one.
    constexpr bool follows(constraint const& wanted) const {
        std::optional<std::int16_t> const of = counterpart(wanted.of), other = counterpart(wanted.other);
        if (!of || !other)
            return false;
        for (constraint const& given : special_.conditions)
            if (given.kind == constraint_kind::predicate
                    ? given.predicate == wanted.predicate && wanted.kind == given.kind && same_variables()
                    : implies(given, wanted, *of, *other))
                return true;
        return false;
    }

    constexpr bool same_variables() const {
        if (general_.variables.size() != special_.variables.size())
            return false;
        for (std::size_t i = 0; i < general_.variables.size(); ++i)
            if (bound_[i] == unbound || special(bound_[i]).name != general_.variables[i])
                return false;
        return true;
    }

    static constexpr bool implies(constraint const& given, constraint const& wanted, std::int16_t of,
                                  std::int16_t other) {
        bool const straight = given.of.variable == of && given.of.dim == wanted.of.dim;
        bool const pair = straight && given.other.variable == other && given.other.dim == wanted.other.dim;
        bool const turned = given.of.variable == other && given.of.dim == wanted.other.dim &&
                            given.other.variable == of && given.other.dim == wanted.of.dim;
        switch (wanted.kind) {
        case constraint_kind::has_dtype:
            return given.kind == wanted.kind && straight && (given.value & ~wanted.value) == 0;
        case constraint_kind::min_rank:
            return straight && (given.kind == wanted.kind || given.kind == constraint_kind::rank) &&
                   given.value >= wanted.value;
        case constraint_kind::max_rank:
            return straight && (given.kind == wanted.kind || given.kind == constraint_kind::rank) &&
                   given.value <= wanted.value;
        case constraint_kind::same_dtype:
        case constraint_kind::same_shape:
        case constraint_kind::same_size: return given.kind == wanted.kind && (pair || turned);
        case constraint_kind::broadcasts_to:
            return (given.kind == wanted.kind && pair) ||
                   (given.kind == constraint_kind::same_shape && (pair || turned));
        default: return given.kind == wanted.kind && straight && given.value == wanted.value && given.op == wanted.op;
        }
    }

    rule_view const& general_;
    rule_view const& special_;
    std::array<std::size_t, 64> bound_{};
    std::uint32_t order_ = 0, orders_ = 0; // which of the two orders each swappable call has, a bit each
};

// Whether `general` matches wherever `special` does.
constexpr coverage covers(rule_view const& general, rule_view const& special) {
    return pattern_comparison{general, special}.compare();
}

// Whether two left sides have an op at the root in common.
constexpr bool share_a_root(pattern_side a, std::size_t i, pattern_side b, std::size_t j) {
    bool shared = false;
    if (a[i].kind == pattern_kind::one_of)
        for_each_child(a, i, [&](std::size_t child) { shared = shared || share_a_root(a, child, b, j); });
    else if (b[j].kind == pattern_kind::one_of)
        for_each_child(b, j, [&](std::size_t child) { shared = shared || share_a_root(a, i, b, child); });
    else
        shared = is_call_pattern(a[i]) && is_call_pattern(b[j]) && call_identity(a[i]) == call_identity(b[j]);
    return shared;
}

// Whether two left sides may match one value, their repeated variables and conditions aside.
constexpr bool may_overlap(pattern_side a, std::size_t i, pattern_side b, std::size_t j) {
    pattern_node const& x = a[i];
    pattern_node const& y = b[j];
    bool const calls = x.kind == pattern_kind::call && y.kind == pattern_kind::call;
    if (x.kind == pattern_kind::one_of || y.kind == pattern_kind::one_of) {
        bool const left = x.kind == pattern_kind::one_of;
        bool overlap = false;
        for_each_child(left ? a : b, left ? i : j, [&](std::size_t child) {
            overlap = overlap || (left ? may_overlap(a, child, b, j) : may_overlap(a, i, b, child));
        });
        return overlap;
    }
    if ((x.kind == pattern_kind::flat && is_call_pattern(y)) || (y.kind == pattern_kind::flat && is_call_pattern(x)))
        return call_identity(x) == call_identity(y);
    if (x.kind == pattern_kind::literal && y.kind == pattern_kind::literal)
        return x.value == y.value;
    if ((x.kind == pattern_kind::literal && y.kind == pattern_kind::call) ||
        (x.kind == pattern_kind::call && y.kind == pattern_kind::literal))
        return false;
    if (x.kind == pattern_kind::item && y.kind == pattern_kind::item)
        return x.value == y.value && may_overlap(a, i + 1, b, j + 1);
    if ((x.kind == pattern_kind::item && y.kind == pattern_kind::call) ||
        (x.kind == pattern_kind::call && y.kind == pattern_kind::item))
        return false;
    if (!calls)
        return true;
    if (call_identity(x) != call_identity(y))
        return false;
    for (bool const exchanged : {false, true}) {
        if (exchanged && !x.swappable && !y.swappable)
            break;
        bool all = true;
        for_each_child(a, i, [&](std::size_t child) {
            auto const slot = static_cast<std::size_t>(a[child].slot);
            for_each_child(b, j, [&](std::size_t other) {
                auto const place = static_cast<std::size_t>(b[other].slot);
                if ((exchanged && place < 2 ? 1 - place : place) == slot)
                    all = all && may_overlap(a, child, b, other);
            });
        });
        if (all)
            return true;
    }
    return false;
}

} // namespace graft::detail
