#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/bind_arguments.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/transform/detail/pair_arithmetic.hpp>
#include <graft/transform/detail/pair_arrangement.hpp>
#include <graft/transform/detail/pair_call.hpp>
#include <graft/transform/detail/pair_fourier.hpp>
#include <graft/transform/graph_composition.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace graft::detail {

/// True if it is a complex tensor, or a list with one.
[[nodiscard]] inline bool holds_complex(value_spec const& val) {
    return (val.is_tensor() && is_complex(val.tensor.dtype)) ||
           std::any_of(val.items.begin(), val.items.end(), holds_complex);
}

/// True if a node of a graph of the module is, or gives, complex numbers.
[[nodiscard]] inline bool has_complex_values(graph_module const& module) {
    for (node_id const n : module.graph.nodes())
        if (value_spec const* const val = module.graph.val(n); val != nullptr && holds_complex(*val))
            return true;
    return std::any_of(module.submodules.begin(), module.submodules.end(),
                       [](submodule const& inner) { return has_complex_values(inner.module); });
}

/// Writes the calls of one graph with pairs.
class graph_pair_writer {
public:
    /// `constant(name, make)` gives the placeholder of a constant of the program.
    graph_pair_writer(graph& g, std::function<node_id(std::string const&, std::function<tensor()> const&)> constant)
        : g_(g), pairs_(g.capacity(), false) {
        around_.is_pair = [this](node_id n) { return n < pairs_.size() && pairs_[n]; };
        around_.constant = [this, constant](std::string const& name, std::function<tensor()> const& make) {
            return value{&g_, constant(name, make)};
        };
    }

    /// How many calls were written anew.
    std::size_t run() {
        vec<node_id> nodes(g_.nodes().begin(), g_.nodes().end());
        for (node_id const n : nodes)
            if (g_.contains(n))
                at_node(g_, n, [&] { visit(n); });
        for (node_id const n : marks_)
            remove_mark(n);
        eliminate_dead_code(g_);
        return count_;
    }

private:
    void visit(node_id n) {
        value_spec const* const val = g_.val(n);
        bool const gives = val != nullptr && holds_complex(*val);
        bool takes = false;
        g_.for_each_input(n, [&](node_id input) { takes = takes || around_.is_pair(input); });
        target_info const target = g_.target(n);
        switch (g_.op(n)) {
        case opcode::output: return;
        case opcode::placeholder:
            if (gives) {
                if (!val->is_tensor())
                    refuse(n, "a list of complex tensors");
                value_spec parts = *val;
                parts.tensor = parts_of(std::move(parts.tensor));
                g_.set_val(n, std::move(parts));
                mark_pair(n);
            }
            return;
        case opcode::call_function:
            if (target.op != nullptr && target.op->mutates())
                raise(errc::unsupported, "complex_to_real: ", target.name,
                      " writes to an argument: the program must be functional");
            if (gives || takes)
                write(n);
            return;
        default:
            if (gives || takes)
                refuse(n, "complex numbers");
        }
    }

    [[noreturn]] void refuse(node_id n, std::string_view of) const {
        raise(errc::unsupported, "complex_to_real: ", g_.target(n).name, " of ", of, " has no form in pairs");
    }

    [[nodiscard]] static pair_form form_of(op_info const& op) {
        for (view<pair_rule const> const rules :
             {view<pair_rule const>(arrangement_rules), view<pair_rule const>(arithmetic_rules),
              view<pair_rule const>(fourier_rules)})
            for (pair_rule const& rule : rules)
                if (rule.op->hash == op.hash && rule.op->name == op.name)
                    return rule.write;
        return nullptr;
    }

    void write(node_id n) {
        op_info const* const op = g_.target(n).op;
        pair_form const form = op == nullptr ? nullptr : form_of(*op);
        value_spec const before = g_.val(n) == nullptr ? value_spec{} : *g_.val(n);
        if (form == nullptr || before.is_none())
            refuse(n, "complex numbers");
        around_.before = &before;
        composition_world<value> world(g_, n);
        std::deque<value> values; // the call points to them
        auto const value_of = [&](node_id input) -> value const& { return values.emplace_back(value{&g_, input}); };
        call<value> const bound = bind_arguments<value>(g_, n, value_of);
        pair_call const k(bound, world, around_);
        auto const first_new = static_cast<node_id>(g_.capacity());
        vec<value> results = form(k);
        for (value& result : results)
            if (result.id < first_new)
                result = k(aten::alias_copy, value(result));
        for (node_id const made : world.created())
            if (target_info const target = g_.target(made); target.is_op())
                g_.set_target(made, g_.intern_target(target.name, target.op, g_.target(n).dialect));
        use_instead(n, before, results);
        ++count_;
    }

