#pragma once

#include <graft/ir/graph.hpp>
#include <graft/schema/runtime_op.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

/// The op of this name among those that the tests of memory planning use, or null.
inline graft::op_info const* find_op(std::string_view name) {
    static std::map<std::string_view, graft::runtime_op> const ops = [] {
        std::map<std::string_view, graft::runtime_op> table;
        auto const add = [&](char const* schema, graft::op_tags tags = graft::op_tags::none) {
            graft::runtime_op const op(schema, tags);
            table.emplace(op.info().name, op);
        };
        add("test::relu(Tensor self) -> Tensor");
        add("test::relu_(Tensor(a!) self) -> Tensor(a!)");
        add("test::add(Tensor self, Tensor other) -> Tensor");
        add("test::add.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
        add("test::zero_(Tensor(a!) self) -> ()");
        add("test::view(Tensor(a) self, SymInt[] size) -> Tensor(a)", graft::op_tags::view);
        add("test::bits(Tensor(a) self) -> Tensor(a)", graft::op_tags::view);
        add("test::alias(Tensor(a) self) -> Tensor(a)");
        add("test::reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)");
        add("test::to(Tensor(a) self, ScalarType dtype, bool copy=False) -> Tensor(a)");
        add("test::split(Tensor(a -> *) self, SymInt size) -> Tensor(a)[]");
        add("test::unbind(Tensor self) -> Tensor[]");
        add("test::norm(Tensor self) -> (Tensor, Tensor, Tensor)");
        add("test::histogram(Tensor self) -> (Tensor hist, Tensor[] edges)");
        add("test::size(Tensor self) -> SymInt");
        add("test::unsaid(Tensor self) -> Tensor", graft::op_tags::unsaid_view);
        add("test::unsaid_list(Tensor[] tensors) -> Tensor[]", graft::op_tags::unsaid_view);
        add("test::unsaid_of_list(Tensor[] tensors) -> Tensor", graft::op_tags::unsaid_view);
        return table;
    }();
    auto const found = ops.find(name);
    return found == ops.end() ? nullptr : &found->second.info();
}

/// A contiguous f32 tensor of these sizes.
inline graft::value_spec f32(std::vector<graft::sym_int> sizes) {
    return graft::make_spec(graft::dtype::f32, std::move(sizes));
}

/// An f32 tensor with these strides.
inline graft::value_spec f32(std::vector<graft::sym_int> sizes, std::vector<graft::sym_int> strides) {
    graft::tensor_spec spec = graft::make_spec(graft::dtype::f32, std::move(sizes));
    spec.strides = std::move(strides);
    return spec;
}

/// Builds a graph node by node, each with its value.
struct graph_builder {
    graft::graph g;

    graft::node_id input(std::string_view name, graft::value_spec value) {
        graft::node_id const n = g.placeholder(name);
        g.set_val(n, std::move(value));
        return n;
    }
    graft::node_id call(std::string_view op, std::vector<graft::node_id> const& nodes, graft::value_spec value,
                        std::string_view name) {
        std::vector<graft::arg> args;
        for (graft::node_id const n : nodes)
            args.push_back(graft::arg::node(n));
        graft::node_id const n = g.call_function(*find_op(op), args, {}, name);
        g.set_val(n, std::move(value));
        return n;
    }
    graft::node_id item(graft::node_id list, int index, std::string_view name) {
        graft::value_spec const value = g.val(list)->items[static_cast<std::size_t>(index)];
        graft::node_id const n = g.call_function("operator.getitem", {graft::arg::node(list), index}, {}, name);
        g.set_val(n, value);
        return n;
    }
    void output(std::vector<graft::node_id> const& nodes) {
        std::vector<graft::arg> args;
        for (graft::node_id const n : nodes)
            args.push_back(graft::arg::node(n));
        g.output(graft::arg::tuple(args));
    }
};

} // namespace graft_test
