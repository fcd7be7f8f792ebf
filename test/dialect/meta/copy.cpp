// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/copy.hpp>

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/dim_order_ops.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr tensor_spec columns() { return strided(f32({2, 3}), {1, 2}, 4); }
constexpr tensor_spec gapped() { return strided(f32({2, 3}), {8, 2}); }

static_assert([] { return aten::clone(columns()) == strided(f32({2, 3}), {1, 2}); }());
static_assert([] { return aten::clone(gapped()) == f32({2, 3}); }());
static_assert([] { return aten::_to_copy(f32({s0()}), "dtype"_a = dtype::f16) == make_spec(dtype::f16, {s0()}); }());

} // namespace

// As PyTorch, which takes numbers for tensors there.
TEST_CASE("copy: a number is copied as a tensor of its own dtype") {
    auto const copied = [](argument<tensor_spec> self, std::optional<dtype> to = {}) {
        call<tensor_spec> c(aten::_to_copy_default::info());
        c.set(0, std::move(self));
        if (to)
            c.set("dtype", *to);
        return infer(c).tensor;
    };
    CHECK(copied(scalar(3)) == i64({}));
    CHECK(copied(scalar(2.5)) == make_spec(dtype::f64, {}));
    CHECK(copied(true) == make_spec(dtype::boolean, {}));
    CHECK(copied(scalar(2.5), dtype::i32) == make_spec(dtype::i32, {}));
}

TEST_CASE("copy: an op that has nothing to do returns its argument") {
    CHECK(aten::contiguous(f32({2, 3})) == f32({2, 3}));
    CHECK(aten::contiguous(columns()) == f32({2, 3}));
    CHECK(aten::to.dtype(gapped(), dtype::f32) == gapped());
    CHECK(aten::to.dtype(columns(), dtype::f32, "memory_format"_a = memory_format::contiguous) == columns());
    CHECK(aten::to.dtype(gapped(), dtype::f64, "memory_format"_a = memory_format::contiguous) ==
          make_spec(dtype::f64, {2, 3}));
    for (bool const last : {false, true}) {
        tensor_spec image = f32({2, 3, 4, 5}), other = image;
        (last ? image : other).strides = channels_last_strides(image.sizes);
        for (memory_format const format : {memory_format::contiguous, memory_format::channels_last}) {
            bool const as_is = (format == memory_format::channels_last) == last;
            CHECK(aten::to.dtype(image, dtype::f32, "memory_format"_a = format).tensor == (as_is ? image : other));
        }
    }
    CHECK(aten::to.dtype(gapped(), dtype::f32, "copy"_a = true) == f32({2, 3}));
    CHECK(aten::type_as(gapped(), f32({})) == gapped());
    CHECK(aten::type_as(gapped(), i64({})) == i64({2, 3}));
}

TEST_CASE("copy: a memory format decides the strides") {
    tensor_spec const image = strided(f32({2, 3, 4, 5}), {60, 1, 15, 3});
    CHECK(aten::clone(f32({2, 3, 4, 5}), "memory_format"_a = memory_format::channels_last) == image);
    CHECK(aten::clone(image, "memory_format"_a = memory_format::contiguous) == f32({2, 3, 4, 5}));
    CHECK(dim_order_ops::_clone_dim_order(f32({2, 3, 4, 5}), "dim_order"_a = std::vector{0, 2, 3, 1}) == image);
    CHECK(dim_order_ops::_to_dim_order_copy(image, "dtype"_a = dtype::i64).tensor.strides == image.strides);
}

TEST_CASE("copy: what is overwritten keeps its own layout") {
    CHECK(aten::copy(columns(), i64({3})) == columns());
    CHECK(aten::fill.Scalar(gapped(), 1.5) == f32({2, 3}));
}

TEST_CASE("copy: a copy that cannot be is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::clone(f32({2, 3, 4}), "memory_format"_a = memory_format::channels_last)),
                      "graft: aten::clone: the memory format needs 4 dimensions, not 3");
    CHECK_THROWS_WITH(static_cast<void>(aten::copy(f32({3}), f32({2, 3}))),
                      "graft: aten::copy: what has the sizes [2, 3] cannot be expanded to "
                      "'self' [3]");
    CHECK_THROWS_WITH(static_cast<void>(aten::fill.Tensor(f32({3}), f32({1}))),
                      "graft: aten::fill.Tensor: 'value' must have no dimensions, not 1");
    CHECK_THROWS_WITH(
        static_cast<void>(dim_order_ops::_clone_dim_order(f32({2, 3}), "dim_order"_a = std::vector{1, 1})),
        "graft: dim_order_ops::_clone_dim_order: 'dim_order' names dimension 1 "
        "twice");
}
