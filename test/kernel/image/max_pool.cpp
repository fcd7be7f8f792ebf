#include <graft/kernel/image/max_pool.hpp>

#include "../pool_reference.hpp"
#include "../reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace graft;
using reference::pooled, reference::for_each_under;
using reference::sizes, reference::setting, reference::settings, reference::options;

TEST_CASE("max_pool2d: windows of every kind, in every numeric dtype and layout, with and "
          "without indices") {
    reference::source random(141);
    for (dtype d : reference::numeric)
        for (setting const& s : settings) {
            sizes const space = d == dtype::f32 ? sizes{2, 3, 9, 40} : sizes{2, 7, 6};
            tensor const t = random.uniform(space, d);
            tensor out = random.empty(pooled(space, s), d), same = random.empty(out.sizes(), d),
                   indices = random.empty(out.sizes(), dtype::i64);
            kernel::max_pool2d(t, options(s), out);
            kernel::max_pool2d_with_indices(t, options(s), same, indices);
            auto const largest = [&](sizes const& i) {
                double best = -std::numeric_limits<double>::infinity();
                for_each_under(t, s, i, [&](sizes const& at) { best = std::max(best, reference::at(t, at)); });
                return best;
            };
            CHECK(reference::mismatch(out, largest) == "");
            CHECK(reference::mismatch(same, largest) == "");
            CHECK(reference::mismatch(indices, [&](sizes const& i) {
                      double first = -1;
                      for_each_under(t, s, i, [&](sizes const& at) {
                          if (first < 0 && reference::at(t, at) == largest(i))
                              first = double(at[at.size() - 2] * space.back() + at.back());
                      });
                      return first;
                  }) == "");
        }
}

TEST_CASE("max_pool2d: NaN wins, the last one by index; the lowest values have an index") {
    double const nan_value = std::numeric_limits<double>::quiet_NaN(),
                 lowest = -std::numeric_limits<double>::infinity();
    sizes const two{2}, one{1};
    tensor out = tensor::empty({1, 1, 1}, dtype::f32), index = tensor::empty({1, 1, 1}, dtype::i64);
    kernel::max_pool2d_with_indices(reference::make({1, 2, 2}, dtype::f32, {nan_value, 9, nan_value, 10}), {two}, out,
                                    index);
    CHECK(std::isnan(reference::elements(out)[0]));
    CHECK(reference::elements(index)[0] == 2);
    kernel::max_pool2d(reference::make({1, 2, 2}, dtype::f32, {1, nan_value, 3, 4}), {two}, out);
    CHECK(std::isnan(reference::elements(out)[0]));
    tensor corners = tensor::empty({1, 2, 2}, dtype::f32), places = tensor::empty({1, 2, 2}, dtype::i64);
    kernel::max_pool2d_with_indices(reference::make({1, 2, 2}, dtype::f32, {lowest, lowest, lowest, lowest}),
                                    {two, two, one}, corners, places);
    CHECK(reference::elements(corners)[3] == lowest);
    CHECK(reference::elements(places) == std::vector<double>{0, 1, 2, 3});
}

TEST_CASE("max_pool2d: no planes, and results that do not fit") {
    sizes const two{2};
    tensor const t = tensor::zeros({1, 4, 4}, dtype::f32);
    tensor out = tensor::empty({1, 2, 2}, dtype::f32), wrong = tensor::empty({1, 2, 3}, dtype::i64),
           no_planes = tensor::empty({0, 2, 2}, dtype::f32), flags = tensor::empty({1, 2, 2}, dtype::boolean);
    kernel::max_pool2d(tensor::empty({0, 4, 4}, dtype::f32), {two}, no_planes);
    CHECK_THROWS_AS(kernel::max_pool2d_with_indices(t, {two}, out, wrong), error);
    CHECK_THROWS_AS(kernel::max_pool2d(t, {two}, wrong), error);
    CHECK_THROWS_WITH_AS(kernel::max_pool2d(t, {two}, flags), "graft: max_pool does not take the dtype b8", error);
}

TEST_CASE("max_pool2d: a window of padding alone has the lowest number of the dtype") {
    sizes const one{1}, two{2};
    kernel::pool_options const given{two, one, one, two, false};
    for (auto const& [d, lowest] : {std::pair{dtype::i8, -128.0}, {dtype::u8, 0.0}, {dtype::i16, -32768.0}}) {
        tensor out = tensor::empty({1, 1, 1}, d);
        // The taps are on both sides of the only element.
        kernel::max_pool2d(reference::make({1, 1, 1}, d, {5}), given, out);
        CHECK(reference::elements(out)[0] == lowest);
    }
}

TEST_CASE("max_pool2d: a window far larger than the image finds the place of its largest element") {
    sizes const many{std::int64_t{1} << 30}, padding{1 << 29};
    tensor const t = reference::make({1, 2, 3}, dtype::f32, {1, 2, 3, 6, 5, 4});
    tensor out = tensor::empty({1, 1, 1}, dtype::f32), place = tensor::empty({1, 1, 1}, dtype::i64);
    kernel::max_pool2d_with_indices(t, {many, many, padding, {}, true}, out, place);
    CHECK(reference::elements(out)[0] == 6);
    CHECK(reference::elements(place)[0] == 3);
}

TEST_CASE("max_pool2d: a window whose only tap over the image lies in the padding has the index of the first element") {
    sizes const two{2}, one{1}, far{std::int64_t{1} << 62};
    tensor out = tensor::empty({1, 1, 1}, dtype::f32), place = tensor::empty({1, 1, 1}, dtype::i64);
    kernel::max_pool2d_with_indices(tensor::zeros({1, 3, 4}, dtype::f32), {two, far, one, far, true}, out, place);
    CHECK(std::isinf(reference::elements(out)[0]));
    CHECK(reference::elements(place)[0] == 0);
}

using reference::elements;
using reference::make;

using numbers = std::vector<double>;

TEST_CASE("adaptive_max_pool: parts overlap where sizes do not divide") {
    tensor out = tensor::empty({1, 2}, dtype::f32), at = tensor::empty({1, 2}, dtype::i64);
    kernel::adaptive_max_pool("op", make({1, 3}, dtype::f32, {1, 5, 2}), 1, out, at);
    CHECK(elements(out) == numbers{5, 5});
    CHECK(elements(at) == numbers{1, 1});
}

TEST_CASE("adaptive_max_pool: places are counted in the whole image; the first of several, the last NaN") {
    tensor out = tensor::empty({2, 1, 2}, dtype::f64), at = tensor::empty({2, 1, 2}, dtype::i64);
    double const nan = std::nan("");
    tensor const self = make({2, 2, 4}, dtype::f64, {1, 2, 3, 4, 2, 2, 9, 9, 0, nan, 1, 1, nan, 0, 1, 1});
    kernel::adaptive_max_pool("op", self, 2, out, at);
    CHECK(elements(at) == numbers{1, 6, 4, 2});
    CHECK(elements(out)[1] == 9);
    CHECK(std::isnan(elements(out)[2]));
}

TEST_CASE("adaptive_max_pool: one part is everything, in three dimensions as well") {
    tensor out = tensor::empty({1, 1, 1, 1}, dtype::f32), at = tensor::empty({1, 1, 1, 1}, dtype::i64);
    kernel::adaptive_max_pool("op", make({1, 2, 2, 2}, dtype::f32, {1, 2, 3, 4, 5, 8, 7, 6}), 3, out, at);
    CHECK(elements(out) == numbers{8});
    CHECK(elements(at) == numbers{5});
}
