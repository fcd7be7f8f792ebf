#include <graft/runtime/kernels/index.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/elementwise/complex.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/creation.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = iota({2, 3});

TEST_CASE("index: elements and slices are picked") {
    CHECK(show(aten::gather(x, 1, i64({2, 1}, {2, 0}))) == "f32[2, 1]: 2 3");
    CHECK(show(aten::index_select(x, 1, i64({2}, {2, 0}))) == "f32[2, 2]: 2 0 5 3");
    std::vector<std::optional<tensor>> const second{std::nullopt, i64({2}, {-1, 1})};
    CHECK(show(aten::index.Tensor(x, second)) == "f32[2, 2]: 2 1 5 4");
    CHECK(show(aten::take(x, i64({2}, {4, -1}))) == "f32[2]: 4 5");
}

TEST_CASE("index: masks pick as many elements as they have true ones") {
    tensor const odd = b8({2, 3}, {false, true, false, true, false, true});
    CHECK(show(aten::index.Tensor(x, std::vector{odd})) == "f32[3]: 1 3 5");
    CHECK(show(aten::masked_select(x, odd)) == "f32[3]: 1 3 5");
    CHECK(show(aten::nonzero(b8({3}, {true, false, true}))) == "i64[2, 1]: 0 2");
    CHECK(aten::nonzero(b8({1, 3}, {true, false, true})).strides() == dim_vector{1, 2});
    CHECK(show(aten::masked_scatter(x, odd, f32({3}, {7, 8, 9}))) == "f32[2, 3]: 0 7 2 8 4 9");
    CHECK(raised([&] { aten::masked_scatter(x, odd, f32({1}, {7})); }).find("'source'") != std::string::npos);
}

TEST_CASE("index: elements are scattered, combined or not") {
    tensor const self = f32({3}, {1, 2, 3}), at = i64({2}, {0, 0}), src = f32({2}, {4, 5});
    CHECK(show(aten::scatter_add(self, 0, at, src)) == "f32[3]: 10 2 3");
    CHECK(show(aten::scatter.value(self, 0, at, 9)) == "f32[3]: 9 2 3");
    CHECK(show(aten::scatter_reduce.two(self, 0, at, src, "mean", "include_self"_a = false)) == "f32[3]: 4.5 2 3");
    CHECK(show(aten::index_add(self, 0, at, src, "alpha"_a = 2)) == "f32[3]: 19 2 3");
    tensor const three = make<bfloat16>({1}, {bfloat16(3.F)}), none = make<bfloat16>({1}, {bfloat16(0.F)});
    CHECK(show(aten::index_add(none, 0, i64({1}, {0}), three, "alpha"_a = 70001.5)) == "bf16[1]: 210944");
    CHECK(show(aten::index_copy(self, 0, i64({2}, {2, 1}), src)) == "f32[3]: 1 5 4");
    CHECK(show(aten::index_fill.int_Scalar(self, 0, i64({1}, {-1}), 7)) == "f32[3]: 1 2 7");
    CHECK(show(aten::index_put(self, std::vector{at}, f32({}, {4}), true)) == "f32[3]: 9 2 3");
    aten::scatter_.src(self, 0, i64({1}, {2}), src);
    CHECK(show(self) == "f32[3]: 1 2 4");
    CHECK(raised([&] { aten::scatter_reduce.two(self, 0, at, src, "median"); }).find("'reduce'") != std::string::npos);
}

