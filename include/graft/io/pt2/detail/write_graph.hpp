#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/memory_alloc.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/detail/extension.hpp>
#include <graft/io/pt2/detail/higher_order.hpp>
#include <graft/io/pt2/detail/signature.hpp>
#include <graft/io/pt2/detail/write_argument.hpp>
#include <graft/io/pt2/detail/write_value.hpp>
#include <graft/io/pt2/opaque.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/signature.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace graft::detail {

constexpr bool is_dotted_name(std::string_view text) {
    bool at_start = true;
    for (char const c : text) {
        bool const letter = c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
        bool const digit = c >= '0' && c <= '9';
        if (c == '.' ? at_start : !letter && (!digit || at_start))
            return false;
        at_start = c == '.';
    }
    return !at_start;
}

// The name a graph has for what the JSON calls `torch.ops.aten.add.Tensor`: `aten::add.Tensor`.
// Higher-order operators and Python functions keep theirs.
inline std::string read_pt2_target(json_value target) {
    std::string_view text = target.as_string();
    if (!is_dotted_name(text))
        target.fail("no name of an operator", errc::unsupported);
    if (text.starts_with("_operator."))
        return std::string(text.substr(1));
    if (!text.starts_with("torch.ops.") || text.starts_with("torch.ops.higher_order."))
        return std::string(text);
    text.remove_prefix(std::string_view("torch.ops.").size());
    std::size_t const space = text.find('.');
    std::size_t const overload = text.rfind('.');
    if (space == std::string_view::npos || space == overload || text.find('.', space + 1) != overload)
        target.fail("expected torch.ops, a namespace, an operator and an overload");
    std::string name(text.substr(0, space));
    name += "::";
    name += text.substr(space + 1, overload - space - 1);
    if (text.substr(overload) != ".default")
        name += text.substr(overload);
    return name;
}

// What the JSON calls the target; an op of any dialect goes by the name it has in ATen.
inline std::string write_pt2_target(target_info const& target) {
    if (!target.is_op())
        return (target.name.starts_with("operator.") ? "_" : "") + std::string(target.name);
    return python_target({target.name, target.op, dialect_tag::aten});
}

inline pt2_json write_pt2_constant(constant_value const& value) {
    if (auto const* const b = std::get_if<bool>(&value))
        return pt2_union("as_bool", *b);
    if (auto const* const i = std::get_if<std::int64_t>(&value))
        return pt2_union("as_int", *i);
    if (auto const* const d = std::get_if<double>(&value))
        return pt2_union("as_float", write_pt2_real(*d));
    if (auto const* const s = std::get_if<std::string>(&value))
        return pt2_union("as_string", *s);
    return pt2_union("as_none", true);
}

// Writes one graph, and those inside it.
class pt2_graph_writer {
public:
    explicit pt2_graph_writer(graph_module const& module)
        : module_(module), graph_(module.graph), names_(graph_), arguments_(graph_, names_), extension_(graph_) {}

    // `inputs` tell which inputs are constants; a graph inside another has no such.
    [[nodiscard]] pt2_json write(view<input_spec const> inputs) {
        for (node_id const n : graph_.nodes())
            at_node(graph_, n, [&] { write_any(n, inputs); });
        if (!has_output_)
            raise(errc::invalid_argument, "pt2: the graph does not end with an output");
        pt2_json result = pt2_json::object();
        append_member(result, "inputs", std::move(inputs_));
        append_member(result, "outputs", std::move(outputs_));
        append_member(result, "nodes", std::move(nodes_));
        std::move(values_).move_to(result);
        append_member(result, "is_single_tensor_return", returns_one_);
        std::move(extension_).move_to(result);
        return result;
    }

private:
    void write_any(node_id n, view<input_spec const> inputs) {
        switch (graph_.op(n)) {
        case opcode::placeholder: return write_input(n, inputs);
        case opcode::get_attr: return; // stands in the call that takes it
        case opcode::call_function:
            if (!names_.is_item(n))
                write_call(n);
            return;
        case opcode::output: return write_output(n);
        default: break;
        }
        raise(errc::unsupported, "pt2: a ", name(graph_.op(n)), " node cannot be written");
    }

    [[nodiscard]] value_spec const& val(node_id n) const {
        if (value_spec const* const known = graph_.val(n))
            return *known;
        raise(errc::invalid_argument, "pt2: the node has no val, which the format needs");
    }

    void write_input(node_id n, view<input_spec const> inputs) {
        std::size_t const index = inputs_.size();
        extension_.add(n, no_node);
        if (index < inputs.size() && inputs[index].is_constant_input) {
            inputs_.push_back(write_pt2_constant(inputs[index].value));
            return;
        }
        inputs_.push_back(write_pt2_reference(val(n).k, graph_.name(n)));
        values_.add(graph_.name(n), val(n));
    }

    void write_output(node_id n) {
        arg_ref const result = graph_.arg(n, 0);
        has_output_ = true;
        returns_one_ = result.kind() != arg_kind::tuple && result.kind() != arg_kind::list;
        for (std::size_t i = 0; i < (returns_one_ ? 1 : result.size()); ++i)
            outputs_.push_back(arguments_.write(returns_one_ ? result : result[i]));
        extension_.add(n, no_node);
    }

