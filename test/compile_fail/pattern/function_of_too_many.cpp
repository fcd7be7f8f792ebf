// expect: graft: a T is no pattern, and no function of 1 to 16 of them
#include <graft/pattern/trace.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto p = graft::trace([](auto x, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto,
                                   auto, auto, auto) { return relu(x); });
#else
constexpr auto p = graft::trace([](auto x, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto, auto,
                                   auto, auto) { return relu(x); });
static_assert(p.size == 2);
#endif
