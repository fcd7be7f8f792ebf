#include <graft/dialect/merge_dtype_rows.hpp>

#include <graft/dialect/parse_dtype_constraint.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

// The rows of a constraint, by columns that belong together.
vec<dtype_row> rows_of(dtype_constraint const& c) {
    vec<dtype_row> rows(c.row_count);
    for (std::size_t r = 0; r < c.row_count; ++r)
        for (std::size_t i = 0; i < c.column_count; ++i) {
            rows[r].sets[i] = c.aliases[c.rows[r][i]];
            std::size_t first = 0;
            while (c.rows[r][first] != c.rows[r][i])
                ++first;
            rows[r].first[i] = static_cast<std::uint8_t>(first);
        }
    return rows;
}

// How many rows remain, after checking that they admit what the given ones do, for all of some dtypes.
std::size_t merged(std::string_view text) {
    dtype_constraint const given = checked_constraint(text);
    dtype_constraint made;
    made.column_count = given.column_count;
    made.column_names = given.column_names;
    REQUIRE(set_dtype_rows(made, merge_dtype_rows(rows_of(given), given.column_count)));
    constexpr dtype some[] = {dtype::boolean, dtype::u8, dtype::i64, dtype::f16, dtype::f32};
    std::size_t all = 1;
    for (std::size_t i = 0; i < given.column_count; ++i)
        all *= std::size(some);
    bool agree = true;
    for (std::size_t k = 0; k < all; ++k) {
        std::vector<dtype> types;
        for (std::size_t i = 0, rest = k; i < given.column_count; ++i, rest /= std::size(some))
            types.push_back(some[rest % std::size(some)]);
        agree = agree && made.admits(view<dtype const>(types.data(), types.size())) ==
                             given.admits(view<dtype const>(types.data(), types.size()));
    }
    CHECK(agree);
    return made.row_count;
}

TEST_CASE("merge_dtype_rows: rows that differ in one column, or in columns of one dtype, become one") {
    CHECK(merged("T0=Byte T1=Float T2=Half; a=T0 b=T1; a=T0 b=T2; a=T0 b=T0") == 1);
    CHECK(merged("T0=Byte T1=Float T2=Half; a=T0 b=T0; a=T1 b=T1; a=T2 b=T2") == 1);
    CHECK(merged("T0=Byte T1=Byte,Bool T2=Half; a=T0 b=T1 c=T2; a=T1 b=T0 c=T2; a=T1 b=T1 c=T2; a=T2 b=T2 c=T2") == 3);
    CHECK(merged("T0=Bool T1=Byte; a=T0 b=T0; a=T0 b=T1; a=T1 b=T0; a=T1 b=T1") == 1);
}

TEST_CASE("merge_dtype_rows: a row that another includes goes, others stay") {
    CHECK(merged("T0=Byte,Float T1=Byte; a=T0 b=T0; a=T1 b=T1") == 1);
    CHECK(merged("T0=Byte,Float T1=Float,Byte; a=T0 b=T0; a=T0 b=T1") == 1);
    CHECK(merged("T0=Byte,Float T1=Half,Float; a=T0 b=T0; a=T0 b=T1") == 2);
    CHECK(merged("T0=Byte T1=Float T2=Half; a=T0 b=T1; a=T1 b=T2; a=T2 b=T0") == 3);
}

TEST_CASE("merge_dtype_rows: random rows admit what they admitted") {
    std::mt19937 random(3);
    std::string_view const aliases[] = {"T0", "T1", "T2", "T3", "T4", "T5"};
    for (int i = 0; i < 60; ++i) {
        std::string text = "T0=Bool T1=Byte T2=Float T3=Bool,Byte T4=Float,Half T5=Bool,Byte,Long";
        std::size_t const rows = 1 + random() % 30;
        for (std::size_t r = 0; r < rows; ++r) {
            text += ";";
            for (char const column : {'a', 'b', 'c', 'd'})
                text += " " + std::string(1, column) + "=" + std::string(aliases[random() % std::size(aliases)]);
        }
        CAPTURE(text);
        CHECK(merged(text) <= rows);
    }
}

TEST_CASE("merge_dtype_rows: more rows, or more aliases, than a constraint has are not set") {
    dtype_constraint c;
    c.column_count = 16;
    CHECK_FALSE(set_dtype_rows(c, vec<dtype_row>(dtype_constraint::max_rows + 1)));
    vec<dtype_row> rows(8);
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t i = 0; i < 16; ++i) {
            std::size_t const number = r * 16 + i + 1; // the dtypes by its binary digits
            for (std::size_t d = 0; d < all_dtypes.size(); ++d)
                if ((number >> d & 1U) != 0)
                    rows[r].sets[i].insert(all_dtypes[d]);
            rows[r].first[i] = static_cast<std::uint8_t>(i);
        }
    CHECK_FALSE(set_dtype_rows(c, rows));
}

} // namespace
