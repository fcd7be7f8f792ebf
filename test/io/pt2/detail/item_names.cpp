#include <graft/io/pt2/detail/item_names.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

namespace {

using namespace graft;
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
