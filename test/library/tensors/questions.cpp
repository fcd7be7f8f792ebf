#include <graft/library/tensors/questions.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/call_builder.hpp"
#include "../../runtime/tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("questions: a program in which Python asked of dtypes and sizes runs, and does without them") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2}));
    auto const ask = [&](op_info const& op, std::vector<arg> const& of) { b.g().call_function(op, of); };
    ask(aten::promote_types_default::info(), {dtype::f32, dtype::f64});
    ask(aten::can_cast_default::info(), {dtype::f32, dtype::f64});
    ask(aten::result_type_tensor::info(), {x, x});
    ask(aten::result_type_scalar::info(), {x, 2.0});
    ask(aten::result_type_scalar_tensor::info(), {2.0, x});
    ask(aten::result_type_scalar_scalar::info(), {2.0, 1});
    ask(aten::is_distributed_default::info(), {x});
    ask(aten::is_same_size_default::info(), {x, x});
    exported_program program = b.output({b.call("aten::neg", {x})});
    static constexpr auto kernels = kernel_set<aten::neg_default>;
    kernel_library const library{kernel_table{kernels}, {}};
    CHECK(show(executor(program, library).run({f32({2}, {1, 2})})[0]) == "f32[2]: -1 -2");
    CHECK(eliminate_dead_code(program.graph()) == 8);
    CHECK(show(executor(program, library).run({f32({2}, {1, 2})})[0]) == "f32[2]: -1 -2");
}

} // namespace
