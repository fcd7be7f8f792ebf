#include <graft/kernel/product/packed_matrix.hpp>

#include <doctest/doctest.h>

namespace {

using graft::detail::packed_matrix;

TEST_CASE("packed_matrix: panels hold the bias, then the rows, and zeros behind the last column") {
    for (std::int64_t const columns : {1, 3, 16, 17, 32, 33, 47, 64, 70}) {
        std::int64_t const rows = 3;
        packed_matrix const m(
            rows, columns, [](std::int64_t r, std::int64_t c) { return static_cast<float>(100 * r + c + 1); },
            [](std::int64_t c) { return static_cast<float>(-c - 1); });
        CAPTURE(columns);
        REQUIRE(m.panels() == (columns + packed_matrix::panel_columns - 1) / packed_matrix::panel_columns);
        std::int64_t wrong = 0;
        for (std::int64_t p = 0; p < m.panels(); ++p)
            for (std::int64_t r = -1; r < rows; ++r)
                for (std::int64_t i = 0; i < m.panel_width(p); ++i) {
                    std::int64_t const c = p * packed_matrix::panel_columns + i;
                    float const expected = c >= columns ? 0
                                           : r < 0      ? static_cast<float>(-c - 1)
                                                        : static_cast<float>(100 * r + c + 1);
                    wrong += m.panel(p)[(r + 1) * m.panel_width(p) + i] != expected;
                }
        CHECK(wrong == 0);
    }
}

TEST_CASE("packed_matrix: what is left for one register takes one") {
    auto const one = [](auto...) { return 1.f; };
    using graft::detail::float_lanes;
    CHECK(packed_matrix(2, float_lanes, one, one).panel_width(0) == float_lanes);
    CHECK(packed_matrix(2, float_lanes + 1, one, one).panel_width(0) == 2 * float_lanes);
    CHECK(packed_matrix(2, 3 * float_lanes, one, one).panel_width(1) == float_lanes);
    CHECK(packed_matrix(2, 3 * float_lanes, one, one).bytes() == static_cast<std::size_t>(3 * 3 * float_lanes) * 4);
    CHECK(packed_matrix().panels() == 0);
}

} // namespace
