#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/signature.hpp>
#include <graft/ir/tree.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/range.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace graft {

struct submodule;

/// A graph and the graphs that its `get_attr` nodes name, such as the branches of a `cond`.
struct graph_module {
    graft::graph graph;        ///< the calls
    vec<submodule> submodules; ///< by the name that `get_attr` nodes have

    /// The submodule of this name, or null.
    [[nodiscard]] graph_module const* find(std::string_view name) const;
};

/// A named graph within another.
struct submodule {
    std::string name;    ///< as a `get_attr` node names it
    graph_module module; ///< the graph and its own submodules
};

inline graph_module const* graph_module::find(std::string_view name) const {
    for (submodule const& s : submodules)
        if (s.name == name)
            return &s.module;
    return nullptr;
}

/// How the program is called from Python. What is not there is as `in_spec_of` and `out_spec_of` say.
struct call_spec {
    std::optional<tree_spec> in_spec;   ///< the tree of the arguments: a tuple of the positional ones, a dict of others
    std::optional<tree_spec> out_spec;  ///< the tree of what is returned
    vec<std::string> forward_arg_names; ///< as `forward` of the module calls them
};

/// What torch.export makes of a module: a graph, its signature, and its state.
struct exported_program {
    graph_module module;                               ///< the graph and its submodules
    graph_signature signature;                         ///< what its inputs and outputs are
    std::map<std::string, tensor> state_dict;          ///< parameters and persistent buffers
    std::map<std::string, tensor> constants;           ///< lifted constants and other buffers
    vec<symbol_range> range_constraints;               ///< what the sizes that are symbols may be
    call_spec call;                                    ///< how Python calls it
    std::map<std::string, std::int64_t> opset_version; ///< by namespace, `aten`
    vec<std::string> verifiers;                        ///< "TRAINING" for a plain export, "ATEN" for a decomposed one
    std::string torch_version;                         ///< that exported it

    /// The graph of the program itself.
    /// @{
    [[nodiscard]] graft::graph& graph() { return module.graph; }
    [[nodiscard]] graft::graph const& graph() const { return module.graph; }
    /// @}

    /// The tensor behind a parameter, buffer or constant input, or null.
    [[nodiscard]] tensor const* find_state(input_spec const& spec) const;

    /// Where that tensor is kept, by its target: the state dict or the constants.
    [[nodiscard]] std::map<std::string, tensor>& state_of(input_spec const& spec) {
        return spec.in_state_dict() ? state_dict : constants;
    }
};

namespace detail {

// Finds out which values are written to. A node is looked at once per value that reaches it through views.
class write_finder {
public:
    explicit write_finder(graph const& g) : g_(g), seen_for_(g.capacity(), no_node) {}

    // True when `n`, or a view of it, is written to by some op, or goes to an op of which nothing is known.
    bool is_written(node_id n);

private:
    bool visit(node_id user, node_id alias, node_id origin);

    static bool holds_node(arg_ref a, node_id n) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (holds_node(a[i], n))
                return true;
        return a.is_node() && a.node() == n;
    }

    graph const& g_;
    vec<node_id> seen_for_; // by node: the value it was last reached from
    vec<node_id> aliases_;
};

} // namespace detail

/// Marks the placeholders of parameters, buffers and constants that nothing changes; passes may fold those.
GRAFT_INLINE void mark_constants(exported_program& program);

/// Gives the outputs of the signature the names of the nodes that the graph returns, or the constants that it returns
/// in the place of a node; for passes that change which.
GRAFT_INLINE void update_output_names(exported_program& program);

/// A program of a graph that has no state: its placeholders are the user's inputs, in their order, and what its output
/// node takes are the user's outputs. Raises where the graph has no output node at its end.
///
/// A placeholder becomes a parameter, buffer or constant by its `input_spec` and a tensor in `state_dict` or `constants`
/// under the spec's target.
[[nodiscard]] GRAFT_INLINE exported_program make_program(graph g);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/opaque.hpp>

#    include <utility>

