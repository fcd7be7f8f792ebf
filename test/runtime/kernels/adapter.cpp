#include <graft/runtime/kernels/adapter.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// Kernels that write down what they were given.
struct recorder_t {
    void operator()(kernel::operand const& x, tensor& out) const {
        out = f32({}, {static_cast<float>(x.sizes().size())});
    }
    void operator()(kernel::operand const& x, kernel::operand const& y, tensor& out) const {
        out = f32({2}, {x.is_number() ? 1.f : 0.f, y.is_number() ? 1.f : 0.f});
    }
    void operator()(kernel::operand const&, kernel::operand const&, scalar alpha, tensor& out) const {
        out = f32({}, {alpha.to<float>()});
    }
};
inline constexpr recorder_t recorder{};

struct complex_recorder_t {
    void operator()(kernel::operand const&, kernel::operand const&, scalar alpha, tensor& out) const {
        out = f32({1}, {alpha.to<float>()});
    }
};
inline constexpr complex_recorder_t complex_recorder{};

TEST_CASE("adapter: an operand is the tensor, or the number given in its place") {
    tensor const x = f32({2}, {1, 2});
    graft::call<tensor> c(aten::add.Tensor.info());
    c.set("self", x).set("other", 2.5);
    CHECK_FALSE(detail::operand_of(c, "self").is_number());
    CHECK(detail::operand_of(c, "self").data() == x.data());
    CHECK(detail::operand_of(c, "other").is_number());
    CHECK(detail::operand_of(c, 1).dtype() == dtype::f64);
}

TEST_CASE("adapter: a list of integers is empty for None, and refuses symbols") {
    graft::call<tensor> c(aten::sum.dim_IntList.info());
    CHECK(detail::integers_of(c, "dim").empty());
    c.set("dim", std::array{2, -1});
    CHECK(detail::integers_of(c, "dim") == std::vector<std::int64_t>{2, -1});
    c.set("dim", sym_int{symbol{"s0"}});
    CHECK(raised([&] { detail::integers_of(c, "dim"); }) != "(nothing raised)");
}

TEST_CASE("adapter: unary, binary and scaled kernels get their operands by position and alpha by name") {
    tensor const x = f32({2}, {1, 2});
    tensor results[1];
    graft::call<tensor> c(aten::add.Tensor.info());
    c.set("self", x).set("other", 3).set("alpha", 4);
    detail::unary_kernel<recorder>::run(c, results);
    CHECK(show(results[0]) == "f32[]: 1");
    detail::binary_kernel<recorder>::run(c, results);
    CHECK(show(results[0]) == "f32[2]: 0 1");
    detail::scaled_kernel<recorder, complex_recorder>::run(c, results);
    CHECK(show(results[0]) == "f32[]: 4");
    results[0] = tensor::empty({}, dtype::c64);
    detail::scaled_kernel<recorder, complex_recorder>::run(c, results);
    CHECK(show(results[0]) == "f32[1]: 4");
}

TEST_CASE("adapter: a result made elsewhere goes to the memory of the result, if it has any") {
    graft::call<tensor> const c(aten::neg.default_.info());
    tensor unknown, known = f32({2}, {0, 0});
    std::byte const* const place = known.data();
    detail::give(f32({2}, {1, 2}), unknown, c);
    detail::give(f32({2}, {3, 4}), known, c);
    CHECK(show({unknown, known}) == "f32[2]: 1 2\nf32[2]: 3 4\n");
    CHECK(known.data() == place);
    CHECK_THROWS_WITH_AS(detail::give(f32({3}, {1, 2, 3}), known, c),
                         "graft: aten::neg: the result has other sizes than are known of it", error);
}

TEST_CASE("adapter: elements that a dtype does not hold are converted before they are added up") {
    tensor const x = i64({1}, {2049});
    CHECK(show(detail::elements_in(x, dtype::f16)) == "f16[1]: 2048");
    CHECK(detail::elements_in(x, dtype::i32).shares_storage(x));
    tensor const flags = b8({1}, {true});
    CHECK(detail::elements_in(flags, dtype::f16).shares_storage(flags));
    CHECK(detail::elements_in(f32({1}, {0.1f}), dtype::f16).dtype() == dtype::f16);
}

TEST_CASE("adapter: what is written in place to one of several places of an element is seen in all") {
    tensor const row = f32({2}, {1, 2}), wide = row.as_strided({3, 2}, {0, 1}, 0);
    CHECK(detail::repeats_elements(wide));
    CHECK_FALSE(detail::repeats_elements(row.as_strided({1, 2}, {0, 1}, 0)));
    tensor const longer = f32({4}, {1, 2, 3, 4});
    CHECK(detail::repeats_elements(longer.as_strided({3, 2}, {1, 1}, 0)));
    CHECK_FALSE(detail::repeats_elements(longer.as_strided({2, 2}, {1, 2}, 0)));
    graft::call<tensor> c(aten::neg.default_.info());
    c.set("self", wide);
    tensor results[1];
    detail::run_inplace(
        [](call<tensor> const&, view<tensor> made) {
            made[0] = f32({3, 2}, {1, 7, 5, 2, 1, 2});
        },
        c, results);
    CHECK(show(row) == "f32[2]: 5 7");
    CHECK(results[0].data() == row.data());
}

} // namespace
