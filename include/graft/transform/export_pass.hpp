#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/graph_rebuilder.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/scoped_assign.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/result.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/value_spec.hpp>
#include <graft/transform/rebuild_frame.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// What is known of an argument: the value of its node, or of the number, list or tuple that it is; none otherwise.
[[nodiscard]] GRAFT_CONSTEXPR value_spec spec_of(graph const& g, arg const& a);

/// What is known of what the graph returns, always as a list.
[[nodiscard]] GRAFT_CONSTEXPR vec<value_spec> result_specs(graph const& g);

/// One row of a tensor that `map` or `scan` goes over: it lacks the first dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec row_spec(value_spec rows);

/// `count` rows of this kind as one tensor.
[[nodiscard]] GRAFT_CONSTEXPR value_spec stacked_spec(value_spec row, sym_int const& count);

/// The number of rows in the first of several tensors.
[[nodiscard]] GRAFT_CONSTEXPR sym_int row_count(vec<value_spec> const& rows);

/// The values of a `cond`, nothing when its branches disagree.
[[nodiscard]] constexpr std::optional<value_spec> branch_spec(vec<value_spec> const& when_true,
                                                              vec<value_spec> const& when_false) {
    return when_true == when_false ? std::optional{value_spec::of_list(when_true)} : std::nullopt;
}

/// A pass overrides a function that no call goes to, and would do nothing.
template <class PASS>
struct handler_is_never_called {
    static_assert(never_type<PASS>, "graft: PASS has a call_function, call_module or call_method, which an export_pass "
                                    "never calls: override call_operator and its like");
};

/// Rebuilds a program by walking it, exir's `ExportPass`: a `Derived` overrides what becomes of a kind of call, with
/// the signature that the function has here, and calls that for the rest.
///
/// What a call becomes is an argument of the calls after it: a new node, an earlier one, a literal, or a tuple of
/// arguments in the place of several results. Every new node has the value that its op's meta function gives and
/// the metadata of the node that it was made for; one that is as it was keeps its name. The graphs that control flow
/// calls are rebuilt with it, their inputs being what the call gives. A pass that raises leaves the program as it is.
///
/// The metadata that a handler is given is that of the source node, of which it tells the users, too; `users` and
/// `source_node` tell them of an argument.
template <class Derived>
class export_pass {
public:
    using arguments = vec<arg>;           ///< positional ones
    using keyword_arguments = vec<kwarg>; ///< those given by name

    /// Runs the pass, between `expects` and `ensures` if it has them; each run has a copy of the pass.
    pass_result operator()(exported_program& program) const {
        Derived const& pass = static_cast<Derived const&>(*this);
        if constexpr (requires { pass.expects(program); })
            pass.expects(program);
        pass_result const result = pass.call(program);
        if constexpr (requires { pass.ensures(program); })
            pass.ensures(program);
        return result;
    }

    /// Rebuilds the program; it is modified when any graph differs from what it was.
    pass_result call(exported_program& program) const {
        check_handlers();
        Derived worker = static_cast<Derived const&>(*this);
        return worker.run(program);
    }

    //=== what a derived class may override ===//

