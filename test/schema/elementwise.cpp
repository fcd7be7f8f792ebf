#include <graft/schema/elementwise.hpp>

#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

using namespace graft;

bool says(std::string schema) { return is_elementwise(runtime_op(std::move(schema)).info()); }

TEST_CASE("elementwise: ops of ATen of one element each, whatever the overload") {
    CHECK(says("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"));
    CHECK(says("aten::eq.Scalar(Tensor self, Scalar other) -> Tensor"));
    CHECK(says("aten::relu(Tensor self) -> Tensor"));
    CHECK(says("aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor"));
}

TEST_CASE("elementwise: no op that reads other elements, writes to its operands, or is another's") {
    CHECK_FALSE(says("aten::mm(Tensor self, Tensor mat2) -> Tensor"));
    CHECK_FALSE(says("aten::where(Tensor condition) -> Tensor[]"));
    CHECK_FALSE(says("aten::relu_(Tensor(a!) self) -> Tensor(a!)"));
    CHECK_FALSE(says("aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"));
    CHECK_FALSE(says("test::relu(Tensor self) -> Tensor"));
}

} // namespace
