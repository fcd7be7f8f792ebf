#include <graft/library/linalg/names.hpp>

#include <doctest/doctest.h>

#include <graft/library/linalg.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/transform/decompose.hpp>

#include "../../runtime/tensors.hpp"
#include "../../transform/check_rewrite.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg names: functions under the names that PyTorch had for them first") {
    tensor const m = f32({2, 2}, {2, 0, 0, 4});
    CHECK(show(aten::det(m)) == "f32[]: 8");
    CHECK(show(aten::inverse(m)) == "f32[2, 2]: 0.5 0 0 0.25");
    CHECK(show(aten::pinverse(m)) == "f32[2, 2]: 0.5 0 0 0.25");
    CHECK(show(aten::matrix_exp(f32({1, 1}, {0}))) == "f32[1, 1]: 1");
    CHECK(show(aten::matrix_power(m, 3)) == "f32[2, 2]: 8 0 0 64");
    CHECK(show(aten::matrix_power(m, -2)) == "f32[2, 2]: 0.25 0 0 0.0625");
    CHECK(show(aten::matrix_power(m, 0)) == "f32[2, 2]: 1 0 0 1");
    CHECK(show(aten::slogdet(f32({1, 1}, {-1}))) == "f32[]: -1\nf32[]: 0\n");
    CHECK(show(aten::logdet(f32({1, 1}, {-1}))) == "f32[]: nan");
    // Of complex matrices: det is 2.25 + 4.125i, and -1.
    tensor const z =
        aten::view_as_complex(f32({2, 2, 2, 2}, {1, 2, -0.5f, 1, 0, 0.25f, 2, 0, -1, 0, 0, 0, 0, 0, 1, 0}));
    CHECK(show(aten::view_as_real(aten::logdet(z))) == "f32[2, 2]: 1.54729 1.07145 0 3.14159");
    CHECK(show(aten::lu_solve(f32({1, 1}, {6}), f32({1, 1}, {3}), make<std::int32_t>({1}, {1}))) == "f32[1, 1]: 2");
}

TEST_CASE("linalg names: what has no out-variant becomes what has one where a program is lowered") {
    program_builder b;
    value const x = b.input("x", f32_spec({3, 3}));
    exported_program program = b.finish({aten::det(x), aten::matrix_exp(x), aten::pinverse(x)});
    static_cast<void>(decompose(program.graph(), decomposition_table<linalg_ops>()));
    for (node_id const n : program.graph().nodes())
        if (op_info const* const op = program.graph().target(n).op)
            CHECK((op->name != "aten::det" && op->name != "aten::matrix_exp" && op->name != "aten::pinverse"));
}

} // namespace
