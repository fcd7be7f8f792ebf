#include <graft/library/batch_marks.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/add_call_like.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
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

std::string called_ops(graph const& g) {
    std::string calls;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            calls += std::string{g.target(n).name} + ' ';
    return calls;
}

std::string result_text(graph const& g, std::size_t i) { return text(g.val(g.arg(g.back(), 0)[i].node())->tensor); }

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
        return called_ops(program.graph()) + result_text(program.graph(), 0);
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

TEST_CASE("batch_marks: a dtype is asserted of all examples together, and sizes of one, as all have them") {
    marked_program p;
    node_id const row = p.example();
    p.call(aten::_assert_tensor_metadata.info(), {arg::node(row), arg(), arg(), dtype::f32});
    CHECK(p.without_marks(p.all(row, 0, {4, 2, 3})) == "aten::_assert_tensor_metadata f32[4, 2, 3]");
    marked_program sized;
    node_id const rows = sized.example();
    sized.call(aten::_assert_tensor_metadata.info(), {arg::node(rows), arg::list({2, 3})});
    CHECK(sized.without_marks(sized.all(rows, 0, {4, 2, 3})) ==
          "aten::select.int aten::_assert_tensor_metadata f32[4, 2, 3]");
}

// A mask of attention asks so for its rows and columns, and torch.export does not know how many there are.
TEST_CASE("batch_marks: one call repeats, looks up or makes anew an unknown number of examples") {
    graph g;
    node_id const x = g.placeholder("x"), table = g.placeholder("table");
    sym_int const s = symbol("s0");
    g.set_val(x, make_spec(dtype::i64, {s}));
    g.set_val(table, f32_spec({5, 7, 2}));
    node_id const count = add_call_like(g, x, aten::sym_size.int_, {arg::node(x), 0});
    auto const mark = [&](std::string const& name, vec<arg> const& args) {
        return g.call_function("torch._functorch.predispatch." + name, args);
    };
    mark("_vmap_increment_nesting", {arg::node(count), "error"});
    node_id const at = mark("_add_batch_dim", {arg::node(x), 0, 1});
    g.set_val(at, make_spec(dtype::i64, {}));
    node_id const three = add_call_like(g, x, aten::arange.default_, {3});
    node_id const found =
        add_call_like(g, x, aten::index.Tensor, {arg::node(table), arg::list({arg::node(three), arg::node(at)})});
    node_id const ones = add_call_like(g, x, aten::new_ones, {arg::node(at), arg::list({3, 1})});
    node_id const sum = add_call_like(g, x, aten::add.Tensor, {arg::node(found), arg::node(ones)});
    vec<arg> results;
    for (node_id const n : {sum, three})
        results.push_back(arg::node(mark("_remove_batch_dim", {arg::node(n), 1, arg::node(count), 0})));
    mark("_vmap_decrement_nesting", {});
    g.output(arg::list(std::move(results)));
    exported_program program = make_program(std::move(g));
    CHECK(remove_batch_marks(program) == 3);
    CHECK(called_ops(program.graph()) == "aten::sym_size.int aten::arange aten::unsqueeze aten::index.Tensor "
                                         "aten::new_ones aten::add.Tensor aten::unsqueeze aten::expand ");
    CHECK(result_text(program.graph(), 0) == "f32[s0, 3, 2]");
    CHECK(result_text(program.graph(), 1) == "i64[s0, 3][0, 1]");
}

// What `work` does with the node of one of s0 examples, f32[2, 3], and that of y, f32[3].
template <class F>
std::string of_unknown_count(F const& work, std::vector<sym_int> sizes) {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    g.set_val(x, f32_spec({symbol("s0"), 2, 3}));
    g.set_val(y, f32_spec({3}));
    node_id const count = add_call_like(g, x, aten::sym_size.int_, {arg::node(x), 0});
    auto const mark = [&](std::string const& name, vec<arg> const& args) {
        return g.call_function("torch._functorch.predispatch." + name, args);
    };
    mark("_vmap_increment_nesting", {arg::node(count), "error"});
    node_id const row = mark("_add_batch_dim", {arg::node(x), 0, 1});
    g.set_val(row, f32_spec({2, 3}));
    node_id const all = mark("_remove_batch_dim", {arg::node(work(g, row, y)), 1, arg::node(count), 0});
    g.set_val(all, f32_spec(std::move(sizes)));
    mark("_vmap_decrement_nesting", {});
    g.output(arg::list({arg::node(all)}));
    exported_program program = make_program(std::move(g));
    remove_batch_marks(program);
    return called_ops(program.graph()).substr(sizeof("aten::sym_size.int")) + result_text(program.graph(), 0);
}

