#include <graft/kernel/base/dense.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

using namespace graft;

TEST_CASE("as_dense: nothing is copied without need") {
    tensor const t = reference::make({2, 3}, dtype::f32, {0, 1, 2, 3, 4, 5});
    CHECK(detail::as_dense(t, dtype::f32).shares_storage(t));
    tensor const swapped = kernel::transpose(t, 0, 1), copied = detail::as_dense(swapped, dtype::f32);
    CHECK_FALSE(copied.shares_storage(t));
    CHECK(copied.is_contiguous());
    CHECK(reference::elements(copied) == reference::elements(swapped));
    CHECK(detail::as_dense(t, dtype::f64).dtype() == dtype::f64);
}

TEST_CASE("as_dense: no imaginary part is lost") {
    tensor const t = tensor::zeros({2}, dtype::c64);
    CHECK(detail::as_dense(t, dtype::c128).dtype() == dtype::c128);
    CHECK_THROWS_AS(static_cast<void>(detail::as_dense(t, dtype::f64)), error);
}

TEST_CASE("truths_of: a complex number is zero where both its parts are") {
    std::complex<double> const numbers[] = {0, 1, {0, -1}, {-0.0, 0}};
    tensor exact = tensor::empty({4}, dtype::c128);
    std::copy_n(numbers, 4, exact.data<std::complex<double>>());
    for (dtype const d : {dtype::c64, dtype::c128})
        CHECK(reference::elements(detail::truths_of(detail::as_dense(exact, d))) == std::vector<double>{0, 1, 1, 0});
    tensor const flags = tensor::zeros({2}, dtype::boolean);
    CHECK(detail::truths_of(flags).shares_storage(flags));
    for (dtype const d : {dtype::f32, dtype::f16, dtype::i64, dtype::u8})
        CHECK(reference::elements(detail::truths_of(reference::make({3}, d, {0, 2, 1}))) ==
              std::vector<double>{0, 1, 1});
}

TEST_CASE("dense_result: what is written arrives in the result, whatever its dtype and layout") {
    for (dtype d : {dtype::f32, dtype::f16, dtype::i64})
        for (bool swapped : {false, true}) {
            tensor whole = tensor::zeros({2, 3}, d);
            tensor out = swapped ? kernel::transpose(whole, 0, 1) : whole;
            detail::dense_result<float> result(out);
            for (int i = 0; i < 6; ++i)
                result.data()[i] = static_cast<float>(i);
            result.finish();
            CHECK(reference::elements(out) == std::vector<double>{0, 1, 2, 3, 4, 5});
            CHECK(result.get().shares_storage(out) == (d == dtype::f32 && !swapped));
        }
}

using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("create: numbers at equal distances") {
    for (dtype d : reference::numeric) {
        tensor out = tensor::empty({4}, d);
        kernel::arange(2, 3, out);
        CHECK(elements(out) == numbers{2, 5, 8, 11});
    }
    tensor out = tensor::empty({3}, dtype::f64);
    kernel::arange(1, -0.25, out);
    CHECK(elements(out) == numbers{1, 0.75, 0.5});
}

TEST_CASE("create: a matrix with ones on the diagonal") {
    tensor out = tensor::empty({2, 3}, dtype::i64);
    kernel::eye(out);
    CHECK(elements(out) == numbers{1, 0, 0, 0, 1, 0});
}