    /// What becomes of an input.
    arg placeholder(std::string_view name, node_metadata const& meta) {
        arg const made = create(opcode::placeholder, name, {}, {}, meta);
        if (value_spec const* const given = frame_->input())
            val_of(made, *given);
        return made;
    }
    /// What becomes of an attribute: a submodule, or a constant.
    arg get_attr(std::string_view name, node_metadata const& meta) {
        return create(opcode::get_attr, name, {}, {}, meta);
    }
    /// A call of an op: aten, edge or a backend's.
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        return inferred(create(opcode::call_function, op, args, kwargs, meta));
    }
    /// A Python function on symbolic numbers.
    arg call_sym(call_target const& function, arguments const& args, node_metadata const& meta) {
        return inferred(create(opcode::call_function, function, args, {}, meta));
    }
    /// `key` is an integer; an item of a tuple is itself, without a node.
    arg call_getitem(arg const& value, arg const& key, node_metadata const& meta) {
        if (value.kind == arg_kind::tuple || value.kind == arg_kind::list)
            return item(value, key);
        return inferred(create(opcode::call_function, "operator.getitem", {value, key}, {}, meta));
    }
    /// `cond`: one of two graphs, by a truth.
    arg call_cond(arg const& predicate, arg const& true_graph, arg const& false_graph, arg const& operands,
                  node_metadata const& meta) {
        vec<value_spec> const inputs = specs(operands);
        vec<value_spec> const when_true = self().call_submodule(true_graph, inputs),
                              when_false = self().call_submodule(false_graph, inputs);
        std::optional<value_spec> const result = branch_spec(when_true, when_false);
        arg const made = create(opcode::call_function, "torch.ops.higher_order.cond",
                                {predicate, true_graph, false_graph, operands}, {}, meta);
        return result ? val_of(made, *result) : known(made);
    }
    /// `map_impl`: a graph for each row, and the results stacked.
    arg call_map(arg const& body, arg const& rows, arg const& operands, node_metadata const& meta) {
        vec<value_spec> const over = specs(rows);
        sym_int const count = row_count(over);
        vec<value_spec> inputs = rows_of(over);
        append(inputs, specs(operands));
        vec<value_spec> results = self().call_submodule(body, inputs);
        for (value_spec& r : results)
            r = stacked_spec(std::move(r), count);
        return val_of(
            create(opcode::call_function, "torch.ops.higher_order.map_impl", {body, rows, operands}, {}, meta),
            value_spec::of_list(std::move(results)));
    }
    /// `while_loop`: a graph again and again while another gives true.
    arg call_while(arg const& condition, arg const& body, arg const& carried, arg const& operands,
                   node_metadata const& meta) {
        vec<value_spec> inputs = specs(carried);
        append(inputs, specs(operands));
        static_cast<void>(self().call_submodule(condition, inputs));
        vec<value_spec> results = self().call_submodule(body, inputs);
        return val_of(create(opcode::call_function, "torch.ops.higher_order.while_loop",
                             {condition, body, carried, operands}, {}, meta),
                      value_spec::of_list(std::move(results)));
    }
    /// `scan`: a graph for each row, which hands values on, and the results of the rows stacked.
    arg call_scan(arg const& combine, arg const& carried, arg const& rows, arg const& operands,
                  node_metadata const& meta) {
        vec<value_spec> const over = specs(rows);
        sym_int const count = row_count(over);
        vec<value_spec> inputs = specs(carried);
        std::size_t const kept = inputs.size();
        append(inputs, rows_of(over));
        append(inputs, specs(operands));
        vec<value_spec> results = self().call_submodule(combine, inputs);
        for (std::size_t i = kept; i < results.size(); ++i)
            results[i] = stacked_spec(std::move(results[i]), count);
        return val_of(
            create(opcode::call_function, "torch.ops.higher_order.scan", {combine, carried, rows, operands}, {}, meta),
            value_spec::of_list(std::move(results)));
    }
    /// Any other higher-order operator: stays as it is, with its graphs.
    arg call_higher_order(call_target const& function, arguments const& args, keyword_arguments const& kwargs,
                          node_metadata const& meta) {
        return known(create(opcode::call_function, function, args, kwargs, meta));
    }
    /// Rebuilds a graph when control flow first calls it, with these inputs; returns what it gives.
    vec<value_spec> call_submodule(arg const& attribute, vec<value_spec> const& inputs) {
        std::size_t const i = frame_->submodule_of(attribute);
        std::optional<graph_module>& made = frame_->rebuilt(i);
        if (!made)
            made = rebuild(frame_->submodule(i), &inputs);
        return result_specs(made->graph);
    }
    /// What the graph returns.
    arg output(arg const& results, node_metadata const& meta) {
        return create(opcode::output, "output", {results}, {}, meta);
    }

protected:
    /// The program that the pass runs on, as it was.
    [[nodiscard]] exported_program const& program() const { return *program_; }
    /// The graph that is walked, and the one that is made.
    [[nodiscard]] graph const& source() const { return frame_->work.source(); }
    [[nodiscard]] graph& result() { return frame_->work.result; } ///< The graph that is made.
    /// What is known of an argument of the new graph, or null.
    [[nodiscard]] value_spec const* val(arg const& a) const {
        return a.kind == arg_kind::node ? frame_->work.result.val(static_cast<node_id>(a.bits)) : nullptr;
    }

    /// The nodes of the source that use what this argument stands for, each once; nodes that became the argument, as
    /// one that was left out, are no users. None of a literal, or of a node made since the last call.
    [[nodiscard]] vec<node_id> users(arg const& a) const {
        return a.kind == arg_kind::node ? frame_->work.source_users(static_cast<node_id>(a.bits)) : vec<node_id>();
    }
    /// The node of the source that became this argument, the first where several did. Raises for a literal, and for a
    /// node made since the last call.
    [[nodiscard]] node_metadata source_node(arg const& a) const {
        vec<node_id> const nodes =
            a.kind == arg_kind::node ? frame_->work.sources(static_cast<node_id>(a.bits)) : vec<node_id>();
        if (nodes.empty())
            raise(errc::invalid_argument, "no node of the source became this argument");
        return {&source(), nodes.front()};
    }

