// expect: graft: the pattern bound to OP uses VARIABLE, which is no argument of the op
#include <graft/rewrite/bind_pattern.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"aten::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

struct relu_twice_t : graft::op<relu_twice_t> {
    static constexpr graft::schema_text text{"toy::relu_twice(Tensor input) -> Tensor"};
};
inline constexpr relu_twice_t relu_twice;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto meaning = graft::bind_pattern_to_op(relu_twice, relu(relu(graft::var<"self">)));
#else
constexpr auto meaning = graft::bind_pattern_to_op(relu_twice, relu(relu(graft::var<"input">)));
#endif
static_assert(meaning.view().pattern.size() == 3);
