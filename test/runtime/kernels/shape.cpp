#include <graft/runtime/kernels/shape.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = iota({2, 3});

std::string view(tensor const& result) { return view_of(x, result); }
std::string copy(tensor const& result) { return copy_of(x, result); }

TEST_CASE("shape: a clone is in row-major order whatever the layout was") {
    tensor const transposed = kernel::transpose(x, 0, 1);
    CHECK(copy(aten::clone(x)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::lift_fresh_copy(x)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::clone(transposed)) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(copy(dim_order_ops::_clone_dim_order(transposed)) == "f32[3, 2]: 0 3 1 4 2 5");
}

TEST_CASE("shape: a conversion that changes nothing is the tensor itself") {
    CHECK(view(aten::to.dtype(x, dtype::f32)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::to.dtype(x, dtype::f32, false, true)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::to.dtype(x, dtype::i8)) == "i8[2, 3]: 0 1 2 3 4 5");
    CHECK(view(aten::contiguous(x)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::contiguous(kernel::transpose(x, 0, 1))) == "f32[3, 2]: 0 3 1 4 2 5");
}

TEST_CASE("shape: fill, copy and zero write a number or what expands") {
    CHECK(copy(aten::fill.Scalar(x, 2)) == "f32[2, 3]: 2 2 2 2 2 2");
    CHECK(copy(aten::copy(x, f32({3}, {7, 8, 9}))) == "f32[2, 3]: 7 8 9 7 8 9");
    // A number is converted as an element is.
    CHECK(show(aten::copy(tensor::full({2}, dtype::u8, 1), 300)) == "u8[2]: 44 44");
    tensor const own = x.clone();
    CHECK(aten::zero_(own).shares_storage(own));
    CHECK(show(own) == "f32[2, 3]: 0 0 0 0 0 0");
}

TEST_CASE("shape: elements move") {
    CHECK(show(aten::repeat(f32({2}, {1, 2}), std::array{2, 2})) == "f32[2, 4]: 1 2 1 2 1 2 1 2");
    CHECK(show(aten::flip(x, std::array{1})) == "f32[2, 3]: 2 1 0 5 4 3");
    CHECK(show(aten::roll(x, std::array{1})) == "f32[2, 3]: 5 0 1 2 3 4");
    CHECK(show(aten::tril(x)) == "f32[2, 3]: 0 0 0 3 4 0");
    CHECK(show(aten::triu(x)) == "f32[2, 3]: 0 1 2 0 4 5");
    CHECK(show(aten::constant_pad_nd(f32({2}, {1, 2}), std::array{1, 1}, 9)) == "f32[4]: 9 1 2 9");
    CHECK(show(aten::pixel_shuffle(iota({4, 1, 1}), 2)) == "f32[1, 2, 2]: 0 1 2 3");
    CHECK(show(aten::stack(std::vector{x, x}, -1)) == "f32[2, 3, 2]: 0 0 1 1 2 2 3 3 4 4 5 5");
}

TEST_CASE("shape: _to_copy converts to the dtype asked for, and keeps it otherwise") {
    call<tensor> number(aten::_to_copy_default::info());
    number.set(0, scalar(3.7));
    CHECK(show(evaluate(number, kernel_function{&kernel_of<aten::_to_copy_default>::run})[0]) == "f64[]: 3.7");
    number.set("dtype", dtype::i64);
    CHECK(show(evaluate(number, kernel_function{&kernel_of<aten::_to_copy_default>::run})[0]) == "i64[]: 3");
    CHECK(copy(aten::_to_copy(x, "dtype"_a = dtype::i64)) == "i64[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::_to_copy(x)) == "f32[2, 3]: 0 1 2 3 4 5");
}

TEST_CASE("shape: cat joins along dim, 0 by default") {
    std::vector<tensor> const parts{x, iota({1, 3})};
    CHECK(show(aten::cat(parts)) == "f32[3, 3]: 0 1 2 3 4 5 0 1 2");
    CHECK(show(aten::cat(std::vector{x, x}, -1)) == "f32[2, 6]: 0 1 2 0 1 2 3 4 5 3 4 5");
}

TEST_CASE("shape: images are folded into channels") {
    CHECK(show(aten::pixel_unshuffle(iota({1, 2, 2}), 2)) == "f32[4, 1, 1]: 0 1 2 3");
}

} // namespace
