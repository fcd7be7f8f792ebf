#include <graft/runtime/blocked_pattern.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/memory/exact.hpp>
#include <graft/memory/in_place.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/reduction.hpp>

#include "../sanitized.hpp"
#include "../transform/decompositions/agreement.hpp"
#include "elementwise_calls.hpp"
#include "test_program.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// An op and its kernel as somebody else writes them: its meta function is all that says that it is element-wise.
namespace mine {

struct cube_t : graft::op<cube_t> {
    static constexpr graft::schema_text text{"mine::cube(Tensor self) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_unary_float;
};
inline constexpr cube_t cube;

struct cube_sum_t : graft::op<cube_sum_t> {
    static constexpr graft::schema_text text{"mine::cube_sum(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary_float;
};
inline constexpr cube_sum_t cube_sum;

} // namespace mine

template <>
struct graft::kernel_of<mine::cube_t> {
    static inline int runs = 0;
    static void run(call<tensor> const& c, graft::view<tensor> results) {
        ++runs;
        float const* const x = c.tensor("self").data<float>();
        for (std::int64_t i = 0; i < results[0].numel(); ++i)
            results[0].data<float>()[i] = x[i] * x[i] * x[i];
    }
};

namespace {

using namespace graft;
using namespace graft_test;

/// Two tensors and a number in, bound to one pattern or another below.
struct blended_t : op<blended_t> {
    static constexpr schema_text text{"toy::blended(Tensor self, Tensor other, Scalar alpha=1) -> Tensor"};
};
inline constexpr blended_t blended;

constexpr auto self = var<"self">;
constexpr auto other = var<"other">;
constexpr auto alpha = var<"alpha">;

constexpr kernel_table kernels{
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::sub.Tensor),
               decltype(aten::relu.default_), decltype(aten::gt.Tensor), decltype(aten::where.self),
               decltype(aten::sum.dim_IntList)>};

call<tensor> call_of(tensor const& x, tensor const& y) {
    call<tensor> c(blended.info());
    c.set("self", x).set("other", y).set("alpha", scalar(2));
    return c;
}

constexpr auto less = aten::sub.Tensor(aten::mul.Tensor(self, other), self, "alpha"_a = alpha);
constexpr auto smooth =
    bind_pattern_to_op(blended, aten::where.self(aten::gt.Tensor(self, other), aten::relu(less), other));

/// Requires that the blocks give bit for bit what the ops give one after the other.
void check_blocks(tensor const& x, tensor const& y) {
    bound_op const bound = smooth.view();
    call<tensor> const c = call_of(x, y);
    detail::blocked_evaluator blocks(bound, c, kernels);
    REQUIRE(blocks.applies());
    tensor const expected = detail::pattern_evaluator{bound, c, kernels}.results().front(), got = blocks.result();
    CHECK(got.dtype() == expected.dtype());
    REQUIRE(got.sizes() == expected.sizes());
    CHECK(compare(expected, got, tolerance{}).agrees());
}

TEST_CASE("blocked_pattern: blocks give what whole tensors give, whatever the last block holds") {
    for (std::int64_t const size : {8192, 8193, 12287, 12288, 20000})
        check_blocks(random_f32({size}), random_f32({size}, 9));
    check_blocks(random_f32({3, 70, 50}), random_f32({3, 70, 50}, 9));
}

TEST_CASE("blocked_pattern: dtypes promote as those of the whole tensors, and numbers of no dimensions stay numbers") {
    tensor const x = random_f32({9000}), counts = random_integers({9000}, dtype::i32, -3, 3);
    check_blocks(x, counts);
    check_blocks(counts, x);
    check_blocks(x, tensor::full({}, dtype::f64, 0.3));
    check_blocks(counts, tensor::full({}, dtype::i64, 1));
}

TEST_CASE("blocked_pattern: few elements, other sizes, columns and sums are no case for blocks") {
    auto const applies = [](auto const& binding, tensor const& x, tensor const& y) {
        bound_op const bound = binding.view();
        call<tensor> const c = call_of(x, y);
        return detail::blocked_evaluator(bound, c, kernels).applies();
    };
    tensor const x = random_f32({100, 100}), row = random_f32({100});
    CHECK(applies(smooth, x, x));
    CHECK_FALSE(applies(smooth, row, row));
    CHECK_FALSE(applies(smooth, x, row));
    CHECK_FALSE(applies(smooth, x, x.as_strided({100, 100}, {1, 100}, 0)));
    constexpr auto sums =
        bind_pattern_to_op(blended, aten::add.Tensor(aten::sum.dim_IntList(self, ints(1), true), other));
    CHECK_FALSE(applies(sums, x, x));
}

TEST_CASE("blocked_pattern: an op of any namespace runs blocked, and over its operand") {
    constexpr kernel_table table{kernel_set<mine::cube_t, decltype(aten::add.Tensor), decltype(aten::mul.Tensor)>};
    constexpr auto meaning = bind_pattern_to_op(mine::cube_sum, aten::add.Tensor(mine::cube(self), other));
    bound_op const bound = meaning.view();
    tensor const a = random_f32({9000}), b = random_f32({9000}, 9);
    call<tensor> c(mine::cube_sum.info());
    c.set("self", a).set("other", b);
    detail::blocked_evaluator blocks(bound, c, table);
    REQUIRE(blocks.applies());
    tensor const expected = detail::pattern_evaluator{bound, c, table}.results().front();
    int const before = kernel_of<mine::cube_t>::runs;
    CHECK(compare(expected, blocks.result(), tolerance{}).agrees());
    CHECK(kernel_of<mine::cube_t>::runs == before + 3);

    program_builder p;
    value const x = p.input("x", f32_spec({9000}));
    value const doubled = aten::mul.Tensor(x, x);
    exported_program const program = p.finish({mine::cube(doubled)});
    in_place_lifetimes const merged = merge_in_place(program.graph(), find_lifetimes(program).values);
    memory_plan const plan = split_places(plan_exact(merged.values), merged);
    graph const& g = program.graph();
    CHECK(plan.offset(g.at(program.signature.outputs[0].name)) == plan.offset(g.at("mul_tensor")));
    std::vector<tensor> const inputs{a};
    kernel_library const library{table, {}};
    CHECK(compare(executor(program, library).run(inputs)[0], executor(program, library, &plan).run(inputs)[0],
                  tolerance{})
              .agrees());
}

constexpr std::array dtypes{dtype::f32, dtype::f16, dtype::f64,     dtype::i32,
                            dtype::u8,  dtype::i8,  dtype::boolean, dtype::c64};

// What the call gives on the whole of its tensors, or nothing where the op does not take them.
std::optional<tensor> whole(call<tensor> const& c, kernel_function kernel) {
    try {
        return evaluate(c, kernel).front();
    } catch (error const&) {
        return {};
    }
}

TEST_CASE("blocked_pattern: every element-wise op gives in blocks, and over its operands, what it gives at once") {
    kernel_table const all = cpu_library().kernels;
    int ops = 0, over = 0;
    for (op_info const* const op : every_known_op()) {
        kernel_function const kernel = all.find(*op);
        if (!is_elementwise(*op) || kernel == nullptr)
            continue;
        CAPTURE(std::string(op->name));
        int runs = 0;
        for (dtype const d : dtypes) {
            if (is_sanitized && runs == 2)
                break;
            elementwise_call given(*op, d, {9000});
            call<tensor>& c = given.made();
            std::optional<tensor> const expected = whole(c, kernel);
            if (!expected)
                continue;
            ++runs;
            std::vector<pattern_node> nodes(1 + op->arguments.size());
            nodes[0].kind = pattern_kind::call;
            nodes[0].size = static_cast<std::int16_t>(nodes.size());
            nodes[0].op = op;
            for (std::size_t slot = 0; slot < op->arguments.size(); ++slot) {
                pattern_node& n = nodes[slot + 1];
                n.kind = pattern_kind::variable;
                n.slot = static_cast<std::int16_t>(slot);
                n.name = op->arguments[slot].name;
            }
            bound_op const bound{op, nodes};
            detail::blocked_evaluator blocks(bound, c, all);
            REQUIRE(blocks.applies());
            CHECK(compare(*expected, blocks.result(), tolerance{}).agrees());
            for (std::size_t const slot : given.slots()) {
                tensor const& operand = c.tensor(slot);
                if (operand.dtype() != expected->dtype() || operand.sizes() != expected->sizes())
                    continue;
                vec<tensor> results{operand.clone()};
                elementwise_call same(*op, d, {9000});
                same.made().set(slot, results[0]);
                kernel(same.made(), results);
                CHECK(compare(*expected, results[0], tolerance{}).agrees());
                ++over;
            }
        }
        CHECK(runs > 0);
        ++ops;
    }
    CHECK(ops > 200);
    CHECK(over > (is_sanitized ? 300 : 500));
}

} // namespace
