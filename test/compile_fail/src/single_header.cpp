// expect: graft: the single header is header-only; with GRAFT_SEPARATE_COMPILATION include the headers of include/.
#ifdef GRAFT_EXPECT_ERROR
#    define GRAFT_SEPARATE_COMPILATION
#    include "../../../single_include/graft/graft.hpp"
#endif
