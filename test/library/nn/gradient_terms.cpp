#include <graft/library/nn/gradient_terms.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

struct product_default : composite_op<product_default, op_tags::no_out> {
    static constexpr schema_text text{"mine::product(Tensor self, Tensor other) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        return g.as_given(g.times(g["self"], g.sized(g["other"], k.sizes(g["self"]))));
    }
};
constexpr single_overload<product_default> product{};

struct mine : dialect<mine> {
    using members = op_list<product_default>;
};

// The decomposed program of a product of tensors of these sizes.
exported_program product_of(vec<sym_int> self, vec<sym_int> other) {
    program_builder b;
    value const x = b.input("x", f32_spec(std::move(self)));
    value const y = b.input("y", f32_spec(std::move(other)));
    exported_program program = b.finish({aten::clone(product(x, y))});
    CHECK(decompose(program.graph(), decomposition_table<mine>()) == 1);
    return program;
}

TEST_CASE("gradient_terms: narrow floats are computed with as f32") {
    tensor const x = tensor::full({1}, dtype::f16, 3), y = tensor::full({1}, dtype::f16, 5);
    CHECK(show(product(x, y)) == "f16[1]: 15");
}

TEST_CASE("gradient_terms: a value is of sizes that it is not known to have") {
    sym_int const a = symbol("s0"), b = symbol("s1"), c = symbol("s2");
    auto const count = [](exported_program const& program) { return program.graph().size(); };
    CHECK(count(product_of({2, 3}, {2, 3})) == 5);
    CHECK(count(product_of({a, b}, {a, b})) == 5);
    CHECK(count(product_of({a, b}, {1, b})) == 5);
    exported_program const program = product_of({a, b}, {c, 2});
    executor made(program, {kernels_of<known_ops>(), {}});
    CHECK(show(made.run({f32({2, 2}, {1, 2, 3, 4}), f32({2, 2}, {5, 6, 7, 8})})[0]) == "f32[2, 2]: 5 12 21 32");
}

} // namespace
