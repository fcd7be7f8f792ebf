// expect: graft: the program must outlive the method
#include <graft/runtime/pte/method.hpp>

graft::pte_program read();
graft::pte_program kept;

#if defined(GRAFT_EXPECT_ERROR)
graft::pte_method method(read(), "forward", graft::kernel_table{}, nullptr);
#else
graft::pte_method method(kept, "forward", graft::kernel_table{}, nullptr);
#endif
