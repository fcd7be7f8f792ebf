#include <graft/runtime/kernels/packed_linear.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/kernel/elementwise/activation_functions.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../random_program.hpp"
#include "../tensors.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

struct linear_case {
    tensor x, w, b, other;
    bool has_bias, adds, clamps;
    std::string activation;

    linear_case(std::int64_t rows, std::int64_t depth, std::int64_t columns, int kind)
        : x(random_tensor(1, {2, rows, depth})), w(random_tensor(2, {columns, depth})), b(random_tensor(3, {columns})),
          other(random_tensor(4, {2, rows, columns})), has_bias(kind % 2 == 0), adds(kind % 3 == 0),
          clamps(kind % 4 == 1), activation(kind % 5 < 2    ? ""
                                            : kind % 5 == 2 ? "gelu"
                                                            : "hardswish") {}

    [[nodiscard]] graft::call<tensor> call() const {
        graft::call<tensor> c(packed::linear.info());
        c.set("input", x).set("weight", w);
        if (has_bias)
            c.set("bias", b);
        if (adds)
            c.set("other", other);
        if (clamps)
            c.set("min", -0.25).set("max", 0.5);
        if (!activation.empty())
            c.set("activation", std::string_view(activation));
        return c;
    }
    // What the call gives, computed by one op after another.
    [[nodiscard]] tensor expected() const {
        tensor out = tensor::empty(other.sizes(), dtype::f32);
        kernel::linear(x, w, has_bias ? &b : nullptr, out);
        for (std::int64_t i = 0; i < out.numel(); ++i) {
            float& v = out.data<float>()[i];
            v += adds ? other.data<float>()[i] : 0;
            v = clamps ? std::clamp(v, -0.25f, 0.5f) : v;
        }
        if (!activation.empty())
            detail::find_row_activation(activation)(out.numel(), out.data<float>());
        return out;
    }
};

TEST_CASE("packed_linear: equals a product, an addition, a clamp and an activation, one after another") {
    for (int kind = 0; kind < 20; ++kind)
        for (std::int64_t const rows : {1, 8, 20})
            for (std::int64_t const depth : {3, 330}) {
                CAPTURE(kind);
                CAPTURE(rows);
                linear_case const c(rows, depth, 37, kind);
                tensor const got = evaluate(c.call(), &kernel_of<packed::linear_t>::run).front();
                CHECK(compare(c.expected(), got, tolerance{1e-4, 1e-4}).agrees());
            }
}

TEST_CASE("packed_linear: a prepared product reads what is added anew, but its weights once") {
    linear_case c(5, 6, 7, 6);
    REQUIRE((c.has_bias && c.adds));
    graft::call<tensor> const call = c.call();
    std::vector<tensor> results{tensor::empty(c.other.sizes(), dtype::f32)};
    constant_arguments constant;
    CHECK_FALSE(kernel_of<packed::linear_t>::prepare(call, results, constant));
    constant.add(1);
    CHECK_FALSE(kernel_of<packed::linear_t>::prepare(call, results, constant));
    constant.add(2);
    prepared_kernel const run = kernel_of<packed::linear_t>::prepare(call, results, constant);
    REQUIRE(run);
    c.other.data<float>()[3] = 5;
    tensor const expected = c.expected();
    c.w.data<float>()[0] = 100;
    run(call, results);
    CHECK(compare(expected, results[0]).agrees());
}

} // namespace
