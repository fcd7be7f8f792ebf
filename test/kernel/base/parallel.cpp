#include <graft/kernel/base/parallel.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/convolution/packed_convolution.hpp>
#include <graft/kernel/elementwise/binary.hpp>

#include "../reference.hpp"

#include <array>
#include <cstring>
#include <random>
#include <vector>

namespace {

using namespace graft;

/// Runs each item by itself, the last first, and counts.
struct backwards final : parallel_runner {
    std::int64_t items = 0, least = 0;

    void run(std::int64_t count, std::int64_t few, part_function part, void const* work) override {
        items += count;
        least = few;
        for (std::int64_t i = count; i-- > 0;)
            part(work, i, i + 1);
    }
};

TEST_CASE("parallel: without anybody to run them, all items are one range") {
    std::vector<std::int64_t> seen;
    detail::parallel_for(7, 1'000'000, [&](std::int64_t begin, std::int64_t end) { seen = {begin, end}; });
    CHECK(seen == std::vector<std::int64_t>{0, 7});
}

TEST_CASE("parallel: a scope holds in its thread until it ends, and says how many items pay") {
    backwards outer;
    std::vector<std::int64_t> seen;
    auto const visit = [&](std::int64_t begin, std::int64_t end) { seen.push_back(10 * begin + end); };
    {
        parallel_scope const scope(&outer);
        detail::parallel_for(3, 1, visit);
        CHECK(outer.least > 1000);
        detail::parallel_for(3, 1'000'000'000, visit);
        CHECK(outer.least == 1);
        {
            parallel_scope const none(nullptr);
            CHECK(parallel_scope::current() == nullptr);
        }
        CHECK(parallel_scope::current() == &outer);
    }
    CHECK(parallel_scope::current() == nullptr);
    CHECK(seen == std::vector<std::int64_t>{23, 12, 1, 23, 12, 1});
}

/// A convolution of images with the channels last, as it is and with every item by itself.
void check_convolution(std::array<std::int64_t, 4> image, std::int64_t out, std::int64_t groups, std::int64_t size) {
    reference::source random(3);
    auto const make = [&](reference::sizes const& sizes) {
        return random.uniform(sizes, dtype::f32, -1, 1).contiguous();
    };
    tensor const input = make({image.begin(), image.end()}), bias = make({out});
    tensor const weight = make({out, image[1] / groups, size, size});
    tensor const result = tensor::empty({image[0], out, image[2], image[3]}, dtype::f32);
    std::array<std::int64_t, 2> const one{1, 1}, padding{size / 2, size / 2};
    detail::conv_geometry const g(input, weight, &bias, result,
                                  {.stride = one, .padding = padding, .dilation = one, .groups = groups});
    detail::packed_convolution packed(g, weight.data<float>(), bias.data<float>());
    tensor const again = tensor::empty(result.sizes(), dtype::f32);
    packed.run(input.data<float>(), {result.data<float>(), 0});
    backwards runner;
    parallel_scope const scope(&runner);
    packed.run(input.data<float>(), {again.data<float>(), 0});
    CHECK(runner.items > 1);
    CHECK(std::memcmp(result.data(), again.data(), result.nbytes()) == 0);
}

TEST_CASE("parallel: convolutions of every kind give the same bits in parts") {
    check_convolution({2, 20, 9, 7}, 40, 1, 1);
    check_convolution({1, 3, 12, 9}, 24, 1, 5);
    check_convolution({1, 16, 23, 25}, 16, 1, 3); // Winograd's
    check_convolution({1, 37, 8, 9}, 37, 37, 3);  // depthwise
    check_convolution({1, 6, 8, 9}, 10, 2, 3);
}

TEST_CASE("parallel: products of few rows and of many give the same bits in parts") {
    std::mt19937 random(5);
    std::vector<float> left(40 * 30);
    for (float& x : left)
        x = static_cast<float>(random() % 2001) / 1000 - 1;
    detail::packed_matrix const matrix(
        30, 70, [&](std::int64_t r, std::int64_t c) { return left[static_cast<std::size_t>((r * 7 + c) % 1200)]; },
        [](std::int64_t) { return 0.5f; });
    for (std::int64_t const rows : {1, 5, 14, 15, 40}) {
        std::vector<float> whole(static_cast<std::size_t>(rows * 70)), parts(whole.size());
        detail::multiply_packed(left.data(), 30, rows, matrix, {whole.data(), 70});
        backwards runner;
        parallel_scope const scope(&runner);
        detail::multiply_packed(left.data(), 30, rows, matrix, {parts.data(), 70});
        CHECK(runner.items > 1);
        CHECK(whole == parts);
    }
}

TEST_CASE("parallel: dense element-wise rows are divided, others are not") {
    reference::source random(4);
    tensor const a = random.uniform({6, 5}, dtype::f32, -1, 1).contiguous(), b = a.clone();
    tensor whole = tensor::empty({6, 5}, dtype::f32), parts = tensor::empty({6, 5}, dtype::f32);
    kernel::mul(a, b, whole);
    backwards runner;
    parallel_scope const scope(&runner);
    kernel::mul(a, b, parts);
    CHECK(runner.items == 30);
    CHECK(std::memcmp(whole.data(), parts.data(), whole.nbytes()) == 0);
    tensor doubles = tensor::empty({6, 5}, dtype::f64);
    kernel::mul(a, b, doubles);
    CHECK(runner.items == 30);
}

} // namespace
