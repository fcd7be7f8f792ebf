#include <graft/dialect/dtype_set.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

static_assert(dtype_set{dtype::f32, dtype::i8}.contains(dtype::i8));
static_assert(!dtype_set{dtype::f32}.contains(dtype::undefined));
static_assert(dtype_set{dtype::undefined}.empty());
static_assert(dtype_set::all().size() == all_dtypes.size());
static_assert((dtype_set{dtype::f32} | dtype_set{dtype::i8}) == dtype_set{dtype::i8, dtype::f32});
static_assert((dtype_set{dtype::f32, dtype::i8} & dtype_set{dtype::i8}) == dtype_set{dtype::i8});
static_assert(dtype_set{dtype::f32, dtype::i8}.first() == dtype::i8);
static_assert(dtype_set{}.first() == dtype::undefined);

} // namespace

TEST_CASE("dtype_set: it holds what was inserted, each once") {
    dtype_set set;
    set.insert(dtype::f16);
    set.insert(dtype::f16);
    set.insert(dtype::undefined);
    CHECK(set.size() == 1);
    for (dtype const d : all_dtypes)
        CHECK(set.contains(d) == (d == dtype::f16));
}

TEST_CASE("dtype_set: every dtype has ATen's name and is found by it") {
    for (dtype const d : all_dtypes)
        CHECK(parse_scalar_type(scalar_type(d)) == d);
    CHECK(scalar_type(dtype::u8) == "Byte");
    CHECK(scalar_type(dtype::undefined) == "Undefined");
    CHECK(parse_scalar_type("float") == dtype::undefined);
}
