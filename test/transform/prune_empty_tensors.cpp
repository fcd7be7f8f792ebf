#include <graft/transform/prune_empty_tensors.hpp>

#include <graft/ir/compare.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

exported_program joined(dtype of_empty, bool only_empty = false) {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {only_empty ? 0 : 2, 3})),
              none = b.input("none", make_spec(of_empty, {0, 3}));
    return b.output({b.call("aten::cat", {arg::list({none, x, none})})});
}

TEST_CASE("prune_empty_tensors: what has no elements is not joined") {
    exported_program program = joined(dtype::f32);
    exported_program const before = program;
    CHECK(prune_empty_tensors(program.graph()) == 2);
    CHECK(program.graph().arg(program.graph().at("cat_default"), 0).size() == 1);
    graft_test::check_same_outputs(before, program);
    CHECK(prune_empty_tensors(program.graph()) == 0);
}

TEST_CASE("prune_empty_tensors: it stays where the result would be of another dtype, and where nothing else is there") {
    exported_program wider = joined(dtype::f64), empty = joined(dtype::f32, true);
    graph const before = wider.graph();
    CHECK(prune_empty_tensors(wider.graph()) == 0);
    CHECK(wider.graph() == before);
    CHECK(prune_empty_tensors(empty.graph()) == 0);
}

} // namespace
