// expect: graft: PASS has a call_function, call_module or call_method, which an export_pass never calls
#include <graft/transform/export_pass.hpp>

struct pass : graft::export_pass<pass> {
#if defined(GRAFT_EXPECT_ERROR)
    graft::arg call_function(graft::call_target const&, arguments const& args, keyword_arguments const&) {
        return args[0];
    }
#else
    graft::arg call_operator(graft::call_target const&, arguments const& args, keyword_arguments const&,
                             graft::node_metadata const&) {
        return args[0];
    }
#endif
};

bool run(graft::exported_program& program) { return pass{}(program).modified; }
