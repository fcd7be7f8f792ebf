// expect: graft: the program must outlive the executor
#include <graft/runtime/executor.hpp>

graft::exported_program read();
graft::exported_program kept;

#if defined(GRAFT_EXPECT_ERROR)
graft::executor run(read(), graft::kernel_library{});
#else
graft::executor run(kept, graft::kernel_library{});
#endif
