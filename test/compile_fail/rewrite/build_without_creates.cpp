// expect: graft: build\(\) takes a function value
#include <graft/rewrite/rule.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
struct permute_t : graft::op<permute_t> {
    static constexpr graft::schema_text text{"my::permute(Tensor self, int[] dims) -> Tensor"};
};
inline constexpr relu_t relu;
inline constexpr add_t add;
inline constexpr permute_t permute;
inline constexpr auto x = graft::var<"x">;
inline constexpr auto y = graft::var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto r = graft::rule<"r">(relu(relu(x)) >> graft::build([](auto& b, auto const&) { return relu(b["x"]); }));
#else
constexpr auto r = graft::rule<"r">(
    relu(relu(x)) >> graft::build([](auto& b, auto const&) { return relu(b["x"]); }, graft::creates(relu)));
#endif

static_assert(r.name == "r");
