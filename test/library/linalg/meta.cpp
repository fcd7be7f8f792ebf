#include <graft/library/linalg/meta.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/meta/result.hpp>
#include <graft/symbolic/sym_int.hpp>

namespace {

using namespace graft;

tensor_spec const like = detail::new_tensor(tensor_spec{}, dtype::f32, {5, 2, 3});

TEST_CASE("linalg meta: matrices whose columns lie together") {
    CHECK(detail::shape_text(detail::by_columns(like, {5, 2, 3}).strides) == "[6, 1, 2]");
    CHECK(detail::shape_text(detail::by_columns(like, {0, 3}).strides) == "[1, 1]");
    CHECK(detail::shape_text(detail::by_columns(like, {symbol("s0"), 3}).strides) == "[1, s0]");
}

TEST_CASE("linalg meta: parts of sizes") {
    CHECK(detail::shape_text(detail::batches_of(like)) == "[5]");
    CHECK(detail::shape_text(detail::batches_of(like, 1)) == "[5, 2]");
    CHECK(detail::shape_text(detail::with_inner(detail::batches_of(like), {4, 1})) == "[5, 4, 1]");
    CHECK(detail::smaller_side(like).value() == 2);
    CHECK(detail::shape_text(detail::left_out(like, dtype::i64).sizes) == "[0]");
}

} // namespace
