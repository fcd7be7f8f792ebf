#include <graft/transform/detail/pair_writer.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/copy.hpp>

#include "../../runtime/tensors.hpp"
#include "pairs.hpp"

namespace {

using namespace graft;
using namespace graft_test;

tensor complex_tensor() {
    tensor numbers = tensor::empty({2, 3}, dtype::c64), parts = numbers.view_as_real();
    for (std::int64_t i = 0; i < parts.numel(); ++i)
        parts.data<float>()[i] = static_cast<float>(i) - 4.5F;
    return numbers;
}

TEST_CASE("pair_writer: parameters, buffers and constants become pairs") {
    program_builder b;
    tensor const numbers = complex_tensor();
    value const p = b.parameter("p", numbers), q = b.buffer("q", numbers, false), c = b.constant("c", numbers),
                x = b.input("x", f32_spec({2, 3}));
    exported_program const after =
        check_pairs(b.finish({aten::mul.Tensor(p, x), aten::mul.Tensor(q, c), aten::abs(aten::t(p))}));
    CHECK(after.state_dict.at("p").sizes() == dim_vector{2, 3, 2});
    CHECK(after.constants.at("q").dtype() == dtype::f32);
}

TEST_CASE("pair_writer: a buffer that is mutated is a pair, too") {
    program_builder b;
    value const state = b.buffer("state", complex_tensor()), x = b.input("x", f32_spec({2, 3}));
    value const next = aten::mul.Tensor(state, x);
    b.mutate("state", next);
    exported_program const after = check_pairs(b.finish({aten::real(next)}));
    CHECK(after.graph().val(after.graph().at(after.signature.outputs[0].name))->tensor.sizes == vec<sym_int>{2, 3, 2});
}

TEST_CASE("pair_writer: what complex values are") {
    CHECK(detail::holds_complex(make_spec(dtype::c64, {2})));
    CHECK_FALSE(detail::holds_complex(make_spec(dtype::f64, {2})));
    CHECK(detail::holds_complex(value_spec::of_list({make_spec(dtype::f32, {2}), make_spec(dtype::c128, {2})})));
}

} // namespace
