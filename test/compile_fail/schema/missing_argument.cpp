// expect: graft: missing argument: SCHEMA has no default for the one of this NAME; give it
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
constexpr auto result = add(item{});
#else
constexpr auto result = add(item{}, item{});
#endif
static_assert(sizeof(result) > 0);
