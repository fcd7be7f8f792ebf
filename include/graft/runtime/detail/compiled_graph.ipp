#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/called_op.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/dialect/memory_alloc.hpp>
#include <graft/dialect/sym_known.hpp>
#include <graft/ir/bind_arguments.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/control_flow.hpp>
#include <graft/runtime/detail/bound_steps.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/run_kernel.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace graft::detail {

/// True if a tensor has the dtype and sizes of the spec.
[[nodiscard]] inline bool fits(tensor const& t, tensor_spec const& spec) {
    return t.dtype() == spec.dtype && std::equal(t.sizes().begin(), t.sizes().end(), spec.sizes.begin(),
                                                 spec.sizes.end(), [](auto a, sym_int const& b) { return b == a; });
}

GRAFT_INLINE bool settle_results(call<tensor> const& c, vec<tensor>& results) {
    if (c.op().meta == nullptr)
        return true;
    bool known = true;
    value_spec value;
    attempt([&] { value = infer(spec_call::of_program(c).get()); },
            [&](error const& e) {
                if (e.code() != errc::unsupported)
                    raise(e);
                known = false;
            });
    if (!known)
        return false;
    view<value_spec const> const given = value.is_list() ? view(value.items) : view(&value, 1);
    if (given.size() != results.size())
        raise(errc::invalid_argument, c.op().name, ": the program says that it gives ", results.size(),
              " values, but it gives ", given.size());
    bool const is_list = !c.op().returns.empty() && c.op().returns[0].list;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!given[i].is_tensor() && !results[i].defined())
            continue;
        if (is_list && given[i].k == value_spec::kind::none) // of a size that depends on elements
            return false;
        if (given[i].is_tensor() && !results[i].defined())
            results[i] = allocate(given[i].tensor);
        else if (!given[i].is_tensor() || !fits(results[i], given[i].tensor))
            raise(errc::invalid_argument, c.op().name, ": the program says that it gives ", text(spec_of(results[i])),
                  ", but it gives ", given[i].is_tensor() ? text(given[i].tensor) : "no tensor");
    }
    return true;
}

GRAFT_INLINE std::optional<dim_vector> known_sizes(tensor_spec const& spec, sym_bindings const& bindings) {
    return known_numbers(spec.sizes, bindings);
}

GRAFT_INLINE tensor likely_tensor(value_spec const* val, sym_bindings const& bindings) {
    if (val == nullptr || !val->is_tensor())
        return {};
    std::optional<dim_vector> const sizes = known_sizes(val->tensor, bindings);
    return sizes ? laid_out(tensor::empty(*sizes, val->tensor.dtype), val->tensor, bindings) : tensor{};
}

GRAFT_INLINE tensor laid_out(tensor const& made, tensor_spec const& spec, sym_bindings const& bindings) {
    std::optional<dim_vector> const strides = known_numbers(spec.strides, bindings);
    if (!strides || strides->size() != made.dim() ||
        std::any_of(strides->begin(), strides->end(), [](auto s) { return s < 0; }) ||
        is_contiguous(made.sizes(), *strides))
        return made;
    return tensor::empty({element_span(made.sizes(), *strides)}, made.dtype()).as_strided(made.sizes(), *strides, 0);
}

GRAFT_INLINE compiled_graph::compiled_graph(graph_module const& module, run_environment const& environment,
                                            vec<known_input> const& inputs)
    : module_(&module), library_(environment.library), values_(g().capacity()), infos_(g().capacity()) {
    for (known_input const& input : inputs) {
        values_[input.node].tensor = input.tensor;
        infos_[input.node].fixed = input.tensor.defined();
        infos_[input.node].stays = input.stays;
        infos_[input.node].constant = input.constant;
    }
    writes_ = std::make_unique<write_finder>(g());
    for (node_id const n : g().nodes())
        at_node(g(), n, [&] { compile(n, environment); });
    writes_.reset();
}

