#include <graft/kernel/image/avg_pool.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "../pool_reference.hpp"

using namespace graft;
using reference::pooled, reference::for_each_under;
using reference::sizes, reference::setting, reference::settings, reference::options;

TEST_CASE("avg_pool2d: padding counted or not, divisors, every numeric dtype") {
    reference::source random(142);
    for (dtype d : reference::numeric)
        for (setting s : settings) {
            s.dilation = {};
            for (bool count_padding : {false, true})
                for (std::int64_t divisor : {0, 3}) {
                    tensor const t = random.uniform({2, 7, 8}, d, 0, 9);
                    tensor out = random.empty(pooled({2, 7, 8}, s), d);
                    kernel::avg_pool2d(t, options(s), count_padding,
                                       divisor == 0 ? std::nullopt : std::optional(divisor), out);
                    CHECK(reference::mismatch(out, [&](sizes const& i) {
                              double sum = 0, count = 0;
                              for_each_under(t, s, i, [&](sizes const& at) {
                                  sum += reference::at(t, at);
                                  ++count;
                              });
                              if (count_padding) {
                                  count = 1;
                                  for (std::size_t k = 0; k < 2; ++k) {
                                      std::int64_t const size = s.kernel[s.kernel.size() == 1 ? 0 : k];
                                      std::int64_t const step =
                                          s.stride.empty() ? size : s.stride[s.stride.size() == 1 ? 0 : k];
                                      std::int64_t const pad =
                                          s.padding.empty() ? 0 : s.padding[s.padding.size() == 1 ? 0 : k];
                                      std::int64_t const begin = i[1 + k] * step - pad;
                                      count *= double(std::min(begin + size, t.sizes()[1 + k] + pad) - begin);
                                  }
                              }
                              double const mean = sum / (divisor == 0 ? count : double(divisor));
                              return is_floating_point(d) ? mean : std::trunc(mean);
                          }) == "");
                }
        }
}

TEST_CASE("adaptive_avg_pool2d: any number of parts, in every floating dtype") {
    reference::source random(143);
    for (dtype d : reference::floating)
        for (sizes const& parts : {sizes{1, 1}, sizes{3, 4}, sizes{7, 9}, sizes{10, 2}}) {
            tensor const t = random.uniform({2, 2, 7, 9}, d);
            tensor out = random.empty({2, 2, parts[0], parts[1]}, d);
            kernel::adaptive_avg_pool2d(t, out);
            CHECK(reference::mismatch(out, [&](sizes i) {
                      double sum = 0, count = 0;
                      std::int64_t const h = i[2], w = i[3];
                      for (i[2] = h * 7 / parts[0]; i[2] * parts[0] < (h + 1) * 7; ++i[2])
                          for (i[3] = w * 9 / parts[1]; i[3] * parts[1] < (w + 1) * 9; ++i[3], ++count)
                              sum += reference::at(t, i);
                      return sum / count;
                  }) == "");
        }
}

TEST_CASE("avg_pool2d and adaptive_avg_pool2d: what does not fit is an error") {
    sizes const two{2};
    tensor const t = tensor::zeros({1, 4, 4}, dtype::f32);
    tensor out = tensor::empty({1, 2, 2}, dtype::f32), wrong = tensor::empty({1, 3, 2}, dtype::f32);
    CHECK_THROWS_AS(kernel::avg_pool2d(t, {two}, true, 0, out), error);
    CHECK_THROWS_AS(kernel::avg_pool2d(t, {two}, true, std::nullopt, wrong), error);
    CHECK_THROWS_AS(kernel::adaptive_avg_pool2d(tensor::empty({1, 0, 4}, dtype::f32), out), error);
    CHECK_THROWS_AS(kernel::adaptive_avg_pool2d(tensor::zeros({2, 4, 4}, dtype::f32), out), error);
    tensor none = tensor::empty({1, 0, 2}, dtype::f32);
    kernel::adaptive_avg_pool2d(t, none);
}

TEST_CASE("avg_pool2d: the lowest integer over -1 is itself") {
    sizes const one{1};
    tensor const t = tensor::empty({1, 1, 1}, dtype::i64);
    t.data<std::int64_t>()[0] = INT64_MIN;
    tensor out = tensor::empty({1, 1, 1}, dtype::i64);
    kernel::avg_pool2d(t, {one}, true, -1, out);
    CHECK(out.data<std::int64_t>()[0] == INT64_MIN);
}

TEST_CASE("avg_pool2d: a window far larger than the image costs no more") {
    sizes const many{std::int64_t{1} << 20}, padding{1 << 19};
    tensor const t = reference::make({1, 2, 2}, dtype::f64, {1, 2, 3, 4});
    tensor out = tensor::empty({1, 1, 1}, dtype::f64);
    kernel::avg_pool2d(t, {many, many, padding, {}, true}, false, std::nullopt, out);
    CHECK(reference::elements(out)[0] == 2.5);
    kernel::avg_pool2d(t, {many, many, padding, {}, true}, true, std::nullopt, out);
    CHECK(reference::elements(out)[0] == 10 / std::ldexp(1.0, 40));
}
