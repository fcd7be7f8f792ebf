#include <graft/schema/infer.hpp>

#include <graft/schema/op.hpp>
#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft::literals;
using graft::dtype;
using graft::sym_int;
using graft::tensor_spec;
using graft::value_spec;

struct cast_t : graft::op<cast_t> {
    static constexpr graft::schema_text text{"my::cast(Tensor self, *, ScalarType to=6) -> Tensor"};
    static constexpr value_spec meta(graft::call<tensor_spec> const& c) {
        tensor_spec out = c.tensor("self");
        out.dtype = *c.dtype("to");
        return out;
    }
};
inline constexpr cast_t cast;

struct halves_t : graft::op<halves_t> {
    static constexpr graft::schema_text text{"my::halves(Tensor self) -> Tensor[]"};
    static constexpr value_spec meta(graft::call<tensor_spec> const& c) {
        return value_spec::of_list({c.tensor(0), c.tensor(0)});
    }
};
inline constexpr halves_t halves;

struct cat_t : graft::op<cat_t> {
    static constexpr graft::schema_text text{"my::cat(Tensor[] tensors, SymInt n=1) -> SymInt"};
    static constexpr value_spec meta(graft::call<tensor_spec> const& c) {
        return value_spec::of_integer(c.tensors(0).size() * c.integer("n"));
    }
};
inline constexpr cat_t cat;

constexpr bool works_in_constants() {
    tensor_spec const x = graft::make_spec(dtype::f16, {2, 3});
    return cast(x).tensor.dtype == dtype::f32 && cast(x, "to"_a = dtype::i8).tensor.dtype == dtype::i8 &&
           cat(halves(cast(x)), cat(halves(x))).integer.value() == 4;
}
static_assert(works_in_constants());

} // namespace

TEST_CASE("infer: an op called with specs runs its meta function") {
    tensor_spec const x = graft::make_spec(dtype::f16, {graft::symbol("s0"), 3});
    CHECK((cast(x).tensor == graft::make_spec(dtype::f32, {graft::symbol("s0"), 3})));
    CHECK(cat(std::vector{x, x, x}).integer == sym_int(3));
}

TEST_CASE("infer: the result of a call is an argument of the next") {
    tensor_spec const x = graft::make_spec(dtype::f16, {4});
    CHECK((cast(cast(x), "to"_a = dtype::f64).tensor.dtype == dtype::f64));
    CHECK(cat(halves(x)).integer == sym_int(2));
}

TEST_CASE("infer: a call made at run time is checked before its meta function runs") {
    graft::call<tensor_spec> c(cast_t::info());
    CHECK_THROWS_WITH(static_cast<void>(graft::infer(c)),
                      "graft: my::cast: argument 'self' has no default and is not given");
    tensor_spec const x = graft::make_spec(dtype::f16, {});
    c.set("self", x);
    CHECK((graft::infer(c).tensor.dtype == dtype::f32));
}

TEST_CASE("infer: an op without a meta function is an error") {
    graft::runtime_op const op("my::unknown(int n=1) -> Tensor");
    CHECK_THROWS_WITH(static_cast<void>(graft::infer(graft::call<tensor_spec>(op.info()))),
                      "graft: my::unknown: the op has no meta function");
}