TEST_CASE("batch_marks: one call multiplies, reduces or sorts an unknown number of examples") {
    sym_int const s = symbol("s0");
    auto const along = [](call_target const& op, arg dim) {
        return [op, dim](graph& g, node_id x, node_id) { return add_call_like(g, x, op, {arg::node(x), dim}); };
    };
    CHECK(of_unknown_count(along(aten::softmax.int_, 0), {s, 2, 3}) == "aten::softmax.int f32[s0, 2, 3]");
    CHECK(of_unknown_count(along(aten::sum.dim_IntList, arg::list({0, -1})), {s}) == "aten::sum.dim_IntList f32[s0]");
    CHECK(of_unknown_count([](graph& g, node_id x, node_id) { return add_call_like(g, x, aten::mean, {arg::node(x)}); },
                           {s}) == "aten::mean.dim f32[s0]");
    CHECK(of_unknown_count(
              [](graph& g, node_id x, node_id) {
                  node_id const both = add_call_like(g, x, aten::topk, {arg::node(x), 2});
                  node_id const values = g.call_function("operator.getitem", {arg::node(both), 0});
                  infer(g, values);
                  return values;
              },
              {s, 2, 2}) == "aten::topk operator.getitem f32[s0, 2, 2]");
    CHECK(of_unknown_count(
              [](graph& g, node_id x, node_id y) {
                  return add_call_like(g, x, aten::matmul, {arg::node(x), arg::node(y)});
              },
              {s, 2}) == "aten::unsqueeze aten::matmul aten::squeeze.dim f32[s0, 2]");
    CHECK(of_unknown_count(
              [](graph& g, node_id x, node_id y) {
                  node_id const few = add_call_like(g, x, aten::linear, {arg::node(x), arg::node(y)});
                  node_id const row = add_call_like(g, x, aten::matmul, {arg::node(few), arg::node(x)});
                  return add_call_like(g, x, aten::dot, {arg::node(row), arg::node(y)});
              },
              {s}) == "aten::linear aten::unsqueeze aten::matmul aten::squeeze.dim aten::unsqueeze aten::unsqueeze "
                      "aten::matmul aten::squeeze.dim aten::squeeze.dim f32[s0]");
    CHECK(of_unknown_count(along(aten::amax, arg::list({})), {s}) == "aten::amax f32[s0]");
    auto const item_of = [](graph& g, node_id list) {
        node_id const item = g.call_function("operator.getitem", {arg::node(list), 1});
        infer(g, item);
        return item;
    };
    CHECK(of_unknown_count(
              [&](graph& g, node_id x, node_id) {
                  node_id const rows = add_call_like(g, x, aten::unbind.int_, {arg::node(x)});
                  return add_call_like(g, x, aten::expand_as, {arg::node(item_of(g, rows)), arg::node(x)});
              },
              {s, 2, 3}) ==
          "aten::unbind.int operator.getitem aten::unsqueeze aten::expand_as f32[s0, 2, 3][6, 0, 1] offset=3");
    CHECK(of_unknown_count(
              [&](graph& g, node_id x, node_id) {
                  return item_of(g, add_call_like(g, x, aten::split.Tensor, {arg::node(x), 2, -1}));
              },
              {s, 2, 1}) == "aten::split.Tensor operator.getitem f32[s0, 2, 1][6, 3, 1] offset=2");
    CHECK(of_unknown_count(
              [&](graph& g, node_id x, node_id y) {
                  node_id const both =
                      add_call_like(g, x, aten::broadcast_tensors, {arg::list({arg::node(y), arg::node(x)})});
                  return item_of(g, both);
              },
              {s, 2, 3}) == "aten::expand f32[s0, 2, 3]");
    CHECK_THROWS_WITH(
        of_unknown_count([](graph& g, node_id x, node_id) { return add_call_like(g, x, aten::triu, {arg::node(x)}); },
                         {s, 2, 3}),
        "graft: the number of examples of torch.vmap has to be known [at %triu_default]");
}

