#include <graft/runtime/executor.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../runtime/random_program.hpp"
#include "../runtime/tensors.hpp"
#include "../runtime/test_program.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

// Compiled for the thread sanitizer, which ends the program at the first race.

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto kernels = kernel_set<decltype(aten::linear.default_), decltype(aten::relu.default_),
                                    decltype(aten::permute.default_), decltype(aten::mm.default_)>;
constexpr kernel_library library{kernel_table{kernels}, {}};

/// Two layers whose weights are used where they lie, packed, and as a view.
exported_program two_layers() {
    program_builder b;
    value const w1 = b.parameter("first", random_tensor(1, {64, 200}));
    value const w2 = b.parameter("second", random_tensor(2, {10, 64}));
    value const x = b.input("x", f32_spec({128, 200}));
    value const hidden = aten::relu(aten::linear(x, w1));
    value const turned = aten::permute(w2, std::array{1, 0});
    return b.finish({aten::mm(hidden, turned)}, {});
}

TEST_CASE("threads: executors of one program in several threads share its weights, and give the same bits") {
    exported_program const p = two_layers();
    memory_plan const plan = plan_greedy(find_lifetimes(p).values);
    tensor const x = random_tensor(3, {128, 200});
    std::string const expected = show(executor(p, library, &plan).run(std::array{x}));
    for (std::size_t const inner : {1u, 3u}) {
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; ++t)
            threads.emplace_back([&] {
                executor run(p, library, &plan);
                run.use_threads(inner);
                std::vector<tensor> outputs;
                for (int i = 0; i < 20; ++i) {
                    run.run(std::array{x}, outputs);
                    wrong += show(outputs) != expected;
                }
            });
        for (std::thread& t : threads)
            t.join();
        CHECK(wrong == 0);
    }
}

} // namespace
