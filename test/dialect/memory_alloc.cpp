#include <graft/dialect/memory_alloc.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/ir/text/print.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("memory_alloc: a node says for what it has room") {
    graph g;
    node_id const n = add_memory_alloc(g, make_spec(dtype::f16, {2, symbol("s0")}), {2, 9});
    node_id const scalar = add_memory_alloc(g, make_spec(dtype::i64, {}), {});
    CHECK(fx_text(g) == "graph():\n"
                        "    %alloc : [num_users=0] = call_function[target=executorch.exir.memory.alloc]"
                        "(args = (((2, 9), torch.float16),), kwargs = {})\n"
                        "    %alloc_1 : [num_users=0] = call_function[target=executorch.exir.memory.alloc]"
                        "(args = (((), torch.int64),), kwargs = {})");
    CHECK(room_of(g, n).sizes == std::vector<std::int64_t>{2, 9});
    CHECK(room_of(g, n).dtype == dtype::f16);
    CHECK(room_of(g, scalar).sizes.empty());
    CHECK(g.val(n)->tensor.sizes[1] == sym_int(symbol("s0")));
}

TEST_CASE("memory_alloc: other arguments are refused") {
    graph g;
    std::vector<arg> const wrong[] = {
        {},
        {arg(1)},
        {arg::tuple({arg::tuple({1, 2})})},
        {arg::tuple({arg(2), dtype::f32})},
        {arg::tuple({arg::tuple({-1}), dtype::f32})},
        {arg::tuple({arg::tuple({arg(1.5)}), dtype::f32})},
        {arg::tuple({arg::tuple({1}), arg(3)})},
    };
    for (std::vector<arg> const& args : wrong)
        CHECK_THROWS_AS(static_cast<void>(room_of(g, g.call_function(memory_alloc, args))), error);
}

TEST_CASE("memory_alloc: a call writes to memory alone, or it does not") {
    graph g;
    tensor_spec const spec = make_spec(dtype::f32, {2});
    op_info const& add = *find_known_op<>("aten::add_.Tensor");
    arg const x = arg::node(g.placeholder("x"));
    arg const own = arg::node(add_memory_alloc(g, spec, {2})), shared = arg::node(add_memory_alloc(g, spec, {2}));
    CHECK_FALSE(writes_to_memory(g, g.call_function(add, {x, x})));
    CHECK_FALSE(writes_to_memory(g, g.call_function(*find_known_op<>("aten::neg"), {own})));
    CHECK(writes_to_memory(g, g.call_function(add, {own, x})));
    g.call_function(add, {shared, x});
    CHECK_FALSE(writes_to_memory(g, g.call_function(add, {shared, x})));
}

TEST_CASE("memory_alloc: the results of a call that writes a list are what its memory stands for") {
    graph g;
    tensor_spec const spec = make_spec(dtype::f32, {2});
    node_id const x = g.placeholder("x"), first = add_memory_alloc(g, spec, {2}), other = g.placeholder("other");
    arg const list = arg::list({arg::node(first), arg::node(other)});
    auto const results = [&](std::string_view of, std::vector<arg> args, kwarg out) {
        op_info const& op = *out_variant_of(*find_known_op<>(of));
        std::vector<std::pair<node_id, std::size_t>> found;
        for_each_result_in_memory(g, g.call_function(op, std::move(args), {std::move(out)}), 2,
                                  [&](node_id n, std::size_t i) { found.emplace_back(n, i); });
        return found;
    };
    CHECK(results("aten::unbind_copy.int", {arg::node(x), 0}, {"out", list}) ==
          std::vector{std::pair{first, std::size_t{0}}});
    CHECK(results("aten::neg", {arg::node(x)}, {"out", arg::node(first)}).empty());
}

} // namespace
