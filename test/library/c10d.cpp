#include <graft/library/c10d.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/ir/eliminate_common_subexpressions.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"
#include "../runtime/test_program.hpp"

#include <array>
#include <cstdint>
#include <string>

// The kernels that a user brings, here of two processes that have the same tensors.
namespace graft {

template <>
struct kernel_of<_c10d_functional::all_reduce_default> {
    static void run(call<tensor> const& c, graft::view<tensor> results) {
        kernel::add(c.tensor("input"), c.tensor("input"), 1, results[0]);
    }
};

template <>
struct kernel_of<_c10d_functional::all_gather_into_tensor_default> {
    static void run(call<tensor> const& c, graft::view<tensor> results) {
        tensor const& input = c.tensor("input");
        for (std::int64_t process = 0; process < 2; ++process) {
            tensor part = kernel::slice(results[0], 0, process * input.size(0), (process + 1) * input.size(0));
            kernel::copy(input, part);
        }
    }
};

template <>
struct kernel_of<_c10d_functional::wait_tensor_default> {
    static void run(call<tensor> const& c, graft::view<tensor> results) {
        kernel::copy(c.tensor("tensor"), results[0]);
    }
};

} // namespace graft

namespace {

using namespace graft;
using namespace graft_test;

// Sizes of what a call of two processes gives, as torch's meta functions say.
template <class Op, class... Args>
std::string given(Op const& op, Args const&... args) {
    program_builder b;
    value const x = b.input("x", f32_spec({4, 6}));
    exported_program const program = b.finish({op(x, args...)});
    graph const& g = program.graph();
    return text(g.val(g.arg(g.back(), 0)[0].node())->tensor);
}

TEST_CASE("c10d: what each op gives") {
    std::array<std::int64_t, 2> const out{3, 2}, in{2, 2};
    CHECK(given(_c10d_functional::all_reduce, "sum", "0") == "f32[4, 6]");
    CHECK(given(_c10d_functional::all_reduce_, "sum", "0") == "f32[4, 6]");
    CHECK(given(_c10d_functional::all_gather_into_tensor, 2, "0") == "f32[8, 6]");
    CHECK(given(_c10d_functional::reduce_scatter_tensor, "avg", 2, "0") == "f32[2, 6]");
    CHECK(given(_c10d_functional::all_to_all_single, out, in, "0") == "f32[5, 6]");
    CHECK(given(_c10d_functional::broadcast, 0, "0") == "f32[4, 6]");
    CHECK(given(_c10d_functional::isend, 1, 0, "0") == "f32[0]");
    CHECK(given(_c10d_functional::irecv, 1, 0, "0") == "f32[4, 6]");
    CHECK(given(_c10d_functional::wait_tensor) == "f32[4, 6]");
}

TEST_CASE("c10d: several tensors at once") {
    program_builder b;
    value const x = b.input("x", f32_spec({4, 6})), y = b.input("y", f32_spec({2}));
    value const all = _c10d_functional::all_gather_into_tensor_coalesced(std::array{x, y}, 2, "0");
    value const here = _c10d_functional::wait_tensors(std::array{b.item(all, 0), b.item(all, 1)});
    exported_program const program = b.finish({b.item(here, 0), b.item(here, 1)});
    graph const& g = program.graph();
    CHECK(text(g.val(g.arg(g.back(), 0)[0].node())->tensor) == "f32[8, 6]");
    CHECK(text(g.val(g.arg(g.back(), 0)[1].node())->tensor) == "f32[4]");
}

TEST_CASE("c10d: what has no equal parts, or no such rows, is an error") {
    CHECK(refusal([] {
              given(_c10d_functional::reduce_scatter_tensor, "sum", 3, "0");
          }).find("a tensor of [4, 6] has no 3 equal parts") != std::string::npos);
    CHECK(refusal([] { given(_c10d_functional::all_gather_into_tensor, 0, "0"); }).find("'group_size' is 0") !=
          std::string::npos);
    std::array<std::int64_t, 2> const three{1, 2}, negative{5, -1};
    CHECK(refusal([&] {
              given(_c10d_functional::all_to_all_single, three, three, "0");
          }).find("'input_split_sizes' is [1, 2], but 'input' has 4 rows") != std::string::npos);
    CHECK(refusal([&] {
              given(_c10d_functional::all_to_all_single, three, negative, "0");
          }).find("'input_split_sizes' is [5, -1]") != std::string::npos);
}

TEST_CASE("c10d: a call stays, though nothing uses it or another is equal, and runs on kernels of the user") {
    program_builder b;
    value const x = b.input("x", f32_spec({1, 2}));
    value const unused = _c10d_functional::all_reduce(x, "sum", "0");
    value const sum = _c10d_functional::wait_tensor(_c10d_functional::all_reduce(x, "sum", "0"));
    value const all = _c10d_functional::wait_tensor(_c10d_functional::all_gather_into_tensor(sum, 2, "0"));
    static_cast<void>(unused);
    exported_program program = b.finish({aten::add.Tensor(all, x)});
    CHECK(eliminate_dead_code(program.graph()) == 0);
    CHECK(eliminate_common_subexpressions(program.graph()) == 0);
    static constexpr auto kernels =
        kernel_set<_c10d_functional::all_reduce_default, _c10d_functional::all_gather_into_tensor_default,
                   _c10d_functional::wait_tensor_default, decltype(aten::add.Tensor)>;
    executor run(program, kernel_library{kernel_table{kernels}, {}});
    CHECK(show(run.run({f32({1, 2}, {1, 2})})[0]) == "f32[2, 2]: 3 6 3 6");
}

} // namespace
