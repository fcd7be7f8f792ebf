// expect: graft: malformed schema: see MISTAKE, between the texts BEFORE and AFTER
#include "item.hpp"

struct add_t : graft::op<add_t> {
#if defined(GRAFT_EXPECT_ERROR)
    static constexpr graft::schema_text text{"aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) Tensor"};
#else
    static constexpr graft::schema_text text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
#endif
};

// The mistake in the schema is the only error: neither the call nor its result adds one.
constexpr auto result = add_t{}(item{}, item{});
static_assert(sizeof(result) > 0 && add_t::info().text.size() > 0);
