#include <graft/runtime/node_action.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/ir/text/parse.hpp>

#include "toy.hpp"

#include <vector>

namespace {

using namespace graft;

// A size as an op of a user's own reads it, and what it asserts and knows.
struct rows_t : op<rows_t> {
    static constexpr schema_text text{"toy::rows(Tensor self, int dim) -> SymInt"};
    static constexpr number_reading reads = number_reading::size;
};

struct check_t : op<check_t> {
    static constexpr schema_text text{"toy::check(Scalar holds, str why) -> ()"};
    static constexpr op_tags tags = op_tags::side_effect | op_tags::assertion;
};
struct known_t : op<known_t> {
    static constexpr schema_text text{"toy::known(Tensor t, int rows) -> ()"};
    static constexpr op_tags tags = op_tags::side_effect | op_tags::statement;
};

struct ops : dialect<ops> {
    using members = join_ops<aten::symbolic_ops, op_list<rows_t, check_t, known_t>>;
};

TEST_CASE("node_action: each kind of node, and calls by their targets") {
    graph const g = parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %w = get_attr[target=w]
    %twice = call_function[target=torch.ops.toy.twice.default](args = (%x,), kwargs = {})
    %size = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %rows = call_function[target=torch.ops.toy.rows.default](args = (%x, 0), kwargs = {})
    %all = call_function[target=torch.ops.toy.rows.default](args = (%x,), kwargs = {})
    %mul = call_function[target=operator.mul](args = (%size, 2), kwargs = {})
    %item = call_function[target=operator.getitem](args = (%twice, 0), kwargs = {})
    %assert = call_function[target=torch.ops.aten._assert_scalar.default](args = (%mul, 'm'), kwargs = {})
    %states = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {})
    %check = call_function[target=torch.ops.toy.check.default](args = (%mul, 'm'), kwargs = {})
    %known = call_function[target=torch.ops.toy.known.default](args = (%x, 2), kwargs = {})
    %cond = call_function[target=torch.ops.higher_order.cond](args = (%x, %w, %w, (%x,)), kwargs = {})
    %short = call_function[target=torch.ops.higher_order.cond](args = (%x,), kwargs = {})
    %loop = call_function[target=torch.ops.higher_order.while_loop](args = (%w, %w, (%x,), ()), kwargs = {})
    %turns = call_function[target=torch.ops.higher_order.while_loop_stack_output](args = (%w, %w, (%x,), ()), kwargs = {})
    %map = call_function[target=torch.ops.higher_order.map_impl](args = (%w, (%x,), ()), kwargs = {})
    %scan = call_function[target=torch.ops.higher_order.scan](args = (%w, (%x,), (%x,), ()), kwargs = {})
    %joined = call_function[target=torch.ops.higher_order.associative_scan](args = (%w, (%x,), ()), kwargs = {})
    %module = call_module[target=m](args = (%x,), kwargs = {})
    %method = call_method[target=relu](args = (%x,), kwargs = {})
    %strange = call_function[target=builtins.print](args = (%x,), kwargs = {})
    return (%x,)
)",
                          ops::find);
    using enum node_action;
    std::vector<node_action> const expected{
        input,     attribute, kernel,           reading,   reading, unknown, function,   item,
        assertion, statement, assertion,        statement, cond,    unknown, while_loop, stacking_while_loop,
        map,       scan,      associative_scan, submodule, unknown, unknown, output};
    std::vector<node_action> found;
    for (node_id const n : g.nodes())
        found.push_back(action_of(g, n));
    CHECK((found == expected));
}

TEST_CASE("node_action: control flow runs graphs, other calls do not") {
    CHECK(is_control_flow(node_action::cond));
    CHECK(is_control_flow(node_action::scan));
    CHECK_FALSE(is_control_flow(node_action::submodule));
    CHECK_FALSE(is_control_flow(node_action::kernel));
}

} // namespace
