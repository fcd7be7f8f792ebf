#include <graft/kernel/base/stage.hpp>

#include <doctest/doctest.h>

#include <vector>

#include "../reference.hpp"

using namespace graft;
using detail::element_stage;

namespace {

std::int64_t bytes(tensor const& t) { return t.stride(0) * static_cast<std::int64_t>(t.element_size()); }

detail::stored_row row(tensor const& t) { return {t.dtype(), bytes(t), t.stride(0) == 1}; }

template <class T>
T at(std::byte const* elements, std::size_t i) {
    return reinterpret_cast<T const*>(elements)[i];
}

} // namespace

TEST_CASE("element_stage: dense memory of the right dtype is used in place") {
    tensor const t = reference::make({4}, dtype::f32, {1, 2, 3, 4});
    element_stage stage;
    stage.read(dtype::f32, row(t), dtype::undefined);
    CHECK(stage.is_in_place());
    CHECK(stage.load(2, t.data(), 1) == t.data() + 4);
    stage.write(dtype::f32, row(t), dtype::undefined);
    CHECK(stage.target(t.data(), 2) == t.data() + 8);
}

TEST_CASE("element_stage: other memory is read through the buffer") {
    tensor const t = reference::make({4}, dtype::f16, {1, 2, 3, 4});
    element_stage stage;
    stage.read(dtype::f32, row(t), dtype::undefined);
    CHECK_FALSE(stage.is_in_place());
    CHECK(at<float>(stage.load(2, t.data(), 1), 1) == 3);
    tensor const f = reference::make({4}, dtype::f32, {1, 2, 3, 4});
    stage.read(dtype::f32, row(f.as_strided({2}, {2}, 0)), dtype::undefined);
    CHECK(at<float>(stage.load(2, f.data(), 0), 1) == 3);
    stage.read(dtype::f32, row(f), dtype::undefined, /*written=*/true);
    CHECK_FALSE(stage.is_in_place());
    tensor const flags = tensor::full({2}, dtype::boolean, true);
    stage.read(dtype::boolean, row(flags), dtype::undefined);
    CHECK_FALSE(stage.is_in_place());
}

TEST_CASE("element_stage: a broadcast element is converted once") {
    tensor const t = reference::make({2}, dtype::i32, {7, 8});
    element_stage stage;
    stage.read(dtype::f32, {dtype::i32, 0, false}, dtype::undefined);
    CHECK(at<float>(stage.load(5, t.data(), 0), 4) == 7);
    t.data<std::int32_t>()[0] = 9;
    CHECK(at<float>(stage.load(5, t.data(), 5), 4) == 7);
    CHECK(at<float>(stage.load(5, t.data() + 4, 0), 4) == 8);
}

TEST_CASE("element_stage: rows one behind the other are used in place, others are brought together once") {
    tensor const t = reference::make({2, 3}, dtype::f32, {1, 2, 3, 4, 5, 6});
    element_stage stage;
    stage.read(dtype::f32, {dtype::f32, 4, true}, dtype::undefined);
    CHECK(stage.load_rows(2, 3, t.data(), 12) == t.data());
    // The row again and again.
    std::byte const* const repeated = stage.load_rows(2, 3, t.data(), 0);
    CHECK(at<float>(repeated, 2) == 3);
    CHECK(at<float>(repeated, 3) == 1);
    t.data<float>()[0] = 9;
    CHECK(at<float>(stage.load_rows(2, 3, t.data(), 0), 3) == 1);
    CHECK(at<float>(stage.load_rows(1, 3, t.data(), 0), 0) == 9);
    // A number a row.
    stage.read(dtype::f32, {dtype::f32, 0, false}, dtype::undefined);
    std::byte const* const numbers = stage.load_rows(2, 3, t.data() + 4, 12);
    CHECK(at<float>(numbers, 2) == 2);
    CHECK(at<float>(numbers, 3) == 5);
}

TEST_CASE("element_stage: what the loop writes is converted into the row") {
    tensor const t = tensor::zeros({6}, dtype::i16);
    tensor const every_second = t.as_strided({3}, {2}, 0);
    element_stage stage;
    stage.write(dtype::f32, row(every_second), dtype::undefined);
    auto* const to = reinterpret_cast<float*>(stage.target(t.data(), 1));
    to[0] = 2.5f;
    to[1] = -3;
    stage.store(2, t.data(), 1);
    CHECK(reference::elements(t) == std::vector<double>{0, 0, 2, 0, -3, 0});
}

TEST_CASE("element_stage: values are rounded to the 16-bit format on the way, unless they come "
          "from it") {
    tensor const whole = reference::make({1}, dtype::i64, {2049}), exact = reference::make({1}, dtype::f32, {2049});
    element_stage stage;
    stage.read(dtype::f32, row(whole), dtype::f16);
    CHECK(at<float>(stage.load(1, whole.data(), 0), 0) == 2048);
    stage.read(dtype::f32, row(exact), dtype::f16);
    CHECK(at<float>(stage.load(1, exact.data(), 0), 0) == 2048);
    stage.read(dtype::f32, row(exact), dtype::undefined);
    CHECK(at<float>(stage.load(1, exact.data(), 0), 0) == 2049);
    stage.write(dtype::f32, row(exact), dtype::f16);
    *reinterpret_cast<float*>(stage.target(exact.data(), 0)) = 2051;
    stage.store(1, exact.data(), 0);
    CHECK(reference::elements(exact)[0] == 2052);
}
