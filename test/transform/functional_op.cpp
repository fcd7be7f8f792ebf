#include <graft/transform/functional_op.hpp>

#include <graft/dialect/known_ops.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace graft;

std::string functional(std::string_view name) {
    op_info const* const found = functional_op(*find_known_op<>(name));
    return found == nullptr ? "none" : std::string(found->name);
}

TEST_CASE("functional_op: an in-place op loses its underscore and keeps its overload") {
    CHECK(functional("aten::add_.Tensor") == "aten::add.Tensor");
    CHECK(functional("aten::relu_") == "aten::relu");
    CHECK(functional("aten::index_put_") == "aten::index_put");
    CHECK(functional("aten::masked_fill_.Scalar") == "aten::masked_fill.Scalar");
}

TEST_CASE("functional_op: the overload may have another name, and the first argument too") {
    CHECK(functional("aten::pow_.Scalar") == "aten::pow.Tensor_Scalar");
    CHECK(functional("aten::pow_.Tensor") == "aten::pow.Tensor_Tensor");
    CHECK(functional("aten::floor_divide_.Tensor") == "aten::floor_divide");
    CHECK(functional("aten::dropout_") == "aten::dropout");
    CHECK(functional("aten::transpose_") == "aten::transpose.int");
}

TEST_CASE("functional_op: of an op that writes nothing there is none") {
    CHECK(functional("aten::add.Tensor") == "none");
    CHECK(functional("aten::resize_") == "none");
    CHECK(functional("aten::_native_batch_norm_legit") == "none");
}

TEST_CASE("functional_op: it may begin with an underscore, and have its arguments in another order") {
    CHECK(functional("aten::conj_physical_") == "aten::_conj_physical");
    CHECK(functional("aten::polygamma_") == "aten::polygamma");
}

TEST_CASE("functional_op_of_several: it returns what is written behind what is returned") {
    op_info const* const found = functional_op_of_several(*find_known_op<>("aten::_native_batch_norm_legit"));
    REQUIRE(found != nullptr);
    CHECK(found->name == "aten::_native_batch_norm_legit_functional");
    CHECK(functional_op_of_several(*find_known_op<>("aten::add_.Tensor")) == nullptr);
    CHECK(functional_op_of_several(*found) == nullptr);
}

} // namespace
