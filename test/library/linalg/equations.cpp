#include <graft/library/linalg/equations.hpp>

#include <doctest/doctest.h>

#include <graft/schema/infer.hpp>

#include "../../ir/refusal.hpp"

#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

tensor_spec of(dtype d, vec<sym_int> sizes) { return detail::new_tensor(tensor_spec{}, d, std::move(sizes)); }

TEST_CASE("linalg equations: right sides broadcast, also with symbolic batches") {
    tensor_spec const a = of(dtype::f32, {symbol("s0"), 3, 3}), b = of(dtype::f32, {5, 1, 3, 2});
    call<tensor_spec> c(aten::linalg_solve_triangular.default_.info());
    c.set(0, a).set(1, b).set("upper", true);
    CHECK(detail::shape_text(infer(c).tensor.sizes) == "[5, s0, 3, 2]");
    CHECK(detail::is_vector_side(of(dtype::f32, {2, 3, 3}), of(dtype::f32, {2, 3})));
    CHECK(!detail::is_vector_side(of(dtype::f32, {3, 3, 3}), of(dtype::f32, {2, 3})));
}

TEST_CASE("linalg equations: what PyTorch does not take either") {
    tensor_spec const a = of(dtype::f32, {3, 3}), wrong = of(dtype::f32, {2, 3}), wide = of(dtype::f64, {3, 2});
    call<tensor_spec> c(aten::_linalg_solve_ex.default_.info());
    c.set(0, a).set(1, wrong);
    CHECK(refusal([&] { static_cast<void>(infer(c)); }) ==
          "aten::_linalg_solve_ex: the sizes of 'A' [3, 3] and 'B' [2, 3] do not fit");
    c.set(1, wide);
    CHECK(refusal([&] { static_cast<void>(infer(c)); }) ==
          "aten::_linalg_solve_ex: 'B' is torch.float64, but 'A' torch.float32");
    call<tensor_spec> least(aten::linalg_lstsq.default_.info());
    least.set(0, a).set(1, a).set("driver", std::string_view("best"));
    CHECK(refusal([&] { static_cast<void>(infer(least)); }) ==
          "aten::linalg_lstsq: 'driver' is 'best', not 'gels', 'gelsy', 'gelsd' or 'gelss'");
}

} // namespace
