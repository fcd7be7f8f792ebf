// Fuzzes program files: what can be read prints, is written and read as the same, and runs to an end or to an error.
// Seeds: pte/mlp.pte
// Seeds: pte/control_flow.pte
// Seeds: pte/control_flow_map.pte
// Seeds: pte/mutation.pte
// Seeds: pte/pytree_io.pte
// Seeds: pte/data_dependent.pte

#include <graft/io/pte.hpp>
#include <graft/io/pte_diff.hpp>
#include <graft/io/pte_print.hpp>
#include <graft/io/pte_writer.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/selection.hpp>
#include <graft/runtime/kernels/view.hpp>
#include <graft/runtime/pte_method.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace graft;

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::sub.Tensor),
               decltype(aten::relu.default_), decltype(aten::sin.default_), decltype(aten::addmm.default_),
               decltype(aten::permute_copy.default_), decltype(aten::mean.dim), decltype(aten::sum.dim_IntList)>;

storage bytes_of(void const* data, std::size_t size) {
    storage const s = storage::allocate(size);
    if (size != 0)
        std::memcpy(s.data(), data, size);
    return s;
}

// An operator that is not there becomes one that is, so that the others run.
void replace_unknown(pte_program& program) {
    pte_operator_table const table{kernel_table(kernels)};
    for (pte_plan& plan : program.plans)
        for (pte_operator& o : plan.operators)
            if (table.find(o.full_name()).kind == pte_operator_kind::unknown)
                o = {"aten::relu", "out"};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    pte_program program;
    try {
        program = read_pte(bytes_of(data, size));
    } catch (error const&) {
        return 0;
    }
    (void)text(program);
    std::string const written = to_bytes(program);
    if (!diff(program, read_pte(bytes_of(written.data(), written.size()))).empty())
        std::abort();
    replace_unknown(program);
    for (pte_plan const& plan : program.plans)
        try {
            pte_method method(program, plan.name, kernel_table(kernels), {.bytes = 1 << 20, .instructions = 200});
            (void)method.run(std::vector<tensor>(method.input_count()));
            (void)method.run(std::vector<tensor>(method.input_count()));
        } catch (error const&) {
        }
    return 0;
}
