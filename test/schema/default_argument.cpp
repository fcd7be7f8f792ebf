#include <graft/schema/default_argument.hpp>

#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using graft::argument_kind;
using graft::dtype;
using graft::scalar;

struct box {};

/// The default of the only argument of a schema.
graft::argument<box> default_of(std::string const& argument) {
    graft::runtime_op const op("f(" + argument + ") -> ()");
    return graft::default_argument<box>(op.info().arguments[0]);
}

} // namespace

TEST_CASE("default_argument: each literal is its value") {
    CHECK(default_of("int x").kind == argument_kind::missing);
    CHECK(default_of("int? x=None").kind == argument_kind::none);
    CHECK(default_of("bool x=True").number == scalar(true));
    CHECK(default_of("int x=-3").integer.value() == -3);
    CHECK(default_of("float x=0.5").number == scalar(0.5));
    CHECK(default_of("Scalar x=1").to_number() == scalar(1));
    CHECK(default_of("str x=\"mean\"").kind == argument_kind::string);
    CHECK(default_of("int x=Mean").integer.value() == 1);
}

TEST_CASE("default_argument: lists have all their elements") {
    CHECK(default_of("int[2] x=1").integers.size() == 2);
    CHECK(default_of("int[] x=[]").kind == argument_kind::integers);
    CHECK(default_of("bool[2] x=[True, False]").numbers[1] == scalar(false));
    CHECK(default_of("float[1] x=0.5").numbers[0] == scalar(0.5));
}

TEST_CASE("default_argument: PyTorch's numbers and names of dtypes, layouts and formats are known") {
    CHECK(default_of("ScalarType x=6").dtype == dtype::f32);
    CHECK(default_of("ScalarType x=long").dtype == dtype::i64);
    CHECK(default_of("ScalarType x=15").dtype == dtype::bf16);
    CHECK(default_of("ScalarType x=11").dtype == dtype::boolean);
    CHECK(default_of("ScalarType x=27").dtype == dtype::u16);
    CHECK(default_of("ScalarType x=99").dtype == dtype::undefined);
    CHECK(default_of("Layout x=strided").layout == graft::layout::strided);
    CHECK(default_of("Layout x=4").layout == graft::layout::sparse_csc);
    CHECK(default_of("MemoryFormat x=0").memory_format == graft::memory_format::contiguous);
    CHECK(default_of("MemoryFormat x=channels_last").memory_format == graft::memory_format::channels_last);
    CHECK(default_of("Device x=\"cpu\"").kind == argument_kind::string);
}
