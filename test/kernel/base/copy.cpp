#include <graft/kernel/base/copy.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

using namespace graft;
using reference::sizes;

TEST_CASE("copy: broadcasts, converts and crosses any pair of layouts") {
    reference::source random(71);
    for (int round = 0; round < 100; ++round) {
        dtype const from = reference::any_real[random.integer(0, 9)], to = reference::any_real[random.integer(0, 9)];
        sizes const space = random.shape(random.integer(0, 4), 5, round % 10 == 0 ? 0 : 1);
        tensor const a = random.uniform(random.broadcasting(space), from, 0, 5);
        tensor out = random.empty(space, to);
        kernel::copy(a, out);
        CHECK(reference::mismatch(out, [&](sizes const& i) {
                  double const x = reference::at(a, i);
                  return to == dtype::boolean ? double(x != 0) : is_integral(to, false) ? std::trunc(x) : x;
              }) == "");
    }
}

TEST_CASE("copy: permuted tensors larger than a tile") {
    reference::source random(72);
    for (int round = 0; round < 40; ++round) {
        dtype const d = reference::any_real[random.integer(0, 9)];
        sizes const space = random.shape(random.integer(2, 3), 40, 1);
        tensor const a = random.uniform(space, d, 0, 5);
        std::int64_t const first = random.integer(0, static_cast<int>(space.size()) - 1);
        tensor const moved = kernel::transpose(a, first, -1);
        tensor out = tensor::empty(moved.sizes(), d);
        kernel::copy(moved, out);
        CHECK(reference::mismatch(out, [&](sizes const& i) { return reference::at(moved, i); }) == "");
    }
}

TEST_CASE("copy: dtypes without arithmetic are copied to themselves") {
    tensor const a = tensor::full({2, 3}, dtype::c64, 2), wide = tensor::full({3}, dtype::u64, 7);
    tensor out = tensor::zeros({3, 2}, dtype::c64), back = kernel::transpose(out, 0, 1),
           copied = tensor::zeros({3}, dtype::u64);
    kernel::copy(a, back);
    CHECK(out.data<std::complex<float>>()[5] == std::complex<float>(2));
    kernel::copy(wide, copied);
    CHECK(copied.data<std::uint64_t>()[2] == 7);
    CHECK_THROWS_AS(kernel::copy(wide, out), error);
}

TEST_CASE("fill: a single element of 16 bits takes every number, several do not") {
    tensor one = tensor::empty({1}, dtype::f16), two = tensor::empty({2}, dtype::f16);
    kernel::fill(one, -70000);
    CHECK(one.item().to<double>() == -std::numeric_limits<double>::infinity());
    CHECK_THROWS_AS(kernel::fill(two, 70000), error);
}

TEST_CASE("fill: a single float of 8 bits takes every number, several do not") {
    tensor one = tensor::empty({1}, dtype::f8e4m3fn), two = tensor::empty({2}, dtype::f8e4m3fn);
    kernel::fill(one, 1e9);
    CHECK(one.item() == scalar(448.0));
    kernel::fill(two, 448);
    CHECK(reference::elements(two) == std::vector<double>{448, 448});
    CHECK_THROWS_AS(kernel::fill(two, 449), error);
    tensor infinite = tensor::empty({1}, dtype::f8e5m2);
    kernel::fill(infinite, 61440);
    CHECK(infinite.item() == scalar(std::numeric_limits<double>::infinity()));
    tensor scales = tensor::empty({2}, dtype::f8e8m0fnu);
    kernel::fill(scales, 0); // as zeros does, of which there are none
    CHECK(reference::elements(scales) == std::vector<double>{0x1p-127, 0x1p-127});
    CHECK_THROWS_AS(kernel::fill(scales, -1), error);
}

