#include <graft/kernel/byte/packed_bytes.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft::detail;

TEST_CASE("packed_bytes: four rows of a column lie side by side, zeros fill a piece, and the header comes first") {
    std::int64_t const columns = packed_bytes::panel_columns + 3;
    auto const element = [](std::int64_t part, std::int64_t row, std::int64_t column) {
        return static_cast<std::int8_t>(part * 50 + row * 7 + column + 1);
    };
    packed_bytes const m(2, 5, columns, element, [](std::int64_t column) {
        return byte_column{static_cast<std::int32_t>(column), column == 1 ? 4 : 0, 0.5f, 0.25f,
                           static_cast<float>(column)};
    });
    CHECK(m.quads() == 2);
    CHECK(m.panels() == 2);
    CHECK(m.has_zero_points());
    CHECK(m.panel_width(0) == packed_bytes::panel_columns);
    CHECK(m.panel_width(1) == int_lanes);
    for (std::int64_t p = 0; p < 2; ++p)
        for (std::int64_t c = 0; c < m.panel_width(p); ++c) {
            std::int64_t const width = m.panel_width(p), column = p * packed_bytes::panel_columns + c;
            bool const is_column = column < columns;
            auto const line = [&](std::int64_t number) { return m.panel(p) + (number * width + c) * 4; };
            CHECK(load_bytes(line(0)) == (is_column ? column : 0));
            CHECK(load_bytes(line(1)) == (column == 1 ? 4 : 0));
            float addend;
            std::memcpy(&addend, line(4), 4);
            CHECK(addend == (is_column ? static_cast<float>(column) : 0));
            for (std::int64_t part = 0; part < 2; ++part)
                for (std::int64_t row = 0; row < 8; ++row) {
                    auto const got = static_cast<std::int8_t>(line(5 + part * 2 + row / 4)[row % 4]);
                    CHECK(got == (is_column && row < 5 ? element(part, row, column) : 0));
                }
        }
}

TEST_CASE("packed_bytes: a matrix of symmetric weights has no zero points") {
    packed_bytes const m(
        1, 1, 1, [](auto...) { return std::int8_t{1}; }, [](std::int64_t) { return byte_column{}; });
    CHECK_FALSE(m.has_zero_points());
}

} // namespace
