// expect: graft: unknown keyword: Op has no argument of this NAME; did you mean NEAREST. Its arguments are NAMES
#include <graft/schema/op.hpp>

using namespace graft::literals;

struct item {};
struct item_carrier {
    template <class Op, int... Slot, class... Arguments>
    static constexpr int call(graft::slots<Slot...>, Arguments const&...) {
        return sizeof...(Arguments);
    }
};
template <>
struct graft::carrier_of<item> {
    using type = item_carrier;
};

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr add_t add;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add(item{}, item{}, "alfa"_a = 2);
#else
constexpr auto result = add(item{}, item{}, "alpha"_a = 2);
#endif
static_assert(sizeof(result) > 0);