// What torch gives.
TEST_CASE("index: numbers are scattered and picked as vectors of one element are") {
    for (dim_vector const& own : {dim_vector{}, dim_vector{1}})
        for (dim_vector const& at : {dim_vector{}, dim_vector{1}}) {
            tensor const self = tensor::full(own, dtype::f32, 5), index = tensor::zeros(at, dtype::i64);
            std::string const of = own.empty() ? "f32[]: " : "f32[1]: ";
            CHECK(show(aten::gather(self, 0, index)) == (at.empty() ? "f32[]: 5" : "f32[1]: 5"));
            CHECK(show(aten::scatter.value(self, 0, index, 3)) == of + "3");
            CHECK(show(aten::scatter.value_reduce(self, 0, index, 3, "reduce"_a = "multiply")) == of + "15");
            CHECK(show(aten::index_select(self, 0, index)) == of + "5");
            CHECK(show(aten::index_fill.int_Scalar(self, 0, index, 3)) == of + "3");
            for (dim_vector const& given : {dim_vector{}, dim_vector{1}}) {
                tensor const src = tensor::full(given, dtype::f32, 2);
                CHECK(show(aten::scatter.src(self, 0, index, src)) == of + "2");
                CHECK(show(aten::scatter.reduce(self, 0, index, src, "reduce"_a = "add")) == of + "7");
                CHECK(show(aten::scatter_add(self, -1, index, src)) == of + "7");
                CHECK(show(aten::scatter_reduce.two(self, 0, index, src, "mean")) == of + "3.5");
                CHECK(show(aten::index_copy(self, 0, index, src)) == of + "2");
            }
        }
    CHECK(show(aten::scatter.src(f32({3}, {1, 2, 3}), 0, i64({}, {2}), f32({2}, {7, 8}))) == "f32[3]: 1 2 7");
    CHECK(show(aten::scatter_add(f32({}, {1}), 0, i64({2}, {0, 0}), f32({3}, {7, 8, 9}))) == "f32[]: 16");
}

// What torch gives.
TEST_CASE("index: one number of another dtype is put where a mask is true") {
    std::vector const at{b8({3}, {true, false, true})};
    tensor const self = i64({3}, {1, 2, 3}), real = f32({3}, {1, 2, 3});
    CHECK(show(aten::index_put(self, at, f32({1, 1, 1}, {2.75F}))) == "i64[3]: 2 2 2");
    CHECK(show(aten::index_put(self, at, b8({}, {true}))) == "i64[3]: 1 2 1");
    CHECK(show(aten::index_put(self, at, i64({1, 1}, {7}))) == "i64[3]: 7 2 7");
    CHECK(show(aten::index_put(real, at, i64({1, 1, 1}, {5}))) == "f32[3]: 5 2 5");
    tensor const complex = aten::view_as_complex(f32({3, 2}, {1, 2, 0, -1, 2, 0}));
    CHECK(show(aten::view_as_real(aten::index_put(complex, at, i64({}, {5})))) == "f32[3, 2]: 5 0 0 -1 5 0");
    CHECK(raised([&] {
              aten::index_put(self, at, f32({}, {1e30F}));
          }).find("a number is out of range of torch.int64") != std::string::npos);
    aten::index_put_(self, at, f32({}, {-7.5F}));
    CHECK(show(self) == "i64[3]: -7 2 -7");
}

// What torch gives.
TEST_CASE("index: all that is put to several places of an element is added to it") {
    std::vector const at{i64({2}, {0, 1}), i64({2}, {1, 0})};
    tensor const row = f32({3}, {1, 2, 3}), wide = row.as_strided({2, 2}, {1, 1}, 0);
    CHECK(show(aten::index_put_(wide, at, f32({2}, {10, 20}), true)) == "f32[2, 2]: 1 32 32 3");
    CHECK(show(row) == "f32[3]: 1 32 3");
    aten::index_put_(row.as_strided({2, 2}, {0, 1}, 0), at, f32({2}, {7, 8}));
    CHECK(show(row) == "f32[3]: 8 7 3");
}

