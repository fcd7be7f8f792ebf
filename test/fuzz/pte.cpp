// Fuzzes program files: what is read is printed, and written and read as the same; its methods run to an end or to an
// error in little memory and few steps.
// Seeds: pte/mlp.pte
// Seeds: pte/mutation.pte
// Seeds: pte/control_flow*.pte
// Seeds: pte/d[at]*.pte
// Seeds: pte/pytree_io.pte
// Seeds: pte/weight_layouts.pte

#include <graft/io/pte/print.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/io/pte/writer.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/runtime/pte/method.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

storage storage_of(std::string_view bytes) {
    storage const s = storage::allocate(bytes.size());
    if (!bytes.empty())
        std::memcpy(s.data(), bytes.data(), bytes.size());
    return s;
}

std::string plans_text(pte_program const& program) {
    std::string all;
    for (pte_plan const& plan : program.plans)
        all += text(plan);
    return all;
}

// Of all that the program refers to, which may be the same bytes over and over.
std::size_t bytes_of(pte_program const& program) {
    std::size_t bytes = 0;
    for (storage const& s : program.buffers)
        bytes += s.size();
    for (std::vector<storage> const& segment : program.mutable_buffers)
        for (storage const& s : segment)
            bytes += s.size();
    for (pte_named_data const& d : program.named_data)
        bytes += d.data.size();
    for (pte_plan const& plan : program.plans)
        for (pte_delegate const& d : plan.delegates)
            bytes += d.data.size();
    return bytes;
}

void run(pte_program const& program, pte_plan const& plan) {
    static kernel_table const kernels = cpu_library().kernels;
    pte_method method(program, plan.name, kernels, find_cpu_op<>, {.bytes = 1 << 20, .instructions = 500});
    // What is not given is what the file says it is; state lasts from one run to the next.
    std::vector<tensor> const inputs(method.input_count());
    static_cast<void>(method.run(inputs));
    static_cast<void>(method.run(inputs));
    method.reset();
    static_cast<void>(method.run(inputs));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    pte_program program;
    try {
        program = read_pte(storage_of({reinterpret_cast<char const*>(data), size}));
    } catch (error const&) {
        return 0;
    }
    std::string const before = plans_text(program);
    if (bytes_of(program) < (1 << 20) && plans_text(read_pte(storage_of(to_bytes(program)))) != before)
        std::abort();
    for (pte_plan const& plan : program.plans)
        try {
            run(program, plan);
        } catch (error const&) {
        }
    return 0;
}
