// expect: graft: malformed dtype constraint: see MISTAKE
#include <graft/dialect/dtypes_of.hpp>

struct mask_t : graft::op<mask_t> {
    static constexpr graft::schema_text text{"my::mask(Tensor self, Tensor other) -> Tensor"};
#ifdef GRAFT_EXPECT_ERROR
    static constexpr graft::fixed_string dtypes{"T0=Bool,Bite T1=Float; self=T0 other=T1 __ret_0=T1"};
#else
    static constexpr graft::fixed_string dtypes{"T0=Bool,Byte T1=Float; self=T0 other=T1 __ret_0=T1"};
#endif
};

constexpr graft::dtype_constraint const& constraint = graft::dtypes_of<mask_t>;
