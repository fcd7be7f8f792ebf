#include <graft/runtime/pte/operator.hpp>

#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("pte_operator: operators are found by the names of program files") {
    pte_operator_table const table(graft::cpu_library().kernels, find_cpu_op<>);
    auto const op = [&](std::string_view name) {
        pte_bound_operator const found = table.find(name);
        return found.op == nullptr ? std::string_view() : found.op->name;
    };
    CHECK(op("aten::add.out") == "aten::add.Tensor");
    CHECK(op("aten::mean.out") == "aten::mean.dim");
    CHECK(op("aten::max_pool2d_with_indices.out") == "aten::max_pool2d_with_indices");
    CHECK(op("aten::arange.start_out") == "aten::arange.start_step");
    CHECK(op("aten::copy_") == "aten::copy_");
    CHECK(table.find("aten::copy_").kind == pte_operator_kind::in_place);
    CHECK(table.find("aten::sym_size.int").kind == pte_operator_kind::reading);
    CHECK(table.find("executorch_prim::add.Scalar").kind == pte_operator_kind::function);
    CHECK(table.find("executorch_prim::et_view.default").kind == pte_operator_kind::view);
    CHECK(table.find("executorch_prim::et_copy_index.tensor").kind == pte_operator_kind::copy_index);
    pte_operator_table const of_no_ops(graft::cpu_library().kernels,
                                       [](std::string_view) { return static_cast<op_info const*>(nullptr); });
    CHECK(of_no_ops.find("aten::add.out").kind == pte_operator_kind::unknown);
    for (char const* const unknown : {"", "aten::add", "aten::add.Tensor", "aten::no_such.out"})
        CHECK(table.find(unknown).kind == pte_operator_kind::unknown);
}

} // namespace
