#include <graft/kernel/index/scatter.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

kernel::index_function along(tensor const& index) {
    return [&index](tensor const& self) { return detail::indexed_view::along("scatter", self, 0, index); };
}

numbers scattered(kernel::scatter_mode mode, bool include_self, dtype d) {
    tensor const index = make({4}, dtype::i64, {0, 0, 2, 0}), self = make({3}, d, {1, 2, 3}),
                 src = make({4}, d, {4, 6, 2, 5});
    tensor out = tensor::empty({3}, d);
    kernel::scatter("scatter", self, along(index), src, mode, include_self, out);
    return elements(out);
}

} // namespace

TEST_CASE("scatter: every mode in every dtype, with what was there or without") {
    using enum kernel::scatter_mode;
    for (dtype d : reference::numeric) {
        CHECK(scattered(total, true, d) == numbers{16, 2, 5});
        CHECK(scattered(total, false, d) == numbers{15, 2, 2});
        CHECK(scattered(product, true, d) == numbers{120, 2, 6});
        CHECK(scattered(largest, true, d) == numbers{6, 2, 3});
        CHECK(scattered(smallest, false, d) == numbers{4, 2, 2});
        CHECK(scattered(average, false, d) == numbers{5, 2, 2});
        CHECK(scattered(average, true, d)[0] == 4);
    }
}

TEST_CASE(
    "scatter: a mean of integers is that of a sum which wraps, as PyTorch keeps it in the dtype of the elements") {
    tensor const index = make({4}, dtype::i64, {0, 0, 2, 2});
    auto const means = [&](dtype d, numbers const& src) {
        tensor out = tensor::empty({3}, d);
        kernel::scatter("scatter", make({3}, d, {1, 2, 3}), along(index), make({4}, d, src),
                        kernel::scatter_mode::average, false, out);
        return elements(out);
    };
    CHECK(means(dtype::u8, {200, 100, 255, 255}) == numbers{22, 2, 127});
    CHECK(means(dtype::i8, {100, 100, -100, -101}) == numbers{-28, 2, 27});
    CHECK(means(dtype::i16, {200, 100, 255, 255}) == numbers{150, 2, 255});
}

TEST_CASE("scatter: elements replace others, a number everywhere, a factor") {
    tensor const index = make({2}, dtype::i64, {2, 0}), self = make({3}, dtype::f32, {1, 2, 3});
    tensor out = tensor::empty({3}, dtype::f32);
    kernel::scatter("scatter", self, along(index), 7, kernel::scatter_mode::replace, true, out);
    CHECK(elements(out) == numbers{7, 2, 7});
    kernel::scatter("scatter", self, along(index), 7, kernel::scatter_mode::total, true, out, 2);
    CHECK(elements(out) == numbers{15, 2, 17});
}

TEST_CASE("scatter: what an index picks") {
    tensor const self = make({3}, dtype::bf16, {1, 2, 3}), index = make({2}, dtype::i64, {2, 2});
    tensor out = tensor::empty({2}, dtype::bf16);
    kernel::pick(along(index)(self), out);
    CHECK(elements(out) == numbers{3, 3});
}

TEST_CASE("scatter: complex products are computed part by part, infinite ones as well") {
    using complex = std::complex<float>;
    std::vector<complex> const given{{-2.5F, 1}, {-2.5F, 1}, {0.5F, 0}};
    tensor const index = make({3}, dtype::i64, {0, 1, 1}), self = tensor::from<complex>({3}, given);
    tensor out = tensor::empty({3}, dtype::c64);
    float const infinity = std::numeric_limits<float>::infinity();
    kernel::scatter("scatter", self, along(index), infinity, kernel::scatter_mode::product, true, out);
    complex const* const found = out.data<complex>(); // torch.scatter(self, 0, index, infinity, reduce="multiply")
    CHECK(found[0] == complex(-infinity, infinity));
    CHECK(std::isnan(found[1].real()));
    CHECK(std::isnan(found[1].imag()));
    CHECK(found[2] == complex(0.5F));
}
