#pragma once

#include <graft/config.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/argument.hpp>
#include <graft/io/pt2/detail/higher_order.hpp>
#include <graft/io/pt2/opaque.hpp>
#include <graft/io/pt2/result.hpp>
#include <graft/io/pt2/value.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/signature.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string_view>

namespace graft {

/// Finds an op by its name, such as `aten::add.Tensor`; null when there is none.
using op_finder = std::function<op_info const*(std::string_view name)>;

namespace detail {

// The arguments of a call that is being read.
struct pt2_call {
    vec<arg> args;
    vec<kwarg> kwargs;
    pt2_form_text form;
};

// Makes one graph, and those inside it, node by node in the order in which FX made them.
class pt2_graph_reader {
public:
    pt2_graph_reader(json_value source, pt2_value_reader& values, op_finder const& find_op)
        : source_(source), value_reader_(values), find_op_(find_op), values_(source, values), arguments_(module_.graph),
          results_(module_.graph, values_) {}

    // `inputs` name the constants among the inputs; a graph inside another has no such.
    graph_module read(view<input_spec const> inputs, bool returns_list);

private:
    void read_input(json_value input, std::string_view constant);
    void read_node(json_value node);
    void read_output(bool returns_list);
    pt2_call read_arguments(json_value inputs, op_info const* op);
    static void note_form(pt2_form_text& form, json_value input);
    static bool returns_one_list(json_value outputs);
    pt2_call read_operands(json_value inputs, higher_order_convention const& convention, arg const& metadata);
    node_id read_submodule(json_value content, bool returns_list);

    json_value source_;
    pt2_value_reader& value_reader_;
    op_finder const& find_op_;
    graph_module module_;
    pt2_value_table values_;
    pt2_argument_reader arguments_;
    pt2_result_reader results_;
    std::map<std::string_view, std::size_t> submodules_;
};

//=== nodes ===//

inline bool pt2_graph_reader::returns_one_list(json_value outputs) {
    if (outputs.size() != 1)
        return false;
    auto const [kind, content] = (*outputs.items().begin()).only_member();
    return content.kind() == json_kind::array;
}

//=== higher-order operators ===//

// A node that stands for the graph; a graph that is called twice is written twice.

//=== output ===//

} // namespace detail
} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/saved_results.hpp>
#    include <graft/io/pt2/detail/extension.hpp>
#    include <graft/io/pt2/detail/write_graph.hpp>
#    include <graft/ir/compare.hpp>
#    include <graft/ir/graph.hpp>

#    include <cstdint>
#    include <optional>
#    include <string>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE graph_module pt2_graph_reader::read(view<input_spec const> inputs, bool returns_list) {
    std::size_t index = 0;
    for (json_value const input : source_.at("inputs").items()) {
        read_input(input, index < inputs.size() ? inputs[index].name : std::string_view());
        ++index;
    }
    for (json_value const node : source_.at("nodes").items())
        read_node(node);
    read_output(returns_list);
    results_.erase_unused();
    know_saved_results(module_.graph);
    read_pt2_extension(source_, module_.graph);
    return std::move(module_);
}

GRAFT_INLINE void pt2_graph_reader::read_input(json_value input, std::string_view constant) {
    auto const [kind, content] = input.only_member();
    auto const name = pt2_value_name(kind, content);
    if (!name && constant.empty())
        input.fail("a constant among the inputs has no name");
    graph& g = module_.graph;
    std::string_view const text = name ? name->as_string() : constant;
    node_id const n = g.placeholder(text);
    rename_as(g, n, text, name ? *name : input);
    if (name)
        results_.read_value(n, *name);
    else if (kind == "as_int")
        g.set_val(n, value_spec::of_integer(content.as_int()));
    else if (kind == "as_bool")
        g.set_val(n, value_spec::of_boolean(content.as_bool() ? 1 : 0));
    else
        g.set_val(n, value_spec{}); // a real number, a string or None, of which nothing in the graph asks
}

GRAFT_INLINE void pt2_graph_reader::read_node(json_value node) {
    graph& g = module_.graph;
    std::string const target = read_pt2_target(node.at("target"));
    bool const higher_order = is_higher_order(target);
    op_info const* const op = find_op_ && !higher_order ? find_op_(target) : nullptr;
    arg metadata = read_pt2_metadata(node.at("metadata"));

    pt2_call call = higher_order ? read_operands(node.at("inputs"), find_higher_order(target), metadata)
                                 : read_arguments(node.at("inputs"), op);

    json_value const outputs = node.at("outputs");
    auto const single = node.find("is_hop_single_tensor_return");
    bool const is_tuple = higher_order && !(single && single->as_bool());
    auto const value_name = is_tuple ? std::nullopt : pt2_result_reader::only_name(outputs);
    auto const name = value_name ? value_name : node.find("name");
    node_id const n = node.guard([&] {
        return g.call_function(g.intern_target(target, op), call.args, call.kwargs,
                               name ? name->as_string() : std::string_view());
    });
    if (name)
        rename_as(g, n, name->as_string(), *name);
    if (op == nullptr) {
        if (!value_name && returns_one_list(outputs))
            call.form.returns_list();
        if (target.find("::") != std::string::npos || call.form.says_more())
            add_text(metadata, pt2_arguments_key, call.form.text());
    }
    g.set_meta(n, metadata);
    if (value_name)
        results_.read_value(n, *value_name);
    else
        results_.read_items(n, outputs);
}

