#include <graft/runtime/detail/compiled_graph.hpp>

#include <graft/dialect/aten/counting.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/lookup.hpp>
#include <graft/runtime/kernels/view.hpp>

#include <doctest/doctest.h>

#include "../../counting_new.hpp"
#include "../../io/raises.hpp"
#include "../tensors.hpp"
#include "../test_program.hpp"
#include "../toy.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toy {

// A view that counts how often it is made.
struct shown_t : graft::op<shown_t> {
    static constexpr graft::schema_text text{"toy::shown(Tensor(a) self) -> Tensor(a)"};
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) { return c.tensor("self"); }
};
inline constexpr shown_t shown;
inline int times_shown = 0;

} // namespace toy

template <>
struct graft::kernel_of<toy::shown_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        ++toy::times_shown;
        results[0] = c.tensor("self");
    }
};

namespace {

using namespace graft;
using namespace graft_test;
using graft_test::f32;
using graft_test::sentence;

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::neg.default_),
               decltype(aten::lt.Scalar), decltype(aten::view.default_), decltype(aten::t.default_),
               decltype(aten::_embedding_bag.default_), toy::split_sign_t, toy::pieces_t, toy::shown_t>;
constexpr kernel_library library{kernel_table{kernels}, {}};

detail::compiled_graph compile(graph_module const& m) {
    static exported_program const program;
    return {m, {&program, library, {}, nullptr, {}}};
}

/// The node of result 0 of a call that runs graphs.
value run_graphs(graph& g, char const* op, std::vector<arg> const& args) {
    node_id const call = g.call_function(std::string{"torch.ops.higher_order."} + op, args);
    return {&g, g.call_function("operator.getitem", {arg::node(call), 0})};
}

void add_graph(graph_module& m, char const* name, graph_module inner) {
    m.submodules.push_back({name, std::move(inner)});
}

template <class F>
graph_module graph_of_two(F const& f) {
    graph_module m;
    value const a = placeholder(m.graph, "a"), b = placeholder(m.graph, "b");
    output(m.graph, f(a, b));
    return m;
}

/// What the compiled graph returns, twice, which must be what the interpreter returns.
std::string run_both(graph_module const& m, run_values const& inputs) {
    detail::compiled_graph compiled = compile(m);
    std::string const once = show_values(compiled.run(inputs));
    CHECK(once == show_values(compiled.run(inputs)));
    CHECK(once == show_values(plain_interpreter(library).run(m, inputs).items()));
    return once;
}

TEST_CASE("compiled_graph: a cond runs the graph that its predicate chooses") {
    graph_module m;
    add_graph(m, "sum", graph_of_two([](value a, value b) { return std::vector{aten::add.Tensor(a, b)}; }));
    add_graph(m, "product", graph_of_two([](value a, value b) { return std::vector{aten::mul.Tensor(a, b)}; }));
    graph& g = m.graph;
    arg const flag = arg::node(g.placeholder("flag")), x = arg::node(g.placeholder("x"));
    arg const sum = arg::node(g.get_attr("sum")), product = arg::node(g.get_attr("product"));
    // The predicate of the second cond is the result of the first.
    value const first = run_graphs(g, "cond", {flag, sum, product, arg::tuple({x, x})});
    value const second =
        run_graphs(g, "cond", {arg::node(first.id), product, sum, arg::tuple({arg::node(first.id), x})});
    output(g, {first, second});
    CHECK(run_both(m, {b8({}, {true}), f32({}, {3})}) == "f32[]: 6; f32[]: 18; ");
    CHECK(run_both(m, {b8({}, {false}), f32({}, {3})}) == "f32[]: 9; f32[]: 27; ");
    CHECK(run_both(m, {b8({}, {false}), f32({}, {0})}) == "f32[]: 0; f32[]: 0; ");
}

