#include <graft/pattern/constant.hpp>

#include <doctest/doctest.h>

#include <graft/schema/runtime_op.hpp>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;
using graft_test::raised;

TEST_CASE("constant: it becomes the operand that the same argument becomes") {
    graph g;
    CHECK(to_operand(g, to_constant(nullptr)) == g.encode(nullptr));
    CHECK(to_operand(g, to_constant(true)) == g.encode(true));
    CHECK(to_operand(g, to_constant(1)) == g.encode(1));
    CHECK(to_operand(g, to_constant(7u)) == g.encode(7));
    CHECK(to_operand(g, to_constant(std::int64_t{-7})) == g.encode(-7));
    CHECK(to_operand(g, to_constant(1.0)) == g.encode(1.0));
    CHECK(to_operand(g, to_constant(0.5f)) == g.encode(0.5));
    CHECK(to_operand(g, to_constant("none")) == g.encode("none"));
    CHECK(to_operand(g, to_constant(dtype::f16)) == g.encode(dtype::f16));
    CHECK(to_operand(g, to_constant(layout::strided)) == g.encode(layout::strided));
    CHECK(to_operand(g, to_constant(memory_format::preserve)) == g.encode(memory_format::preserve));
    CHECK(to_operand(g, ints(1, 0)) == g.encode(arg::list({1, 0})));
    CHECK(to_operand(g, ints()) == g.encode(arg::list({})));
    CHECK(to_constant(view<int const>{{1, 0}}) == ints(1, 0));
    CHECK(raised([] {
              (void)to_constant(view<int const>{{1, 2, 3, 4, 5, 6, 7, 8, 9}});
          }) == "graft: a list in a pattern has 9 items; 8 is the most");
}

TEST_CASE("constant: 1, 1.0 and True are different operands, as are 0.0 and -0.0") {
    graph g;
    CHECK(to_operand(g, to_constant(1)) != to_operand(g, to_constant(1.0)));
    CHECK(to_operand(g, to_constant(1)) != to_operand(g, to_constant(true)));
    CHECK(to_operand(g, to_constant(0.0)) != to_operand(g, to_constant(-0.0)));
    CHECK(to_operand(g, ints(1)) != to_operand(g, to_constant(1)));
}

// Whether the default of the first argument is what `given` would be as an argument.
bool has_default(std::string_view declaration, arg const& given) {
    runtime_op const op{"my::op(" + std::string(declaration) + ") -> Tensor"};
    graph g;
    return to_operand(g, default_constant(op.info().arguments[0])) == g.encode(given);
}

TEST_CASE("constant: the default of a schema's argument is what torch fills in") {
    CHECK(has_default("bool x=False", false));
    CHECK(has_default("int x=-1", -1));
    CHECK(has_default("float x=1", 1.0));
    CHECK(has_default("float x=1e-05", 1e-5));
    CHECK(has_default("Scalar x=1", 1));
    CHECK(has_default("Scalar x=0.5", 0.5));
    CHECK(has_default("Tensor? x=None", nullptr));
    CHECK(has_default("str x='none'", "none"));
    CHECK(has_default("int[] x=[1, 2]", arg::list({1, 2})));
    CHECK(has_default("int[2] x=0", arg::list({0, 0})));
    CHECK(has_default("int[] x=[]", arg::list({})));
    CHECK(has_default("bool[2] x=[True, False]", arg::list({true, false})));
    CHECK(has_default("Tensor[] x=[]", arg::list({})));
    CHECK(has_default("int reduction=Mean", 1));
    CHECK(has_default("MemoryFormat x=contiguous_format", memory_format::contiguous));
    CHECK(has_default("MemoryFormat? x=preserve_format", memory_format::preserve));
    CHECK(has_default("ScalarType x=long", dtype::i64));
    CHECK(has_default("Layout x=strided", layout::strided));
    CHECK(has_default("Tensor x", nullptr));
}

static_assert(ints(1, 2) == ints(1, 2));
static_assert(!(ints(1, 2) == ints(2, 1)));
static_assert(to_constant(3).bits == 3);

} // namespace
