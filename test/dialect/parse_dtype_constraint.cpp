#include <graft/dialect/parse_dtype_constraint.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

using namespace graft;
using mistake = constraint_mistake;

constexpr std::string_view sigmoid = "T0=Bool,Byte,Char,Int,Long,Short T1=Double,Float T2=Float; "
                                     "self=T0 __ret_0=T2; self=T1 __ret_0=T1";

constexpr parsed_constraint parsed = parse_constraint(sigmoid);
static_assert(parsed.mistake == mistake::none);
static_assert(parsed.value.alias_count == 3 && parsed.value.row_count == 2);
static_assert(parsed.value.columns()[1] == "__ret_0");
static_assert(parsed.value.aliases[1] == dtype_set{dtype::f32, dtype::f64});

constexpr parsed_constraint sets = parse_constraint("A=REALHBBF16,UInt16 B=REALHBF16 C=FLOATHBF16,Bool D=INT; x=A");
static_assert(sets.mistake == mistake::none);
static_assert(sets.value.aliases[0] == parse_constraint("A=Bool,Byte,Char,Short,Int,Long,UInt16,Half,BFloat16,Float,"
                                                        "Double; x=A")
                                           .value.aliases[0]);
static_assert(sets.value.aliases[1] ==
              (sets.value.aliases[3] | dtype_set{dtype::f16, dtype::bf16, dtype::f32, dtype::f64}));
static_assert(sets.value.aliases[2] == dtype_set{dtype::boolean, dtype::f16, dtype::bf16, dtype::f32, dtype::f64});
static_assert(sets.value.aliases[3] == dtype_set{dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64});

struct expectation {
    std::string_view text;
    mistake what;
    std::size_t position;
};

constexpr expectation mistakes[] = {
    {"T0", mistake::expected_assignment, 0},
    {"=Bool; self=T0", mistake::expected_assignment, 0},
    {"T0=; self=T0", mistake::unknown_dtype, 3},
    {"T0=Bool,; self=T0", mistake::unknown_dtype, 8},
    {"T0=Bool,bool; self=T0", mistake::unknown_dtype, 8},
    {"T0=Bool T0=Int; self=T0", mistake::alias_twice, 8},
    {"T0=Bool; self=T1", mistake::unknown_alias, 14},
    {"T0=Bool; self=T0 self=T0", mistake::column_twice, 17},
    {"T0=Bool; self=T0 other=T0; self=T0", mistake::missing_column, 26},
    {"T0=Bool; self=T0; other=T0", mistake::unknown_column, 18},
    {"T0=Bool; self T0", mistake::expected_assignment, 9},
};

} // namespace

TEST_CASE("parse_dtype_constraint: the specification's example is read") {
    dtype_constraint const read = checked_constraint(sigmoid);
    CHECK(read.alias_names[2] == "T2");
    CHECK(read.rows[1][0] == 1);
    CHECK(read.rows[1][1] == 1);
}

TEST_CASE("parse_dtype_constraint: columns may stand in any order after the first row") {
    dtype_constraint const read = checked_constraint("A=Bool B=Float; x=A y=B; y=A x=B");
    CHECK(read.rows[1][0] == 1);
    CHECK(read.rows[1][1] == 0);
}

TEST_CASE("parse_dtype_constraint: a mistake is told with its position") {
    for (expectation const& e : mistakes) {
        CAPTURE(e.text);
        parsed_constraint const result = parse_constraint(e.text);
        CHECK(text(result.mistake) == text(e.what));
        CHECK(result.position == e.position);
    }
    try {
        static_cast<void>(checked_constraint("T0=Bite; self=T0"));
        FAIL("no error");
    } catch (error const& e) {
        CHECK(e.sentence() == "malformed dtype constraint: unknown dtype in 'T0=Bite; self=T0'");
        CHECK(e.byte() == 3);
    }
}

TEST_CASE("parse_dtype_constraint: more than the limits is a mistake, not an overflow") {
    std::string aliases, columns = "T0=Bool; ";
    for (std::size_t i = 0; i <= dtype_constraint::max_aliases; ++i)
        aliases += "T" + std::to_string(i) + "=Bool ";
    CHECK(parse_constraint(aliases).mistake == mistake::too_many);
    for (std::size_t i = 0; i <= dtype_constraint::max_columns; ++i)
        columns += "x" + std::to_string(i) + "=T0 ";
    CHECK(parse_constraint(columns).mistake == mistake::too_many);
    std::string rows = "T0=Bool";
    for (std::size_t i = 0; i <= dtype_constraint::max_rows; ++i)
        rows += "; self=T0";
    CHECK(parse_constraint(rows).mistake == mistake::too_many);
}