GRAFT_INLINE pt2_call pt2_graph_reader::read_arguments(json_value inputs, op_info const* op) {
    constexpr std::int64_t positional = 1, keyword = 2;
    pt2_call call;
    for (json_value const input : inputs.items()) {
        json_value const name = input.at("name");
        int const slot = op == nullptr ? -1 : op->find_argument(name.as_string());
        if (op != nullptr && slot < 0)
            name.fail(join({"the op ", op->name, " has no such argument"}));
        auto const stated = input.find("kind");
        std::int64_t kind = stated ? stated->as_int() : 0;
        if (kind != positional && kind != keyword) {
            // Older files leave it to the schema.
            auto const optional = [](schema_argument const& a) { return a.kwarg_only || a.has_default; };
            kind = op != nullptr && optional(op->arguments[static_cast<std::size_t>(slot)]) ? keyword : positional;
        }
        arg value = arguments_.read(input.at("arg"));
        if (op == nullptr)
            note_form(call.form, input);
        if (kind == keyword) {
            call.kwargs.push_back({name.as_string(), std::move(value)});
            continue;
        }
        if (op != nullptr && static_cast<std::size_t>(slot) != call.args.size())
            name.fail(join({"argument ", slot, " of ", op->name, " stands in place ", call.args.size()}));
        call.args.push_back(std::move(value));
    }
    return call;
}

GRAFT_INLINE void pt2_graph_reader::note_form(pt2_form_text& form, json_value input) {
    auto const [kind, content] = input.at("arg").only_member();
    bool const list = content.kind() == json_kind::array;
    form.add(input.at("name").as_string(), kind, list ? content.size() : 1);
}

GRAFT_INLINE pt2_call pt2_graph_reader::read_operands(json_value inputs, higher_order_convention const& convention,
                                                      arg const& metadata) {
    pt2_call call;
    for (json_value const input : inputs.items()) {
        auto const [kind, content] = input.at("arg").only_member();
        arg value;
        if (kind == "as_graph") {
            node_id const n = read_submodule(content, convention.returns_list);
            module_.graph.set_meta(n, metadata); // it has none of its own
            value = arg::node(n);
        } else {
            value = arguments_.read(input.at("arg"));
        }
        note_form(call.form, input);
        std::string_view const name = input.at("name").as_string();
        if (!name.empty()) {
            call.kwargs.push_back({name, std::move(value)});
            continue;
        }
        if (value.kind == arg_kind::list && takes_tuple(convention, call.args.size()))
            value.kind = arg_kind::tuple;
        call.args.push_back(std::move(value));
    }
    return call;
}

GRAFT_INLINE node_id pt2_graph_reader::read_submodule(json_value content, bool returns_list) {
    json_value const name = content.at("name");
    graph_module module = pt2_graph_reader(content.at("graph"), value_reader_, find_op_).read({}, returns_list);
    auto const [known, is_new] = submodules_.emplace(name.as_string(), module_.submodules.size());
    if (is_new)
        module_.submodules.push_back({std::string(name.as_string()), std::move(module)});
    else if (!(module_.submodules[known->second].module == module))
        name.fail(join({"two different graphs are called '", name.as_string(), "'"}));
    node_id const n = module_.graph.get_attr(name.as_string());
    if (auto const node_name = content.find("node_name"))
        rename_as(module_.graph, n, node_name->as_string(), *node_name);
    return n;
}

GRAFT_INLINE void pt2_graph_reader::read_output(bool returns_list) {
    json_value const outputs = source_.at("outputs");
    vec<arg> values;
    for (json_value const output : outputs.items())
        values.push_back(arguments_.read(output));
    auto const single = source_.find("is_single_tensor_return");
    if (single && single->as_bool()) {
        if (values.size() != 1)
            outputs.fail("the graph returns one tensor, yet has another number of outputs");
        module_.graph.output(values.front());
        return;
    }
    module_.graph.output({returns_list ? arg_kind::list : arg_kind::tuple, std::move(values)});
}

} // namespace graft::detail
#endif
