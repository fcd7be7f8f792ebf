#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/debug_map.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/ir/program.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace graft {

/// How programs are made into a file.
struct pte_emit_options {
    std::uint64_t memory_alignment = 16; ///< of the tensors that are planned
    bool stack_traces = false;           ///< whether instructions say where they come from
    pte_debug_map* debug_map = nullptr;  ///< where to say which calls they come from, by the calls' debug handles
};

/// What a method without instructions returns.
using pte_constant = std::variant<bool, std::int64_t, double, std::string, tensor>;

/// The program file of these methods, each an Edge program, and of methods that return constants. What an op returns
/// is written by its out-variant into memory that is planned here; state that a method changes has a place there too.
/// Raises, naming the node, for what a program file cannot say.
[[nodiscard]] GRAFT_INLINE pte_program emit_pte(std::map<std::string, exported_program const*> const& methods,
                                                std::map<std::string, pte_constant> const& constants = {},
                                                pte_emit_options const& options = {});

/// The program file of the one method `forward`.
[[nodiscard]] inline pte_program emit_pte(exported_program const& forward, pte_emit_options const& options = {}) {
    return emit_pte({{"forward", &forward}}, {}, options);
}

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/verify_signature.hpp>
#    include <graft/io/pt2/tree_spec.hpp>
#    include <graft/io/pte/buffers.hpp>
#    include <graft/io/pte/check.hpp>
#    include <graft/io/pte/detail/emit_graph.hpp>
#    include <graft/io/pte/detail/plan_builder.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/spec_of.hpp>

#    include <concepts>
#    include <cstddef>
#    include <optional>
#    include <set>
#    include <type_traits>
#    include <utility>

namespace graft {
namespace detail {

/// Writes the methods of a program.
class pte_emitter {
public:
    explicit pte_emitter(pte_emit_options const& options) : options_(options) {}

    void add(std::string const& name, exported_program const& program) {
        require_none(verify_signature(program));
        method m{program, pte_plan_builder(name, program.range_constraints), {}};
        pte_graph_emitter graphs(program, m.out, buffers_);
        if (program.call.in_spec)
            m.out.plan().in_spec = json_text(*program.call.in_spec);
        if (program.call.out_spec)
            m.out.plan().out_spec = json_text(*program.call.out_spec);
        vec<pte_result> inputs = add_inputs(m, graphs);
        vec<pte_result> const results = graphs.emit(program.module, inputs);
        add_outputs(m, graphs, results);
        if (options_.debug_map != nullptr)
            m.out.describe(*options_.debug_map);
        plans_.push_back(m.out.finish(options_.memory_alignment, options_.stack_traces));
    }

    void add(std::string const& name, pte_constant const& value) {
        pte_plan_builder out(name);
        std::int32_t v = 0;
        if (auto const* const t = std::get_if<tensor>(&value))
            v = out.constant(spec_of(*t), buffers_.add(*t));
        else
            v = out.add(std::visit(
                [](auto const& held) -> pte_value {
                    if constexpr (std::same_as<std::remove_cvref_t<decltype(held)>, tensor>)
                        return {};
                    else
                        return held;
                },
                value));
        out.plan().outputs.push_back(v);
        plans_.push_back(out.finish(options_.memory_alignment, false));
    }

    [[nodiscard]] pte_program take() {
        pte_program program;
        program.plans = std::move(plans_);
        program.buffers = buffers_.all();
        if (first_values_.all().size() > 1)
            program.mutable_buffers.push_back(first_values_.all());
        check_pte(program);
        return program;
    }

private:
    struct method {
        exported_program const& program;
        pte_plan_builder out;
        std::map<std::pair<input_kind, std::string>, std::int32_t> inputs; // by what a mutation names
    };

    // The input that an output is the new value of, if any.
    [[nodiscard]] static std::optional<std::pair<input_kind, std::string>> changed(output_spec const& o) {
        switch (o.kind) {
        case output_kind::buffer_mutation: return std::pair{input_kind::buffer, o.target};
        case output_kind::parameter_mutation: return std::pair{input_kind::parameter, o.target};
        case output_kind::user_input_mutation: return std::pair{input_kind::user_input, o.target};
        default: return std::nullopt;
        }
    }

