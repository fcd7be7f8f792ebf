#include <graft/kernel/reduce/layer_norm.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

numbers normalized(numbers row, double eps, bool centered) {
    double mean = 0, squares = 0;
    for (double x : row)
        mean += centered ? x / double(row.size()) : 0;
    for (double x : row)
        squares += (x - mean) * (x - mean) / double(row.size());
    for (double& x : row)
        x = (x - mean) / std::sqrt(squares + eps);
    return row;
}

} // namespace

TEST_CASE("layer norm: rows of any length, with weight and bias") {
    reference::source random(4);
    for (dtype d : reference::floating)
        for (std::int64_t n : {1, 5, 70})
            for (bool centered : {true, false}) {
                tensor const self = random.uniform({3, n}, d);
                tensor const weight = random.uniform({n}, d), bias = random.uniform({n}, d);
                tensor out = random.empty({3, n}, d);
                kernel::layer_norm(self, n, &weight, &bias, 1e-3, out, nullptr, nullptr,
                                   kernel::layer_norm_t::centered(centered));
                CHECK(reference::mismatch(
                          out,
                          [&](sizes const& i) {
                              numbers row;
                              for (std::int64_t k = 0; k < n; ++k)
                                  row.push_back(reference::at(self, {i[0], k}));
                              return normalized(row, 1e-3, centered)[static_cast<std::size_t>(i[1])] *
                                         reference::at(weight, {i[1]}) +
                                     reference::at(bias, {i[1]});
                          },
                          8) == "");
            }
}

TEST_CASE("layer norm: the statistics are saved") {
    tensor out = tensor::empty({1, 2}, dtype::f32), middle = tensor::empty({1, 1}, dtype::f32),
           scale = tensor::empty({1, 1}, dtype::f32);
    kernel::layer_norm(make({1, 2}, dtype::f32, {1, 5}), 2, nullptr, nullptr, 0, out, &middle, &scale);
    CHECK(elements(out) == numbers{-1, 1});
    CHECK(elements(middle) == numbers{3});
    CHECK(elements(scale) == numbers{0.5});
}

TEST_CASE("layer norm: rows without elements have statistics all the same") {
    tensor const self = tensor::empty({2, 0}, dtype::f32);
    tensor out = tensor::empty({2, 0}, dtype::f32), mean = tensor::empty({2, 1}, dtype::f32), rstd = mean.clone();
    kernel::layer_norm(self, 0, nullptr, nullptr, 1e-5, out, &mean, &rstd);
    CHECK(elements(mean) == numbers{0, 0}); // torch.native_layer_norm(x, [0], None, None, 1e-5)
    CHECK((std::isnan(elements(rstd)[0]) && std::isnan(elements(rstd)[1])));
}

TEST_CASE("layer norm: groups of channels, weights of each channel") {
    tensor out = tensor::empty({1, 4, 1}, dtype::f32);
    tensor const weight = make({4}, dtype::f32, {1, 2, 3, 4}), bias = make({4}, dtype::f32, {0, 0, 0, 10});
    kernel::group_norm(make({1, 4, 1}, dtype::f32, {1, 5, 2, 8}), 2, &weight, &bias, 0, out);
    CHECK(elements(out) == numbers{-1, 2, -3, 14});
}

TEST_CASE("group_norm: many channels of no elements are none") {
    tensor out = tensor::empty({1, std::int64_t{1} << 48, 0}, dtype::f32);
    kernel::group_norm(tensor::empty(out.sizes(), dtype::f32), 1, nullptr, nullptr, 0, out);
    CHECK(out.numel() == 0);
}

namespace {

/// What the deviation of a row is divided by, of each of both kernels.
numbers scales(dtype d, numbers const& row) {
    auto const n = static_cast<std::int64_t>(row.size());
    tensor out = tensor::empty({1, n, 1}, d), mean = tensor::empty({1}, d), scale = tensor::empty({1}, d);
    numbers found;
    kernel::layer_norm(make({1, n, 1}, d, row), n, nullptr, nullptr, 1e-5, out, &mean, &scale);
    found.push_back(elements(scale)[0]);
    kernel::group_norm(make({1, n, 1}, d, row), 1, nullptr, nullptr, 1e-5, out, &mean, &scale);
    found.push_back(elements(scale)[0]);
    return found;
}

} // namespace

TEST_CASE("layer norm: where squares leave the range, what PyTorch's way there makes of them") {
    auto const unknown = [](numbers const& of) { return std::isnan(of[0]) && std::isnan(of[1]); };
    for (std::size_t const n : {1U, 8U, 16U}) { // torch.native_layer_norm(x, [n], None, None, 1e-5)
        CHECK(unknown(scales(dtype::f32, numbers(n, 1e20))));
        CHECK(unknown(scales(dtype::bf16, numbers(n, 1e20))));
    }
    for (std::size_t const n : {17U, 31U}) {
        CHECK(scales(dtype::f32, numbers(n, 1e20))[0] == doctest::Approx(316.2278));
        CHECK(scales(dtype::bf16, numbers(n, 1e20))[1] == 316);
    }
    CHECK(unknown(scales(dtype::f64, {1e160})));
    CHECK(scales(dtype::f64, numbers(7, 1e160))[0] == doctest::Approx(316.2278));
    CHECK(unknown(scales(dtype::f32, {1e20, 0, 0, 0})));
    CHECK(unknown(scales(dtype::f32, {3e38, -3e38, 1, 2})));
    CHECK(scales(dtype::f32, {1e20, -1e20, 0, 0}) == numbers{0, 0});
}

TEST_CASE("layer norm: groups without weights keep their digits far from zero") {
    tensor out = tensor::empty({1, 2, 1}, dtype::f32), mean = tensor::empty({1}, dtype::f32), scale = mean.clone();
    kernel::group_norm(make({1, 2, 1}, dtype::f32, {999999, 1000001}), 1, nullptr, nullptr, 1e-5, out, &mean, &scale);
    CHECK(elements(out) == numbers{-elements(scale)[0], elements(scale)[0]}); // (x - mean) * scale, as in PyTorch
}
