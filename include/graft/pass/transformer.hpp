#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/graph_rebuilder.hpp>
#include <graft/meta/scoped_assign.hpp>
#include <graft/meta/vec.hpp>

#include <utility>

namespace graft {

/// Rebuilds a graph by walking it, FX's `Transformer`: a `Derived` overrides what becomes of a kind of node, with the
/// signature that the function has here, and calls that for the rest.
///
/// What a node becomes is an argument of the nodes after it: usually a new node, but any argument will do, an earlier
/// node above all. New nodes have the metadata of the node that they were made for; one that is as it was keeps its
/// name and recorded value, so that `infer_all` is to follow where values may have changed.
template <class Derived>
class transformer {
public:
    /// The new graph; an error that a handler raises names the node.
    [[nodiscard]] constexpr graph transform(graph const& source) {
        graph_rebuilder work(source);
        scoped_assign const scope(work_, &work);
        for (node_id const n : source.nodes()) {
            work.visit(n);
            work.set(at_node(source, n, [&] { return self().run_node(n); }));
        }
        return std::move(work.result);
    }

    /// As a pass: puts the new graph in the place of the old one when they differ, and says whether they do.
    /// Each run has a copy of the transformer.
    constexpr bool operator()(graph& g) const {
        Derived worker = static_cast<Derived const&>(*this);
        graph made = worker.transform(g);
        if (made == g)
            return false;
        g = std::move(made);
        return true;
    }

    //=== what a derived class may override ===//

    /// What becomes of a node: calls the function below of the node's kind.
    constexpr arg run_node(node_id n) {
        call_target const target = source().target(n);
        auto const [args, kwargs] = work_->arguments();
        switch (source().op(n)) {
        case opcode::placeholder: return self().placeholder(target, args, kwargs);
        case opcode::get_attr: return self().get_attr(target, args, kwargs);
        case opcode::call_function: return self().call_function(target, args, kwargs);
        case opcode::call_module: return self().call_module(target, args, kwargs);
        case opcode::call_method: return self().call_method(target, args, kwargs);
        case opcode::output: return self().output(target, args, kwargs);
        case opcode::erased: break;
        }
        raise(errc::internal, "a node that has been erased is visited");
    }
    /// What becomes of a node of this kind, as an argument for the nodes after it: a copy of it with the arguments
    /// given.
    /// @{
    constexpr arg placeholder(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        return create(opcode::placeholder, target, args, kwargs);
    }
    constexpr arg get_attr(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        return create(opcode::get_attr, target, args, kwargs);
    }
    constexpr arg call_function(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs = {}) {
        return create(opcode::call_function, target, args, kwargs);
    }
    constexpr arg call_module(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        return create(opcode::call_module, target, args, kwargs);
    }
    constexpr arg call_method(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        return create(opcode::call_method, target, args, kwargs);
    }
    constexpr arg output(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        return create(opcode::output, target, args, kwargs);
    }
    /// @}

protected:
    /// The graph that is walked, and the one that is made.
    [[nodiscard]] constexpr graph const& source() const { return work_->source(); }
    [[nodiscard]] constexpr graph& result() { return work_->result; } ///< The graph that is made.
    /// The node of the source that is visited.
    [[nodiscard]] constexpr node_id visited() const { return work_->visited(); }

private:
    [[nodiscard]] constexpr Derived& self() { return static_cast<Derived&>(*this); }
    constexpr arg create(opcode op, call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        return arg::node(work_->create(op, target, args, kwargs));
    }

    graph_rebuilder* work_ = nullptr;
};

} // namespace graft