GRAFT_INLINE run_values compiled_graph::run(run_values const& inputs) {
    if (inputs_.size() != inputs.size())
        raise(errc::invalid_argument, "the graph takes ", inputs_.size(), " inputs, not ", inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        assign(inputs_[i], inputs[i]);
    run();
    run_values results;
    if (node_id const last = g().back(); last != no_node && g().op(last) == opcode::output)
        for (run_value const& v : as_list(arg(last, 0)))
            results.push_back(v.is_tensor() ? run_value{v.tensor().clone()} : v);
    return results;
}

GRAFT_INLINE void compiled_graph::compile(node_id n, run_environment const& environment) {
    node_action const action = action_of(g(), n);
    switch (action) {
    case node_action::input: inputs_.push_back(n); return compile_number(n, environment.bindings);
    case node_action::reading:
    case node_action::function:
        infos_[n].is_number = true;
        compile_number(n, environment.bindings);
        if (infos_[n].late)
            add_number(n, action);
        return;
    case node_action::attribute: return compile_attribute(n, environment);
    case node_action::kernel: return compile_call(n, environment);
    case node_action::item: return compile_item(n, environment);
    case node_action::memory: return compile_memory(n, environment);
    case node_action::output:
    case node_action::statement: return;
    case node_action::submodule:
    case node_action::unknown: raise(errc::unsupported, g().target(n).name, ": there is no way to run it");
    case node_action::assertion: steps_.push_back({n, action}); return;
    default: return compile_control_flow(n, action);
    }
}

GRAFT_INLINE void compiled_graph::compile_control_flow(node_id n, node_action action) {
    step s{n, action};
    g().for_each_input(n, [&](node_id input) {
        if (infos_[input].graph != nullptr)
            s.graphs.push_back(infos_[input].graph);
    });
    steps_.push_back(std::move(s));
}

GRAFT_INLINE void compiled_graph::add_number(node_id n, node_action action) {
    step s{n, action};
    target_info const target = g().target(n);
    if (action == node_action::reading)
        s.read = reading_of(*called_op(target));
    else
        s.function = called_sym_target(target);
    steps_.push_back(std::move(s));
}

GRAFT_INLINE void compiled_graph::compile_number(node_id n, sym_bindings const& bindings) {
    value_spec const* const val = g().val(n);
    bool const has_spec = val != nullptr && val->k != value_spec::kind::none;
    if (has_spec && (val->is_tensor() || val->is_list()))
        return;
    infos_[n].is_number = infos_[n].is_number || has_spec;
    infos_[n].late = true;
    if (!has_spec)
        return;
    value_spec known = *val;
    known.integer = substitute(val->integer, bindings);
    if (!known_real(known))
        return;
    values_[n].number = number_value(known);
    infos_[n].late = false;
}

GRAFT_INLINE void compiled_graph::compile_attribute(node_id n, run_environment const& environment) {
    std::string const name{g().target(n).name};
    if (graph_module const* const m = module_->find(name)) {
        run_environment inner = environment;
        inner.plan = nullptr;
        infos_[n].graph =
            graphs_.emplace_back(std::make_unique<compiled_graph>(*m, inner, likely_inputs(m->graph, inner))).get();
        return;
    }
    for (auto const* const state : {&environment.program->state_dict, &environment.program->constants})
        if (auto const found = state->find(name); found != state->end()) {
            values_[n].tensor = found->second;
            infos_[n].stays = true;
            return;
        }
    raise(errc::invalid_argument, "there is no attribute '", name, "'");
}

GRAFT_INLINE vec<known_input> compiled_graph::likely_inputs(graph const& g, run_environment const& environment) {
    vec<known_input> inputs;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::placeholder)
            inputs.push_back({n, likely_tensor(g.val(n), environment.bindings)});
    return inputs;
}

GRAFT_INLINE void compiled_graph::compile_call(node_id n, run_environment const& environment) {
    op_info const& op = *g().target(n).op;
    step s{n, node_action::kernel};
    kernel_entry const* const entry = library_.kernels.find_entry(op);
    s.kernel = entry == nullptr ? nullptr : entry->run;
    bool const constant = s.kernel != nullptr && is_constant_call(n);
    bound_op const* const bound = s.kernel == nullptr ? library_.find_bound(op) : nullptr;
    s.moves = op.returns_alias() || (!op.returns.empty() && op.returns[0].list);
    bool late = (s.kernel == nullptr && bound == nullptr) || !place_results(n, environment, !constant, s);
    g().for_each_input(n, [&](node_id input) { late = late || infos_[input].late; });
    if (!late) {
        s.arguments = bind(n);
        late = !has_known_tensors(*s.arguments) || !settle_results(*s.arguments, s.results);
    }
    if (late) {
        steps_.push_back({n, node_action::kernel});
        if (s.kernel != nullptr)
            steps_.back().late.emplace(*entry);
        return;
    }
    if (entry != nullptr && entry->prepare != nullptr && !constant)
        s.prepared = entry->prepare(*s.arguments, s.results, constants_of(n));
    if (bound != nullptr && !s.prepared)
        s.prepared = prepare_bound(*bound, *s.arguments, library_.kernels);
    if (bound != nullptr && !s.prepared) {
        steps_.push_back({n, node_action::kernel});
        return;
    }
    infos_[n].constant = constant;
    if (constant) {
        run_kernel(s.kernel, *s.arguments, s.results);
        settle(s);
    }
    infos_[n].stays = constant || !s.moves || is_lasting_view(s);
    infos_[n].results = s.moves ? s.results : s.permuted.shown(s.results);
    if (s.moves && !infos_[n].stays) { // until the first run: what it shows then lies as the program says
        value_spec const& val = *g().val(n);
        for (std::size_t i = 0; i < s.results.size(); ++i)
            if (s.results[i].defined())
                infos_[n].results[i] =
                    laid_out(s.results[i], (val.is_list() ? val.items.at(i) : val).tensor, environment.bindings);
    }
    if (infos_[n].results.size() == 1)
        fix(n, infos_[n].results.front());
    if (!constant && !(s.moves && infos_[n].stays))
        steps_.push_back(std::move(s));
}