TEST_CASE("compiled_graph: what a while_loop carries may change places from step to step") {
    graph_module m;
    add_graph(m, "less", graph_of_two([](value a, value) { return std::vector{aten::lt.Scalar(a, 100)}; }));
    add_graph(m, "next", graph_of_two([](value a, value b) { return std::vector{b, aten::add.Tensor(a, b)}; }));
    graph& g = m.graph;
    arg const a = arg::node(g.placeholder("a")), b = arg::node(g.placeholder("b"));
    arg const less = arg::node(g.get_attr("less")), next = arg::node(g.get_attr("next"));
    output(g, {run_graphs(g, "while_loop", {less, next, arg::tuple({a, b}), arg::tuple({})})});
    CHECK(run_both(m, {f32({}, {1}), f32({}, {1})}) == "f32[]: 144; ");
    CHECK(run_both(m, {f32({}, {500}), f32({}, {1})}) == "f32[]: 500; ");
}

TEST_CASE("compiled_graph: map and scan go over rows") {
    graph_module m;
    add_graph(m, "product", graph_of_two([](value a, value b) { return std::vector{aten::mul.Tensor(a, b)}; }));
    add_graph(m, "running", graph_of_two([](value a, value b) {
                  value const sum = aten::add.Tensor(a, b);
                  return std::vector{sum, aten::neg(sum)};
              }));
    graph& g = m.graph;
    arg const rows = arg::node(g.placeholder("rows")), start = arg::node(g.placeholder("start"));
    arg const product = arg::node(g.get_attr("product")), running = arg::node(g.get_attr("running"));
    output(g, {run_graphs(g, "map_impl", {product, arg::tuple({rows}), arg::tuple({start})}),
               run_graphs(g, "scan", {running, arg::tuple({start}), arg::tuple({rows}), arg::tuple({})})});
    CHECK(run_both(m, {f32({3, 1}, {1, 2, 3}), f32({1}, {10})}) == "f32[3, 1]: 10 20 30; f32[1]: 16; ");
}

TEST_CASE("compiled_graph: a number out of a tensor is an argument, an assertion, and a size") {
    graph_module m;
    m.graph = parse(R"(graph():
    %n : i64[] = placeholder[target=n]
    %t : f32[6] = placeholder[target=t]
    %item = call_function[target=torch.ops.aten.item.default](args = (%n,), kwargs = {})
    %mul = call_function[target=operator.mul](args = (%item, 2), kwargs = {})
    %ge = call_function[target=operator.ge](args = (%mul, 4), kwargs = {})
    %assert = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, 'n is at least 2'), kwargs = {})
    %view = call_function[target=torch.ops.aten.view.default](args = (%t, [%item, -1]), kwargs = {})
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%view, %view), kwargs = {})
    return (%view, %add)
)",
                    [](std::string_view name) -> op_info const* {
                        for (op_info const* op : {&aten::view.default_.info(), &aten::add.Tensor.info()})
                            if (op->name == name)
                                return op;
                        return nullptr;
                    });
    run_values const inputs{i64({}, {2}), f32({6}, {1, 2, 3, 4, 5, 6})};
    CHECK(run_both(m, inputs) == "f32[2, 3]: 1 2 3 4 5 6; f32[2, 3]: 2 4 6 8 10 12; ");
    detail::compiled_graph compiled = compile(m);
    CHECK(show_values(compiled.run({i64({}, {3}), inputs[1]})) == "f32[3, 2]: 1 2 3 4 5 6; f32[3, 2]: 2 4 6 8 10 12; ");
    for (std::int64_t const n : {3, 3, 2, 6, 6, 2})
        CHECK(show_values(compiled.run({i64({}, {n}), inputs[1]})) ==
              show_values(plain_interpreter(library).run(m, {i64({}, {n}), inputs[1]}).items()));
    CHECK(raised([&] {
              static_cast<void>(compiled.run({i64({}, {1}), inputs[1]}));
          }) == "graft: an assertion of the program does not hold: n is at least 2 [at %assert]");
    // Sizes that were met take no memory once more, others do.
    block_cache cache;
    block_cache::scope const scope(cache);
    auto const allocations = [&](std::int64_t n) {
        run_values const given{i64({}, {n}), inputs[1]};
        std::int64_t const before = allocation_count();
        static_cast<void>(compiled.run(given));
        static_cast<void>(compiled.run(given));
        return allocation_count() - before;
    };
    CHECK(allocations(3) > 0);
    CHECK(allocations(3) == 0);
    CHECK(allocations(2) > 0);
    CHECK(allocations(2) == 0);
}

