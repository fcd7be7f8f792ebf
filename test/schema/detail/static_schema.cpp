#include <graft/schema/detail/static_schema.hpp>

#include <graft/schema/call.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

graft::value_spec as_given(graft::call<graft::tensor_spec> const& c) { return c.tensor(0); }

} // namespace

template <>
inline constexpr graft::op_tags graft::meta_tags<as_given> = graft::op_tags::pointwise;

namespace {

struct strip_t {
    static constexpr graft::schema_text text{R"(aten::strip(str self, str chars=" \n\t") -> str)"};
    static constexpr graft::op_tags tags = graft::op_tags::side_effect;
    static constexpr bool is_commutative = true;
};
struct broken_t {
    static constexpr graft::schema_text text{"aten::strip(str self -> str"};
};
struct relu_t {
    static constexpr graft::schema_text text{"aten::relu(Tensor self) -> Tensor"};
};
struct neg_t {
    static constexpr graft::schema_text text{"aten::neg(Tensor self) -> Tensor"};
};

struct given_t {
    static constexpr graft::schema_text text{"test::given(Tensor self) -> Tensor"};
    static constexpr graft::op_tags tags = graft::op_tags::core;
    static constexpr graft::meta_function meta = as_given;
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

TEST_CASE("static_schema: what follows from the meta function is added to what the author says") {
    using given = graft::detail::static_schema<given_t>;
    CHECK((given::info.tags == (graft::op_tags::core | graft::op_tags::pointwise)));
    CHECK((given::info.meta == &as_given));
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