GRAFT_INLINE void compiled_graph::compile_memory(node_id n, run_environment const& environment) {
    step s{n, node_action::memory};
    bool const known = place_results(n, environment, true, s) && s.results.size() == 1;
    values_[n].tensor = known ? as_said(g(), n, s.results.front(), environment.bindings) : memory_of(g(), n);
    infos_[n].stays = known;
    infos_[n].late = !known;
}

GRAFT_INLINE bool compiled_graph::is_constant_call(node_id n) {
    bool any = false, all = !is_impure(g(), n);
    g().for_each_input(n, [&](node_id input) {
        any = true;
        all = all && infos_[input].constant;
    });
    return any && all && !writes_->is_written(n);
}

GRAFT_INLINE constant_arguments compiled_graph::constants_of(node_id n) const {
    constant_arguments constants;
    for (std::size_t i = 0; i < g().target(n).op->arguments.size(); ++i)
        if (auto const a = g().schema_arg(n, i); a && a->is_node() && infos_[a->node()].constant)
            constants.add(i);
    return constants;
}

GRAFT_INLINE bool compiled_graph::place_results(node_id n, run_environment const& environment, bool planned,
                                                step& s) const {
    value_spec const* const val = g().val(n);
    if (val == nullptr)
        return false;
    bool const by_kernel = s.action == node_action::kernel;
    for (value_spec const& item : val->is_list() ? view(val->items) : view(val, 1)) {
        std::optional<dim_vector> sizes = known_sizes(item.tensor, environment.bindings);
        if (!sizes)
            return false;
        if (!item.is_tensor()) {
            s.results.emplace_back();
            continue;
        }
        std::size_t const i = s.results.size();
        std::optional<dim_vector> strides;
        if (by_kernel)
            strides = permuted_strides(item.tensor, *sizes, environment.bindings, !g().target(n).op->returns_alias());
        tensor made = planned ? place_result(g(), n, i, *sizes, strides, item.tensor.dtype, environment)
                              : with_room(*sizes, item.tensor.dtype, strides);
        if (strides)
            made = s.permuted.add(i, made, *std::move(strides));
        s.results.push_back(std::move(made));
    }
    return true;
}

GRAFT_INLINE void compiled_graph::settle(step& s) {
    if (!s.moves)
        return s.permuted.take(s.results);
    s.permuted.lay_out(s.results, [&](tensor const& t) {
        bool shares = false;
        g().for_each_input(s.node, [&](node_id input) {
            shares = shares || (values_[input].tensor.defined() && t.shares_storage(values_[input].tensor));
        });
        return shares;
    });
}

GRAFT_INLINE bool compiled_graph::is_lasting_view(step& s) {
    if (s.arguments->op().mutates())
        return false;
    bool stays = true;
    tensor const* shown = nullptr;
    g().for_each_input(s.node, [&](node_id input) {
        stays = stays && (infos_[input].stays || infos_[input].is_number);
        if (shown == nullptr && infos_[input].stays)
            shown = &values_[input].tensor;
    });
    if (!stays || shown == nullptr)
        return false;
    vec<tensor> results = s.results;
    s.kernel(*s.arguments, results);
    for (tensor const& t : results)
        if (!t.shares_storage(*shown))
            return false;
    s.results = std::move(results);
    return true;
}

