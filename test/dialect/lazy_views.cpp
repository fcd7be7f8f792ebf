#include <graft/dialect/lazy_views.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

#include "../runtime/test_program.hpp"

namespace {

using namespace graft;

using role = lazy_views::role;

TEST_CASE("lazy_views: complex conjugates, however called, are views, and real ones the tensor itself") {
    graft_test::program_builder b;
    value const x = b.input("x", make_spec(dtype::c64, {2, 2})), y = b.input("y", make_spec(dtype::f32, {2, 2}));
    value const lazy = aten::_conj(x), real = aten::mH(y), turned = aten::adjoint(x), copied = aten::conj_physical(x);
    exported_program const p = b.finish({lazy, real, turned, copied});
    lazy_views const found(p.graph());
    CHECK(found.any());
    CHECK(found.role_of(lazy.id) == role::lazy);
    CHECK(found.role_of(turned.id) == role::lazy);
    CHECK(found.role_of(real.id) == role::none);
    CHECK(found.role_of(copied.id) == role::none);
}

// An op of a user's that shows conjugates.
struct star : op<star> {
    static constexpr schema_text text{"mine::star(Tensor(a) self) -> Tensor(a)"};
    static constexpr op_tags tags = op_tags::view;
    static constexpr meta_function meta = meta_alias;
    static constexpr lazy_mark marks = lazy_mark::conjugates;
};
using asterisk = alias_of<star, "asterisk">;

TEST_CASE("lazy_views: a user's op says what it does about the marks, and so does its other name") {
    graft_test::program_builder b;
    value const x = b.input("x", make_spec(dtype::c64, {2})), y = b.input("y", make_spec(dtype::f32, {2}));
    value const lazy = star()(x), named = asterisk()(x), real = star()(y);
    value const resolved = aten::resolve_conj(named);
    exported_program const p = b.finish({lazy, real, resolved});
    lazy_views const found(p.graph());
    CHECK(found.role_of(lazy.id) == role::lazy);
    CHECK(found.role_of(named.id) == role::lazy);
    CHECK(found.role_of(real.id) == role::none);
    CHECK(found.role_of(resolved.id) == role::resolves);
}

TEST_CASE("lazy_views: a negated view has something to resolve, twice negated nothing, and of conjugates both") {
    graft_test::program_builder b;
    value const x = b.input("x", make_spec(dtype::c64, {2, 2})), y = b.input("y", make_spec(dtype::f32, {2}));
    value const lazy = aten::_neg_view(y), resolved = aten::resolve_neg(lazy), other = aten::resolve_conj(lazy);
    value const twice = aten::resolve_neg(aten::_neg_view(lazy)), both = aten::_neg_view(aten::_conj(x));
    value const of_both = aten::resolve_neg(both), of_imaginary = aten::resolve_neg(aten::imag(both));
    exported_program const p = b.finish({resolved, other, twice, of_both, of_imaginary});
    lazy_views const found(p.graph());
    CHECK(found.role_of(lazy.id) == role::lazy);
    for (value const& copy : {resolved, of_both})
        CHECK(found.role_of(copy.id) == role::resolves);
    for (value const& same : {other, twice, of_imaginary})
        CHECK(found.role_of(same.id) == role::none);
}

TEST_CASE("lazy_views: a conjugate of a conjugate, a copy and real parts have nothing to resolve") {
    graft_test::program_builder b;
    value const x = b.input("x", make_spec(dtype::c64, {2, 2})), lazy = aten::_conj(x);
    value const of_view = aten::resolve_conj(aten::t(lazy)), of_both = aten::resolve_conj(aten::_conj(lazy));
    value const of_copy = aten::resolve_conj(aten::clone(lazy)), of_real = aten::resolve_neg(aten::real(lazy));
    value const of_imaginary = aten::resolve_neg(aten::imag(lazy)), again = aten::resolve_conj(of_view);
    exported_program const p = b.finish({of_view, of_both, of_copy, of_real, of_imaginary, again});
    lazy_views const found(p.graph());
    CHECK(found.role_of(of_view.id) == role::resolves);
    CHECK(found.role_of(of_imaginary.id) == role::resolves);
    for (value const& same : {of_both, of_copy, of_real, again})
        CHECK(found.role_of(same.id) == role::none);
}

} // namespace
