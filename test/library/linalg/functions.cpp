#include <graft/library/linalg/functions.hpp>

#include <doctest/doctest.h>

#include <graft/transform/decompose.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/test_program.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

struct ops : dialect<ops> {
    using members = aten::linalg_functions_ops;
};

std::string decomposed(exported_program program) {
    static_cast<void>(decompose(program.graph(), decomposition_table<ops>()));
    std::string calls;
    for (node_id const n : program.graph().nodes())
        if (program.graph().op(n) == opcode::call_function)
            calls += std::string{program.graph().target(n).name} + ' ';
    return calls;
}

TEST_CASE("linalg functions: what is left of them where programs are lowered") {
    program_builder b;
    CHECK(decomposed(b.finish({aten::linalg_inv(b.input("x", f32_spec({symbol("s0"), 3, 3})))}))
              .find("aten::linalg_inv_ex ") != std::string::npos);
    program_builder other;
    CHECK(decomposed(other.finish({aten::linalg_det(other.input("x", f32_spec({2, 3, 3})))}))
              .find("aten::_linalg_det ") != std::string::npos);
}

TEST_CASE("linalg functions: a chain is multiplied where that costs least") {
    // (A B) C costs 10 * 100 * 5 + 10 * 5 * 50 products, A (B C) ten times as many.
    CHECK(detail::cheapest_divisions({10, 100, 5, 50})[2] == 1);
    CHECK(detail::cheapest_divisions({50, 5, 100, 10})[2] == 0);
}

} // namespace
