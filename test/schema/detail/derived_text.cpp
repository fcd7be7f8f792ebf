#include <graft/schema/detail/derived_text.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

using namespace graft::detail;

constexpr std::string_view add = "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
constexpr std::string_view split =
    "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]";

static_assert(inplace_text<200>(add).view() ==
              "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
static_assert(inplace_text<200>("aten::t(Tensor(a) self) -> Tensor(a)").view() ==
              "aten::t_(Tensor(a!) self) -> Tensor(a!)");
static_assert(inplace_text<200>("own::f(Tensor x) -> Tensor").view() == "own::f_(Tensor(a!) x) -> Tensor(a!)");

static_assert(renamed_text<200>(add, "plus").view() ==
              "aten::plus.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
static_assert(renamed_text<200>(add, "sum.of_two").view() ==
              "aten::sum.of_two(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
static_assert(renamed_text<200>("own::f(Tensor x) -> Tensor", "g.y").view() == "own::g.y(Tensor x) -> Tensor");

static_assert(copy_text<200>(split).view() ==
              "aten::split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]");
static_assert(copy_text<200>("aten::t(Tensor(a) self) -> Tensor(a)").view() == "aten::t_copy(Tensor self) -> Tensor");

static_assert(has_inplace_text(add));
static_assert(has_inplace_text("aten::t(Tensor(a) self) -> Tensor(a)"));
static_assert(!has_inplace_text(split));
static_assert(!has_inplace_text("aten::sort(Tensor self) -> (Tensor values, Tensor indices)"));
static_assert(!has_inplace_text("aten::arange(Scalar end) -> Tensor"));
static_assert(!has_inplace_text("aten::broken"));

TEST_CASE("derived_text: a name ends where its overload or its arguments begin") {
    CHECK(packet_size("aten::add.Tensor(Tensor self)") == 9);
    CHECK(packet_size("aten::relu(Tensor self)") == 10);
    CHECK(packet_size("aten::relu") == 10);
}

} // namespace
