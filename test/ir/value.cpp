// Header-only: what holds in constants needs bodies.
#include <graft/ir/value.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>

#include "../io/raises.hpp"
#include "toy.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::raised;

TEST_CASE("value: calling an op adds the call to the graph of its arguments") {
    graph g;
    value const x = placeholder(g, "x"), y = placeholder(g, "y");
    value const a = toy::add(x, y);
    value const b = toy::mul(a, toy::neg(x));
    output(g, {b, x});
    CHECK(a.owner == &g);
    CHECK(a.name() == "add_tensor");
    CHECK(g.target(a.id).op == &toy::add_t::info());
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.toy.mul.Tensor](args = (%add_tensor, %neg_default), kwargs = {})
    return (mul_tensor, x))");
    CHECK(lint(g).empty());
}

TEST_CASE("value: keyword-only arguments become keywords, others positions when they come in order") {
    graph g;
    value const x = placeholder(g, "x");
    toy::add(x, "other"_a = x, "alpha"_a = 2);
    toy::pool(x, std::vector{2, 2}, "ceil"_a = true);
    toy::cast(x, "dtype"_a = dtype::f16);
    std::string const printed = text(g);
    CHECK(printed.find("(args = (%x, %x), kwargs = {alpha: 2})") != std::string::npos);
    CHECK(printed.find("(args = (%x, [2, 2]), kwargs = {ceil: True})") != std::string::npos);
    CHECK(printed.find("(args = (%x,), kwargs = {dtype: torch.float16})") != std::string::npos);
}

TEST_CASE("value: list is one argument, out is one of several results") {
    graph g;
    value const x = placeholder(g, "x");
    value const second = out<1>(toy::cat(list(x, toy::neg(x))));
    CHECK(g.target(second.id).name == "operator.getitem");
    output(g, {second});
    CHECK(fx_text(g).find("cat.default](args = ([%x, %neg_default],), kwargs = {})") != std::string::npos);
    CHECK(fx_text(g).find("operator.getitem](args = (%cat_default, 1), kwargs = {})") != std::string::npos);
    CHECK(lint(g).empty());
}

TEST_CASE("value: lists stand between braces") {
    graph g;
    value const x = placeholder(g, "x");
    toy::permute(x, {1, 0});
    toy::pool(x, {}, "ceil"_a = true);
    std::string const printed = text(g);
    CHECK(printed.find("(args = (%x, [1, 0]), kwargs = {})") != std::string::npos);
    CHECK(printed.find("(args = (%x, []), kwargs = {ceil: True})") != std::string::npos);
}

TEST_CASE("value: lists of values and of literals become lists") {
    graph g;
    value const x = placeholder(g, "x"), y = placeholder(g, "y");
    value const c = toy::cat(std::vector{x, y}, 1);
    value const p = toy::permute(c, std::vector<std::int64_t>{1, 0});
    CHECK(g.arg(c.id, 0).kind() == arg_kind::list);
    CHECK(g.arg(c.id, 0)[1].node() == y.id);
    CHECK(g.arg(p.id, 1)[0].integer() == 1);
    CHECK(g.arg(p.id, 1).value().is_literal());
}

TEST_CASE("value: arrays and optionals of values are lists, and None where there is none") {
    graph g;
    value const x = placeholder(g, "x"), y = placeholder(g, "y");
    value const c = toy::cat(std::array{x, y});
    CHECK(g.arg(c.id, 0)[1].node() == y.id);
    value const i = toy::index(x, std::vector<std::optional<value>>{std::nullopt, y});
    CHECK(g.arg(i.id, 1)[0].is_none());
    CHECK(g.arg(i.id, 1)[1].node() == y.id);
    value const b = toy::biased(x, std::optional<value>{});
    CHECK(g.arg(b.id, 1).is_none());
    CHECK(g.users(y.id) == std::vector{c.id, i.id});
}

TEST_CASE("value: arguments of two graphs are refused") {
    graph g, h;
    value const x = placeholder(g, "x"), y = placeholder(h, "y");
    CHECK(raised([&] { toy::add(x, y); }) == "graft: the arguments of toy::add.Tensor are of different graphs");
    CHECK(raised([&] { toy::cat(std::vector{x, y}); }) == "graft: the arguments of toy::cat are of different graphs");
    CHECK(raised([&] { output(g, {x, y}); }) == "graft: the results are of different graphs");
    CHECK(g.size() == 1);
    CHECK(h.size() == 1);
}

TEST_CASE("value: a value of an erased node, or of no graph, is refused") {
    graph g;
    value const x = placeholder(g, "x"), y = toy::neg(x);
    g.erase_node(y.id);
    std::string const sentence = "graft: node 2 was erased: it was %neg_default, a call_function of toy::neg";
    CHECK(raised([&] { toy::add(x, y); }) == sentence);
    CHECK(raised([&] { toy::cat(std::vector{x, y}); }) == sentence);
    CHECK(raised([&] { output(g, {y}); }) == sentence);
    CHECK(raised([&] { static_cast<void>(y.name()); }) == sentence);
    CHECK(raised([&] { toy::add(x, value{&g, no_node}); }) == "graft: no_node is the id of no node");
    CHECK(raised([] { static_cast<void>(value{}.name()); }) == "graft: the value is of no graph");
    CHECK(g.size() == 1);
}

TEST_CASE("value: a value without a graph, or no value at all, is refused") {
    CHECK(raised([] { toy::neg(value{}); }) == "graft: the arguments of toy::neg are of no graph");
    CHECK(raised([] { toy::cat(std::vector<value>{}); }) == "graft: the arguments of toy::cat are of no graph");
}

constexpr graph squares() {
    graph g;
    value x = placeholder(g, "x");
    for (int i = 0; i < 3; ++i)
        x = toy::mul(x, x);
    output(g, {x});
    return g;
}
static_assert(squares().size() == 5);
static_assert(squares() == squares());
static_assert(lint(squares()).empty());

} // namespace