    void write_call(node_id n) {
        target_info const target = graph_.target(n);
        bool const higher_order = is_higher_order(target.name);
        if (target.name == memory_alloc)
            raise(errc::unsupported, "pt2: the format has no memory that calls are given to write to; a program of "
                                     "out-variants is written as .pte");
        if (target.is_op() && target.op == nullptr && !pt2_call_form(graph_, n).known())
            raise(errc::unsupported, "pt2: nothing is known of the op ", target.name,
                  ", which was not read from a file that names its arguments");
        pt2_json node = pt2_json::object();
        append_member(node, "target", write_pt2_target(target));
        append_member(node, "inputs", write_arguments(n, higher_order));
        extension_.add(n, n);
        append_member(node, "outputs", write_results(n));
        append_member(node, "metadata", write_pt2_metadata(graph_.meta(n)));
        append_member(node, "is_hop_single_tensor_return",
                      higher_order ? pt2_json(graph_.val(n) != nullptr && !val(n).is_list()) : pt2_json());
        append_member(node, "name", graph_.name(n));
        nodes_.push_back(std::move(node));
    }

    [[nodiscard]] pt2_json write_arguments(node_id n, bool higher_order) {
        op_info const* const op = graph_.target(n).op;
        if (op == nullptr)
            return write_opaque_arguments(n, higher_order);
        pt2_json inputs = pt2_json::array();
        auto const add = [&](std::string_view name, arg_ref given, schema_argument const& slot, int kind) {
            inputs.push_back(pt2_object({{"name", name}, {"arg", arguments_.write(given, &slot)}, {"kind", kind}}));
        };
        if (graph_.arg_count(n) > op->arguments.size())
            raise(errc::invalid_argument, "pt2: ", op->name, " takes ", op->arguments.size(), " arguments, not ",
                  graph_.arg_count(n));
        for (std::size_t i = 0; i < graph_.arg_count(n); ++i)
            add(op->arguments[i].name, graph_.arg(n, i), op->arguments[i], 1);
        for (std::size_t i = 0; i < graph_.kwarg_count(n); ++i) {
            std::string_view const key = graph_.kwarg_key(n, i);
            int const slot = op->find_argument(key);
            if (slot < 0)
                raise(errc::invalid_argument, "pt2: ", op->name, " has no argument '", key, "'");
            add(key, graph_.kwarg(n, i), op->arguments[static_cast<std::size_t>(slot)], 2);
        }
        return inputs;
    }

    // Of a function, a higher-order operator, or an op without a schema, as the file had them.
    [[nodiscard]] pt2_json write_opaque_arguments(node_id n, bool higher_order) {
        pt2_json inputs = pt2_json::array();
        pt2_call_form const form(graph_, n);
        auto const add = [&](std::string_view name, arg_ref given, pt2_argument_form const* as, int kind) {
            bool const is_graph = higher_order && given.is_node() && graph_.op(given.node()) == opcode::get_attr;
            inputs.push_back(pt2_object({{"name", name},
                                         {"arg", is_graph        ? write_submodule(given.node(), n)
                                                 : as == nullptr ? arguments_.write(given)
                                                                 : arguments_.write_as(as->kind, given)},
                                         {"kind", kind}}));
        };
        for (std::size_t i = 0; i < graph_.arg_count(n); ++i) {
            pt2_argument_form const* const as = form.at(i);
            if (as == nullptr && graph_.target(n).is_op())
                raise(errc::invalid_argument, "pt2: nothing is known of argument ", i, " of ", graph_.target(n).name);
            add(as == nullptr ? std::string_view{} : as->name, graph_.arg(n, i), as, 1);
        }
        for (std::size_t i = 0; i < graph_.kwarg_count(n); ++i)
            add(graph_.kwarg_key(n, i), graph_.kwarg(n, i), form.find(graph_.kwarg_key(n, i)), 2);
        return inputs;
    }

    [[nodiscard]] pt2_json write_submodule(node_id attribute, node_id call) {
        std::string_view const name = graph_.target(attribute).name;
        graph_module const* const inner = module_.find(name);
        if (inner == nullptr)
            raise(errc::invalid_argument, "pt2: there is no submodule '", name, "'");
        pt2_json result = pt2_json::object();
        append_member(result, "name", name);
        append_member(result, "graph", pt2_graph_writer(*inner).write({}));
        if (graph_.name(attribute) != name)
            append_member(result, "node_name", graph_.name(attribute));
        extension_.add(attribute, call);
        return pt2_union("as_graph", std::move(result));
    }

    // The value of node `n`, or of an item of it, which has this name.
    [[nodiscard]] pt2_json write_value(std::string_view name, value_spec const& value) {
        values_.add(name, value);
        return write_pt2_reference(value.k, name);
    }