    [[nodiscard]] vec<pte_result> add_inputs(method& m, pte_graph_emitter& graphs) {
        graph const& g = m.program.graph();
        std::set<std::pair<input_kind, std::string>> changes;
        for (output_spec const& o : m.program.signature.outputs)
            if (auto const what = changed(o))
                changes.insert(*what);
        write_finder writes(g);
        std::map<node_id, pte_result> by_node;
        for (input_spec const& spec : m.program.signature.inputs) {
            node_id const n = g.find(spec.name).value_or(no_node);
            bool const by_user = spec.kind == input_kind::user_input;
            std::pair const key{spec.kind, by_user ? spec.name : spec.target};
            bool const changes_it = n != no_node && (changes.contains(key) || writes.is_written(n));
            std::int32_t const v = by_user ? add_user_input(m, spec, n) : add_state(m, spec, n, changes_it);
            if (changes_it && m.out.storage_of(v) != pte_plan_builder::no_storage) {
                graphs.protect(v);
                m.out.lifetimes().keep(m.out.storage_of(v));
            }
            m.inputs[key] = v;
            if (n != no_node)
                by_node[n] = {v};
        }
        vec<pte_result> inputs;
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::placeholder) {
                auto const found = by_node.find(n);
                if (found == by_node.end())
                    raise(errc::invalid_argument, "the signature has no input '", g.name(n), "'");
                inputs.push_back(found->second);
            }
        return inputs;
    }

    [[nodiscard]] static std::int32_t add_user_input(method& m, input_spec const& spec, node_id n) {
        value_spec const* const val = n == no_node ? nullptr : m.program.graph().val(n);
        std::int32_t v = 0;
        if (spec.is_constant_input)
            v = m.out.add(std::visit([](auto const& held) -> pte_value { return held; }, spec.value));
        else if (val == nullptr)
            v = m.out.add(pte_value{});
        else if (val->is_tensor())
            v = m.out.tensor(val->tensor);
        else
            v = val->k == value_spec::kind::sym_float  ? m.out.add(0.0)
                : val->k == value_spec::kind::sym_bool ? m.out.add(false)
                                                       : m.out.add(std::int64_t{0});
        if (m.out.storage_of(v) != pte_plan_builder::no_storage)
            m.out.lifetimes().touch_before(m.out.storage_of(v));
        m.out.plan().inputs.push_back(v);
        return v;
    }

    [[nodiscard]] std::int32_t add_state(method& m, input_spec const& spec, node_id n, bool changes) {
        tensor const* const state = m.program.find_state(spec);
        if (n == no_node)
            return m.out.none();
        if (state == nullptr)
            raise(errc::invalid_argument, "the program has no tensor for its input '", spec.name, "'");
        if (!changes)
            return m.out.constant(spec_of(*state), buffers_.add(*state));
        std::int32_t const v = m.out.tensor(spec_of(*state));
        m.out.lifetimes().touch_before(m.out.storage_of(v));
        m.out.described(v).data_buffer = first_values_.add(*state);
        m.out.described(v).fully_qualified_name = spec.target;
        return v;
    }

    void add_outputs(method& m, pte_graph_emitter& graphs, vec<pte_result> results) {
        auto const& outputs = m.program.signature.outputs;
        if (results.size() != outputs.size())
            raise(errc::invalid_argument, "the graph returns ", results.size(), " values, the signature has ",
                  outputs.size());
        auto const target_of = [&](std::size_t i) {
            auto const what = changed(outputs[i]);
            if (!what)
                return std::int32_t{-1};
            auto const found = m.inputs.find(*what);
            if (found == m.inputs.end())
                raise(errc::invalid_argument, "output ", i, " is the new value of '", outputs[i].target,
                      "', which is no input");
            return found->second;
        };
        std::set<std::int32_t> changing;
        for (std::size_t i = 0; i < results.size(); ++i)
            if (std::int32_t const to = target_of(i); to >= 0 && to != results[i].value)
                changing.insert(to);
        // What is returned as it was is put aside before it changes.
        for (pte_result& r : results)
            if (changing.contains(r.value))
                r.value = graphs.copy(r.value);
        for (std::size_t i = 0; i < results.size(); ++i)
            if (std::int32_t const to = target_of(i); changing.contains(to))
                m.out.call("aten::copy_", {to, results[i].one(), m.out.boolean(false), to});
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (outputs[i].kind == output_kind::buffer_mutation || outputs[i].kind == output_kind::parameter_mutation)
                continue;
            std::int32_t const to = target_of(i), v = to >= 0                    ? to
                                                      : results[i].items.empty() ? results[i].value
                                                                                 : results[i].one();
            m.out.plan().outputs.push_back(v >= 0 ? v : m.out.none());
            if (v >= 0 && m.out.storage_of(v) != pte_plan_builder::no_storage)
                m.out.lifetimes().keep(m.out.storage_of(v));
        }
    }

    pte_emit_options options_;
    pte_buffers buffers_, first_values_;
    vec<pte_plan> plans_;
};

} // namespace detail

GRAFT_INLINE pte_program emit_pte(std::map<std::string, exported_program const*> const& methods,
                                  std::map<std::string, pte_constant> const& constants,
                                  pte_emit_options const& options) {
    detail::pte_emitter out(options);
    for (auto const& [name, program] : methods)
        out.add(name, *program);
    for (auto const& [name, value] : constants)
        out.add(name, value);
    return out.take();
}

} // namespace graft
#endif
