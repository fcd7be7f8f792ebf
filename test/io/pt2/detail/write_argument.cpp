#include <graft/io/pt2/detail/write_argument.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/file/json.hpp>
#include <graft/io/pt2/argument.hpp>
#include <graft/ir/map_arg.hpp>

#include "../../raises.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;
using graft_test::sentence;

// A graph of a tensor `x` and a symbolic size `n`, and one node that takes the argument.
struct argument_case {
    graph g;
    node_id x = g.placeholder("x"), n = g.placeholder("n");

    argument_case() {
        g.set_val(x, make_spec(dtype::f32, {2}));
        g.set_val(n, value_spec::of_integer(symbol("u0")));
    }
    std::string written(arg const& a, schema_argument const* slot = nullptr) {
        node_id const user = g.call_function("my::op", {a});
        pt2_item_names const names(g);
        return pt2_argument_writer(g, names).write(g.arg(user, 0), slot).dump();
    }
};

TEST_CASE("pt2_write_argument: each argument has its kind in the format") {
    argument_case c;
    arg const x = arg::node(c.x), n = arg::node(c.n);
    CHECK(c.written(nullptr) == R"({"as_none":true})");
    CHECK(c.written(x) == R"({"as_tensor":{"name":"x"}})");
    CHECK(c.written(n) == R"({"as_sym_int":{"as_name":"n"}})");
    CHECK(c.written(arg::list({x, x})) == R"({"as_tensors":[{"name":"x"},{"name":"x"}]})");
    CHECK(c.written(arg::list({x, nullptr})) ==
          R"({"as_optional_tensors":[{"as_tensor":{"name":"x"}},{"as_none":true}]})");
    CHECK(c.written(arg::list({n, 3})) == R"({"as_sym_ints":[{"as_name":"n"},{"as_int":3}]})");
    CHECK(c.written(arg::list({n, x})) == R"({"as_tensors":[{"name":"n"},{"name":"x"}]})");
    CHECK(c.written(arg::list({1, 2})) == R"({"as_ints":[1,2]})");
    CHECK(c.written(arg::list({1, 2.5})) == R"({"as_floats":[1,2.5]})");
    CHECK(c.written(arg::list({true})) == R"({"as_bools":[true]})");
    CHECK(c.written(arg::list({"a"})) == R"({"as_strings":["a"]})");
    CHECK(c.written(arg::list({arg::list({1}), arg::list({2, 3})})) == R"({"as_int_lists":[[1],[2,3]]})");
    CHECK(c.written(arg::list({arg::list({x})})) == R"({"as_nested_tensors":[[{"name":"x"}]]})");
    CHECK(c.written(dtype::f16) == R"({"as_scalar_type":6})");
    CHECK(c.written(memory_format::channels_last) == R"({"as_memory_format":2})");
    CHECK(c.written(arg::device("cuda:2")) == R"({"as_device":{"type":"cuda","index":2}})");
}

TEST_CASE("pt2_write_argument: the schema tells an empty list's kind, and a list that admits None") {
    argument_case c;
    op_info const& index = *find_known_op<>("aten::index.Tensor");
    op_info const& cat = *find_known_op<>("aten::cat");
    CHECK(c.written(arg::list({}), &cat.arguments[0]) == R"({"as_tensors":[]})");
    CHECK(c.written(arg::list({}), &cat.arguments[1]) == R"({"as_ints":[]})");
    CHECK(c.written(arg::list({arg::node(c.x)}), &index.arguments[1]) ==
          R"({"as_optional_tensors":[{"as_tensor":{"name":"x"}}]})");
}

TEST_CASE("pt2_write_argument: random lists are read as they were") {
    argument_case c;
    std::vector<arg> const samples{arg::list({4, -7}),
                                   arg::list({0.5, -2.0}),
                                   arg::list({arg::node(c.n), 9}),
                                   arg::list({arg::list({1.5}), arg::list({2.5})}),
                                   arg("text"),
                                   arg(true)};
    for (arg const& sample : samples) {
        std::string const text = c.written(sample);
        node_id const user = c.g.back();
        json_document const document = json_document::parse(text);
        node_id const twin = c.g.call_function("my::op", {pt2_argument_reader(c.g).read(document.root())});
        CHECK(c.written(to_arg(c.g.arg(twin, 0))) == c.written(to_arg(c.g.arg(user, 0))));
    }
}

TEST_CASE("pt2_write_argument: what the format has no kind for is an error") {
    argument_case c;
    CHECK(sentence([&] { c.written(arg::list({1, "a"})); }) == "pt2: the format has no list of items so different");
    CHECK(sentence([&] { c.written(arg::device("abacus")); }) == "pt2: the device 'abacus' is unknown");
    c.g.clear_val(c.x);
    CHECK(sentence([&] { c.written(arg::node(c.x)); }) == "pt2: the value 'x' is used, but has no val");
}

using graft_test::raised;

value_spec three_numbers() {
    return value_spec::of_list({value_spec::of_integer(1), value_spec::of_integer(2), value_spec::of_integer(3)});
}

TEST_CASE("pt2_item_names: an item goes by the first node that takes it, or by its number") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, three_numbers());
    node_id const last = g.call_function("operator.getitem", {arg::node(x), 2});
    node_id const again = g.call_function("operator.getitem", {arg::node(x), 2});
    detail::pt2_item_names const names(g);
    CHECK(names.is_item(last));
    CHECK_FALSE(names.is_item(x));
    CHECK(names.item(x, 2) == "getitem");
    CHECK(names.name(again) == "getitem");
    CHECK(names.item_node(x, 0) == no_node);
    CHECK(names.item(x, 0) == "x_unused_0");
}

TEST_CASE("pt2_item_names: an item that is not there, and a name that is taken, are errors") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, three_numbers());
    g.placeholder("x_unused_1");
    CHECK(raised([&] { static_cast<void>(detail::pt2_item_names(g).item(x, 1)); }) ==
          "graft: pt2: item 1 that nothing uses is to be called 'x_unused_1', as another node is");
    g.call_function("operator.getitem", {arg::node(x), 3});
    CHECK(raised([&] { static_cast<void>(detail::pt2_item_names(g)); }) ==
          "graft: pt2: the value 'x' is not known to have an item 3 [at %getitem]");
    g.set_arg(g.at("getitem"), 1, arg("one"));
    CHECK(raised([&] { static_cast<void>(detail::pt2_item_names(g)); }) ==
          "graft: pt2: only an item of a node at a known index can be written [at %getitem]");
}

} // namespace
