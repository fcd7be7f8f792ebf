#include <graft/dialect/dtype_constraint.hpp>

#include <graft/dialect/parse_dtype_constraint.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace {

using namespace graft;
using types = std::vector<dtype>;

constexpr dtype none = dtype::undefined;

// Integers become f32, floats stay, and `other` is like `self`.
constexpr dtype_constraint constraint =
    parse_constraint("I=Byte,Int F=Float,Double R=Float; self=I other=I out=R; self=F other=F out=F").value;

static_assert(constraint.admits(std::array{dtype::i32, dtype::i32, dtype::f32}));
static_assert(!constraint.admits(std::array{dtype::i32, dtype::u8, dtype::f32}));
static_assert(constraint.allowed_types("out") == dtype_set{dtype::f32, dtype::f64});

} // namespace

TEST_CASE("dtype_constraint: columns of one alias have one dtype") {
    CHECK(constraint.admits(types{dtype::f64, dtype::f64, dtype::f64}));
    CHECK(!constraint.admits(types{dtype::f64, dtype::f64, dtype::f32}));
    CHECK(!constraint.admits(types{dtype::f64, dtype::f32, dtype::f64}));
    CHECK(!constraint.admits(types{dtype::f16, dtype::f16, dtype::f16}));
}

TEST_CASE("dtype_constraint: an absent argument does not matter") {
    CHECK(constraint.admits(types{dtype::u8, none, dtype::f32}));
    CHECK(constraint.admits(types{none, none, dtype::f64}));
    CHECK(!constraint.admits(types{dtype::u8, none, dtype::f64}));
    CHECK(constraint.admits(types{}));
}

TEST_CASE("dtype_constraint: dtypes may be given by name") {
    using named = std::vector<named_dtype>;
    CHECK(constraint.admits(named{{"out", dtype::f32}, {"self", dtype::u8}}));
    CHECK(!constraint.admits(named{{"out", dtype::f64}, {"self", dtype::u8}}));
    CHECK(!constraint.admits(named{{"result", dtype::f32}}));
}

TEST_CASE("dtype_constraint: what a column may have depends on the others") {
    CHECK(constraint.allowed_types("self") == dtype_set{dtype::u8, dtype::i32, dtype::f32, dtype::f64});
    CHECK(constraint.allowed_types("nothing").empty());
    CHECK(constraint.allowed_types(types{dtype::i32, dtype::i32}, 2) == dtype_set{dtype::f32});
    CHECK(constraint.allowed_types(types{dtype::f64}, 1) == dtype_set{dtype::f64});
    CHECK(constraint.allowed_types(types{dtype::f16}, 1).empty());
}

TEST_CASE("dtype_constraint: the nearest admitted dtypes differ in the fewest columns") {
    CHECK(constraint.nearest(types{dtype::i32, dtype::i32, dtype::i32}) == types{dtype::i32, dtype::i32, dtype::f32});
    CHECK(constraint.nearest(types{dtype::f64, dtype::f32, dtype::f64}) == types{dtype::f64, dtype::f64, dtype::f64});
    CHECK(constraint.nearest(types{dtype::u8, none, dtype::f32}) == types{dtype::u8, dtype::u8, dtype::f32});
}
