#include <graft/runtime/evaluate_pattern.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/list.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../io/raises.hpp"
#include "tensors.hpp"
#include "toy.hpp"

namespace {

using namespace graft;
using namespace graft_test;

/// Two tensors and a number in, bound to one pattern or another below.
struct fused_t : op<fused_t> {
    static constexpr schema_text text{"toy::fused(Tensor self, Tensor other, Scalar alpha=1) -> Tensor"};
};
inline constexpr fused_t fused;

constexpr auto self = var<"self">;
constexpr auto other = var<"other">;
constexpr auto alpha = var<"alpha">;

constexpr kernel_table kernels{
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::clamp.default_),
               decltype(aten::sum.dim_IntList), decltype(aten::cat.default_), decltype(aten::view_copy.default_),
               decltype(aten::full_like.default_), decltype(aten::to.dtype), toy::twice_t, toy::split_sign_t>};

tensor const x = f32({2, 2}, {1, 2, 3, -4}), y = f32({2}, {10, 100});

template <class Binding>
std::string evaluated(Binding const& binding, scalar alpha_value = 2) {
    bound_op const bound = binding.view();
    graft::call<tensor> c(fused.info());
    c.set("self", x).set("other", y).set("alpha", alpha_value);
    return show(evaluate_pattern(bound, c, kernels));
}

TEST_CASE("evaluate_pattern: a bound op gives what its pattern gives, step by step") {
    constexpr auto binding =
        bind_pattern_to_op(fused, aten::add.Tensor(aten::mul.Tensor(self, other), toy::twice(self), "alpha"_a = alpha));
    tensor const expected = aten::add.Tensor(aten::mul.Tensor(x, y), toy::twice(x), "alpha"_a = 2);
    CHECK(evaluated(binding) == show(expected) + '\n');
}

TEST_CASE("evaluate_pattern: an argument used twice is the same tensor") {
    constexpr auto binding = bind_pattern_to_op(fused, aten::mul.Tensor(self, self));
    CHECK(evaluated(binding) == "f32[2, 2]: 1 4 9 16\n");
}

TEST_CASE("evaluate_pattern: literals are lists, numbers, None, booleans and dtypes") {
    constexpr auto list = bind_pattern_to_op(fused, aten::view_copy(self, ints(-1)));
    CHECK(evaluated(list) == "f32[4]: 1 2 3 -4\n");
    constexpr auto none = bind_pattern_to_op(fused, aten::clamp(self, nullptr, 1.5));
    CHECK(evaluated(none) == "f32[2, 2]: 1 1.5 1.5 -4\n");
    constexpr auto boolean =
        bind_pattern_to_op(fused, aten::sum.dim_IntList(self, ints(1), true, "dtype"_a = dtype::f64));
    CHECK(evaluated(boolean) == "f64[2, 1]: 3 -1\n");
    constexpr auto number = bind_pattern_to_op(fused, aten::add.Tensor(self, 1, "alpha"_a = 10));
    CHECK(evaluated(number) == "f32[2, 2]: 11 12 13 6\n");
}

TEST_CASE("evaluate_pattern: a list of tensors, given and computed") {
    constexpr auto joined = bind_pattern_to_op(fused, aten::cat(list(self, toy::twice(self)), 1));
    CHECK(evaluated(joined) == "f32[2, 4]: 1 2 2 4 3 -4 6 -8\n");
    constexpr auto literals = bind_pattern_to_op(fused, aten::cat(list(self, 1)));
    CHECK(raised([&] { evaluated(literals); }) == "graft: toy::fused: its pattern has a list of what is no tensor");
}

TEST_CASE("evaluate_pattern: a number is passed on as it was given") {
    constexpr auto binding = bind_pattern_to_op(fused, aten::full_like(self, alpha, "dtype"_a = dtype::f64));
    CHECK(evaluated(binding, 0.25) == "f64[2, 2]: 0.25 0.25 0.25 0.25\n");
    CHECK(evaluated(binding, 7) == "f64[2, 2]: 7 7 7 7\n");
}

TEST_CASE("evaluate_pattern: one result of several, inside and as the result") {
    constexpr auto inside = bind_pattern_to_op(fused, toy::twice(out<1>(toy::split_sign(self))));
    CHECK(evaluated(inside) == "f32[2, 2]: 0 0 0 -8\n");
    constexpr auto root = bind_pattern_to_op(fused, out<0>(toy::split_sign(self)));
    CHECK(evaluated(root) == "f32[2, 2]: 1 2 3 0\n");
}

TEST_CASE("evaluate_pattern: what has no value is an error that names the op") {
    constexpr auto variable = bind_pattern_to_op(fused, to_pattern(self));
    CHECK(raised([&] { evaluated(variable); }) == "graft: toy::fused: its pattern returns something that is no call");
    constexpr auto wildcard = bind_pattern_to_op(fused, aten::mul.Tensor(self, any));
    CHECK(raised([&] { evaluated(wildcard); }) == "graft: toy::fused: its pattern holds a node that has no value");
    constexpr auto unknown = bind_pattern_to_op(fused, toy::mystery(self));
    CHECK(raised([&] { evaluated(unknown); }) == "graft: toy::mystery: there is no kernel for this op");
}

TEST_CASE("evaluate: a library runs the kernel if there is one, else the pattern, else nothing") {
    // The pattern of `twice` would give something else.
    static constexpr auto odd = bind_pattern_to_op(toy::twice, aten::mul.Tensor(self, 100));
    static constexpr auto binding = bind_pattern_to_op(fused, aten::mul.Tensor(self, 3));
    static constexpr bound_op bound[] = {odd.view(), binding.view()};
    kernel_library const library{kernels, bound};
    tensor const one = f32({1}, {1});
    graft::call<tensor> twice(toy::twice.info()), triple(fused.info()), mystery(toy::mystery.info());
    CHECK(show(evaluate(twice.set("self", one), library)) == "f32[1]: 2\n");
    CHECK(show(evaluate(triple.set("self", one).set("other", one), library)) == "f32[1]: 3\n");
    CHECK(raised([&] { static_cast<void>(evaluate(mystery.set("self", one), library)); }) ==
          "graft: toy::mystery: there is no kernel for this op");
}

TEST_CASE("evaluate: the result of an op that may show its argument lies as is inferred where it is a copy") {
    kernel_library const library{kernels, {}};
    tensor const turned = f32({2, 3}, {1, 2, 3, 4, 5, 6}).as_strided({3, 2}, {1, 3}, 0);
    auto const converted = [&](dtype d, bool copy) {
        graft::call<tensor> c(aten::to.dtype.info());
        return evaluate(c.set("self", turned).set("dtype", d).set("copy", scalar(copy)), library).at(0);
    };
    CHECK(converted(dtype::f32, false).shares_storage(turned));
    for (tensor const& t : {converted(dtype::f32, true), converted(dtype::f64, false)}) {
        CHECK(!t.shares_storage(turned));
        CHECK(t.strides() == turned.strides());
    }
    CHECK(show(converted(dtype::f32, true)) == show(turned));
}

} // namespace
