#include <graft/ir/node_range.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include <iterator>
#include <vector>

namespace {

using namespace graft;

static_assert(sizeof(node_record) == 32);
static_assert(std::forward_iterator<node_range::iterator>);
static_assert(name(opcode::placeholder) == "placeholder");
static_assert(name(opcode::get_attr) == "get_attr");
static_assert(name(opcode::call_function) == "call_function");
static_assert(name(opcode::call_module) == "call_module");
static_assert(name(opcode::call_method) == "call_method");
static_assert(name(opcode::output) == "output");

// Nodes 1 to `count` in a ring with the sentinel 0.
vec<node_record> ring(node_id count) {
    vec<node_record> nodes(count + 1);
    for (node_id n = 0; n <= count; ++n) {
        nodes[n].next = n == count ? 0 : n + 1;
        nodes[n].prev = n == 0 ? count : n - 1;
        nodes[n].op = opcode::call_function;
        nodes[n].erased = n == 0;
    }
    return nodes;
}

std::vector<node_id> visited(vec<node_record> const& nodes) {
    node_range const range{nodes, nodes[0].next, 0};
    return {range.begin(), range.end()};
}

TEST_CASE("node_range: nodes come in the order of their links") {
    vec<node_record> nodes = ring(3);
    CHECK(visited(nodes) == std::vector<node_id>{1, 2, 3});
    CHECK(visited(ring(0)).empty());
    nodes[0].next = 3;
    nodes[3].next = 1;
    nodes[2].next = 0;
    CHECK(visited(nodes) == std::vector<node_id>{3, 1, 2});
}

TEST_CASE("node_range: standing on a node that is erased, with others after it, the next is the first that lives") {
    vec<node_record> nodes = ring(5);
    node_range const range{nodes, 1, 0};
    auto at = range.begin();
    for (node_id const gone : {1u, 2u, 3u}) {
        nodes[nodes[gone].prev].next = nodes[gone].next;
        nodes[nodes[gone].next].prev = nodes[gone].prev;
        nodes[gone].erased = true;
    }
    CHECK(*++at == 4);
    CHECK(*++at == 5);
    CHECK(++at == range.end());
}

TEST_CASE("node_range: a step gives back where it was") {
    vec<node_record> const nodes = ring(2);
    node_range const range{nodes, 1, 0};
    auto at = range.begin();
    CHECK(*at++ == 1);
    CHECK(*at == 2);
}

} // namespace
