// expect: graft: a function that stands for a pattern gives a RESULT; let it return a call of an op
#include <graft/pattern/trace.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto p = graft::trace([](auto x) { static_cast<void>(relu(x)); });
#else
constexpr auto p = graft::trace([](auto x) { return relu(x); });
static_assert(p.size == 2);
#endif
