#include <graft/core/visit_dtype.hpp>

#include <doctest/doctest.h>

using namespace graft;

static_assert(visit_dtype(dtype::f32, []<class T>() { return sizeof(T); }) == 4);
static_assert(detail::element_alignment(dtype::c32) == 2);

TEST_CASE("visit_dtype: the visitor gets the element type of every dtype") {
    for (dtype d : all_dtypes)
        CHECK(visit_dtype(d, []<class T>() { return dtype_of<T>; }) == d);
}

TEST_CASE("visit_dtype: an undefined dtype is an error") {
    CHECK_THROWS_AS(visit_dtype(dtype::undefined, []<class T>() { return 0; }), error);
}
