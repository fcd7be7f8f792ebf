// expect: graft: incomplete carrier: CARRIER is only declared
#include <graft/schema/op.hpp>

struct item {};
struct item_carrier;
template <>
struct graft::carrier_of<item> {
    using type = item_carrier;
};

#if !defined(GRAFT_EXPECT_ERROR)
struct item_carrier {
    template <class Op, int... Slot>
    static constexpr item call(graft::slots<Slot...>, item) {
        return {};
    }
};
#endif

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"aten::relu(Tensor self) -> Tensor"};
};
constexpr auto result = relu_t{}(item{});
static_assert(sizeof(result) > 0);
