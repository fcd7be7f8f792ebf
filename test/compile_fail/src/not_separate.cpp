// expect: graft: every unit of a program that includes <graft/src.hpp> is compiled with GRAFT_SEPARATE_COMPILATION.
#ifdef GRAFT_EXPECT_ERROR
#    include <graft/src.hpp>
#endif
