#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/rewrite/effect_regions.hpp>
#include <graft/schema/op_info.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// A node of a graph whose value is a constant tensor of nothing but this number.
struct known_number {
    node_id node = no_node; ///< the node
    scalar value;           ///< what each of its elements is
};

namespace detail {

GRAFT_CONSTEXPR bool holds_integer(dtype d, double v);

// The number as a tensor of the dtype holds it; nothing where it is out of range, is no integer, or for complex ones.
GRAFT_CONSTEXPR std::optional<double> rounded(double v, dtype d);

// Finds the number that a literal is, or that a tensor holds throughout.
class number_source {
public:
    GRAFT_CONSTEXPR number_source(graph& g, effect_regions const& regions, graft::view<known_number const> known);

    struct found {
        operand literal; // bool, int or float
        double value = 0;
        dtype rounding = dtype::undefined; // of the tensor that holds it; undefined for a literal
    };

    // What `value` holds, looked up next to `root`; every dtype between is known and keeps the number.
    [[nodiscard]] GRAFT_CONSTEXPR std::optional<found> find(operand value, node_id root);

private:
    static constexpr int max_steps = 16;

    // What an op makes of its arguments.
    struct role {
        enum kind : std::uint8_t { other, shape, cast, fill, zeros, ones };
        kind what = other;
        std::uint8_t slot = 0; // of the argument that matters
        std::string_view key;  // its name in the schema
    };
    struct known_operand {
        node_id node = no_node;
        operand literal;
    };

    GRAFT_CONSTEXPR_INLINE operand to_operand(scalar s) {
        return s.is_boolean()   ? g_.encode(s.to<bool>())
               : s.is_integer() ? g_.encode(s.to<std::int64_t>())
                                : g_.encode(s.to<double>());
    }

    GRAFT_CONSTEXPR operand const* find_known(node_id n) const;

    GRAFT_CONSTEXPR operand next(node_id n, role r) const;

    GRAFT_CONSTEXPR std::optional<found> check(operand literal, dtype outermost, std::uint32_t dtypes) const;

    GRAFT_CONSTEXPR_INLINE void learn_targets() {
        for (auto id = static_cast<std::uint32_t>(roles_.size()); id < g_.target_count(); ++id)
            roles_.push_back(role_of(g_.target_at(id).op));
    }

    static GRAFT_CONSTEXPR role role_of(op_info const* op);

    graph& g_;
    effect_regions const& regions_;
    operand zero_, one_;
    vec<known_operand> known_;
    vec<role> roles_; // by target
};

// Whether what was found is this number: within the relative tolerance or, where that is 0, as its dtype rounds it.
GRAFT_CONSTEXPR bool holds_number(number_source::found const& found, constant const& number, double tolerance);

} // namespace detail
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/fitted_number.hpp>

#    include <algorithm>
#    include <bit>
#    include <cstddef>
#    include <limits>

