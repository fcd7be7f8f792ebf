#include <graft/core/tensor_compare.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace graft;

static_assert(default_tolerance(dtype::i32).absolute == 0);
static_assert(default_tolerance(dtype::f32).relative == 1e-4);
static_assert(default_tolerance(dtype::bf16).absolute == 1e-2);
static_assert(default_tolerance(dtype::c128).absolute == 1e-4);

namespace {

template <class T>
tensor row(std::vector<T> const& elements) {
    return tensor::from<T>({static_cast<std::int64_t>(elements.size())}, elements);
}

} // namespace

TEST_CASE("tensor_compare: distance, mean square and the first worst element are reported") {
    difference const d = compare(row<double>({0, 1, 2, 3}), row<double>({0, 1.5, 2, 2.5}));
    CHECK(d.max_abs == 0.5);
    CHECK(d.mse == 0.125);
    CHECK(d.elements == 4);
    CHECK(d.mismatches == 2);
    CHECK(d.worst_index == 1);
    CHECK_FALSE(d.agrees());
}

TEST_CASE("tensor_compare: equal tensors agree at distance 0") {
    for (dtype d : all_dtypes) {
        tensor const t = tensor::full({2, 3}, d, 1);
        difference const result = compare(t, t.clone());
        CHECK(result.agrees());
        CHECK(result.max_abs == 0);
        CHECK(result.mse == 0);
        CHECK(result.worst_index == -1);
        CHECK_FALSE(compare(t, tensor::zeros({2, 3}, d)).agrees());
    }
    CHECK(compare(tensor::empty({0}, dtype::f32), tensor::empty({0}, dtype::f32)).agrees());
}

TEST_CASE("tensor_compare: the tolerance grows with what is expected") {
    CHECK(compare(row<float>({1000}), row<float>({1000.09f})).agrees());
    CHECK_FALSE(compare(row<float>({1000}), row<float>({1000.2f})).agrees());
    CHECK(compare(row<float>({0}), row<float>({0.9e-4f})).agrees());
    CHECK_FALSE(compare(row<float>({0}), row<float>({1.1e-4f})).agrees());
    CHECK(compare(row<half>({half(100)}), row<half>({half(101)})).agrees());
    CHECK(compare(row<float>({1}), row<float>({2}), {1, 0}).agrees());
}

TEST_CASE("tensor_compare: integers and booleans agree only exactly") {
    std::int64_t const large = std::numeric_limits<std::int64_t>::max();
    difference const d = compare(row<std::int64_t>({large}), row<std::int64_t>({large - 1}));
    CHECK(d.mismatches == 1);
    CHECK(d.worst_index == 0);
    CHECK_FALSE(compare(row<std::uint8_t>({1}), row<std::uint8_t>({2})).agrees());
    CHECK(compare(row<std::uint8_t>({1}), row<std::uint8_t>({2}), {1, 0}).agrees());
}

TEST_CASE("tensor_compare: NaN equals NaN, an infinity only itself") {
    float const nan = std::nanf("");
    CHECK(compare(row<float>({nan, INFINITY, -INFINITY}), row<float>({-nan, INFINITY, -INFINITY})).agrees());
    for (auto const& [expected, got] : std::vector<std::pair<float, float>>{
             {nan, 0.0f}, {0.0f, nan}, {INFINITY, -INFINITY}, {INFINITY, 1.0f}, {1.0f, INFINITY}}) {
        difference const d = compare(row<float>({expected}), row<float>({got}));
        CHECK(d.mismatches == 1);
        CHECK(std::isinf(d.max_abs));
    }
}

TEST_CASE("tensor_compare: a complex element counts once") {
    using complex = std::complex<float>;
    difference const d = compare(row<complex>({{0, 0}, {1, 1}}), row<complex>({{0, 0}, {2, 3}}));
    CHECK(d.mismatches == 1);
    CHECK(d.max_abs == 2);
    CHECK(d.worst_index == 1);
}

TEST_CASE("tensor_compare: strides do not matter, sizes and dtypes do") {
    tensor const t = row<float>({1, 2, 3, 4}).view({2, 2});
    tensor const transposed = row<float>({1, 3, 2, 4}).as_strided({2, 2}, {1, 2}, 0);
    CHECK(compare(t, transposed).agrees());
    CHECK_THROWS_AS((void)compare(t, row<float>({1, 2, 3, 4})), error);
    CHECK_THROWS_AS((void)compare(t, tensor::zeros({2, 2}, dtype::f64)), error);
}

TEST_CASE_TEMPLATE("tensor_compare: units in the last place are counted across zero", T, half, bfloat16, float,
                   double) {
    using graft::detail::ulp_distance;
    T const least = std::numeric_limits<T>::denorm_min(), one = T(1.0f);
    T const next = T(static_cast<double>(one) + static_cast<double>(std::numeric_limits<T>::epsilon()));
    CHECK(ulp_distance(least, T(-least)) == 2);
    CHECK(ulp_distance(T(0.0f), T(-0.0f)) == 0);
    CHECK(ulp_distance(one, next) == 1);
    CHECK(ulp_distance(next, one) == 1);
}
