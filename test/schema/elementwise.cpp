#include <graft/schema/elementwise.hpp>

#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

using namespace graft;

bool says(std::string schema, op_tags tags = op_tags::pointwise) {
    return is_elementwise(runtime_op(std::move(schema), tags).info());
}

TEST_CASE("elementwise: ops of any namespace of which it is said") {
    CHECK(says("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"));
    CHECK(says("test::relu(Tensor self) -> Tensor", op_tags::pointwise | op_tags::core));
    CHECK_FALSE(says("aten::relu(Tensor self) -> Tensor", op_tags::core));
}

TEST_CASE("elementwise: no op that makes several tensors or none, draws numbers, or gives what it was given") {
    CHECK_FALSE(says("test::split(Tensor self) -> Tensor[]"));
    CHECK_FALSE(says("test::frexp(Tensor self) -> (Tensor, Tensor)"));
    CHECK_FALSE(says("test::item(Tensor self) -> Scalar"));
    CHECK_FALSE(says("aten::relu_(Tensor(a!) self) -> Tensor(a!)"));
    CHECK_FALSE(says("aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"));
    CHECK_FALSE(says("aten::positive(Tensor(a) self) -> Tensor(a)"));
    CHECK_FALSE(says("aten::dropout(Tensor self) -> Tensor", op_tags::pointwise | op_tags::unsaid_view));
    CHECK_FALSE(says("test::noisy(Tensor self) -> Tensor", op_tags::pointwise | op_tags::random));
}

} // namespace
