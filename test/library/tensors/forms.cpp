#include <graft/library/tensors/forms.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/library/tensors.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives; test/data/opcases/tensors has more.
TEST_CASE("forms: operators that write into their left side") {
    tensor x = i64({2}, {6, 5});
    call<tensor> c(aten::dunder_iand_scalar::info());
    c.set(0, x);
    c.set(1, scalar(3));
    CHECK(show(evaluate(c, kernel_function{&kernel_of<aten::dunder_iand_scalar>::run})[0]) == "i64[2]: 2 1");
    CHECK(show(x) == "i64[2]: 2 1");
}

TEST_CASE("forms: a diagonal is filled, and begins again below a square") {
    auto const filled = [](std::vector<std::int64_t> sizes, bool wrap) {
        tensor x = tensor::zeros(std::move(sizes), dtype::f32);
        return show(aten::fill_diagonal_(x, 2, wrap));
    };
    CHECK(filled({2, 3}, false) == "f32[2, 3]: 2 0 0 0 2 0");
    CHECK(filled({4, 1}, false) == "f32[4, 1]: 2 0 0 0");
    CHECK(filled({4, 1}, true) == "f32[4, 1]: 2 0 2 0");
    CHECK(filled({2, 2, 2}, false) == "f32[2, 2, 2]: 2 0 0 0 0 0 0 2");
    CHECK(sentence([&] { filled({3}, false); }) ==
          "aten::fill_diagonal_: 'self' must have at least 2 dimensions, not 1");
    CHECK(sentence([&] {
              filled({2, 2, 3}, false);
          }) == "aten::fill_diagonal_: the dimensions of 'self' must be of one size");
}

TEST_CASE("forms: a diagonal is filled where programs are lowered, of symbolic sizes, too") {
    program_builder b;
    constexpr single_overload<aten::fill_diagonal_functional> fill_diagonal{};
    value const x = b.input("x", f32_spec({symbol("s0"), symbol("s1")}));
    exported_program program = b.finish({aten::abs(fill_diagonal(x, 2, true))});
    CHECK(decompose(program.graph(), decomposition_table<tensors_ops>()) == 1);
    kernel_library const library{kernels_of<known_ops>(), {}};
    executor made(program, library);
    CHECK(show(made.run({tensor::zeros({4, 1}, dtype::f32)})[0]) == "f32[4, 1]: 2 0 2 0");
    CHECK(show(made.run({tensor::zeros({2, 3}, dtype::f32)})[0]) == "f32[2, 3]: 2 0 0 0 2 0");
    CHECK(show(made.run({tensor::zeros({3, 0}, dtype::f32)})[0]) == "f32[3, 0]:");
}

TEST_CASE("forms: other names, and ops with an activation behind") {
    tensor const x = f32({2, 2}, {1, -2, 3, 4}), y = f32({2, 2}, {1, 1, 0, 4});
    CHECK(show(aten::_euclidean_dist(f32({1, 2}, {0, 0}), f32({1, 2}, {3, 4}))) == "f32[1, 1]: 5");
    CHECK(show(aten::_aminmax.dim(x, 1)[1]) == "f32[2]: 1 4");
    CHECK(show(aten::_add_relu.Tensor(x, y)) == "f32[2, 2]: 2 0 3 8");
    CHECK(show(aten::_addmm_activation(x, x, y)) == "f32[2, 2]: 2 0 6 23");
    CHECK(show(aten::lift(x)) == show(x));
    call<tensor> zeros(aten::_efficientzerotensor_default::info());
    zeros.set("size", std::vector{2});
    zeros.set("dtype", dtype::i64);
    using zero_kernel = kernel_of<aten::_efficientzerotensor_default>;
    CHECK(show(evaluate(zeros, kernel_function{&zero_kernel::run})[0]) == "i64[2]: 0 0");
    CHECK(sentence([] { aten::_add_relu.Scalar(tensor::zeros({1}, dtype::u8), 1); }) ==
          "aten::_add_relu.Scalar: 'self' must not be of torch.uint8");
}

} // namespace
