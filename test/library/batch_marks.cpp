#include <graft/library/batch_marks.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/print_value.hpp>

#include "../io/raises.hpp"
#include "../runtime/test_program.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// The program of what is done, by the nodes of x, f32[examples, 2, 3], and y, f32[3], between the marks of examples.
class marked_program {
public:
    explicit marked_program(std::int64_t examples = 4) {
        x_ = input("x", {examples, 2, 3});
        y_ = input("y", {3});
        mark("_vmap_increment_nesting", {examples, "error"});
    }
    node_id y() const { return y_; }
    node_id example() { return spec(mark("_add_batch_dim", {arg::node(x_), 0, 1}), {2, 3}); }
    node_id call(op_info const& op, vec<arg> const& args) {
        node_id const n = g_.call_function(op, args);
        infer(g_, n);
        return n;
    }
    node_id item(node_id of, std::int64_t i) {
        node_id const n = g_.call_function("operator.getitem", {arg::node(of), i});
        infer(g_, n);
        return n;
    }
    node_id mark(std::string const& name, vec<arg> const& args) {
        return g_.call_function("torch._functorch.predispatch." + name, args);
    }
    node_id all(node_id n, std::int64_t dim, std::vector<sym_int> sizes) {
        return spec(mark("_remove_batch_dim", {arg::node(n), 1, 4, dim}), std::move(sizes));
    }
    // What is called in the end, in order.
    std::string without_marks(node_id result) {
        mark("_vmap_decrement_nesting", {});
        g_.output(arg::list({arg::node(result)}));
        exported_program program = make_program(std::move(g_));
        static_cast<void>(remove_batch_marks(program));
        std::string calls;
        for (node_id const n : program.graph().nodes())
            if (program.graph().op(n) == opcode::call_function)
                calls += std::string{program.graph().target(n).name} + ' ';
        return calls + text(program.graph().val(program.graph().arg(program.graph().back(), 0)[0].node())->tensor);
    }

    node_id spec(node_id n, std::vector<sym_int> sizes) {
        g_.set_val(n, f32_spec(std::move(sizes)));
        return n;
    }

private:
    node_id input(std::string_view name, std::vector<sym_int> sizes) {
        return spec(g_.placeholder(name), std::move(sizes));
    }

    graph g_;
    node_id x_ = no_node, y_ = no_node;
};

TEST_CASE("batch_marks: an element-wise op is called once, on operands whose dimensions lie below each other") {
    marked_program p;
    node_id const row = p.call(aten::sum.dim_IntList.info(), {arg::node(p.example()), arg::list({0})});
    node_id const sum = p.call(aten::add.Tensor.info(), {arg::node(p.example()), arg::node(row)});
    node_id const more = p.call(aten::add.Tensor.info(), {arg::node(sum), arg::node(p.y())});
    CHECK(p.without_marks(p.all(more, 0, {4, 2, 3})) ==
          "aten::select.int aten::sum.dim_IntList aten::select.int aten::sum.dim_IntList aten::select.int "
          "aten::sum.dim_IntList aten::select.int aten::sum.dim_IntList aten::stack aten::unsqueeze aten::add.Tensor "
          "aten::add.Tensor f32[4, 2, 3]");
}

TEST_CASE("batch_marks: each result of an op that has several is joined, and lies where it is wanted") {
    marked_program p;
    node_id const both = p.call(aten::max.dim.info(), {arg::node(p.example()), 1});
    node_id const values = p.item(both, 0);
    CHECK(
        p.without_marks(p.all(values, 1, {2, 4})) ==
        "aten::select.int aten::max.dim aten::select.int aten::max.dim aten::select.int aten::max.dim aten::select.int "
        "aten::max.dim operator.getitem operator.getitem operator.getitem operator.getitem aten::stack "
        "aten::movedim.int f32[2, 4][1, 2]");
}

TEST_CASE("batch_marks: what is the same for every example is repeated") {
    marked_program p;
    CHECK(p.without_marks(p.all(p.y(), 0, {4, 3})) == "aten::unsqueeze aten::expand f32[4, 3][0, 1]");
}

TEST_CASE("batch_marks: one torch.vmap within another") {
    marked_program p;
    node_id const rows = p.example();
    p.mark("_vmap_increment_nesting", {2, "error"});
    node_id const row = p.spec(p.mark("_add_batch_dim", {arg::node(rows), 0, 2}), {3});
    node_id const twice = p.call(aten::add.Tensor.info(), {arg::node(row), arg::node(row)});
    node_id const both = p.spec(p.mark("_remove_batch_dim", {arg::node(twice), 2, 2, 0}), {2, 3});
    p.mark("_vmap_decrement_nesting", {});
    CHECK(p.without_marks(p.all(both, 0, {4, 2, 3})) == "aten::add.Tensor f32[4, 2, 3]");
}

TEST_CASE("batch_marks: what is asserted of dtype and sizes is asserted of one example, for all have them") {
    marked_program p;
    node_id const row = p.example();
    p.call(aten::_assert_tensor_metadata.info(), {arg::node(row), arg(), arg(), dtype::f32});
    CHECK(p.without_marks(p.all(row, 0, {4, 2, 3})) == "aten::select.int aten::_assert_tensor_metadata f32[4, 2, 3]");
}

TEST_CASE("batch_marks: of no examples nothing is joined, and nothing is called") {
    marked_program p(0);
    node_id const row = p.call(aten::sum.dim_IntList.info(), {arg::node(p.example()), arg::list({0})});
    CHECK(p.without_marks(p.all(row, 0, {0, 3})) == "aten::full f32[0, 3]");
}

// With a dimension more the doubles would decide what dtype the sum has.
TEST_CASE("batch_marks: a number of each example does not count as a tensor that has dimensions") {
    marked_program p;
    node_id const number = p.call(aten::sum.default_.info(), {arg::node(p.example())});
    node_id const wide = p.call(aten::to.dtype.info(), {arg::node(number), dtype::f64});
    node_id const sum = p.call(aten::add.Tensor.info(), {arg::node(wide), arg::node(p.y())});
    std::string const calls = p.without_marks(p.all(sum, 0, {4, 3}));
    CHECK(calls.ends_with("aten::add.Tensor aten::select.int aten::add.Tensor aten::stack f32[4, 3]"));
}

TEST_CASE("batch_marks: what cannot be done for each example is said of its node") {
    marked_program p;
    node_id const drawn = p.call(aten::dropout.info(), {arg::node(p.example()), 0.5, true});
    CHECK(sentence([&] {
              p.without_marks(p.all(drawn, 0, {4, 2, 3}));
          }) == "aten::dropout: it is not known how it is called for each example of torch.vmap");
    marked_program twice;
    twice.mark("_vmap_increment_nesting", {4, "error"});
    CHECK(sentence([&] { twice.without_marks(twice.y()); }) == "the end of torch.vmap is missing");
}

} // namespace
