#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/core/text.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/string_table.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// When two arguments are the same to `eliminate_common_subexpressions`.
enum class argument_equality : std::uint8_t {
    /// Equal values of equal kind: `1`, `1.0` and `True` differ, as do 0.0 and -0.0.
    same_kind,
    /// As FX's fx_graph_cse compares: Python's `==`, under which `1`, `1.0` and `True` are equal, as are 0.0 and -0.0,
    /// and of the calls of one hash (Python's: those of -1 and -2 are equal, lists hash as tuples) only the first is kept
    /// to compare with; a slice is an error. It may change what a program computes.
    python,
};

namespace detail {

// The call of a node as a sequence of bytes, equal for equal calls.
class call_key {
public:
    constexpr explicit call_key(graph const& g) : g_(g) {}

    [[nodiscard]] constexpr std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

    GRAFT_CONSTEXPR void exact(node_id n);

    // The call as Python compares it.
    GRAFT_CONSTEXPR_INLINE void python(node_id n) {
        start(n, g_.op(n) == opcode::call_function);
        add(g_.arg_count(n));
        for_each_leaf(n, true, [this](arg_ref leaf) { python_leaf(leaf, false); });
    }

    // What of the call goes into its hash in Python: the leaves without the structure around them.
    GRAFT_CONSTEXPR_INLINE void python_hash(node_id n) {
        start(n, g_.op(n) == opcode::call_function);
        for_each_leaf(n, false, [this](arg_ref leaf) { python_leaf(leaf, true); });
    }

private:
    enum class tag : std::uint8_t { node, integer, real, complex, nan, range, other, begin, key, keywords };

    constexpr void add(std::uint64_t value) {
        for (; value >= 128; value >>= 7)
            bytes_.push_back(static_cast<char>(value | 128));
        bytes_.push_back(static_cast<char>(value));
    }
    constexpr void add(tag t) { bytes_.push_back(static_cast<char>(t)); }

    constexpr void start(node_id n, std::uint64_t kind) {
        bytes_.clear();
        add(g_.target_id(n));
        add(kind);
    }

    // Equal literals of one graph have one id.
    GRAFT_CONSTEXPR void operand_key(arg_ref a);

    constexpr void begin(arg_ref a) {
        add(tag::begin);
        add(static_cast<std::uint64_t>(a.kind()));
        add(a.size());
    }
    constexpr void key(std::string_view text) {
        add(tag::key);
        add(text.size());
        append(bytes_, text);
    }

    template <class F>
    constexpr void for_each_leaf(node_id n, bool structure, F f) {
        for (std::size_t i = 0; i < g_.arg_count(n); ++i)
            leaves(g_.arg(n, i), structure, f);
        add(tag::keywords);
        for (std::size_t i = 0; i < g_.kwarg_count(n); ++i) {
            if (structure)
                key(g_.kwarg_key(n, i));
            leaves(g_.kwarg(n, i), structure, f);
        }
    }

    template <class F>
    constexpr void leaves(arg_ref a, bool structure, F& f) {
        if (a.kind() == arg_kind::slice)
            raise(errc::unsupported, "a slice has no hash in Python, so that fx_graph_cse raises on it");
        if (a.kind() != arg_kind::list && a.kind() != arg_kind::tuple && a.kind() != arg_kind::dict)
            return f(a);
        if (structure)
            begin(a);
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (structure && a.kind() == arg_kind::dict)
                key(a.key(i));
            leaves(a[i], structure, f);
        }
    }

    GRAFT_CONSTEXPR void python_leaf(arg_ref a, bool hash);

    constexpr void integer(std::int64_t value, bool hash) {
        add(tag::integer);
        add(static_cast<std::uint64_t>(hash ? python_hash_of(value) : value));
    }

    // CPython: modulo 2^61 - 1 with the sign of the number, and -1 means an error.
    static constexpr std::int64_t python_hash_of(std::int64_t value) {
        std::int64_t const rest = value % ((std::int64_t{1} << 61) - 1);
        return rest == -1 ? -2 : rest;
    }

    GRAFT_CONSTEXPR void real(double value, bool hash);

    // Ranges are equal when their numbers are.
    GRAFT_CONSTEXPR void range(arg_ref a);

    graph const& g_;
    vec<char> bytes_;
    std::uint64_t nans_ = 0;
};

// True for a call that may write to an argument: by its schema, for an op that nothing is known of always, and for a
// function by its name.
GRAFT_CONSTEXPR bool may_write(graph const& g, node_id n);

GRAFT_CONSTEXPR bool any_may_write(graph const& g);

} // namespace detail

