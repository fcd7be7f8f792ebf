#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/called_op.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/dialect/memory_alloc.hpp>
#include <graft/dialect/out_variant_name.hpp>
#include <graft/io/pte/buffers.hpp>
#include <graft/io/pte/detail/emit_argument.hpp>
#include <graft/io/pte/detail/plan_builder.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/bind_arguments.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <list>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

/// What a node becomes: a value of the method, or several.
struct pte_result {
    std::int32_t value = -1;
    vec<pte_result> items{};
    graph_module const* module = nullptr; // of a node that names a graph

    /// The value where one is needed; raises for several, for a graph and for nothing.
    [[nodiscard]] std::int32_t one() const {
        if (value < 0)
            raise(errc::invalid_argument,
                  module != nullptr ? "a graph"
                  : items.empty()   ? "nothing"
                                    : "a list of values",
                  " is given where one value is needed");
        return value;
    }
};

/// Writes the calls of a graph as instructions; graphs that control flow calls are written in its place.
class pte_graph_emitter {
public:
    pte_graph_emitter(exported_program const& program, pte_plan_builder& out, pte_buffers& buffers)
        : program_(&program), out_(&out), buffers_(&buffers), arguments_(out, buffers) {}

    /// Tensors that instructions write to in place: what shows their elements is copied.
    void protect(std::int32_t value) { protected_.insert(out_->storage_of(value)); }
    [[nodiscard]] bool is_protected(std::int32_t value) const { return protected_.contains(out_->storage_of(value)); }

    /// The values that the graph returns for these inputs. A result that `targets` gives a value for is written there,
    /// unless -1.
    vec<pte_result> emit(graph_module const& module, vec<pte_result> const& inputs,
                         vec<std::int32_t> const& targets = {}) {
        graph const& g = module.graph;
        vec<pte_result> values(g.capacity());
        scope const s{&module, &values, targets_by_node(g, targets), silent_nodes(g)};
        vec<pte_result> results;
        std::size_t next = 0;
        pte_origin const caller = out_->origin();
        for (node_id const n : g.nodes())
            at_node(g, n, [&] {
                switch (g.op(n)) {
                case opcode::placeholder:
                    if (next == inputs.size())
                        raise(errc::invalid_argument, "a graph has more inputs than it is called with");
                    values[n] = inputs[next++];
                    break;
                case opcode::get_attr: values[n] = attribute(module, n); break;
                case opcode::call_function: values[n] = call(s, n); break;
                case opcode::output:
                    results = result_of(s, g.arg(n, 0)).items;
                    if (!is_aggregate(g.arg(n, 0).kind()))
                        results = {result_of(s, g.arg(n, 0))};
                    break;
                default: raise(errc::unsupported, g.target(n).name, ": a program file calls operators only");
                }
            });
        out_->come_from(caller);
        for (std::size_t i = 0; i < targets.size() && i < results.size(); ++i)
            write(results[i].one(), targets[i]);
        return results;
    }

    /// Writes a value to another one.
    void write(std::int32_t from, std::int32_t to) {
        if (from == to || to < 0)
            return;
        if (out_->is_tensor(to))
            out_->call("aten::alias_copy.out", {from, to, to});
        else
            out_->move(from, to);
    }

    /// A new value with what another one is now.
    [[nodiscard]] std::int32_t copy(std::int32_t value) {
        std::int32_t const made = out_->like(value);
        write(value, made);
        return made;
    }

    /// A new value that instructions write.
    [[nodiscard]] std::int32_t fresh(value_spec const& spec) {
        switch (spec.k) {
        case value_spec::kind::tensor: return out_->tensor(spec.tensor);
        case value_spec::kind::sym_bool: return out_->add(false);
        case value_spec::kind::sym_float: return out_->add(0.0);
        case value_spec::kind::sym_int: return out_->add(std::int64_t{0});
        default: return out_->none();
        }
    }

private:
    struct scope {
        graph_module const* module;
        vec<pte_result>* values;
        vec<std::int32_t> targets; // by node, -1 for none
        vec<char> silent;          // by node, true where no instruction is made
        [[nodiscard]] graph const& g() const { return module->graph; }
    };

