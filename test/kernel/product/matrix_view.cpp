#include <graft/kernel/product/matrix_view.hpp>

#include <doctest/doctest.h>

#include <array>

using namespace graft;

TEST_CASE("matrix_view: a part ends where the matrix ends") {
    std::array<int, 12> const elements{};
    detail::matrix_view<int const> const m{elements.data(), 3, 4, 4, 1};
    auto const inner = m.part(1, 2, 2, 1);
    CHECK(inner.data == elements.data() + 6);
    CHECK(inner.rows == 2);
    CHECK(inner.columns == 1);
    CHECK(inner.row_stride == 4);
    auto const last = m.part(2, 3, 8, 8);
    CHECK(last.data == elements.data() + 11);
    CHECK(last.rows == 1);
    CHECK(last.columns == 1);
}

TEST_CASE("matrix_view: one row or one column is dense whatever its stride") {
    std::array<int, 12> elements{};
    CHECK(detail::matrix_view<int>{elements.data(), 3, 1, 4, 4}.is_row_major());
    CHECK(detail::matrix_view<int>{elements.data(), 1, 3, 4, 4}.is_column_major());
    CHECK_FALSE(detail::matrix_view<int>{elements.data(), 3, 2, 1, 4}.is_row_major());
    CHECK_FALSE(detail::matrix_view<int>{elements.data(), 3, 2, 4, 1}.is_column_major());
}
