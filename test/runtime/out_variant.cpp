#include <graft/runtime/out_variant.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/schema/runtime_op.hpp>

#include "../io/raises.hpp"
#include "tensors.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

op_info const* const known[] = {&aten::add_scalar::info(), &aten::add_tensor::info(), &aten::full_default::info()};
runtime_op const add_out("aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out)"
                         " -> Tensor(a!)");

std::vector<tensor> add_to(tensor const& out) {
    tensor const x = f32({2}, {1, 2}), y = f32({2}, {10, 20});
    call<tensor> c(add_out.info());
    c.set("self", x).set("other", y).set("alpha", 2).set("out", out);
    return evaluate_out(c, aten::add_tensor::info(), &kernel_of<aten::add_tensor>::run);
}

TEST_CASE("out variant: it computes what the overload with its arguments does") {
    CHECK(functional_form(add_out.info(), known) == &aten::add_tensor::info());
    runtime_op const full_out("aten::full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out)"
                              " -> Tensor(a!)");
    CHECK(functional_form(full_out.info(), known) == &aten::full_default::info());
    runtime_op const other("aten::mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
    CHECK(functional_form(other.info(), known) == nullptr);
}

TEST_CASE("out variant: the result is written to the argument, converted if it may be") {
    tensor const same = f32({2}, {7, 7}), wide = make<double>({2}, {7, 7});
    CHECK(add_to(same).at(0).shares_storage(same));
    CHECK(show(same) == "f32[2]: 21 42");
    static_cast<void>(add_to(wide));
    CHECK(show(wide) == "f64[2]: 21 42");
    CHECK(raised([] {
              static_cast<void>(add_to(i64({2}, {7, 7})));
          }) == "graft: aten::add.out: the result is torch.float32, but 'out' torch.int64");
    CHECK(raised([] { static_cast<void>(add_to(f32({1}, {7}))); }).find("sizes") != std::string::npos);
}

// The dtype in which it computes tells whether it was asked for one.
struct sized_t : described_op<sized_t, op_tags::out_converts> {
    static constexpr schema_text text{"toy::sized(Tensor self, *, ScalarType? dtype=None) -> Tensor"};
    static value_spec meta(call<tensor_spec> const& c) {
        tensor_spec made = c.tensor("self");
        made.dtype = c.dtype("dtype").value_or(real_part(made.dtype));
        return made;
    }
    static void run(call<tensor> const& c, view<tensor> results) { kernel::fill(results[0], c.has("dtype") ? 1 : 2); }
};

TEST_CASE("out variant: a dtype that the result has anyway is not asked for") {
    runtime_op const sized_out("toy::sized.out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)");
    auto const given = [&](dtype self, dtype result) {
        tensor const x = tensor::zeros({1}, self), out = tensor::zeros({1}, result);
        call<tensor> c(sized_out.info());
        c.set("self", x).set("out", out);
        static_cast<void>(evaluate_out(c, sized_t::info(), &sized_t::run));
        return show(out);
    };
    CHECK(given(dtype::c64, dtype::f32) == "f32[1]: 2");
    CHECK(given(dtype::f32, dtype::f64) == "f64[1]: 1");
}

TEST_CASE("out variant: an argument that both forms write is no result") {
    runtime_op const functional("toy::f(Tensor x, Tensor(a!) state) -> Tensor"),
        out("toy::f.out(Tensor x, Tensor(a!) state, *, Tensor(b!) out) -> Tensor(b!)");
    op_info const* const ops[] = {&functional.info()};
    CHECK(functional_form(out.info(), ops) == &functional.info());
    CHECK(!detail::is_out_argument(functional.info(), out.info().arguments[1]));
    CHECK(detail::is_out_argument(functional.info(), out.info().arguments[2]));
}

} // namespace