    //=== graphs ===//
    // The results of calls that are written where the graph's caller wants them: not those that are returned twice.
    [[nodiscard]] static vec<std::int32_t> targets_by_node(graph const& g, vec<std::int32_t> const& targets) {
        vec<std::int32_t> by_node(g.capacity(), -1);
        node_id const last = g.back();
        if (targets.empty() || last == no_node || g.op(last) != opcode::output)
            return by_node;
        arg_ref const result = g.arg(last, 0);
        bool const several = is_aggregate(result.kind());
        for (std::size_t i = 0; i < (several ? result.size() : 1) && i < targets.size(); ++i)
            if (arg_ref const item = several ? result[i] : result; item.is_node() && by_node[item.node()] < 0)
                by_node[item.node()] = targets[i];
        return by_node;
    }

    // Checks of numbers, and numbers of functions that ExecuTorch has not, which nothing but such checks uses.
    [[nodiscard]] static vec<char> silent_nodes(graph const& g) {
        vec<char> silent(g.capacity(), 0);
        for (node_id n = g.back(); n != no_node; n = g.prev(n)) {
            if (g.op(n) != opcode::call_function)
                continue;
            target_info const target = g.target(n);
            op_info const* const op = called_op(target);
            sym_target const* const function = called_sym_target(target);
            vec<node_id> const users = g.users(n);
            silent[n] = (op != nullptr && (has(op->tags, op_tags::statement) || op->asserts_number())) ||
                        (function != nullptr && function->prim.empty() && !users.empty() &&
                         std::all_of(users.begin(), users.end(), [&](node_id user) { return silent[user] != 0; }));
        }
        return silent;
    }

    [[nodiscard]] pte_result attribute(graph_module const& module, node_id n) {
        std::string const name(module.graph.target(n).name);
        if (graph_module const* const inner = module.find(name))
            return {-1, {}, inner};
        for (auto const* const state : {&program_->state_dict, &program_->constants})
            if (auto const found = state->find(name); found != state->end())
                return {out_->constant(graft::spec_of(found->second), buffers_->add(found->second))};
        raise(errc::invalid_argument, "there is no attribute '", name, "'");
    }

    [[nodiscard]] static value_spec const& spec_of(graph const& g, node_id n) {
        value_spec const* const val = g.val(n);
        if (val == nullptr)
            raise(errc::invalid_argument, g.target(n).name, ": nothing is known of what it returns");
        return *val;
    }

    // What an argument that is no op's stands for.
    [[nodiscard]] pte_result result_of(scope const& s, arg_ref a) {
        switch (a.kind()) {
        case arg_kind::node: return (*s.values)[a.node()];
        case arg_kind::none: return {out_->none()};
        case arg_kind::boolean: return {out_->boolean(a.boolean())};
        case arg_kind::integer: return {out_->integer(a.integer())};
        case arg_kind::real: return {out_->real(a.real())};
        case arg_kind::list:
        case arg_kind::tuple: {
            pte_result all;
            for (std::size_t i = 0; i < a.size(); ++i)
                all.items.push_back(result_of(s, a[i]));
            return all;
        }
        default: raise(errc::unsupported, "an argument of this kind has no value in a program file");
        }
    }

    //=== calls ===//
    [[nodiscard]] static std::uint64_t debug_handle(graph const& g, node_id n) {
        std::string_view const text = g.meta(n, "debug_handle");
        std::uint64_t handle = 0;
        std::from_chars(text.data(), text.data() + text.size(), handle);
        return handle;
    }

    [[nodiscard]] pte_result call(scope const& s, node_id n) {
        graph const& g = s.g();
        target_info const target = g.target(n);
        out_->come_from({debug_handle(g, n), std::string(g.name(n)), std::string(target.name),
                         std::string(g.meta(n, "stack_trace"))});
        if (target.name == "operator.getitem")
            return item(s, n);
        if (target.name == memory_alloc)
            return {fresh(spec_of(g, n))};
        if (target.name == "torch.ops.higher_order.cond")
            return cond(s, n);
        if (target.name == "torch.ops.higher_order.while_loop")
            return while_loop(s, n);
        if (target.name == "torch.ops.higher_order.map_impl")
            return map(s, n);
        if (target.name == "torch.ops.higher_order.scan")
            return scan(s, n);
        if (s.silent[n])
            return {};
        op_info const* const op = called_op(target);
        if (op != nullptr && op->reads != number_reading::none)
            return number(s, n,
                          op->reads == number_reading::element ? aten::_local_scalar_dense.default_.info().name
                                                               : target.name);
        if (sym_target const* const function = called_sym_target(target)) {
            if (function->prim.empty())
                raise(errc::unsupported, target.name, ": ExecuTorch has no operator for it");
            return number(s, n, function->prim);
        }
        if (target.op == nullptr)
            raise(errc::unsupported, target.name, ": no op of this name is known");
        return kernel(s, n, *target.op);
    }