private:
    [[nodiscard]] Derived& self() { return static_cast<Derived&>(*this); }

    static constexpr void check_handlers() {
        if constexpr (
            requires { &Derived::call_function; } || requires { &Derived::call_module; } ||
            requires { &Derived::call_method; })
            static_cast<void>(requires { sizeof(handler_is_never_called<Derived>); });
    }

    pass_result run(exported_program& program) {
        scoped_assign<exported_program const*> const scope(program_, &program);
        graph_module made = rebuild(program.module, nullptr);
        if (made == program.module)
            return {false};
        graph_signature signature = program.signature;
        check_outputs(made.graph, signature);
        rename_inputs(program.graph(), made.graph, signature);
        program.module = std::move(made);
        program.signature = std::move(signature);
        update_output_names(program);
        return {true};
    }

    graph_module rebuild(graph_module const& module, vec<value_spec> const* inputs) {
        detail::rebuild_frame current(module, inputs);
        scoped_assign const scope(frame_, &current);
        for (node_id const n : module.graph.nodes()) {
            current.work.visit(n);
            current.work.set(at_node(module.graph, n, [&] { return run_node(n); }));
        }
        return current.finish();
    }

    arg run_node(node_id n) {
        graph_rebuilder const& work = frame_->work;
        graph const& g = work.source();
        switch (g.op(n)) {
        case opcode::placeholder: frame_->begin_input(); return self().placeholder(g.target(n).name, work.metadata());
        case opcode::get_attr: return self().get_attr(g.target(n).name, work.metadata());
        case opcode::call_function: return run_call(g.target(n), work.arguments(), work.metadata());
        case opcode::output:
            if (g.arg_count(n) != 1)
                raise(errc::invalid_argument, "the output has ", g.arg_count(n), " arguments, not one");
            return self().output(work.arguments().args.front(), work.metadata());
        default: raise(errc::unsupported, name(g.op(n)), " is no part of an exported program");
        }
    }

    arg run_call(target_info const& target, call_arguments const& given, node_metadata const& meta) {
        auto const& [args, kwargs] = given;
        if (target.is_op())
            return self().call_operator(target, args, kwargs, meta);
        std::string_view constexpr higher_order = "torch.ops.higher_order.";
        auto const calls = [&](std::string_view name, std::size_t count) {
            return target.name == name && args.size() == count && kwargs.empty();
        };
        if (calls("operator.getitem", 2))
            return self().call_getitem(args[0], args[1], meta);
        if (find_sym_target(target.name) != nullptr && kwargs.empty())
            return self().call_sym(target, args, meta);
        if (calls("torch.ops.higher_order.cond", 4))
            return self().call_cond(args[0], args[1], args[2], args[3], meta);
        if (calls("torch.ops.higher_order.map_impl", 3))
            return self().call_map(args[0], args[1], args[2], meta);
        if (calls("torch.ops.higher_order.while_loop", 4))
            return self().call_while(args[0], args[1], args[2], args[3], meta);
        if (calls("torch.ops.higher_order.scan", 4))
            return self().call_scan(args[0], args[1], args[2], args[3], meta);
        if (target.name.starts_with(higher_order))
            return self().call_higher_order(target, args, kwargs, meta);
        raise(errc::unsupported, target.name, ": a call of it is no part of an exported program");
    }

    arg create(opcode op, call_target const& target, arguments const& args, keyword_arguments const& kwargs,
               node_metadata const& meta) {
        return arg::node(frame_->work.create(op, target, args, kwargs, meta));
    }
    arg val_of(arg const& made, value_spec value) {
        result().set_val(static_cast<node_id>(made.bits), std::move(value));
        return made;
    }
    arg inferred(arg const& made) {
        infer(result(), static_cast<node_id>(made.bits), program_->range_constraints);
        return made;
    }
    // What has the value that it had.
    arg known(arg const& made) const {
        if (val(made) == nullptr)
            raise(errc::unsupported, "nothing is known of the result of this call");
        return made;
    }

    static arg item(arg const& value, arg const& key) {
        auto const count = static_cast<std::int64_t>(value.items.size());
        if (key.kind != arg_kind::integer || key.bits < -count || key.bits >= count)
            raise(errc::invalid_argument, "there is no such item of the ", count, " values");
        return value.items[static_cast<std::size_t>(key.bits < 0 ? key.bits + count : key.bits)];
    }

    // What a graph that is called with these operands gets; torch has none of it require gradients.
    [[nodiscard]] vec<value_spec> specs(arg const& operands) const {
        vec<value_spec> items = spec_of(frame_->work.result, operands).items;
        for (value_spec& item : items)
            item.tensor.requires_grad = false;
        return items;
    }
    static vec<value_spec> rows_of(vec<value_spec> specs) {
        for (value_spec& s : specs)
            s = row_spec(std::move(s));
        return specs;
    }
    static void append(vec<value_spec>& to, vec<value_spec> const& from) {
        to.insert(to.end(), from.begin(), from.end());
    }

    static void check_outputs(graph const& g, graph_signature const& signature) {
        node_id const last = g.back();
        if (last == no_node || g.op(last) != opcode::output)
            raise(errc::invalid_argument, "the pass left the graph without an output");
        arg_ref const result = g.arg(last, 0);
        std::size_t const count = is_aggregate(result.kind()) ? result.size() : 1;
        if (count != signature.outputs.size())
            raise(errc::invalid_argument, "the graph returns ", count, " values, where the program returns ",
                  signature.outputs.size());
    }
    static void rename_inputs(graph const& before, graph const& after, graph_signature& signature) {
        std::map<std::string_view, std::string_view> renamed;
        vec<node_id> const old_nodes = detail::placeholders(before), new_nodes = detail::placeholders(after);
        for (std::size_t i = 0; i < old_nodes.size(); ++i)
            renamed.emplace(before.name(old_nodes[i]), after.name(new_nodes[i]));
        for (input_spec& spec : signature.inputs)
            if (auto const found = renamed.find(spec.name); found != renamed.end())
                spec.name = std::string{found->second};
    }

    detail::rebuild_frame* frame_ = nullptr;
    exported_program const* program_ = nullptr;
};

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/map_arg.hpp>

