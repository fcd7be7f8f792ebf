#include <graft/rewrite/bind_pattern.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include <type_traits>

namespace {

using namespace graft;

struct multiply_add_t : op<multiply_add_t> {
    static constexpr schema_text text{
        "toy::multiply_add(Tensor self, Tensor other, Tensor addend, Scalar alpha=1) -> Tensor"};
};
inline constexpr multiply_add_t multiply_add;

constexpr auto self = var<"self">;
constexpr auto other = var<"other">;
constexpr auto addend = var<"addend">;

constexpr auto meaning =
    bind_pattern_to_op(multiply_add, aten::add.Tensor(aten::mul.Tensor(self, other), addend, "alpha"_a = var<"alpha">));
constexpr bound_op bound = meaning.view();
static_assert(bound.op == &multiply_add.info());
static_assert(bound.pattern.size() == 6);

TEST_CASE("bind_pattern: the view names the op and shows the pattern in pre-order") {
    CHECK(bound.op == &multiply_add.info());
    CHECK(bound.pattern.size() == 6);
    CHECK(bound.pattern.data() == meaning.meaning.nodes.data());
    CHECK(bound.pattern[0].op == &aten::add.Tensor.info());
    CHECK(bound.pattern[1].op == &aten::mul.Tensor.info());
    CHECK(bound.pattern[2].name == "self");
    CHECK(bound.pattern[5].name == "alpha");
}

TEST_CASE("bind_pattern: a pattern need not use every argument, and may use one twice") {
    constexpr auto square = bind_pattern_to_op(multiply_add, aten::mul.Tensor(self, self));
    CHECK(square.view().pattern.size() == 3);
    constexpr auto constant = bind_pattern_to_op(multiply_add, aten::mul.Tensor(any, 2));
    CHECK(constant.view().pattern.size() == 3);
}

TEST_CASE("bind_pattern: a function is one of the op's arguments in the order of the schema") {
    constexpr auto traced = bind_pattern_to_op(multiply_add, [](auto a, auto b, auto c, auto d) {
        return aten::add.Tensor(aten::mul.Tensor(a, b), c, "alpha"_a = d);
    });
    static_assert(std::is_same_v<decltype(traced), decltype(meaning)>);
    CHECK(traced.meaning.nodes == meaning.meaning.nodes);
    constexpr auto square = bind_pattern_to_op(multiply_add, [](auto a) { return aten::mul.Tensor(a, a); });
    CHECK(square.meaning.nodes == aten::mul.Tensor(self, self).nodes);
    constexpr auto same = bind_pattern_to_op(multiply_add, [](auto, auto b) { return b; });
    CHECK(same.meaning.nodes[0].name == "other");
    constexpr auto by_name =
        bind_pattern_to_op(multiply_add, trace<"self", "alpha">([](auto a, auto b) { return aten::mul.Scalar(a, b); }));
    CHECK(by_name.meaning.nodes == aten::mul.Scalar(self, var<"alpha">).nodes);
}

TEST_CASE("bind_pattern: the same pattern puts the op into a graph and takes it apart again") {
    constexpr auto alpha = var<"alpha">;
    constexpr auto fuse = rule<"fuse">(meaning.meaning >> multiply_add(self, other, addend, alpha));
    constexpr auto unfuse = rule<"unfuse">(multiply_add(self, other, addend, alpha) >> meaning.meaning);
    graph g;
    value const x = placeholder(g, "x"), y = placeholder(g, "y");
    output(g, {aten::add.Tensor(aten::mul.Tensor(x, y), x, "alpha"_a = 3)});
    CHECK(rewrite(g, fuse).rewrites == 1);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.toy.multiply_add.default](args = (%x, %y, %x, 3), kwargs = {})
    return (add_tensor,))");
    CHECK(rewrite(g, unfuse).rewrites == 1);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %mul_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul_tensor_1, %x), kwargs = {alpha: 3})
    return (add_tensor,))");
}

} // namespace
