// Header-only: what holds in constants needs bodies.
#include <graft/ir/map_arg.hpp>

#include <graft/ir/text/print.hpp>

#include "../io/raises.hpp"
#include "toy.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;

// A node with an argument of every kind.
constexpr graph every_kind() {
    graph g;
    arg const x = arg::node(g.placeholder("x")), y = arg::node(g.placeholder("y"));
    arg dict{arg_kind::dict, {x, 1}};
    dict.keys = {"a", "b"};
    g.call_function("every.kind",
                    {nullptr, x, true, 2, 0.5, "text", arg::device("cpu"), dtype::f16, layout::strided,
                     memory_format::channels_last, arg::ellipsis(), arg::list({x, arg::tuple({y, 3})}), dict,
                     arg{arg_kind::slice, {y, nullptr, 2}}},
                    {{"key", arg::tuple({x})}}, "n");
    return g;
}

constexpr bool copies_equal_what_they_copy() {
    graph g = every_kind();
    node_id const n = g.at("n");
    call_arguments const copy = arguments_of(g, n);
    node_id const twin = g.call_function("every.kind", copy.args, copy.kwargs, "twin");
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        if (g.arg(n, i).kind() != g.arg(twin, i).kind() || g.arg(n, i).size() != g.arg(twin, i).size())
            return false;
    return g.kwarg(twin, 0)[0].node() == g.at("x") && g.arg(twin, 11)[1][0].node() == g.at("y");
}
static_assert(copies_equal_what_they_copy());

TEST_CASE("map_arg: arguments of every kind are copied as they are") {
    CHECK(copies_equal_what_they_copy());
    graph g = every_kind();
    call_arguments const copy = arguments_of(g, g.at("n"));
    g.call_function("every.kind", copy.args, copy.kwargs, "twin");
    std::string const printed = fx_text(g);
    std::size_t const first = printed.find("(args"), second = printed.find("(args", first + 1);
    CHECK(printed.substr(first, printed.find('\n', first) - first) ==
          printed.substr(second, printed.find('\n', second) - second));
}

TEST_CASE("map_arg: every node, at any depth, becomes what the function says") {
    graph g = every_kind();
    node_id const x = g.at("x"), z = g.placeholder("z");
    call_arguments const mapped =
        map_arguments(g, g.at("n"), [&](node_id n) { return n == x ? arg{7} : arg::node(z); });
    CHECK(mapped.args[1].bits == 7);
    CHECK(mapped.args[11].items[0].bits == 7);
    CHECK(mapped.args[11].items[1].items[0].bits == z);
    CHECK(mapped.args[12].items[0].kind == arg_kind::integer);
    CHECK(mapped.args[12].keys[0] == "a");
    CHECK(mapped.args[13].items[0].bits == z);
    CHECK(mapped.kwargs[0].value.items[0].bits == 7);
}

using namespace graft_test;

// Records what it sees and leaves it as it is.
struct recorder {
    std::string* seen;

    arg operator()(arg const& value, schema_argument const& slot) const {
        *seen += std::string{slot.name} + (value.kind == arg_kind::real ? ":real " : " ");
        return value;
    }
};

std::string seen(op_info const& op, std::vector<arg> args, std::vector<kwarg> kwargs) {
    std::string names;
    static_cast<void>(args_map(op, recorder{&names}, std::move(args), std::move(kwargs)));
    return names;
}

constexpr bool doubles_integers() {
    call_arguments const mapped = args_map(
        toy::add_t::info(),
        [](arg const& a, schema_argument const& slot) { return slot.type == type_kind::scalar ? arg{2 * a.bits} : a; },
        {3, 4}, {{"alpha", 5}});
    return mapped.args[0].bits == 3 && mapped.args[1].bits == 4 && mapped.kwargs[0].value.bits == 10;
}
static_assert(doubles_integers());

TEST_CASE("args_map: a function sees what is given, however it is given, in the order of the schema") {
    CHECK(seen(toy::add_t::info(), {1, 2.0}, {{"alpha", 1}}) == "self other:real alpha ");
    CHECK(seen(toy::add_t::info(), {1}, {{"alpha", 1}, {"other", 2.0}}) == "self other:real alpha ");
    CHECK(seen(toy::add_t::info(), {1, 2}, {}) == "self other ");
    CHECK(seen(toy::add_t::info(), {}, {}) == "");
    CHECK(doubles_integers());
}

TEST_CASE("args_map: what the op does not take is an error that names it") {
    op_info const& add = toy::add_t::info();
    CHECK(raised([&] { seen(add, {1, 2}, {{"beta", 1}}); }) == "graft: toy::add.Tensor: there is no argument 'beta'");
    CHECK(raised([&] {
              seen(add, {1, 2}, {{"other", 1}});
          }) == "graft: toy::add.Tensor: argument 'other' is given twice");
    CHECK(raised([&] {
              seen(add, {1, 2, 3}, {});
          }) == "graft: toy::add.Tensor: 3 positional arguments are given, more than it takes");
}

} // namespace
