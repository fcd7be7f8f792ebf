#include <graft/kernel/elementwise/complex_parts.hpp>

#include <doctest/doctest.h>

#include "../complex_numbers.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("complex_parts: the parts are views, side by side or one at a time") {
    std::mt19937 random(2);
    for (dtype const d : reference::complex_dtypes) {
        tensor const x = reference::random_complex(random, {2, 3}, d);
        tensor const parts = kernel::view_as_real(x);
        CHECK(parts.shares_storage(x));
        CHECK(parts.dtype() == real_part(d));
        CHECK(parts.sizes() == std::vector<std::int64_t>{2, 3, 2});
        for (std::int64_t const part : {0, 1}) {
            tensor const one = detail::complex_part(x, part);
            CHECK(one.shares_storage(x));
            CHECK(one.sizes() == x.sizes());
            CHECK(one.data() == parts.data() + part * static_cast<std::int64_t>(parts.element_size()));
            CHECK(one.stride(0) == 2 * x.stride(0));
            CHECK(one.stride(1) == 2 * x.stride(1));
        }
    }
    CHECK_THROWS_AS(static_cast<void>(kernel::view_as_real(tensor::zeros({1}, dtype::f32))), error);
}

} // namespace
