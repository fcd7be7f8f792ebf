#include <graft/runtime/run_value.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("run_value: it is what it was made of, and anything else is an error in words") {
    graph_module const m;
    run_value const none, t = f32({2}, {1, 2}), number = scalar(3), graph = m, list = run_values{t, number};
    CHECK(none.is_none());
    CHECK(t.tensor().shares_storage(t.tensor()));
    CHECK(number.number() == scalar(3));
    CHECK(&graph.module() == &m);
    CHECK(list.items().size() == 2);
    CHECK(run_value{std::vector<tensor>{f32({1}, {1})}}.items()[0].is_tensor());
    CHECK(raised([&] { static_cast<void>(none.tensor()); }) == "graft: a value is None, not a tensor");
    CHECK(raised([&] { static_cast<void>(t.number()); }) == "graft: a value is a tensor, not a number");
    CHECK(raised([&] { static_cast<void>(graph.items()); }) == "graft: a value is a graph, not a list");
    CHECK(raised([&] { static_cast<void>(list.module()); }) == "graft: a value is a list, not a graph");
}

TEST_CASE("run_value: numbers and tensors of one element are true or false") {
    CHECK(run_value{scalar(true)}.truth());
    CHECK_FALSE(run_value{scalar(0.0)}.truth());
    CHECK(run_value{b8({1}, {true})}.truth());
    CHECK_FALSE(run_value{f32({}, {0})}.truth());
}

TEST_CASE("run_value: tensors, numbers and None are arguments of ops") {
    run_value const t = f32({2}, {1, 2});
    CHECK(t.as_argument().tensor == &t.tensor());
    CHECK(run_value{scalar(2)}.as_argument().kind == argument_kind::integer);
    CHECK(run_value{scalar(0.5)}.as_argument().kind == argument_kind::real);
    CHECK(run_value{}.as_argument().kind == argument_kind::none);
    CHECK(raised([&] { static_cast<void>(run_value{run_values{}}.as_argument()); }) ==
          "graft: a list is no argument of an op");
}

} // namespace
