#include <graft/dialect/aten/symbolic.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("symbolic: the size of a dimension, which may be a symbol") {
    graph g;
    value const x = tensor(g, {sym_int{symbol{"s0"}}, 3});
    CHECK(ops_giving("SymInt(s0)", {aten::sym_size.int_(x, 0)}) == "sym_size.int");
    CHECK(inferred(aten::sym_size.int_(x, -1)) == "SymInt(3)");
    CHECK(graft_test::raised([&] { inferred(aten::sym_size.int_(x, 2)); }).find("aten::sym_size.int") !=
          std::string::npos);
}

TEST_CASE("symbolic: assertions return nothing and are kept") {
    graph g;
    value const x = tensor(g, {2}), size = aten::sym_size.int_(x, 0);
    CHECK(inferred(size) == "SymInt(2)");
    CHECK(ops_giving("nothing", {aten::_assert_scalar(size, "there are some"),
                                 aten::_assert_tensor_metadata(x, "dtype"_a = dtype::f32)}) ==
          "_assert_scalar _assert_tensor_metadata");
}

TEST_CASE("symbolic: a number read from a tensor is known only at run time") {
    graph g;
    value const x = tensor(g, {});
    CHECK(graft_test::raised([&] { inferred(aten::item(x)); }).find("aten::item") != std::string::npos);
    CHECK(graft_test::raised([&] { inferred(aten::_local_scalar_dense(x)); }).find("aten::_local_scalar_dense") !=
          std::string::npos);
}

static_assert(has(aten::_assert_scalar_default::info().tags, op_tags::side_effect));
static_assert(has(aten::_assert_tensor_metadata_default::info().tags, op_tags::side_effect));
static_assert(has(aten::sym_size_int::info().tags, op_tags::core));

} // namespace
