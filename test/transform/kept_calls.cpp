#include <graft/transform/kept_calls.hpp>

#include <graft/ir/compare.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

node_id id(arg const& a) { return static_cast<node_id>(a.bits); }

TEST_CASE("kept_calls: what has no decomposition is kept, what has one is not, and the graph stays as it is") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3})), w = b.input("w", make_spec(dtype::f32, {4, 3}));
    arg const digamma = b.call("aten::digamma", {x}), relu = b.call("aten::relu", {digamma});
    arg const linear = b.call("aten::linear", {relu, w}), view = b.call("aten::view", {linear, arg::list({8})});
    exported_program const p = b.output({view});
    graph const before = p.graph();
    CHECK(kept_calls(p.graph()) == std::vector<node_id>{id(digamma), id(relu)});
    CHECK(p.graph() == before);
}

} // namespace
