#pragma once

#include <graft/ir/graph.hpp>

#include <concepts>
#include <memory>
#include <string>
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

} // namespace graft