TEST_CASE("index: complex numbers are scattered part by part") {
    tensor const real = f32({3}, {1, 2, 3}), imaginary = f32({3}, {4, 5, 6}), at = i64({2}, {0, 0}),
                 src = f32({2}, {7, 8}), turned = f32({2}, {-1, -2});
    auto const joined = [](tensor const& left, tensor const& right) {
        tensor const result = tensor::empty(left.sizes(), dtype::c64);
        tensor first = detail::complex_part(result, 0), second = detail::complex_part(result, 1);
        kernel::copy(left, first);
        kernel::copy(right, second);
        return result;
    };
    tensor const self = joined(real, imaginary), both = joined(src, turned);
    auto const check = [](tensor const& result, tensor const& left, tensor const& right) {
        CHECK(show(detail::complex_part(result, 0)) == show(left));
        CHECK(show(detail::complex_part(result, 1)) == show(right));
    };
    check(aten::scatter.src(self, 0, at, both), aten::scatter.src(real, 0, at, src),
          aten::scatter.src(imaginary, 0, at, turned));
    check(aten::scatter.value(self, 0, at, 9), aten::scatter.value(real, 0, at, 9),
          aten::scatter.value(imaginary, 0, at, 0));
    check(aten::index_add(self, 0, at, both, "alpha"_a = 2), aten::index_add(real, 0, at, src, "alpha"_a = 2),
          aten::index_add(imaginary, 0, at, turned, "alpha"_a = 2));
    check(aten::index_put(self, std::vector{at}, both, true), aten::index_put(real, std::vector{at}, src, true),
          aten::index_put(imaginary, std::vector{at}, turned, true));
    aten::scatter_add_(self, 0, at, both);
    check(self, f32({3}, {16, 2, 3}), f32({3}, {1, 5, 6}));
    CHECK(raised([&] { aten::scatter_reduce.two(self, 0, at, both, "amax"); }).find("no order") != std::string::npos);
}

TEST_CASE("index: complex numbers that meet are multiplied and averaged") {
    tensor const self = aten::view_as_complex(f32({3, 2}, {1, 2, 0, -1, 2, 0})), at = i64({3}, {0, 0, 2}),
                 src = aten::view_as_complex(f32({3, 2}, {0, 1, 2, 0, 1, -1}));
    auto const reduced = [&](char const* how, bool whole) {
        return show(aten::view_as_real(aten::scatter_reduce.two(self, 0, at, src, how, "include_self"_a = whole)));
    };
    CHECK(reduced("prod", true) == "f32[3, 2]: -4 2 0 -1 2 -2");
    CHECK(reduced("prod", false) == "f32[3, 2]: 0 2 0 -1 1 -1");
    CHECK(reduced("mean", true) == "f32[3, 2]: 1 1 0 -1 1.5 -0.5");
    CHECK(reduced("mean", false) == "f32[3, 2]: 1 0.5 0 -1 1 -1");
}

TEST_CASE("index: a part is replaced") {
    CHECK(show(aten::select_scatter(x, f32({2}, {7, 8}), 1, 0)) == "f32[2, 3]: 7 1 2 8 4 5");
    CHECK(show(aten::diagonal_scatter(x, f32({2}, {7, 8}), 1)) == "f32[2, 3]: 0 7 2 3 4 8");
    CHECK(show(aten::as_strided_scatter(x, f32({2, 2}, {6, 7, 8, 9}), std::vector<std::int64_t>{2, 2},
                                        std::vector<std::int64_t>{1, 2}, 1)) == "f32[2, 3]: 0 6 8 7 9 5");
    CHECK(show(aten::slice_scatter(x, f32({1, 3}, {7, 8, 9}), 0, 1)) == "f32[2, 3]: 0 1 2 7 8 9");
}

TEST_CASE("index: a part that is told by its place in the storage is there also in a view") {
    tensor const all = f32({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), src = f32({2}, {-1, -2});
    std::vector<std::int64_t> const size{2}, stride{1};
    tensor const turned = aten::t(all), row = aten::select.int_(all, 0, 1);
    CHECK(show(aten::as_strided_scatter(turned, src, size, stride)) == "f32[4, 3]: -1 4 8 -2 5 9 2 6 10 3 7 11");
    CHECK(show(aten::as_strided_scatter(turned, src, size, stride, 3)) == "f32[4, 3]: 0 -2 8 1 5 9 2 6 10 -1 7 11");
    CHECK(show(aten::as_strided_scatter(row, src, size, stride)) == "f32[4]: -1 -2 6 7");
    CHECK(show(aten::as_strided_scatter(row, src, size, stride, 5)) == "f32[4]: 4 -1 -2 7");
    CHECK(show(aten::as_strided_scatter(row, src, size, stride, 0)) == "f32[4]: 4 5 6 7");
    CHECK(show(all) == "f32[3, 4]: 0 1 2 3 4 5 6 7 8 9 10 11");
}

} // namespace