    [[nodiscard]] pt2_json write_results(node_id n) {
        op_info const* const op = graph_.target(n).op;
        pt2_json outputs = pt2_json::array();
        if (graph_.val(n) == nullptr && (op == nullptr ? is_opaque(graph_, n) : op->returns.empty()))
            return outputs;
        if (val(n).is_none())
            outputs.push_back(pt2_union("as_none", true));
        else if (!val(n).is_list())
            outputs.push_back(write_value(graph_.name(n), val(n)));
        else if (op == nullptr ? pt2_call_form(graph_, n).returns_list() : op->returns.size() == 1)
            outputs.push_back(write_list(n));
        else
            for (std::size_t i = 0; i < val(n).items.size(); ++i)
                outputs.push_back(write_item(n, i));
        return outputs;
    }

    [[nodiscard]] pt2_json write_item(node_id n, std::size_t i) {
        node_id const taken = names_.item_node(n, i);
        value_spec const& value = taken != no_node && graph_.val(taken) != nullptr ? val(taken) : val(n).items[i];
        if (value.is_none() && taken == no_node)
            return pt2_union("as_none", true);
        if (taken != no_node)
            extension_.add(taken, n);
        if (value.is_list() && taken != no_node)
            return write_list(taken);
        return write_named(names_.item(n, i), value);
    }

    // A value of this name, or a list that nothing takes, whose items are named by it.
    [[nodiscard]] pt2_json write_named(std::string const& name, value_spec const& value) {
        if (!value.is_list())
            return write_value(name, value);
        return list_of(value.items.size(), [&](std::size_t i) {
            return value.items[i].is_none() ? pt2_union("as_none", true)
                                            : write_named(join({name, "_unused_", i}), value.items[i]);
        });
    }

    // The items of one list; they are all of one kind.
    [[nodiscard]] pt2_json write_list(node_id n) {
        return list_of(val(n).items.size(), [&](std::size_t i) { return write_item(n, i); });
    }

    template <class Item>
    [[nodiscard]] static pt2_json list_of(std::size_t size, Item const& item_at) {
        pt2_json items = pt2_json::array();
        std::string kind = "as_tensor";
        for (std::size_t i = 0; i < size; ++i) {
            pt2_json item = item_at(i);
            std::string const found = item.begin().key();
            if (found == "as_none" || (i > 0 && found != kind))
                raise(errc::unsupported, "pt2: the format has no list of results so different");
            kind = found;
            items.push_back(std::move(item.begin().value()));
        }
        return pt2_union(kind + "s", std::move(items));
    }

    graph_module const& module_;
    graph const& graph_;
    pt2_item_names names_;
    pt2_argument_writer arguments_;
    pt2_extension_writer extension_;
    pt2_value_writer values_;
    pt2_json inputs_ = pt2_json::array(), outputs_ = pt2_json::array(), nodes_ = pt2_json::array();
    bool returns_one_ = false, has_output_ = false;
};

template <class Kinds, class Kind>
auto pt2_kind_of(Kinds const& kinds, Kind kind) {
    for (auto const& known : kinds)
        if (known.kind == kind)
            return known;
    raise(errc::internal, "pt2: a kind of spec without a name");
}

// `argument` is what the graph has in its place.
inline pt2_json write_pt2_input_spec(input_spec const& spec, pt2_json const& argument) {
    if (spec.kind == input_kind::custom_obj || spec.kind == input_kind::token)
        raise(errc::unsupported, "pt2: the input '", spec.name, "' is a ", name(spec.kind),
              ", which cannot be written");
    if (spec.is_constant_input)
        return pt2_union("constant_input", pt2_object({{"name", spec.name}, {"value", argument}}));
    if (spec.kind == input_kind::user_input)
        return pt2_union("user_input", pt2_object({{"arg", argument}}));
    auto const known = pt2_kind_of(pt2_input_kinds, spec.kind);
    pt2_json content = pt2_object({{"arg", pt2_name(spec.name)}, {known.target, spec.target}});
    if (spec.kind == input_kind::buffer)
        append_member(content, "persistent", spec.persistent);
    return pt2_union(known.key, std::move(content));
}

inline pt2_json write_pt2_output_spec(output_spec const& spec, pt2_json const& argument) {
    if (spec.kind == output_kind::user_output)
        return pt2_union("user_output", pt2_object({{"arg", argument}}));
    auto const known = pt2_kind_of(pt2_output_kinds, spec.kind);
    pt2_json content = pt2_object({{"arg", pt2_name(spec.name)}});
    if (!known.target.empty())
        append_member(content, known.target, spec.target);
    return pt2_union(known.key, std::move(content));
}

// The signature of the program that has this graph; the specs are as many as the graph's inputs and outputs.
inline pt2_json write_pt2_signature(graph_signature const& signature, pt2_json const& graph) {
    pt2_json inputs = pt2_json::array(), outputs = pt2_json::array();
    for (std::size_t i = 0; i < signature.inputs.size(); ++i)
        inputs.push_back(write_pt2_input_spec(signature.inputs[i], graph["inputs"][i]));
    for (std::size_t i = 0; i < signature.outputs.size(); ++i)
        outputs.push_back(write_pt2_output_spec(signature.outputs[i], graph["outputs"][i]));
    return pt2_object({{"input_specs", std::move(inputs)}, {"output_specs", std::move(outputs)}});
}

} // namespace graft::detail
