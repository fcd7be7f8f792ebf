#include <graft/rewrite/detail/saved_call.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/value.hpp>

#include "../../ir/toy.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

graph with_a_list() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    output(g, {toy::cat(std::vector{a, b}, "dim"_a = 1)});
    g.set_val(g.at("cat_default"), make_spec(dtype::f32, {2}));
    return g;
}

TEST_CASE("saved_call: what a node called is put back to the last list item and keyword") {
    graph g = with_a_list();
    graph const before = g;
    node_id const n = g.at("cat_default");
    detail::saved_call saved{g, n};
    g.set_operands(n, std::array{operand::node(g.at("a"))});
    g.set_target(n, g.intern_target(toy::neg_t::info()));
    g.set_val(n, make_spec(dtype::i64, {}));
    CHECK_FALSE(g == before);
    saved.put_back();
    CHECK(g == before);
    CHECK(*g.val(n) == saved.value());
    CHECK(g.use_count(g.at("b")) == 1);
    CHECK(lint(g).empty());
}

TEST_CASE("saved_call: what is dropped changes nothing") {
    graph g = with_a_list();
    graph const before = g;
    detail::saved_call{g, g.at("cat_default")}.drop();
    CHECK(g == before);
    CHECK(g.use_count(g.at("a")) == 1);
}

} // namespace