    void use_instead(node_id n, value_spec const& before, vec<value> const& results) {
        auto const replace = [&](node_id old, node_id made, value_spec const& was) {
            // What is a pair for some and a real tensor for others is an alias for one of them until all is written.
            if (g_.target(made) == aten::alias_copy)
                marks_.push_back(made);
            if (holds_complex(was))
                mark_pair(made);
            g_.replace_all_uses_with(old, made);
            g_.erase_node(old);
        };
        if (!before.is_list()) {
            replace(n, results[0].id, before);
            return;
        }
        for (node_id const item : g_.users(n)) {
            if (g_.target(item).name != "operator.getitem")
                refuse(n, "complex numbers, a list that is used whole,");
            std::int64_t const given = g_.arg(item, 1).integer();
            auto const i =
                static_cast<std::size_t>(given < 0 ? given + static_cast<std::int64_t>(results.size()) : given);
            replace(item, results[i].id, before.items[i]);
        }
        g_.erase_node(n);
    }

    void mark_pair(node_id n) {
        if (n >= pairs_.size())
            pairs_.resize(std::max<std::size_t>(g_.capacity(), n + 1), false);
        pairs_[n] = true;
    }

    void remove_mark(node_id n) {
        if (!g_.contains(n))
            return;
        g_.replace_all_uses_with(n, g_.arg(n, 0).node());
        g_.erase_node(n);
    }

    graph& g_;
    pair_call::surroundings around_;
    vec<bool> pairs_; // by node
    vec<node_id> marks_;
    std::size_t count_ = 0;
};

/// Writes the graphs and the state of a program with pairs.
class pair_writer {
public:
    explicit pair_writer(exported_program& program) : program_(program) {}

    /// How many calls were written anew.
    std::size_t run() {
        for (input_spec const& spec : program_.signature.inputs)
            write_state(spec);
        auto const constant = [this](std::string const& name, std::function<tensor()> const& make) {
            return constant_of(name, make);
        };
        std::size_t count = graph_pair_writer(program_.graph(), constant).run();
        for (submodule& inner : program_.module.submodules)
            count += write_inner(inner.module);
        update_output_names(program_);
        return count;
    }

private:
    static std::size_t write_inner(graph_module& module) {
        auto const none = [](std::string const&, std::function<tensor()> const&) -> node_id {
            raise(errc::unsupported, "complex_to_real: a graph that another calls has no place for a new constant");
        };
        std::size_t count = graph_pair_writer(module.graph, none).run();
        for (submodule& inner : module.submodules)
            count += write_inner(inner.module);
        return count;
    }

    void write_state(input_spec const& spec) {
        if (tensor const* const state = program_.find_state(spec); state != nullptr && is_complex(state->dtype()))
            program_.state_of(spec).at(spec.target) = state->view_as_real();
    }

    // The placeholder of a constant, which stands before the user's inputs.
    node_id constant_of(std::string const& name, std::function<tensor()> const& make) {
        if (auto const known = constants_.find(name); known != constants_.end())
            return known->second;
        graph& g = program_.graph();
        vec<input_spec>& inputs = program_.signature.inputs;
        auto const first = std::find_if(inputs.begin(), inputs.end(),
                                        [](input_spec const& s) { return s.kind == input_kind::user_input; });
        node_id before = first == inputs.end() ? no_node : g.at(first->name);
        for (node_id const n : g.nodes())
            if (before == no_node && g.op(n) != opcode::placeholder)
                before = n;
        auto const scope = inserting_before(g, before);
        tensor const value = make();
        node_id const n = g.placeholder(name);
        g.set_val(n, spec_of(value));
        g.set_constant(n, true);
        std::string target{g.name(n)};
        while (program_.constants.contains(target))
            target += '_';
        program_.constants[target] = value;
        inputs.insert(
            first,
            {.kind = input_kind::constant_tensor, .name = std::string{g.name(n)}, .target = target, .value = {}});
        constants_[name] = n;
        return n;
    }

    exported_program& program_;
    std::map<std::string, node_id> constants_;
};

} // namespace graft::detail