    [[nodiscard]] pte_result item(scope const& s, node_id n) {
        pte_result const whole = result_of(s, s.g().arg(n, 0));
        auto const index = static_cast<std::size_t>(s.g().arg(n, 1).integer());
        if (index >= whole.items.size())
            raise(errc::invalid_argument, "item ", index, " of ", whole.items.size(), " values");
        pte_result const found = whole.items[index];
        return found;
    }

    [[nodiscard]] pte_result number(scope const& s, node_id n, std::string_view op) {
        vec<std::int32_t> arguments;
        for (std::size_t i = 0; i < s.g().arg_count(n); ++i)
            arguments.push_back(result_of(s, s.g().arg(n, i)).one());
        arguments.push_back(fresh(spec_of(s.g(), n)));
        std::int32_t const made = arguments.back();
        out_->call(op, std::move(arguments));
        return {made};
    }

    [[nodiscard]] pte_result kernel(scope const& s, node_id n, op_info const& op) {
        graph const& g = s.g();
        auto const tensor_of = [&](node_id input) -> pte_handle const& {
            return handles_.emplace_back(pte_handle{(*s.values)[input].one()});
        };
        auto const number_of = [&](node_id input) -> argument<pte_handle> {
            return pte_argument_emitter::symbol_of((*s.values)[input].one());
        };
        handles_.clear();
        graft::call<pte_handle> const c = bind_arguments<pte_handle>(g, n, tensor_of, number_of);
        if (is_view(op) && can_show(c.tensor(0).value) && s.targets[n] < 0)
            return view(c, spec_of(g, n));
        vec<std::int32_t> arguments;
        for (std::size_t i = 0; i < op.arguments.size(); ++i)
            if (op.mutates() || is_out_variant_argument(op, op.arguments[i]))
                arguments.push_back(arguments_.value_of(c[i], op, op.arguments[i]));
        if (op.mutates())
            return in_place(op, std::move(arguments));
        pte_result result = results(s, n);
        vec<std::int32_t> written;
        if (result.items.empty())
            written.push_back(result.value);
        for (pte_result const& r : result.items)
            written.push_back(r.value);
        bool const list = op.returns.size() == 1 && op.returns[0].list;
        std::int32_t const all = list || written.size() != 1 ? out_->add(pte_tensors{written, false}) : written.front();
        if (list)
            arguments.push_back(all);
        else
            arguments.insert(arguments.end(), written.begin(), written.end());
        arguments.push_back(all);
        out_->call(out_variant_name(op), std::move(arguments));
        return result;
    }

    [[nodiscard]] pte_result results(scope const& s, node_id n) {
        value_spec const& val = spec_of(s.g(), n);
        if (!val.is_list())
            return {s.targets[n] >= 0 ? s.targets[n] : fresh(val)};
        pte_result several;
        for (value_spec const& item : val.items)
            several.items.push_back(
                {item.is_tensor() ? out_->tensor(item.tensor) : out_->tensor(make_spec(dtype::f32, {sym_int(0)}))});
        return several;
    }

    // A call of an op that writes to arguments, in place or as an out-variant; these are what it returns.
    [[nodiscard]] pte_result in_place(op_info const& op, vec<std::int32_t> arguments) {
        vec<std::int32_t> written;
        for (std::size_t i = 0; i < op.arguments.size(); ++i)
            if (op.arguments[i].writes)
                written.push_back(arguments[i]);
        bool const several = written.size() > 1 && written.size() == op.returns.size();
        arguments.push_back(several ? out_->add(pte_tensors{written, false}) : written.front());
        out_->call(op.name, std::move(arguments));
        pte_result result{several ? -1 : written.front()};
        for (std::size_t i = 0; several && i < written.size(); ++i)
            result.items.push_back({written[i]});
        return result;
    }

