// expect: graft: a T is no argument of a call that adds a node to a graph; give a value, a literal
#include <graft/ir/value.hpp>
#include <graft/pattern/pattern.hpp>

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr add_t add;

#if defined(GRAFT_EXPECT_ERROR)
auto const twice = [](graft::value x) { return add(x, graft::any); };
#else
auto const twice = [](graft::value x) { return add(x, x); };
#endif
