#include <graft/dialect/detail/einsum.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/products.hpp>
#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string result(std::string_view equation, std::vector<tensor_spec> const& operands) {
    tensor_spec spec = aten::einsum(equation, operands).tensor;
    spec.strides = contiguous_strides(spec.sizes);
    return text(spec);
}

TEST_CASE("einsum: without an arrow the result has the names that occur once, in their order") {
    CHECK(result("ij,jk", {f32({2, 3}), f32({3, 4})}) == "f32[2, 4]");
    CHECK(result("ba", {f32({2, 3})}) == "f32[3, 2]");
    CHECK(result("ii", {f32({3, 3})}) == "f32[]");
    CHECK(result("ij->i", {make_spec(dtype::i8, {2, 3})}) == "i64[2]");
    CHECK(result("ij->ji", {make_spec(dtype::i8, {2, 3})}) == "i8[3, 2]");
}

TEST_CASE("einsum: dots stand for dimensions that broadcast") {
    CHECK(result("...ij,...jk->...ik", {f32({5, 1, 2, 3}), f32({s0(), 3, 4})}) == "f32[5, s0, 2, 4]");
    CHECK(result("i...->...", {f32({2, 3, 4})}) == "f32[3, 4]");
}

TEST_CASE("einsum: a size of 1 broadcasts, three operands are two products") {
    CHECK(result("ij,ij->ij", {f32({1, 3}), f32({2, 3})}) == "f32[2, 3]");
    CHECK(result("a,b,c->cba", {f32({2}), f32({3}), f32({4})}) == "f32[4, 3, 2]");
}

TEST_CASE("einsum: the product lies in memory in the order of the result, sizes of 1 as columns") {
    CHECK(text(aten::einsum("aij,jk->aik", std::vector{f32({1, 3, 4}), f32({4, 4})}).tensor) ==
          "f32[1, 3, 4][4, 4, 1]");
    CHECK(text(aten::einsum("ij,kj->ki", std::vector{f32({2, 3}), f32({4, 3})}).tensor) == "f32[4, 2]");
    auto const of_two = [](std::string_view equation) {
        return text(aten::einsum(equation, std::vector{f32({3, 4, 6}), f32({5, 2, 6})}).tensor);
    };
    CHECK(of_two("ijs,kls->lkji") == "f32[2, 5, 4, 3]");
    CHECK(of_two("ijs,kls->ikjl") == "f32[3, 5, 4, 2][40, 2, 10, 1]");
    CHECK(of_two("ijs,kls->kilj") == "f32[5, 3, 2, 4][2, 40, 1, 10]");
}

TEST_CASE("einsum: without a sum it is an element-wise product, which lies in memory as its operands do") {
    tensor_spec turned = f32({3, 4});
    turned.strides = {1, 3};
    CHECK(text(aten::einsum("ij,kl->klij", std::vector{f32({3, 4}), f32({5, 2})}).tensor) == "f32[5, 2, 3, 4]");
    CHECK(text(aten::einsum("ij,ij->ij", std::vector{turned, f32({3, 4})}).tensor) == "f32[3, 4][1, 3]");
    CHECK(text(aten::einsum("ij,ij->ij", std::vector{f32({3, 4}), turned}).tensor) == "f32[3, 4]");
    CHECK(text(aten::einsum("ij,i->ij", std::vector{turned, f32({3})}).tensor) == "f32[3, 4][1, 3]");
}

TEST_CASE("einsum: equations that mean nothing are rejected") {
    auto const complaint = [](std::string_view equation, std::vector<tensor_spec> const& operands) -> std::string {
        try {
            static_cast<void>(aten::einsum(equation, operands));
        } catch (error const& e) {
            return e.sentence();
        }
        return "nothing";
    };
    CHECK(complaint("ij", {f32({2})}) == "aten::einsum: 'equation' names 2 dimensions of a tensor of 1");
    CHECK(complaint("i->j", {f32({2})}) == "aten::einsum: 'equation' has a name in its result that no tensor has");
    CHECK(complaint("i->ii", {f32({2})}) == "aten::einsum: 'equation' has a name twice in its result");
    CHECK(complaint("i1", {f32({2, 3})}) ==
          "aten::einsum: 'equation' has a character that is neither a letter nor part of one '...'");
    CHECK(complaint("i,i", {f32({2}), f32({3})}) ==
          "aten::einsum: 'equation' has one name for dimensions of different sizes");
}

} // namespace