    //=== views: the same elements under other sizes ===//
    [[nodiscard]] static bool is_view(op_info const& op) { return &op == &aten::view_copy.default_.info(); }
    [[nodiscard]] bool can_show(std::int32_t value) const {
        return out_->storage_of(value) != pte_plan_builder::no_storage && !is_protected(value);
    }
    [[nodiscard]] pte_result view(graft::call<pte_handle> const& c, value_spec const& spec) {
        std::int32_t const base = c.tensor(0).value, made = out_->view(spec.tensor, base);
        out_->call("executorch_prim::et_view.default",
                   {base, arguments_.value_of(c[1], c.op(), c.op().arguments[1]), made});
        return {made};
    }

    //=== control flow ===//
    [[nodiscard]] vec<pte_result> operands(scope const& s, node_id n, std::size_t i) {
        return result_of(s, s.g().arg(n, i)).items;
    }
    [[nodiscard]] graph_module const& module_of(scope const& s, node_id n, std::size_t i) {
        graph_module const* const m = result_of(s, s.g().arg(n, i)).module;
        if (m == nullptr)
            raise(errc::invalid_argument, "argument ", i, " is no graph");
        return *m;
    }
    [[nodiscard]] static vec<value_spec> specs_of(scope const& s, node_id n) {
        value_spec const& val = spec_of(s.g(), n);
        return val.is_list() ? val.items : vec<value_spec>(1, val);
    }
    [[nodiscard]] static vec<pte_result> joined(vec<pte_result> first, vec<pte_result> const& second) {
        first.insert(first.end(), second.begin(), second.end());
        return first;
    }

    // Both branches write the same values.
    [[nodiscard]] pte_result cond(scope const& s, node_id n) {
        pte_result made;
        vec<std::int32_t> targets;
        for (value_spec const& spec : specs_of(s, n)) {
            targets.push_back(fresh(spec));
            made.items.push_back({targets.back()});
        }
        std::size_t const otherwise = out_->jump_unless(result_of(s, s.g().arg(n, 0)).one());
        emit(module_of(s, n, 1), operands(s, n, 3), targets);
        std::size_t const end = out_->jump();
        out_->land(otherwise);
        emit(module_of(s, n, 2), operands(s, n, 3), targets);
        out_->land(end);
        return made;
    }

    // What a loop carries along: values that the body of the loop writes when it has ended.
    [[nodiscard]] pte_result carry(vec<pte_result> const& first, vec<value_spec> const& specs) {
        pte_result carried;
        for (std::size_t i = 0; i < first.size(); ++i) {
            carried.items.push_back({fresh(specs.at(i))});
            write(first[i].one(), carried.items.back().value);
        }
        return carried;
    }
    void carry_on(pte_result const& carried, vec<pte_result> next) {
        std::set<std::uint32_t> storages;
        std::set<std::int32_t> values;
        for (pte_result const& c : carried.items) {
            values.insert(c.value);
            if (out_->storage_of(c.value) != pte_plan_builder::no_storage)
                storages.insert(out_->storage_of(c.value));
        }
        // What shows a value that is about to be written is put aside first.
        for (std::size_t i = 0; i < carried.items.size() && i < next.size(); ++i)
            if (next[i].value != carried.items[i].value &&
                (values.contains(next[i].value) || storages.contains(out_->storage_of(next[i].one()))))
                next[i].value = copy(next[i].one());
        for (std::size_t i = 0; i < carried.items.size() && i < next.size(); ++i)
            write(next[i].one(), carried.items[i].value);
    }

    [[nodiscard]] pte_result while_loop(scope const& s, node_id n) {
        vec<value_spec> const specs = specs_of(s, n);
        pte_result const carried = carry(operands(s, n, 2), specs);
        vec<pte_result> const inputs = joined(carried.items, operands(s, n, 3));
        out_->lifetimes().begin_loop();
        std::size_t const begin = out_->next();
        vec<pte_result> const holds = emit(module_of(s, n, 0), inputs);
        if (holds.empty())
            raise(errc::invalid_argument, "the condition of a while_loop returns nothing");
        std::size_t const end = out_->jump_unless(holds[0].one());
        carry_on(carried, emit(module_of(s, n, 1), inputs));
        out_->jump_to(out_->jump(), begin);
        out_->land(end);
        out_->lifetimes().end_loop();
        return carried;
    }

