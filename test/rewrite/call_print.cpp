#include <graft/rewrite/call_print.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

#include "../ir/toy.hpp"

#include <vector>

namespace {

using namespace graft;

TEST_CASE("call_print: calls of the same on the same values are one, whoever made them") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    auto const first = static_cast<node_id>(g.capacity());
    auto const of = [&](value const& v) { return detail::call_print{g, first}.of(v.id); };
    auto const sum = [&] { return toy::add(toy::neg(a), toy::mul(b, 2)); };
    CHECK(of(sum()) == of(sum()));
    CHECK(of(toy::cat(std::vector{sum(), a})) == of(toy::cat(std::vector{sum(), a})));
    CHECK(of(toy::add(toy::neg(a), b)) != of(toy::add(toy::neg(b), b)));
    CHECK(of(toy::mul(a, 2)) != of(toy::mul(a, 3)));
    CHECK(of(toy::mul(a, b)) != of(toy::mul(b, a)));
    CHECK(of(toy::mul(a, b)) != of(toy::fma(a, b, b)));
    CHECK(of(toy::neg(a)) != of(toy::relu(a)));
    CHECK(of(toy::cat(std::vector{a, b})) != of(toy::cat(std::vector{b, a})));
}

TEST_CASE("call_print: a value that is older, or behind too many calls, is itself") {
    graph g;
    value const a = placeholder(g, "a");
    value const one = toy::neg(a), other = toy::neg(a);
    auto const first = static_cast<node_id>(g.capacity());
    detail::call_print const print{g, first};
    CHECK(print.of(toy::relu(one).id) != print.of(toy::relu(other).id));
    CHECK(print.of(toy::relu(one).id) == print.of(toy::relu(one).id));
    auto const chain = [&](std::size_t length) {
        value last = toy::relu(one);
        for (std::size_t i = 0; i < length; ++i)
            last = toy::relu(last);
        return print.of(last.id);
    };
    CHECK(chain(10) == chain(10));
    CHECK(chain(100) != chain(100));
}

} // namespace