/// Makes one node of calls of one target with the same arguments, unless they are impure: the users of a later one use
/// the first, and the later one is erased; returns how many. Linear in the size of the graph.
struct eliminate_common_subexpressions_pass {
    static constexpr std::string_view name = "eliminate_common_subexpressions"; ///< by which constraints name it
    /// Calls that `banned(n)` names stay.
    template <class Banned>
    constexpr std::size_t operator()(graph& g, Banned&& banned,
                                     argument_equality equality = argument_equality::same_kind) const {
        struct first_call {
            node_id node;
            std::uint32_t key;
        };
        bool const python = equality == argument_equality::python;
        detail::call_key key{g};
        string_table keys;
        vec<first_call> first; // by key: of the call, or of its hash
        std::size_t merged = 0;
        for (node_id const n : g.nodes()) {
            opcode const op = g.op(n);
            if (op == opcode::placeholder || op == opcode::get_attr || op == opcode::output || banned(n))
                continue;
            python ? key.python(n) : key.exact(n);
            std::uint32_t const call = keys.intern(key.bytes());
            std::uint32_t bucket = call;
            if (python) {
                key.python_hash(n);
                bucket = keys.intern(key.bytes());
            }
            first.resize(keys.size(), {no_node, 0});
            if (first[bucket].node == no_node) {
                first[bucket] = {n, call};
            } else if (first[bucket].key == call) {
                g.replace_all_uses_with(n, first[bucket].node);
                g.erase_node(n);
                ++merged;
            }
        }
        return merged;
    }
    /// A graph with an op that writes to its arguments stays as it is, since equal calls may then have different
    /// results.
    GRAFT_CONSTEXPR_INLINE std::size_t operator()(graph& g) const {
        return detail::any_may_write(g) ? 0 : (*this)(g, [&g](node_id n) { return is_impure(g, n); });
    }
};
inline constexpr eliminate_common_subexpressions_pass eliminate_common_subexpressions{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/opaque.hpp>

#    include <bit>

namespace graft::detail {

GRAFT_CONSTEXPR void call_key::exact(node_id n) {
    start(n, static_cast<std::uint64_t>(g_.op(n)));
    add(g_.arg_count(n));
    for (std::size_t i = 0; i < g_.operand_count(n); ++i)
        operand_key(g_.view(g_.operand_at(n, i)));
}

GRAFT_CONSTEXPR void call_key::operand_key(arg_ref a) {
    if (a.is_node()) {
        add(tag::node);
        add(a.node());
    } else if (a.value().is_literal()) {
        add(tag::other);
        add(a.value().id());
    } else {
        begin(a);
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (a.kind() == arg_kind::dict)
                key(a.key(i));
            operand_key(a[i]);
        }
    }
}

GRAFT_CONSTEXPR void call_key::python_leaf(arg_ref a, bool hash) {
    switch (a.kind()) {
    case arg_kind::node: add(tag::node); return add(a.node());
    case arg_kind::boolean: return integer(a.boolean() ? 1 : 0, hash);
    case arg_kind::integer: return integer(a.integer(), hash);
    case arg_kind::real: return real(a.real(), hash);
    case arg_kind::complex:
        if (a[1].real() == 0)
            return real(a[0].real(), hash);
        add(tag::complex);
        real(a[0].real(), hash);
        return real(a[1].real(), hash);
    case arg_kind::range: return range(a);
    default: add(tag::other); add(a.value().id());
    }
}

GRAFT_CONSTEXPR void call_key::real(double value, bool hash) {
    constexpr double limit = 9223372036854775808.0;
    if (value != value) {
        add(tag::nan); // equal to nothing
        return add(++nans_);
    }
    if (value >= -limit && value < limit && static_cast<double>(static_cast<std::int64_t>(value)) == value)
        return integer(static_cast<std::int64_t>(value), hash);
    add(tag::real);
    add(std::bit_cast<std::uint64_t>(value));
}

GRAFT_CONSTEXPR void call_key::range(arg_ref a) {
    std::int64_t const start = a[0].integer(), stop = a[1].integer();
    std::int64_t const step = a.size() == 3 ? a[2].integer() : 1;
    std::uint64_t const begin = static_cast<std::uint64_t>(start), end = static_cast<std::uint64_t>(stop);
    std::uint64_t count = 0;
    if (step > 0 && start < stop)
        count = (end - begin - 1) / static_cast<std::uint64_t>(step) + 1;
    else if (step < 0 && start > stop)
        count = (begin - end - 1) / (0 - static_cast<std::uint64_t>(step)) + 1;
    add(tag::range);
    add(count);
    if (count > 0)
        add(begin);
    if (count > 1)
        add(static_cast<std::uint64_t>(step));
}

GRAFT_CONSTEXPR bool may_write(graph const& g, node_id n) {
    if (g.op(n) == opcode::call_method)
        return g.target(n).name.size() > 1 && g.target(n).name.back() == '_';
    if (g.op(n) != opcode::call_function)
        return false;
    target_info const target = g.target(n);
    if (target.op != nullptr)
        return target.op->mutates();
    std::size_t const end = target.name.size();
    return is_opaque(target) || (end > 0 && target.name[end - 1] == '_' && (end < 2 || target.name[end - 2] != '_'));
}

GRAFT_CONSTEXPR bool any_may_write(graph const& g) {
    for (node_id const n : g.nodes())
        if (may_write(g, n))
            return true;
    return false;
}

} // namespace graft::detail
#endif
