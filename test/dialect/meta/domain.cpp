#include <graft/dialect/meta/domain.hpp>

#include <graft/dialect/aten/unary.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace graft;
using namespace graft_test;
using detail::is_in;

/// Which of bool, i64, f32, c64 a domain has.
constexpr std::array<bool, 4> members(dtype_domain domain) {
    return {is_in(domain, dtype::boolean), is_in(domain, dtype::i64), is_in(domain, dtype::f32),
            is_in(domain, dtype::c64)};
}
static_assert(members(dtype_domain::all) == std::array{true, true, true, true});
static_assert(members(dtype_domain::not_boolean) == std::array{false, true, true, true});
static_assert(members(dtype_domain::integral) == std::array{true, true, false, false});
static_assert(members(dtype_domain::ordered) == std::array{true, true, true, false});
static_assert(members(dtype_domain::countable) == std::array{false, true, true, false});
static_assert(members(dtype_domain::floating_point) == std::array{false, false, true, false});
static_assert(members(dtype_domain::inexact) == std::array{false, false, true, true});

} // namespace

TEST_CASE("domain: an op names the dtype it is not defined for") {
    tensor_spec const flag = make_spec(dtype::boolean, {2});
    call<tensor_spec> c(aten::neg_default::info());
    c.set("self", flag);
    CHECK_THROWS_WITH(detail::require_domain(c, dtype_domain::not_boolean, dtype::boolean),
                      "graft: aten::neg: it is not defined for torch.bool");
    CHECK_NOTHROW(detail::require_domain(c, dtype_domain::integral, dtype::boolean));
}

TEST_CASE("domain: a kernel that meets no element does not look at the dtype") {
    tensor_spec const none = make_spec(dtype::boolean, {2, 0});
    call<tensor_spec> c(aten::neg_default::info());
    c.set("self", none);
    CHECK(detail::is_empty(c));
    CHECK_NOTHROW(detail::require_domain_of_elements(c, dtype_domain::floating_point, dtype::boolean));
    CHECK_THROWS_AS(detail::require_domain(c, dtype_domain::floating_point, dtype::boolean), error);
}
