#include <graft/schema/static_schema.hpp>

#include <graft/meta/fixed_string.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

struct strip_t {
    static constexpr graft::fixed_string text{
        R"(aten::strip(str self, str chars=" \n\t") -> str)"};
    static constexpr graft::op_tags tags = graft::op_tags::side_effect;
    static constexpr bool is_commutative = true;
};
struct broken_t {
    static constexpr graft::fixed_string text{"aten::strip(str self -> str"};
};
struct relu_t {
    static constexpr graft::fixed_string text{"aten::relu(Tensor self) -> Tensor"};
};
struct neg_t {
    static constexpr graft::fixed_string text{"aten::neg(Tensor self) -> Tensor"};
};

using strip = graft::detail::static_schema<strip_t>;
static_assert(strip::well_formed && strip::info.arguments[1].default_value.text == " \n\t");
static_assert(strip::info.commutative && strip::info.tags == graft::op_tags::side_effect);

} // namespace

TEST_CASE("static_schema: the descriptor has the facts that the op type adds") {
    CHECK(strip::info.name == "aten::strip");
    CHECK((strip::info.meta == nullptr));
    CHECK_FALSE(graft::detail::static_schema<relu_t>::info.commutative);
}

TEST_CASE("static_schema: a malformed schema has no name and its place is known") {
    using broken = graft::detail::static_schema<broken_t>;
    CHECK_FALSE(broken::well_formed);
    CHECK(broken::info.name.empty());
    CHECK(broken::data.parsed.position == 21);
}

TEST_CASE("static_schema: schemas of similar size share the type of their storage") {
    CHECK(std::is_same_v<decltype(graft::detail::static_schema<relu_t>::data),
                         decltype(graft::detail::static_schema<neg_t>::data)>);
}
