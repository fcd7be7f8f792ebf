#include <graft/runtime/kernels/random.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// Ops without a tensor argument have no carrier, so their calls are made by hand.
template <class Op, class Value>
tensor made(Op const&, Value const& given, dtype d) {
    call<tensor> c(Op::info());
    c.set(0, given).set("dtype", d);
    return evaluate(c, &kernel_of<Op>::run).at(0);
}

TEST_CASE("random: the ops fill what their arguments describe") {
    CHECK(made(aten::rand.default_, std::array{2, 3}, dtype::f32).sizes() == std::vector<std::int64_t>{2, 3});
    CHECK(made(aten::randn.default_, std::array{4}, dtype::f64).dtype() == dtype::f64);
    CHECK(made(aten::randperm.default_, 6, dtype::i32).numel() == 6);
}

TEST_CASE("random: complex numbers have both parts, and together the variance of one") {
    for (dtype const d : {dtype::c64, dtype::c128}) {
        CAPTURE(torch_name(d));
        std::array<double, 2> squares{}, least{1, 1}, most{0, 0};
        tensor const normal = detail::as_dense(made(aten::randn.default_, std::array{4000}, d), dtype::c128);
        tensor const uniform = detail::as_dense(made(aten::rand.default_, std::array{4000}, d), dtype::c128);
        for (std::size_t i = 0; i < 8000; ++i) {
            double const x = normal.view_as_real().data<double>()[i];
            double const u = uniform.view_as_real().data<double>()[i];
            squares[i % 2] += x * x / 4000;
            least[i % 2] = std::min(least[i % 2], u);
            most[i % 2] = std::max(most[i % 2], u);
        }
        for (std::size_t part = 0; part < 2; ++part) {
            CHECK(squares[part] == doctest::Approx(0.5).epsilon(0.1));
            CHECK((least[part] >= 0 && least[part] < 0.01));
            CHECK((most[part] < 1 && most[part] > 0.99));
        }
    }
}

TEST_CASE("random: dropout keeps everything without training") {
    CHECK(show(aten::native_dropout(f32({2}, {1, 2}), 0.5, false)) == "f32[2]: 1 2\nb8[2]: 1 1\n");
    CHECK(show(aten::native_dropout(f32({2}, {1, 2}), 1.0, true)) == "f32[2]: 0 0\nb8[2]: 0 0\n");
}

TEST_CASE("random: complex numbers are dropped in training as PyTorch drops them") {
    tensor const x = tensor::full({2, 2}, dtype::c64, scalar::complex(1, 2));
    for (tensor const& all :
         {aten::dropout(x, 1.0, true), aten::alpha_dropout(x, 1.0, true), aten::feature_dropout(x, 1.0, true),
          aten::feature_alpha_dropout(x, 1.0, true), aten::native_dropout(x, 1.0, true)[0]})
        CHECK(show(all.view_as_real()) == "f32[2, 2, 2]: 0 0 0 0 0 0 0 0");
    tensor const parts = aten::dropout(x, 0.5, true).view_as_real();
    for (std::int64_t i = 0; i < parts.numel(); ++i)
        CHECK((parts.data<float>()[i] == 0 || parts.data<float>()[i] == 2 * static_cast<float>(1 + i % 2)));
}

TEST_CASE("random: dropout keeps all without training and at probability 0, and nothing at 1") {
    tensor const x = f32({2, 3}, {0, 1, 2, 3, 4, 5});
    CHECK(show(aten::dropout(x, 0.5, false)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(show(aten::dropout(x, 0.0, true)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(show(aten::dropout(x, 1.0, true)) == "f32[2, 3]: 0 0 0 0 0 0");
    CHECK(show(aten::alpha_dropout(x, 1.0, true)) == "f32[2, 3]: 0 0 0 0 0 0");
    CHECK(raised([&] { aten::dropout(x, 1.5, true); }) == "graft: aten::dropout: 'p' must lie in [0, 1]");
}

TEST_CASE("random: features are dropped as a whole") {
    tensor const ones = tensor::full({8, 5, 6}, dtype::f32, 1.0);
    tensor const left = aten::feature_dropout(ones, 0.5, true), moved = aten::feature_alpha_dropout(ones, 0.5, true);
    for (tensor const& t : {left, moved})
        for (std::int64_t i = 0; i < t.numel(); ++i)
            CHECK(t.data<float>()[i] == t.data<float>()[i / 6 * 6]);
    CHECK(raised([] {
              aten::feature_dropout(f32({2}, {1, 2}), 0.5, true);
          }) == "graft: aten::feature_dropout: argument 0 must have at least 2 dimensions, not 1");
}

} // namespace
