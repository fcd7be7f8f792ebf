// expect: graft: <graft/src.hpp> stands before every other header of graft, for it says where the bodies are.
#define GRAFT_SEPARATE_COMPILATION
#include <graft/core/dtype.hpp>
#ifdef GRAFT_EXPECT_ERROR
#    include <graft/src.hpp>
#endif