TEST_CASE("compiled_graph: views of what stays are made once, views of inputs in every run") {
    graph_module m;
    graph& g = m.graph;
    value const w = placeholder(g, "w"), x = placeholder(g, "x");
    for (value const v : {w, x})
        g.set_val(v.id, f32_spec({2}));
    value const of_state = toy::shown(toy::shown(w)), of_result = toy::shown(aten::neg(x)), of_input = toy::shown(x);
    output(g, {of_state, of_result, of_input});
    infer_all(g, {});
    exported_program const none;
    detail::compiled_graph compiled(m, {&none, library, {}, nullptr, {}},
                                    {{w.id, f32({2}, {5, 6}), true}, {x.id, f32({2}, {0, 0})}});
    toy::times_shown = 0;
    for (float const v : {1.0F, 2.0F, 3.0F}) {
        compiled.set(x.id, f32({2}, {v, 0}));
        compiled.run();
        CHECK(show({compiled[of_state.id], compiled[of_result.id], compiled[of_input.id]}) ==
              show({f32({2}, {5, 6}), f32({2}, {-v, -0.0F}), f32({2}, {v, 0})}));
    }
    CHECK(toy::times_shown == 3);
}

TEST_CASE("compiled_graph: what views of inputs and of results go into is prepared for their strides") {
    // PyTorch notes the bag of each index where the rows that it sums are not dense, and no bags where they are.
    graph_module m;
    graph& g = m.graph;
    value const w = placeholder(g, "w"), indices = placeholder(g, "indices"), offsets = placeholder(g, "offsets");
    g.set_val(w.id, f32_spec({3, 4}));
    g.set_val(indices.id, make_spec(dtype::i64, {5}));
    g.set_val(offsets.id, make_spec(dtype::i64, {2}));
    std::vector<value> results;
    for (value const rows : {aten::t(w), aten::t(aten::neg(w)), aten::t(aten::neg(aten::t(w))), w}) {
        value const bags = aten::_embedding_bag(rows, indices, offsets);
        for (int const i : {0, 1})
            results.push_back({&g, g.call_function("operator.getitem", {arg::node(bags.id), i})});
    }
    output(g, results);
    infer_all(g, {});
    tensor const table = f32({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), rows = i64({5}, {0, 2, 1, 0, 1}),
                 first = i64({2}, {0, 2});
    CHECK(run_both(m, {table, rows, first}) ==
          "f32[2, 3]: 2 10 18 2 14 26; i64[5]: 0 0 1 1 1; f32[2, 3]: -2 -10 -18 -2 -14 -26; i64[5]: 0 0 1 1 1; "
          "f32[2, 4]: -8 -10 -12 -14 -8 -11 -14 -17; i64[0]:; f32[2, 4]: 8 10 12 14 8 11 14 17; i64[0]:; ");
}

TEST_CASE("compiled_graph: what cannot run, and a wrong number of inputs, are errors") {
    graph_module m;
    value const x = placeholder(m.graph, "x");
    output(m.graph, {aten::neg(x)});
    detail::compiled_graph compiled = compile(m);
    CHECK(raised([&] { static_cast<void>(compiled.run({})); }) == "graft: the graph takes 1 inputs, not 0");
    node_id const strange = m.graph.call_function("builtins.print", {arg::node(x.id)});
    m.graph.move_before(strange, m.graph.back());
    CHECK(raised([&] { compile(m); }) == "graft: builtins.print: there is no way to run it [at %print_1]");
}

TEST_CASE("compiled_graph: a value that is not what the program says of it is an error, and nothing is written by it") {
    auto const says = [](graph& g, node_id n, std::vector<sym_int> sizes) {
        g.set_val(n, make_spec(dtype::f32, std::move(sizes)));
    };
    tensor const x = f32({2}, {1, 2});
    // Of a call.
    graph_module m;
    value const a = placeholder(m.graph, "a");
    node_id const view = m.graph.call_function(m.graph.intern_target(aten::view.default_.info()),
                                               {arg::node(a.id), arg::list({arg(2), arg(1)})});
    output(m.graph, {aten::neg(value{&m.graph, view})});
    says(m.graph, a.id, {2});
    says(m.graph, view, {1, 1});
    static exported_program const program;
    auto const run = [&](graph_module const& of, std::vector<detail::known_input> const& known,
                         run_values const& inputs) {
        return sentence([&] {
            static_cast<void>(detail::compiled_graph(of, {&program, library, {}, nullptr, {}}, known).run(inputs));
        });
    };
    CHECK(run(m, {{a.id, x}}, {x}) == "aten::view: the program says that it gives f32[1, 1], but it gives f32[2, 1]");
    // Of an input of a graph that control flow calls, and of what it gives.
    graph_module outer;
    value const go = placeholder(outer.graph, "go"), y = placeholder(outer.graph, "y");
    auto const branch = [&](std::vector<sym_int> const& sizes) {
        graph_module inner;
        value const b = placeholder(inner.graph, "b");
        says(inner.graph, b.id, sizes);
        value const result = aten::neg(b);
        says(inner.graph, result.id, sizes);
        output(inner.graph, {result});
        return inner;
    };
    add_graph(outer, "yes", branch({2}));
    add_graph(outer, "no", branch({3}));
    node_id const yes = outer.graph.get_attr("yes"), no = outer.graph.get_attr("no");
    value const given = run_graphs(outer.graph, "cond",
                                   {arg::node(go.id), arg::node(yes), arg::node(no), arg::tuple({arg::node(y.id)})});
    says(outer.graph, given.id, {2});
    value const negated = aten::neg(given);
    says(outer.graph, negated.id, {2});
    output(outer.graph, {negated});
    CHECK(run(outer, {}, {b8({}, {true}), x}) == "(nothing raised)");
    CHECK(run(outer, {}, {b8({}, {false}), x}) == "the program says that node 'b' is f32[3], but it is f32[2]");
    says(outer.graph, given.id, {4});
    says(outer.graph, negated.id, {4});
    CHECK(run(outer, {}, {b8({}, {true}), x}) == "the program says that node 'getitem' is f32[4], but it is f32[2]");
}

TEST_CASE("seen_inputs: what was added repeats, or not, number by number and size by size") {
    detail::seen_inputs seen;
    auto const given = [&seen](auto const&... inputs) {
        seen.begin();
        (seen.add(inputs), ...);
        return seen.repeat();
    };
    CHECK_FALSE(given());
    CHECK(given());
    CHECK_FALSE(given(scalar(1)));
    CHECK(given(scalar(1)));
    CHECK_FALSE(given(scalar(1.0)));
    CHECK_FALSE(given(scalar(true)));
    CHECK_FALSE(given(scalar(1), scalar(2)));
    CHECK_FALSE(given(scalar(1)));
    CHECK_FALSE(given(f32({2, 3}, {0, 1, 2, 3, 4, 5})));
    CHECK(given(f32({2, 3}, {9, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(f32({3, 2}, {0, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(i64({3, 2}, {0, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(f32({6}, {0, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(tensor{}));
    CHECK(given(tensor{}));
}

sym_int const rows = symbol("s0");

tensor_spec spec(std::vector<sym_int> sizes) {
    tensor_spec s;
    s.dtype = dtype::i64;
    s.sizes = std::move(sizes);
    return s;
}

sym_bindings three_rows() {
    sym_bindings bindings;
    bindings.set(symbol("s0"), 3);
    return bindings;
}

TEST_CASE("known_sizes: sizes that follow from the symbols that are known") {
    CHECK(detail::known_sizes(spec({rows * 2, 4}), three_rows()).value() == dim_vector{6, 4});
    CHECK_FALSE(detail::known_sizes(spec({rows, symbol("u0")}), three_rows()).has_value());
}

TEST_CASE("likely_tensor: of a tensor whose sizes are known") {
    value_spec const val(spec({rows, 4})), number = value_spec::of_integer(3);
    tensor const t = detail::likely_tensor(&val, three_rows());
    CHECK(t.sizes() == dim_vector{3, 4});
    CHECK(t.dtype() == dtype::i64);
    CHECK(t.strides() == dim_vector{4, 1});
    CHECK_FALSE(detail::likely_tensor(&val, {}).defined());
    CHECK_FALSE(detail::likely_tensor(nullptr, {}).defined());
    CHECK_FALSE(detail::likely_tensor(&number, {}).defined());
}

TEST_CASE("laid_out: strides that are known, with gaps and repetitions too") {
    tensor const made = tensor::empty({3, 4}, dtype::i64);
    tensor_spec given = spec({rows, 4});
    CHECK(detail::laid_out(made, given, three_rows()).shares_storage(made));
    for (std::vector<sym_int> const& strides :
         {std::vector<sym_int>{1, rows}, std::vector<sym_int>{8, 2}, std::vector<sym_int>{0, 1}}) {
        given.strides = {strides[0], strides[1]};
        tensor const t = detail::laid_out(made, given, three_rows());
        CHECK(t.sizes() == made.sizes());
        CHECK(t.dtype() == dtype::i64);
        CHECK(t.strides() ==
              dim_vector{substitute(strides[0], three_rows()).value(), substitute(strides[1], three_rows()).value()});
    }
    given.strides = {1, symbol("u0")};
    CHECK(detail::laid_out(made, given, three_rows()).shares_storage(made));
}

call<tensor> call_of(op_info const& op, tensor const& self) {
    call<tensor> c(op);
    c.set("self", self);
    return c;
}

TEST_CASE("settle_results: results of the dtype and sizes that the op gives stay as they are") {
    tensor const x = f32({2}, {1, 2});
    vec<tensor> results{tensor::empty({2}, dtype::f32)};
    std::byte const* const place = results[0].data();
    CHECK(detail::settle_results(call_of(toy::twice_t::info(), x), results));
    CHECK(results[0].data() == place);
}

TEST_CASE("settle_results: sizes, a dtype or a number of results that the op does not give are an error") {
    tensor const x = f32({2}, {1, 2});
    auto const settle = [&](op_info const& op, vec<tensor> results) {
        return sentence([&] { static_cast<void>(detail::settle_results(call_of(op, x), results)); });
    };
    CHECK(settle(toy::twice_t::info(), {tensor::empty({1}, dtype::f32)}) ==
          "toy::twice: the program says that it gives f32[1], but it gives f32[2]");
    CHECK(settle(toy::twice_t::info(), {tensor::empty({2}, dtype::f64)}) ==
          "toy::twice: the program says that it gives f64[2], but it gives f32[2]");
    CHECK(settle(toy::twice_t::info(), {tensor::empty({2, 1}, dtype::f32)}) ==
          "toy::twice: the program says that it gives f32[2, 1], but it gives f32[2]");
    CHECK(settle(toy::split_sign_t::info(), {x}) ==
          "toy::split_sign: the program says that it gives 1 values, but it gives 2");
}

TEST_CASE("settle_results: a result that the program leaves out is allocated") {
    vec<tensor> results{tensor{}, tensor::empty({2}, dtype::f32)};
    CHECK(detail::settle_results(call_of(toy::split_sign_t::info(), f32({2}, {1, 2})), results));
    CHECK(results[0].sizes() == results[1].sizes());
}

TEST_CASE("settle_results: items whose sizes depend on elements are made when the call runs") {
    vec<tensor> results{tensor::empty({0}, dtype::i64)};
    CHECK(!detail::settle_results(call_of(aten::nonzero_numpy.default_.info(), f32({0}, {})), results));
}

} // namespace
