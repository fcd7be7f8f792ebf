#include <graft/runtime/run_kernel.hpp>

#include <doctest/doctest.h>

#include <graft/core/block_cache.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/functions.hpp>
#include <graft/runtime/kernels/random.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using tensor_call = graft::call<tensor>;

// Kernels of `aten::neg`, of which only the first keeps its word.

void negate(tensor_call const& c, view<tensor> results) { kernel_of<decltype(aten::neg.default_)>::run(c, results); }
void leave_last(tensor_call const& c, view<tensor> results) {
    for (std::int64_t i = 0; i + 1 < c.tensor(0).numel(); ++i)
        results[0].data<float>()[i] = -c.tensor(0).data<float>()[i];
}
void add_to_result(tensor_call const& c, view<tensor> results) {
    for (std::int64_t i = 0; i < c.tensor(0).numel(); ++i)
        results[0].data<float>()[i] -= c.tensor(0).data<float>()[i];
}
void read_scratch(tensor_call const& c, view<tensor> results) {
    negate(c, results);
    recycling_allocator<float> allocator;
    float* const scratch = allocator.allocate(1);
    results[0].data<float>()[0] = *scratch;
    allocator.deallocate(scratch, 1);
}
void read_fresh_tensor(tensor_call const& c, view<tensor> results) {
    negate(c, results);
    results[0].data<float>()[1] = tensor::empty({1}, dtype::f32).data<float>()[0];
}

void put_elsewhere(tensor_call const& c, view<tensor> results) {
    results[0] = tensor::empty(c.tensor(0).sizes(), dtype::f32);
    negate(c, results);
}

tensor_call negation(tensor const& x) {
    tensor_call c(aten::neg.default_.info());
    c.set(0, x);
    return c;
}

TEST_CASE("run_kernel: what a kernel writes is its result, with fresh memory and without") {
    tensor const x = f32({3}, {1, -2, 3});
    CHECK(show(evaluate(negation(x), negate)) == "f32[3]: -1 2 -3\n");
    fresh_memory const filled(std::byte{0xA5});
    CHECK(show(evaluate(negation(x), negate)) == "f32[3]: -1 2 -3\n");
}

TEST_CASE("run_kernel: a byte that a kernel leaves unwritten is named") {
    tensor const x = f32({3}, {1, -2, 3});
    fresh_memory const filled(std::byte{0});
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluate(negation(x), leave_last)),
                         "graft: aten::neg: byte 8 of result 0 is not written", error);
    CHECK(show(evaluate(negation(f32({0}, {})), leave_last)) == "f32[0]:\n");
}

TEST_CASE("run_kernel: so is one that is made of memory which nobody wrote") {
    tensor const x = f32({2}, {1, -2});
    fresh_memory const filled(std::byte{0xA5});
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluate(negation(x), add_to_result)),
                         "graft: aten::neg: byte 0 of result 0 is not written", error);
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluate(negation(x), read_fresh_tensor)),
                         "graft: aten::neg: byte 4 of result 0 is not written", error);
}

TEST_CASE("run_kernel: a result has to be written where it lies") {
    tensor const x = f32({2}, {1, -2});
    fresh_memory const filled(std::byte{0xA5});
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluate(negation(x), put_elsewhere)),
                         "graft: aten::neg: result 0 is not written where it has to lie", error);
}

TEST_CASE("run_kernel: what kernels need while they run is fresh, too") {
    tensor const x = f32({2}, {1, -2});
    block_cache cache;
    block_cache::scope const scope(cache);
    fresh_memory const filled(std::byte{0xA5});
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluate(negation(x), read_scratch)),
                         "graft: aten::neg: byte 0 of result 0 is not written", error);
}

TEST_CASE("run_kernel: an argument that the kernel changes is changed once") {
    tensor const x = f32({2}, {1, 2});
    tensor_call c(aten::add_.Scalar.info());
    c.set("self", x).set("other", scalar(5));
    fresh_memory const filled(std::byte{0xA5});
    std::vector<tensor> const results = evaluate(c, &kernel_of<decltype(aten::add_.Scalar)>::run);
    CHECK(show(x) == "f32[2]: 6 7");
    CHECK(results[0].shares_storage(x));
}

TEST_CASE("run_kernel: a result that lies where an argument does is not filled") {
    tensor const x = f32({2}, {1, 2});
    std::vector<tensor> results{x};
    fresh_memory const filled(std::byte{0xA5});
    run_kernel(&negate, negation(x), results);
    CHECK(show(x) == "f32[2]: -1 -2");
}

TEST_CASE("run_kernel: what a view shows stays as it is, in every run") {
    tensor const x = f32({2}, {1, 2}), y = f32({2}, {3, 4});
    std::vector<tensor> results{tensor::empty({2, 1}, dtype::f32)};
    kernel_function const unsqueeze = &kernel_of<decltype(aten::unsqueeze.default_)>::run;
    fresh_memory const filled(std::byte{0xA5});
    for (tensor const& shown : {x, y}) {
        tensor_call c(aten::unsqueeze.default_.info());
        c.set("self", shown).set("dim", scalar(1));
        run_kernel(unsqueeze, c, results);
        CHECK(results[0].shares_storage(shown));
    }
    CHECK(show(x) == "f32[2]: 1 2");
}

TEST_CASE("run_kernel: what is drawn at random is no mistake") {
    tensor_call c(aten::rand.default_.info());
    c.set("size", std::vector<sym_int>{100});
    fresh_memory const filled(std::byte{0xA5});
    CHECK(evaluate(c, &kernel_of<decltype(aten::rand.default_)>::run)[0].numel() == 100);
}

} // namespace
