#include <graft/rulecheck/lint_constraint.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/edge.hpp>

#include <array>
#include <cstddef>

namespace {

using namespace graft;
using namespace graft::detail;

// Whether both say the same of every three dtypes.
bool agree(op_info const& op, std::size_t operands) {
    dtype_constraint const all = edge_constraint(op);
    elementwise_constraint const some{all, op, operands};
    bool same = true;
    for (dtype const a : all_dtypes)
        for (dtype const b : all_dtypes)
            for (dtype const c : all_dtypes) {
                std::array<named_dtype, 3> const named{
                    {{op.arguments[0].name, a}, {op.arguments[1].name, b}, {return_name(op, 0), c}}};
                bool const admitted = operands == 2 ? all.admits(named) : all.admits(std::array{named[0], named[2]});
                same = same && admitted == some.admits(code_of(a), operands == 2 ? code_of(b) : code_of(a), code_of(c));
            }
    return same;
}

TEST_CASE("lint_constraint: of two operands and the result the short form admits what the constraint does") {
    for (op_info const* const op : {&aten::add.Tensor.info(), &aten::mul.Tensor.info(), &aten::div.Tensor.info(),
                                    &aten::eq.Tensor.info(), &aten::pow.Tensor_Tensor.info()})
        CHECK_MESSAGE(agree(*op, 2), op->name);
    CHECK(agree(aten::leaky_relu.default_.info(), 1));
}

TEST_CASE("lint_constraint: a number is admitted for a tensor") {
    op_info const& op = aten::add.Tensor.info();
    elementwise_constraint const all{edge_constraint(op), op, 2};
    CHECK(all.admits(code_of(dtype::f32), real_number, code_of(dtype::f32)));
    CHECK_FALSE(all.admits(code_of(dtype::f32), real_number, code_of(dtype::i64)));
}

} // namespace