namespace graft {

GRAFT_CONSTEXPR value_spec spec_of(graph const& g, arg const& a) {
    switch (a.kind) {
    case arg_kind::node: {
        value_spec const* const val = g.val(static_cast<node_id>(a.bits));
        return val == nullptr ? value_spec{} : *val;
    }
    case arg_kind::boolean: return value_spec::of_boolean(a.bits);
    case arg_kind::integer: return value_spec::of_integer(a.bits);
    case arg_kind::list:
    case arg_kind::tuple: {
        vec<value_spec> items;
        for (arg const& item : a.items)
            items.push_back(spec_of(g, item));
        return value_spec::of_list(std::move(items));
    }
    default: return {};
    }
}

GRAFT_CONSTEXPR vec<value_spec> result_specs(graph const& g) {
    node_id const last = g.back();
    if (last == no_node || g.op(last) != opcode::output || g.arg_count(last) != 1)
        raise(errc::invalid_argument, "a graph that control flow calls has no output");
    value_spec result = spec_of(g, to_arg(g.arg(last, 0)));
    return result.is_list() ? std::move(result.items) : vec{std::move(result)};
}

GRAFT_CONSTEXPR value_spec row_spec(value_spec rows) {
    if (!rows.is_tensor() || rows.tensor.dim() == 0)
        raise(errc::invalid_argument, "control flow goes over the rows of what is no tensor of rank 1 or more");
    rows.tensor.sizes.erase(rows.tensor.sizes.begin());
    rows.tensor.strides.erase(rows.tensor.strides.begin());
    return rows;
}

GRAFT_CONSTEXPR value_spec stacked_spec(value_spec row, sym_int const& count) {
    if (!row.is_tensor())
        raise(errc::invalid_argument, "a row that control flow computes is no tensor");
    row.tensor.sizes.insert(row.tensor.sizes.begin(), count);
    row.tensor.strides = contiguous_strides(row.tensor.sizes);
    row.tensor.storage_offset = 0;
    return row;
}

GRAFT_CONSTEXPR sym_int row_count(vec<value_spec> const& rows) {
    if (rows.empty() || !rows.front().is_tensor() || rows.front().tensor.dim() == 0)
        raise(errc::invalid_argument, "control flow goes over no rows");
    return rows.front().tensor.sizes.front();
}

} // namespace graft
#endif