    // A loop over rows; `body(rows, index)` is written once.
    template <class Body>
    void over_rows(vec<pte_result> const& tensors, graph_module const& m, std::size_t first_row,
                   vec<std::int32_t> const& grown, Body const& body) {
        if (tensors.empty())
            raise(errc::invalid_argument, "control flow goes over the rows of no tensor");
        std::int32_t const zero = out_->integer(0), index = out_->add(std::int64_t{0}),
                           count = out_->add(std::int64_t{0}), more = out_->add(false);
        out_->move(zero, index);
        out_->call(aten::sym_size.int_.info().name, {tensors[0].one(), zero, count});
        for (std::int32_t const t : grown) {
            pte_tensor& spec = out_->described(t);
            spec.dynamism = std::max(spec.dynamism, pte_dynamism::bounded);
            out_->touch(t);
        }
        out_->lifetimes().begin_loop();
        std::size_t const begin = out_->next();
        out_->call("executorch_prim::lt.Scalar", {index, count, more});
        std::size_t const end = out_->jump_unless(more);
        vec<pte_result> rows;
        vec<node_id> inputs;
        for (node_id const p : m.graph.nodes())
            if (m.graph.op(p) == opcode::placeholder)
                inputs.push_back(p);
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (first_row + i >= inputs.size())
                raise(errc::invalid_argument, "a graph has fewer inputs than it is called with");
            rows.push_back({fresh(spec_of(m.graph, inputs[first_row + i]))});
            out_->call("aten::select_copy.int_out", {tensors[i].one(), zero, index, rows[i].value, rows[i].value});
        }
        body(rows, index);
        out_->call("executorch_prim::add.Scalar", {index, out_->integer(1), index});
        out_->jump_to(out_->jump(), begin);
        out_->land(end);
        out_->lifetimes().end_loop();
    }

    // Adds rows to tensors.
    void grow(vec<std::int32_t> const& tensors, pte_result const* rows, std::int32_t index) {
        for (std::size_t i = 0; i < tensors.size(); ++i)
            out_->call("executorch_prim::et_copy_index.tensor", {tensors[i], rows[i].one(), index});
    }

    [[nodiscard]] pte_result map(scope const& s, node_id n) {
        pte_result made;
        vec<std::int32_t> grown;
        for (value_spec const& spec : specs_of(s, n)) {
            grown.push_back(fresh(spec));
            made.items.push_back({grown.back()});
        }
        graph_module const& body = module_of(s, n, 0);
        over_rows(operands(s, n, 1), body, 0, grown, [&](vec<pte_result> const& rows, std::int32_t index) {
            vec<pte_result> const results = emit(body, joined(rows, operands(s, n, 2)));
            if (results.size() != grown.size())
                raise(errc::invalid_argument, "the graph of a map gives ", results.size(), " values");
            grow(grown, results.data(), index);
        });
        return made;
    }

    [[nodiscard]] pte_result scan(scope const& s, node_id n) {
        vec<value_spec> const specs = specs_of(s, n);
        vec<pte_result> const first = operands(s, n, 1);
        pte_result const carried = carry(first, specs);
        pte_result made = carried;
        vec<std::int32_t> grown;
        for (std::size_t i = first.size(); i < specs.size(); ++i) {
            grown.push_back(fresh(specs[i]));
            made.items.push_back({grown.back()});
        }
        graph_module const& body = module_of(s, n, 0);
        over_rows(operands(s, n, 2), body, first.size(), grown, [&](vec<pte_result> const& rows, std::int32_t index) {
            vec<pte_result> const results = emit(body, joined(joined(carried.items, rows), operands(s, n, 3)));
            if (results.size() != specs.size())
                raise(errc::invalid_argument, "the graph of a scan gives ", results.size(), " values");
            grow(grown, results.data() + first.size(), index);
            carry_on(carried, results);
        });
        return made;
    }

    exported_program const* program_;
    pte_plan_builder* out_;
    pte_buffers* buffers_;
    pte_argument_emitter arguments_;
    std::set<std::uint32_t> protected_; // storages
    std::list<pte_handle> handles_;     // of the call that is written: addresses stay
};

} // namespace graft::detail