GRAFT_INLINE void compiled_graph::compile_item(node_id n, run_environment const& environment) {
    node_id const whole = g().arg(n, 0).is_node() ? g().arg(n, 0).node() : no_node;
    if (whole == no_node || g().arg(n, 1).kind() != arg_kind::integer)
        raise(errc::unsupported, "node '", g().name(n), "' takes an item of something else than a call");
    auto const result = static_cast<std::size_t>(g().arg(n, 1).integer());
    infos_[whole].items.emplace_back(n, result);
    if (infos_[whole].results.empty())
        return fix(n, likely_tensor(g().val(n), environment.bindings));
    take_item(n, infos_[whole].results, result);
    infos_[n].fixed = values_[n].tensor.defined();
    infos_[n].stays = infos_[whole].stays;
    infos_[n].constant = infos_[whole].constant;
}

GRAFT_INLINE void compiled_graph::execute(step& s) {
    switch (s.action) {
    case node_action::kernel:
        if (s.late)
            return publish(s.node, s.late->run(repeats(s), [&] { return bind(s.node); }));
        if (!s.prepared && s.kernel == nullptr) {
            vec<tensor> const results = evaluate(bind(s.node), library_);
            for_each_result_in_memory(g(), s.node, results.size(),
                                      [&](node_id memory, std::size_t i) { values_[memory].tensor = results.at(i); });
            return publish(s.node, results);
        }
        if (s.prepared)
            run_kernel(s.prepared, *s.arguments, s.results);
        else
            run_kernel(s.kernel, *s.arguments, s.results);
        settle(s);
        if (s.moves)
            publish(s.node, s.results);
        return;
    case node_action::reading: return assign(s.node, s.read(args(s.node)));
    case node_action::function:
        if (!repeats(s))
            assign(s.node, run_function(*s.function, args(s.node)));
        return;
    case node_action::assertion: return check_assertion(arg(s.node, 0), g().arg(s.node, 1));
    default: {
        auto const run_graph = [&s](graph_module const& m, run_values const& inputs) {
            auto const called =
                std::find_if(s.graphs.begin(), s.graphs.end(), [&](compiled_graph* c) { return c->module_ == &m; });
            return run_value{(*called)->run(inputs)};
        };
        run_value const made = run_control_flow(s.action, run_graph, args(s.node));
        for (auto const& [n, result] : infos_[s.node].items)
            assign(n, item_of(made, scalar(static_cast<std::int64_t>(result))));
    }
    }
}

GRAFT_INLINE bool compiled_graph::repeats(step& s) {
    bool known = true;
    s.seen.begin();
    g().for_each_input(s.node, [&](node_id input) {
        if (infos_[input].is_number)
            return s.seen.add(values_[input].number);
        known = known && s.function == nullptr;
        s.seen.add(values_[input].tensor);
    });
    return s.seen.repeat() && known;
}

GRAFT_INLINE void compiled_graph::put(node_id n, tensor const& t) {
    tensor& to = values_[n].tensor;
    if (infos_[n].fixed && (to.dtype() != t.dtype() || to.sizes() != t.sizes()))
        raise(errc::invalid_argument, "the program says that node '", g().name(n), "' is ", text(spec_of(to)),
              ", but it is ", t.defined() ? text(spec_of(t)) : "no tensor");
    to = t;
}

GRAFT_INLINE void compiled_graph::assign(node_id n, run_value const& v) {
    bool const known = infos_[n].is_number && !infos_[n].late;
    if (known && (!v.is_number() || v.number().to<double>() != values_[n].number.to<double>()))
        raise(errc::invalid_argument, "the number '", g().name(n), "' is another than the program says");
    infos_[n].is_number = v.is_number();
    if (v.is_number() && !infos_[n].fixed)
        values_[n].number = v.number();
    else
        put(n, v.is_tensor() ? v.tensor() : tensor{});
}

GRAFT_INLINE call<tensor> compiled_graph::bind(node_id n) const {
    auto const tensor_of = [this](node_id input) -> tensor const& { return values_[input].tensor; };
    auto const number_of = [this](node_id input) -> argument<tensor> {
        if (!infos_[input].is_number && values_[input].tensor.defined()) // a number that is given as a tensor
            return values_[input].tensor;
        if (!infos_[input].is_number)
            raise(errc::invalid_argument, "the node '", g().name(input), "' is not known to be a number");
        return values_[input].number;
    };
    return bind_arguments<tensor>(g(), n, tensor_of, number_of);
}

GRAFT_INLINE run_value compiled_graph::value(node_id n) const {
    if (infos_[n].graph != nullptr)
        return *infos_[n].graph->module_;
    if (infos_[n].is_number)
        return values_[n].number;
    return values_[n].tensor.defined() ? run_value{values_[n].tensor} : run_value{};
}

} // namespace graft::detail