TEST_CASE("fill: puts the number into every element") {
    tensor t = tensor::zeros({4, 6}, dtype::f16), part = kernel::slice(t, 1, 1, 6, 2);
    kernel::fill(part, 2.5);
    CHECK(reference::mismatch(t, [](sizes const& i) { return i[1] % 2 == 1 ? 2.5 : 0.0; }) == "");
    tensor flags = tensor::zeros({3}, dtype::boolean);
    kernel::fill(flags, 7);
    CHECK(reference::elements(flags) == std::vector<double>{1, 1, 1});
}

TEST_CASE("reshape: a view where there is one, else a copy in order") {
    tensor const t = reference::make({2, 3}, dtype::f32, {0, 1, 2, 3, 4, 5});
    CHECK(kernel::reshape(t, {3, -1}).shares_storage(t));
    tensor const r = kernel::reshape(kernel::transpose(t, 0, 1), {6});
    CHECK_FALSE(r.shares_storage(t));
    CHECK(reference::elements(r) == std::vector<double>{0, 3, 1, 4, 2, 5});
    CHECK_THROWS_AS((void)kernel::reshape(t, {4}), error);
}

TEST_CASE("cat: puts tensors one behind the other along any dimension and converts them") {
    reference::source random(72);
    for (std::int64_t dim : {0, 1, -1}) {
        sizes space{3, 4, 2}, longer = space;
        longer[wrap_dim(dim, 3)] += 3;
        sizes whole = space;
        whole[wrap_dim(dim, 3)] += longer[wrap_dim(dim, 3)];
        std::vector<tensor> const parts{random.uniform(space, dtype::i32), tensor::empty({0}, dtype::f32),
                                        random.uniform(longer, dtype::f64)};
        tensor out = random.empty(whole, dtype::f64);
        kernel::cat(parts, dim, out);
        std::size_t const d = wrap_dim(dim, 3);
        CHECK(reference::mismatch(out, [&](sizes i) {
                  if (i[d] < space[d])
                      return reference::at(parts[0], i);
                  i[d] -= space[d];
                  return reference::at(parts[2], i);
              }) == "");
    }
}

TEST_CASE("cat: sizes that do not fit are errors") {
    tensor const a = tensor::zeros({2, 3}, dtype::f32), b = tensor::zeros({2, 4}, dtype::f32);
    tensor out = tensor::empty({4, 3}, dtype::f32);
    CHECK_THROWS_AS(kernel::cat(std::vector{a, b}, 0, out), error);
    CHECK_THROWS_AS(kernel::cat(std::vector{a}, 0, out), error);
    CHECK_THROWS_AS(kernel::cat(std::vector{a, a, a}, 0, out), error);
    CHECK_THROWS_AS(kernel::cat(std::vector{a, a}, 2, out), error);
    CHECK_THROWS_AS(kernel::cat(std::vector{tensor::zeros({}, dtype::f32)}, 0, out), error);
}

TEST_CASE("transpose_tiles: every element lands at its place, and nothing between the rows is written") {
    std::mt19937 random(5);
    for (std::size_t const bytes : std::initializer_list<std::size_t>{1, 2, 4, 8, 16})
        for (int round = 0; round < 40; ++round) {
            std::size_t const rows = 1 + random() % 150, columns = 1 + random() % 150, gap = bytes * (random() % 3);
            std::size_t const from_stride = rows * bytes + gap, to_stride = columns * bytes + gap;
            std::vector<std::byte> from(columns * from_stride), to(rows * to_stride, std::byte{7}), want = to;
            for (std::byte& b : from)
                b = static_cast<std::byte>(random());
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j)
                    for (std::size_t k = 0; k < bytes; ++k)
                        want[i * to_stride + j * bytes + k] = from[j * from_stride + i * bytes + k];
            detail::transpose_by_tiles(bytes)(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns),
                                              to.data(), static_cast<std::int64_t>(to_stride), from.data(),
                                              static_cast<std::int64_t>(from_stride));
            CAPTURE(bytes);
            CHECK(to == want);
        }
}
