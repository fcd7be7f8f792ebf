// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/result.hpp>

#include <graft/dialect/aten/copy.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr tensor_spec on_gpu() {
    tensor_spec spec = strided(f32({2, 3, 4, 4}), {48, 16, 4, 1}, 7);
    spec.dev = {device_kind::cuda, 0};
    spec.requires_grad = true;
    return spec;
}

} // namespace

TEST_CASE("result: a new tensor has the device of another, but storage and gradient of none") {
    tensor_spec expected = i64({s0(), 5});
    expected.dev = on_gpu().dev;
    CHECK(detail::new_tensor(on_gpu(), dtype::i64, {s0(), 5}) == expected);
    CHECK(detail::new_image(on_gpu(), {2, 3, 4, 4}, true).strides == std::vector<sym_int>{48, 1, 12, 3});
}

TEST_CASE("result: a view has the offset given") {
    tensor_spec const view = detail::new_view(on_gpu(), {2}, {16}, 9);
    CHECK(view.storage_offset == 9);
    CHECK(view.dev == on_gpu().dev);
    CHECK(view.dtype == dtype::f32);
}

TEST_CASE("result: a copy as it is keeps gaps, but no element for several indices") {
    tensor_spec const gapped = strided(f32({2, 3}), {8, 2}, 1);
    CHECK(detail::cloned_as_is(gapped) == gapped);
    CHECK(detail::cloned_as_is(strided(f32({2, 3}), {0, 1})) == f32({2, 3}));
    CHECK(detail::cloned_as_is(strided(f32({1, 3}), {0, 1})) == strided(f32({1, 3}), {0, 1}));
}

TEST_CASE("result: a memory format for another number of dimensions is rejected") {
    tensor_spec const image = f32({2, 3, 4, 5}), volume = f32({2, 3, 4, 5, 6});
    call<tensor_spec> const c(aten::clone_default::info());
    CHECK(detail::strides_in(c, image, memory_format::preserve) == image.strides);
    CHECK(detail::strides_in(c, volume, memory_format::channels_last_3d) == std::vector<sym_int>{360, 1, 90, 18, 3});
    CHECK_THROWS_WITH(static_cast<void>(detail::strides_in(c, image, memory_format::channels_last_3d)),
                      "graft: aten::clone: the memory format needs 5 dimensions, not 4");
}