namespace graft::detail {

GRAFT_CONSTEXPR bool holds_integer(dtype d, double v) {
    if (std::bit_cast<std::uint64_t>(v) == std::bit_cast<std::uint64_t>(-0.0))
        return false; // which would be 0.0
    if (d == dtype::boolean)
        return v == 0 || v == 1;
    constexpr double limit = 9007199254740992.0; // 2^53, up to which doubles hold all integers
    if (!(v >= -limit && v <= limit) || static_cast<double>(static_cast<std::int64_t>(v)) != v)
        return false;
    std::size_t const bits = element_size(d) * 8 - (is_signed(d) ? 1 : 0);
    double const end = bits > 53 ? 2 * limit : static_cast<double>(std::int64_t{1} << bits);
    return v < end && v >= (is_signed(d) ? -end : 0.0);
}

GRAFT_CONSTEXPR std::optional<double> rounded(double v, dtype d) {
    if (is_integral(d, true))
        return holds_integer(d, v) ? std::optional(v) : std::nullopt;
    if (!is_floating_point(d))
        return std::nullopt;
    double const size = v < 0 ? -v : v;
    if (d == dtype::f8e4m3fn && size > 448) // it becomes 448, or is refused
        return std::nullopt;
    if (d == dtype::f8e8m0fnu && !(v > 0 && v <= 0x1p127)) // it becomes another, or is refused
        return std::nullopt;
    if (d == dtype::f64 || size == std::numeric_limits<double>::infinity())
        return v;
    constexpr float most = std::numeric_limits<float>::max();
    if (!(size <= static_cast<double>(most)))
        return std::nullopt;
    auto const held = rounded_to(d, static_cast<float>(v));
    return held <= most && held >= -most ? std::optional(static_cast<double>(held)) : std::nullopt;
}

GRAFT_CONSTEXPR number_source::number_source(graph& g, effect_regions const& regions,
                                             graft::view<known_number const> known)
    : g_(g), regions_(regions), zero_(g.encode(0)), one_(g.encode(1)) {
    for (known_number const& k : known)
        known_.push_back({k.node, to_operand(k.value)});
    graft::sort(known_, [](known_operand const& a, known_operand const& b) { return a.node < b.node; });
}

GRAFT_CONSTEXPR std::optional<number_source::found> number_source::find(operand value, node_id root) {
    learn_targets();
    std::uint32_t dtypes = 0;
    dtype outermost = dtype::undefined;
    for (int steps = 0; value.is_node(); ++steps) {
        node_id const n = value.id();
        operand const* const known = find_known(n);
        if (steps == max_steps || (known == nullptr && !regions_.same(n, root)))
            return std::nullopt;
        if (known == nullptr && raw(g_).op(n) != opcode::call_function)
            return std::nullopt;
        role const r = known != nullptr ? role{role::fill, 0, ""} : roles_[raw(g_).target_id(n)];
        if (r.what == role::other)
            return std::nullopt;
        if (r.what != role::shape) {
            tensor_spec const* const val = tensor_of(raw(g_).val(n));
            if (val == nullptr)
                return std::nullopt;
            if (outermost == dtype::undefined)
                outermost = val->dtype;
            dtypes |= 1u << static_cast<int>(val->dtype);
        }
        value = known != nullptr ? *known : next(n, r);
    }
    return check(value, outermost, dtypes);
}

GRAFT_CONSTEXPR operand const* number_source::find_known(node_id n) const {
    auto const at = std::lower_bound(known_.begin(), known_.end(), n,
                                     [](known_operand const& k, node_id id) { return k.node < id; });
    return at != known_.end() && at->node == n ? &at->literal : nullptr;
}

GRAFT_CONSTEXPR operand number_source::next(node_id n, role r) const {
    if (r.what == role::zeros || r.what == role::ones)
        return r.what == role::zeros ? zero_ : one_;
    if (r.slot < raw(g_).arg_count(n))
        return raw(g_).operand_at(n, r.slot);
    auto const given = g_.find_kwarg(n, r.key);
    return given ? given->value() : operand{};
}

GRAFT_CONSTEXPR std::optional<number_source::found> number_source::check(operand literal, dtype outermost,
                                                                         std::uint32_t dtypes) const {
    arg_ref const a = g_.view(literal);
    double value = 0;
    if (a.kind() == arg_kind::integer || a.kind() == arg_kind::boolean) {
        std::int64_t const i = a.kind() == arg_kind::integer ? a.integer() : a.boolean();
        constexpr std::int64_t exact = std::int64_t{1} << 53;
        if (i < -exact || i > exact)
            return std::nullopt;
        value = static_cast<double>(i);
    } else if (a.kind() == arg_kind::real) {
        value = a.real();
    } else {
        return std::nullopt;
    }
    for (dtype const d : all_dtypes) {
        if ((dtypes >> static_cast<int>(d) & 1u) == 0)
            continue;
        std::optional<double> const held = rounded(value, d);
        if (!held || (d != outermost && *held != value))
            return std::nullopt;
    }
    return found{literal, value, outermost};
}

GRAFT_CONSTEXPR number_source::role number_source::role_of(op_info const* op) {
    if (op == nullptr)
        return {};
    if (has(op->tags, op_tags::zeros) || has(op->tags, op_tags::ones))
        return {has(op->tags, op_tags::zeros) ? role::zeros : role::ones, 0, {}};
    bool const fills = has(op->tags, op_tags::fills), casts = has(op->tags, op_tags::casts);
    if (!fills && !casts && !has(op->tags, op_tags::keeps_numbers))
        return {};
    std::uint8_t slot = 0;
    while (fills && slot < op->arguments.size() && op->arguments[slot].type != type_kind::scalar)
        ++slot;
    if (slot == op->arguments.size())
        return {};
    return {fills ? role::fill : casts ? role::cast : role::shape, slot, op->arguments[slot].name};
}

GRAFT_CONSTEXPR bool holds_number(number_source::found const& found, constant const& number, double tolerance) {
    double const wanted =
        number.kind == arg_kind::real ? std::bit_cast<double>(number.bits) : static_cast<double>(number.bits);
    if (found.value == wanted)
        return true;
    if (tolerance > 0) {
        double const difference = found.value < wanted ? wanted - found.value : found.value - wanted;
        return difference <= tolerance * (wanted < 0 ? -wanted : wanted);
    }
    if (!is_floating_point(found.rounding))
        return false;
    auto const a = rounded(found.value, found.rounding), b = rounded(wanted, found.rounding);
    return a && b && *a == *b;
}

} // namespace graft::detail
#endif
