#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// Says which nodes a backend takes: it has `is_node_supported(graph, node)`. It may have
/// `why_not_supported(graph, node)`, the reason in words, and `prepare(graph)`, a support for this graph alone that
/// answers faster.
template <class S>
concept operator_support = std::copy_constructible<S> && requires(S const& support, graph const& g, node_id n) {
    { support.is_node_supported(g, n) } -> std::convertible_to<bool>;
};

namespace detail {

template <operator_support S>
auto prepare_support(S const& support, graph const& g) {
    if constexpr (requires { support.prepare(g); })
        return support.prepare(g);
    else
        return support;
}

template <operator_support S>
std::string why_not_supported(S const& support, graph const& g, node_id n) {
    if constexpr (requires { support.why_not_supported(g, n); })
        return support.why_not_supported(g, n);
    bool const called =
        g.op(n) == opcode::call_function || g.op(n) == opcode::call_module || g.op(n) == opcode::call_method;
    return called ? std::string{g.target(n).name} + " is not supported"
                  : std::string{name(g.op(n))} + " nodes are not supported";
}

} // namespace detail

/// Any operator support, as partitioners hold them.
class any_operator_support {
public:
    /// Holds a copy of `support`.
    template <class S>
        requires(!std::same_as<S, any_operator_support> && operator_support<S>)
    any_operator_support(S support) : held_(std::make_shared<holder<S>>(std::move(support))) {}

    /// True when the node may be in a partition.
    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return held_->is_node_supported(g, n); }
    /// Why the node may not be in a partition, as text.
    [[nodiscard]] std::string why_not_supported(graph const& g, node_id n) const {
        return held_->why_not_supported(g, n);
    }
    /// The support of the nodes of one graph, which answers in less time.
    [[nodiscard]] any_operator_support prepare(graph const& g) const { return held_->prepare(g); }

private:
    struct base {
        virtual ~base() = default;
        [[nodiscard]] virtual bool is_node_supported(graph const&, node_id) const = 0;
        [[nodiscard]] virtual std::string why_not_supported(graph const&, node_id) const = 0;
        [[nodiscard]] virtual any_operator_support prepare(graph const&) const = 0;
    };

    template <class S>
    struct holder final : base {
        explicit holder(S s) : support(std::move(s)) {}
        [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const override {
            return support.is_node_supported(g, n);
        }
        [[nodiscard]] std::string why_not_supported(graph const& g, node_id n) const override {
            return detail::why_not_supported(support, g, n);
        }
        [[nodiscard]] any_operator_support prepare(graph const& g) const override {
            return detail::prepare_support(support, g);
        }
        S support;
    };

    std::shared_ptr<base const> held_;
};

/// A support that asks a function of graph and node, such as one that says `g.target(n) == aten::relu`; FX's name.
template <class F>
    requires std::copy_constructible<F> && std::predicate<F const&, graph const&, node_id>
[[nodiscard]] auto create_op_support(F function) {
    struct function_support {
        F function;
        [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return function(g, n); }
    };
    return function_support{std::move(function)};
}

namespace detail {

// Several supports as one: all of them must agree, or one of them is enough.
class support_list {
public:
    support_list(bool all, vec<any_operator_support> parts) : all_(all), parts_(std::move(parts)) {}

    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const {
        auto const agrees = [&](any_operator_support const& part) { return part.is_node_supported(g, n); };
        return all_ ? std::all_of(parts_.begin(), parts_.end(), agrees)
                    : std::any_of(parts_.begin(), parts_.end(), agrees);
    }

    // Of the first that declines.
    [[nodiscard]] std::string why_not_supported(graph const& g, node_id n) const {
        for (any_operator_support const& part : parts_)
            if (!part.is_node_supported(g, n))
                return part.why_not_supported(g, n);
        return "nothing is supported";
    }

    [[nodiscard]] support_list prepare(graph const& g) const {
        support_list prepared(all_, {});
        for (any_operator_support const& part : parts_)
            prepared.parts_.push_back(part.prepare(g));
        return prepared;
    }

private:
    bool all_;
    vec<any_operator_support> parts_;
};

} // namespace detail

/// Supports what all of the supports do, asking them in order; everything when there are none.
template <operator_support... S>
[[nodiscard]] detail::support_list chain(S... supports) {
    return {true, {any_operator_support(std::move(supports))...}};
}

/// Supports what any of the supports does; nothing when there are none.
template <operator_support... S>
[[nodiscard]] detail::support_list any_chain(S... supports) {
    return {false, {any_operator_support(std::move(supports))...}};
}

namespace detail {

struct dtype_decliner {
    dtype declined;

    // The first input of the dtype, or `no_node`.
    [[nodiscard]] node_id find_input(graph const& g, node_id n) const;
    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return find_input(g, n) == no_node; }
    [[nodiscard]] std::string why_not_supported(graph const& g, node_id n) const {
        return "its input %" + std::string{g.name(find_input(g, n))} + " is " + std::string{fx_name(declined)};
    }
};

struct name_decliner {
    std::set<std::string, std::less<>> names;

    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return !names.contains(g.name(n)); }
    [[nodiscard]] std::string why_not_supported(graph const&, node_id) const { return "its name is declined"; }
};

} // namespace detail

/// Supports what takes no tensor of this dtype, as far as the dtypes of values are known.
[[nodiscard]] inline detail::dtype_decliner decline_if_input_dtype(dtype d) { return {d}; }

/// Supports all nodes but those of these names.
[[nodiscard]] inline detail::name_decliner decline_if_node_in_names(vec<std::string_view> const& names) {
    return {{names.begin(), names.end()}};
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/symbolic/value_spec.hpp>

namespace graft::detail {

inline bool holds_dtype(value_spec const& value, dtype d) {
    if (value.k == value_spec::kind::tensor)
        return value.tensor.dtype == d;
    for (value_spec const& item : value.items)
        if (holds_dtype(item, d))
            return true;
    return false;
}

GRAFT_INLINE node_id dtype_decliner::find_input(graph const& g, node_id n) const {
    node_id found = no_node;
    g.for_each_input(n, [&](node_id input) {
        value_spec const* const value = g.val(input);
        if (found == no_node && value != nullptr && holds_dtype(*value, declined))
            found = input;
    });
    return found;
}

} // namespace graft::detail
#endif