TEST_CASE("batch_marks: an unknown number of examples is called by what a call is made of") {
    sym_int const s = symbol("s0");
    CHECK(
        of_unknown_count([](graph& g, node_id x, node_id) { return add_call_like(g, x, aten::argmax, {arg::node(x)}); },
                         {s}) == "aten::reshape aten::argmax i64[s0]");
    CHECK(of_unknown_count(
              [](graph& g, node_id x, node_id) {
                  return add_call_like(g, x, aten::linear, {arg::node(x), arg::node(x)});
              },
              {s, 2, 2}) == "aten::transpose.int aten::matmul f32[s0, 2, 2]");
    CHECK(of_unknown_count(
              [](graph& g, node_id x, node_id y) {
                  return add_call_like(g, x, aten::einsum, {"ij,j->i", arg::list({arg::node(x), arg::node(y)})});
              },
              {s, 2}) == "aten::permute aten::reshape aten::permute aten::reshape aten::matmul aten::reshape "
                         "aten::permute f32[s0, 2]");
}

TEST_CASE("batch_marks: sizes that symbols do not tell to be equal are as recorded") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    sym_int const s = symbol("s0"), t = symbol("s1");
    g.set_val(x, f32_spec({s, 3}));
    g.set_val(y, f32_spec({t, 3}));
    node_id const count = add_call_like(g, x, aten::sym_size.int_, {arg::node(x), 0});
    auto const mark = [&](std::string const& name, vec<arg> const& args) {
        return g.call_function("torch._functorch.predispatch." + name, args);
    };
    mark("_vmap_increment_nesting", {arg::node(count), "error"});
    node_id const a = mark("_add_batch_dim", {arg::node(x), 0, 1}), b = mark("_add_batch_dim", {arg::node(y), 0, 1});
    g.set_val(a, f32_spec({3}));
    g.set_val(b, f32_spec({3}));
    node_id const sum = add_call_like(g, x, aten::add.Tensor, {arg::node(a), arg::node(b)});
    node_id const all = mark("_remove_batch_dim", {arg::node(sum), 1, arg::node(count), 0});
    mark("_vmap_decrement_nesting", {});
    g.output(arg::list({arg::node(all)}));
    exported_program program = make_program(std::move(g));
    remove_batch_marks(program);
    CHECK(called_ops(program.graph()) == "aten::sym_size.int aten::add.Tensor ");
    CHECK(result_text(program.graph(), 0) == "f32[s0, 3]");
}

TEST_CASE("batch_marks: attention that drops nothing out is called for each example, or once for an unknown number") {
    auto const attend = [](graph& g, node_id x, node_id) {
        return add_call_like(g, x, aten::scaled_dot_product_attention, {arg::node(x), arg::node(x), arg::node(x)});
    };
    CHECK(of_unknown_count(attend, {symbol("s0"), 2, 3}) == "aten::scaled_dot_product_attention f32[s0, 2, 3]");
    marked_program p(1);
    arg const x = arg::node(p.example());
    CHECK(p.without_marks(p.all(p.call(aten::scaled_dot_product_attention.info(), {x, x, x}), 0, {1, 2, 3})) ==
          "aten::select.int aten::scaled_dot_product_attention aten::stack f32[1, 2, 3]");
}

TEST_CASE("batch_marks: views with other dimensions are made of all examples at once") {
    marked_program p;
    node_id const turned = p.call(aten::transpose.int_.info(), {arg::node(p.example()), 0, -1});
    node_id const more = p.call(aten::unsqueeze.info(), {arg::node(turned), -1});
    node_id const wide = p.call(aten::expand.info(), {arg::node(more), arg::list({5, 3, 2, -1})});
    node_id const one = p.call(aten::select.int_.info(), {arg::node(wide), 1, 2});
    CHECK(p.without_marks(p.all(one, 0, {4, 5, 2, 1})) ==
          "aten::transpose.int aten::unsqueeze aten::unsqueeze "
          "aten::expand aten::select.int f32[4, 5, 2, 1][6, 0, 3, 1] offset=2");
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
    marked_program jvp;
    jvp.mark("_jvp_increment_nesting", {});
    CHECK(sentence([&] { jvp.without_marks(jvp.y()); }) ==
          "torch._functorch.predispatch._jvp_increment_nesting: of torch.func only vmap is known; run_decompositions() "
          "before torch.export.save resolves what differentiates");
}

} // namespace