namespace graft {

GRAFT_INLINE tensor const* exported_program::find_state(input_spec const& spec) const {
    auto const& where = spec.in_state_dict() ? state_dict : constants;
    auto const found = where.find(spec.target);
    return found == where.end() ? nullptr : &found->second;
}

namespace detail {

GRAFT_INLINE bool write_finder::is_written(node_id n) {
    aliases_.assign(1, n);
    while (!aliases_.empty()) {
        node_id const alias = aliases_.back();
        aliases_.pop_back();
        bool written = false;
        g_.for_each_use(alias, [&](node_id user) { written = written || visit(user, alias, n); });
        if (written)
            return true;
    }
    return false;
}

GRAFT_INLINE bool write_finder::visit(node_id user, node_id alias, node_id origin) {
    target_info const target = g_.target(user);
    bool const item = target.name == "operator.getitem";
    if (g_.op(user) != opcode::call_function)
        return false;
    if (!item && target.op == nullptr)
        return is_opaque(target);
    for (std::size_t i = 0; !item && i < target.op->arguments.size(); ++i)
        if (auto const a = g_.schema_arg(user, i); target.op->arguments[i].writes && a)
            if (holds_node(*a, alias))
                return true;
    if (target.gives_alias() && seen_for_[user] != origin) {
        seen_for_[user] = origin;
        aliases_.push_back(user);
    }
    return false;
}

} // namespace detail

GRAFT_INLINE void mark_constants(exported_program& program) {
    graph& g = program.graph();
    detail::write_finder writes(g);
    for (input_spec const& spec : program.signature.inputs) {
        auto const n = g.find(spec.name);
        bool constant = n && program.find_state(spec) != nullptr;
        for (output_spec const& out : program.signature.outputs)
            if ((out.kind == output_kind::buffer_mutation && spec.kind == input_kind::buffer) ||
                (out.kind == output_kind::parameter_mutation && spec.kind == input_kind::parameter))
                constant = constant && out.target != spec.target;
        if (n)
            g.set_constant(*n, constant && !writes.is_written(*n));
    }
}

namespace detail {

// The Python constant that a literal is, if it can be one of a signature.
[[nodiscard]] inline std::optional<constant_value> constant_of(arg_ref literal) {
    switch (literal.kind()) {
    case arg_kind::none: return constant_value{};
    case arg_kind::boolean: return literal.boolean();
    case arg_kind::integer: return literal.integer();
    case arg_kind::real: return literal.real();
    case arg_kind::string: return std::string{literal.text()};
    default: return std::nullopt;
    }
}

} // namespace detail

GRAFT_INLINE void update_output_names(exported_program& program) {
    graph const& g = program.graph();
    node_id const last = g.back();
    if (last == no_node || g.op(last) != opcode::output || g.arg_count(last) != 1)
        return;
    arg_ref const result = g.arg(last, 0);
    bool const several = is_aggregate(result.kind());
    std::size_t const count = several ? result.size() : 1;
    for (std::size_t i = 0; i < count && i < program.signature.outputs.size(); ++i)
        if (arg_ref const item = several ? result[i] : result; item.is_node()) {
            program.signature.outputs[i].name = g.name(item.node());
        } else if (std::optional<constant_value> constant = detail::constant_of(item)) {
            program.signature.outputs[i].name.clear();
            program.signature.outputs[i].value = *std::move(constant);
        }
}

GRAFT_INLINE exported_program make_program(graph g) {
    node_id const last = g.back();
    if (last == no_node || g.op(last) != opcode::output)
        raise(errc::invalid_argument, "the graph has no output node at its end: call g.output(...)");
    exported_program program;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::placeholder)
            program.signature.inputs.emplace_back().name = g.name(n);
    bool const several = g.arg_count(last) == 1 && is_aggregate(g.arg(last, 0).kind());
    program.signature.outputs.resize(several ? g.arg(last, 0).size() : g.arg_count(last));
    program.verifiers = {"ATEN"};
    program.module.graph = std::move(g);
    update_output_names(program);
    return program;
}

} // namespace graft
#endif
