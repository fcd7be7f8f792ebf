#include <graft/dialect/add_call_like.hpp>

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/reduction.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("add_call_like: a call of an op, with the metadata of another node and what it gives") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, make_spec(dtype::f32, {2, 3}));
    arg dict{arg_kind::dict, {arg("here")}};
    dict.keys.push_back("from");
    g.set_meta(x, dict);
    node_id const copy = add_call_like(g, x, aten::clone, {arg::node(x)});
    node_id const mean = add_call_like(g, x, aten::mean.dim, {arg::node(copy), arg::list({1})}, {{"keepdim", true}});
    CHECK(g.target(copy).op == &aten::clone.default_.info());
    CHECK(g.target(mean).name == "aten::mean.dim");
    CHECK(g.val(mean)->tensor.sizes == vec<sym_int>{2, 1});
    CHECK(g.meta(copy, "from") == "here");
}

} // namespace
