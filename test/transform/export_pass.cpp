#include <graft/transform/export_pass.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/pass/manager.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "../runtime/test_program.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

struct identity : export_pass<identity> {};

// relu(x) is max(x, x*0), which is a node more; in the graphs of control flow too.
struct relu_to_maximum : export_pass<relu_to_maximum> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::relu)
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const zero = export_pass::call_operator(aten::mul.Scalar, {args[0], 0}, {}, meta);
        return export_pass::call_operator(aten::maximum, {args[0], zero}, {}, meta);
    }
};

exported_program read_model(std::string const& path) {
    return read_pt2(GRAFT_TEST_DATA "/models/" + path,
                    {.find_op = [](std::string_view name) { return find_known_op(name); }, .model = {}});
}

exported_program relu_twice() {
    program_builder b;
    value const x = b.input("x", f32_spec({2, symbol{"s0"}}));
    value const y = aten::relu(x);
    set_stack_trace(b.g(), y.id, "File \"model.py\", line 3");
    return b.finish({aten::neg(y), aten::relu(y)}, {{symbol{"s0"}, {1, 8}}});
}

TEST_CASE("export_pass: without handlers no program is modified") {
    for (auto const& entry : std::filesystem::recursive_directory_iterator(GRAFT_TEST_DATA "/models")) {
        if (entry.path().extension() != ".pt2")
            continue;
        CAPTURE(entry.path().string());
        exported_program p = read_pt2(
            entry.path().string(), {.find_op = [](std::string_view name) { return find_known_op(name); }, .model = {}});
        exported_program const before = p;
        CHECK_FALSE(identity{}(p).modified);
        CHECK(p.graph() == before.graph());
    }
}

TEST_CASE("export_pass: new nodes have values of their own and the metadata of what they stand for") {
    exported_program p = relu_twice();
    CHECK(relu_to_maximum{}(p).modified);
    graph const& g = p.graph();
    CHECK(text(g) == R"(graph():
    %x : f32[2, s0] = placeholder[target=x]
    %mul_scalar : f32[2, s0] = call_function[target=torch.ops.aten.mul.Scalar](args = (%x, 0), kwargs = {}) {stack_trace: "File \"model.py\", line 3"}
    %maximum_default : f32[2, s0] = call_function[target=torch.ops.aten.maximum.default](args = (%x, %mul_scalar), kwargs = {}) {stack_trace: "File \"model.py\", line 3"}
    %neg_default : f32[2, s0] = call_function[target=torch.ops.aten.neg.default](args = (%maximum_default,), kwargs = {})
    %mul_scalar_1 : f32[2, s0] = call_function[target=torch.ops.aten.mul.Scalar](args = (%maximum_default, 0), kwargs = {})
    %maximum_default_1 : f32[2, s0] = call_function[target=torch.ops.aten.maximum.default](args = (%maximum_default, %mul_scalar_1), kwargs = {})
    return (%neg_default, %maximum_default_1)
)");
    CHECK(p.signature.outputs[1].name == "maximum_default_1");
    CHECK(lint(g).empty());
    CHECK_FALSE(relu_to_maximum{}(p).modified);
}

TEST_CASE("export_pass: values follow what a pass changes before") {
    struct to_double : export_pass<to_double> {
        arg placeholder(std::string_view name, node_metadata const& meta) {
            arg const made = export_pass::placeholder(name, meta);
            tensor_spec spec = val(made)->tensor;
            spec.dtype = dtype::f64;
            result().set_val(static_cast<node_id>(made.bits), spec);
            return made;
        }
    };
    exported_program p = relu_twice();
    CHECK(to_double{}(p).modified);
    CHECK(p.graph().val(p.graph().at("neg_default"))->tensor.dtype == dtype::f64);
    CHECK(p.graph().meta(p.graph().at("relu_default"), "stack_trace") == "File \"model.py\", line 3");
}

TEST_CASE("export_pass: the graphs that control flow calls are visited, at any depth") {
    exported_program p = read_model("control_flow/model.pt2");
    exported_program const before = p;
    CHECK(relu_to_maximum{}(p).modified);
    CHECK(p.graph() == before.graph());
    graph const& branch = p.module.find("true_graph_0")->graph;
    node_id const n = branch.at("maximum_default");
    REQUIRE(n != no_node);
    CHECK(!branch.find("relu"));
    CHECK(branch.val(n)->is_tensor());
    CHECK(branch.meta(n, "stack_trace") ==
          before.module.find("true_graph_0")
              ->graph.meta(before.module.find("true_graph_0")->graph.at("relu"), "stack_trace"));
    CHECK(p.module.find("true_graph_0")->submodules.size() == 2);
    CHECK(lint(branch).empty());
}

TEST_CASE("export_pass: control flow gives its graphs their inputs and has the values of their results") {
    exported_program p;
    graph_module& m = p.module;
    auto const body = [](auto const& build) {
        graph_module made;
        value const x = placeholder(made.graph, "x"), y = placeholder(made.graph, "y");
        output(made.graph, {build(x, y)});
        return made;
    };
    auto const sum = [](value x, value y) { return aten::add.Tensor(x, y); };
    m.submodules = {{"body", body(sum)}, {"other", body([](value x, value y) { return aten::mul.Tensor(x, y); })}};
    graph& g = m.graph;
    arg const flag = arg::node(g.placeholder("flag")), x = arg::node(g.placeholder("x")),
              y = arg::node(g.placeholder("y"));
    g.set_val(g.at("flag"), make_spec(dtype::boolean, {}));
    g.set_val(g.at("x"), make_spec(dtype::f16, {4, 3}));
    g.set_val(g.at("y"), make_spec(dtype::f32, {3}));
    arg const a = arg::node(g.get_attr("body")), b = arg::node(g.get_attr("other"));
    SUBCASE("cond") {
        g.call_function("torch.ops.higher_order.cond", {flag, a, b, arg::tuple({x, y})}, {}, "result");
        arg const item = arg::node(g.call_function("operator.getitem", {arg::node(g.at("result")), 0}));
        g.output(arg::tuple({item}));
        p.signature.outputs = {{.name = {}, .target = {}, .value = {}}};
        CHECK(identity{}(p).modified);
        CHECK(g.val(g.at("result"))->items[0] == value_spec{make_spec(dtype::f32, {4, 3})});
        CHECK(p.signature.outputs[0].name == "getitem");
    }
    SUBCASE("map") {
        g.call_function("torch.ops.higher_order.map_impl", {a, arg::list({x}), arg::list({y})}, {}, "result");
        g.output(arg::tuple({}));
        CHECK(identity{}(p).modified);
        CHECK(g.val(g.at("result"))->items[0] == value_spec{make_spec(dtype::f32, {4, 3})});
        graph const& inner = m.find("body")->graph;
        CHECK(*inner.val(inner.at("x")) == value_spec{make_spec(dtype::f16, {3})});
        CHECK(m.find("other")->graph.val(m.find("other")->graph.at("x")) == nullptr);
    }
    SUBCASE("scan") {
        g.call_function("torch.ops.higher_order.scan", {a, arg::list({y}), arg::list({x}), arg::tuple({})}, {},
                        "result");
        g.output(arg::tuple({}));
        CHECK(identity{}(p).modified);
        CHECK(g.val(g.at("result"))->items[0] == value_spec{make_spec(dtype::f32, {3})});
    }
    SUBCASE("a wrong number of inputs") {
        g.call_function("torch.ops.higher_order.cond", {flag, a, b, arg::tuple({x})}, {}, "result");
        g.output(arg::tuple({}));
        CHECK(raised([&] { identity{}(p); }) ==
              "graft: the graph takes more inputs than the 1 that its call gives [at %y]");
    }
    SUBCASE("no such graph") {
        g.call_function("torch.ops.higher_order.cond", {flag, arg::node(g.get_attr("nothing")), b, arg::tuple({x, y})});
        g.output(arg::tuple({}));
        CHECK(raised([&] { identity{}(p); }) == "graft: there is no submodule 'nothing' [at %cond]");
    }
}

TEST_CASE("export_pass: a tuple stands for several results, and a literal for a number") {
    struct split_to_slices : export_pass<split_to_slices> {
        arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                          node_metadata const& meta) {
            if (op != aten::split.Tensor)
                return export_pass::call_operator(op, args, kwargs, meta);
            auto const half = [&](int from) {
                return export_pass::call_operator(aten::slice_copy.Tensor, {args[0], 0, from, from + 2}, {}, meta);
            };
            arg const low = half(0), high = half(2);
            return arg::tuple({low, high});
        }
        arg call_sym(call_target const&, arguments const&, node_metadata const&) { return 2; }
    };
    program_builder b;
    value const x = b.input("x", f32_spec({4}));
    value const parts{&b.g(), b.g().call_function(aten::split.Tensor.info(), {arg::node(x.id), 2})};
    arg const two = arg::node(b.g().call_function("operator.add", {1, 1}));
    value const last = b.item(parts, -1), first = b.item(parts, 0);
    value const scaled{&b.g(), b.g().call_function(aten::mul.Scalar.info(), {arg::node(last.id), two})};
    exported_program p = b.finish({scaled, first});
    CHECK(split_to_slices{}(p).modified);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %slice_copy_tensor : [num_users=1] = call_function[target=torch.ops.aten.slice_copy.Tensor](args = (%x, 0, 0, 2), kwargs = {})
    %slice_copy_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.slice_copy.Tensor](args = (%x, 0, 2, 4), kwargs = {})
    %mul_scalar : [num_users=1] = call_function[target=torch.ops.aten.mul.Scalar](args = (%slice_copy_tensor_1, 2), kwargs = {})
    return (mul_scalar, slice_copy_tensor))");
    CHECK(p.signature.outputs[1].name == "slice_copy_tensor");
}

TEST_CASE("export_pass: a handler sees the program, and asks for an item outside of any dialect") {
    struct first_of_sorted : export_pass<first_of_sorted> {
        arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                          node_metadata const& meta) {
            if (op != aten::relu || program().state_dict.empty())
                return export_pass::call_operator(op, args, kwargs, meta);
            arg const both = export_pass::call_operator(aten::split.Tensor, {args[0], 2}, {}, meta);
            return export_pass::call_getitem(both, 0, meta);
        }
    };
    program_builder b;
    value const w = b.parameter("w", tensor::zeros({2}, dtype::f32));
    exported_program p = b.finish({aten::relu(w)});
    graph& g = p.graph();
    node_id const relu = g.at("relu_default");
    g.set_target(relu, g.intern_target(aten::relu.default_.info(), dialect_tag::edge));
    CHECK(first_of_sorted{}(p).modified);
    CHECK(g.find("getitem"));
    CHECK(g.target(g.at("getitem")).dialect == dialect_tag::aten);
    CHECK(g.val(g.at("getitem"))->is_tensor());
    CHECK(p.signature.outputs[0].name == "getitem");
}

TEST_CASE("export_pass: calls keep their dialect, and those that replace them have it") {
    exported_program p = relu_twice();
    graph& g = p.graph();
    for (node_id const n : g.nodes())
        if (g.target(n).is_op())
            g.set_target(n, g.intern_target(g.target(n).name, g.target(n).op, dialect_tag::edge));
    CHECK_FALSE(identity{}(p).modified);
    CHECK(relu_to_maximum{}(p).modified);
    for (node_id const n : g.nodes())
        if (g.target(n).is_op())
            CHECK(g.target(n).dialect == dialect_tag::edge);
    CHECK(g.find("aten_maximum_default"));
}

TEST_CASE("export_pass: an input may be renamed, and the signature follows; one more or less is refused") {
    struct rename : export_pass<rename> {
        arg placeholder(std::string_view name, node_metadata const& meta) {
            arg const made = export_pass::placeholder(name, meta);
            result().rename(static_cast<node_id>(made.bits), "input");
            return made;
        }
    };
    struct drop : export_pass<drop> {
        arg placeholder(std::string_view, node_metadata const&) { return 1.0; }
        arg call_operator(call_target const&, arguments const&, keyword_arguments const&, node_metadata const&) {
            return 1.0;
        }
    };
    struct shorten : export_pass<shorten> {
        arg output(arg const& results, node_metadata const& meta) {
            return export_pass::output(arg::tuple({results.items[0]}), meta);
        }
    };
    exported_program p = relu_twice();
    CHECK(raised([&] { drop{}(p); }) ==
          "graft: a pass may not change the number of inputs: there were 1, now there are 0");
    CHECK(raised([&] { shorten{}(p); }) == "graft: the graph returns 1 values, where the program returns 2");
    CHECK(p.graph() == relu_twice().graph());
    CHECK(rename{}(p).modified);
    CHECK(p.signature.inputs[0].name == "input");
    CHECK(!p.graph().find("x"));
}

TEST_CASE("export_pass: a handler that throws, whatever it throws, leaves the program as it was") {
    struct failing : export_pass<failing> {
        bool standard = false;
        arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                          node_metadata const& meta) {
            if (op == aten::neg && standard)
                throw std::runtime_error("out of luck");
            if (op == aten::neg)
                raise(errc::unsupported, "no neg here");
            return relu_to_maximum_call(op, args, kwargs, meta);
        }
        arg relu_to_maximum_call(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                                 node_metadata const& meta) {
            return export_pass::call_operator(op == aten::relu ? call_target{aten::abs} : op, args, kwargs, meta);
        }
    };
    exported_program p = relu_twice();
    set_stack_trace(p.graph(), p.graph().at("neg_default"), "line 4");
    exported_program const before = p;
    failing pass;
    CHECK(raised([&] { pass(p); }) == "graft: no neg here [at %neg_default]\nline 4");
    pass.standard = true;
    CHECK_THROWS_AS(pass(p), std::runtime_error);
    CHECK(p.graph() == before.graph());
    CHECK(p.signature == before.signature);
}

TEST_CASE("export_pass: what has no place in an exported program is an error at its node") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program p = b.finish({x});
    graph& g = p.graph();
    auto const failure = [&](node_id n) {
        set_stack_trace(g, n, "line 5");
        std::string const what = raised([&] { identity{}(p); });
        g.erase_node(n);
        return what;
    };
    auto const scope = inserting_before(g, g.back());
    CHECK(failure(g.call_function("my::unknown", {arg::node(x.id)})) ==
          "graft: my::unknown: nothing is known of its result: the op is unknown [at %unknown_default]\nline 5");
    CHECK(failure(g.call_function("math.sin", {arg::node(x.id)})) ==
          "graft: math.sin: a call of it is no part of an exported program [at %sin]\nline 5");
    arg const args[] = {arg::node(x.id)};
    CHECK(failure(g.create_node(opcode::call_module, g.intern_target("layer"), args)) ==
          "graft: call_module is no part of an exported program [at %layer]\nline 5");
    CHECK(failure(g.call_function(aten::add.Tensor.info(), {arg::node(x.id)})) ==
          "graft: aten::add.Tensor: argument 'other' has no default and is not given [at %add_tensor]\nline 5");
    CHECK(failure(g.call_function("torch.ops.higher_order.wrap", {arg::node(x.id)})) ==
          "graft: nothing is known of the result of this call [at %wrap]\nline 5");
    CHECK_FALSE(identity{}(p).modified);
}

struct conditional : export_pass<conditional> {
    static constexpr std::string_view name = "conditional";
    void expects(exported_program const& p) const {
        if (!p.graph().find("relu_default"))
            raise(errc::verification, "there is no relu");
    }
    void ensures(exported_program const& p) const {
        if (p.graph().find("relu_default"))
            raise(errc::verification, "there still is a relu");
    }
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        return export_pass::call_operator(op == aten::relu ? call_target{aten::abs} : op, args, kwargs, meta);
    }
};

TEST_CASE("export_pass: conditions run before and after, and a manager knows the pass by its name") {
    exported_program p = relu_twice();
    CHECK(conditional{}(p).modified);
    CHECK(raised([&] { conditional{}(p); }) == "graft: there is no relu");
    CHECK(raised([&] { pass_manager({conditional{}})(p); }).find("'conditional'") != std::string::npos);
    p = relu_twice();
    CHECK(pass_manager({conditional{}})(p).modified);
}

TEST_CASE("export_pass: a handler sees the source node of its call and of its arguments, with users and metadata") {
    // abs of what nothing else uses is left out
    struct drop_lonely_abs : export_pass<drop_lonely_abs> {
        std::string* seen = nullptr;
        arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                          node_metadata const& meta) {
            node_metadata const from = source_node(args[0]);
            *seen += std::string(from.owner->name(from.node)) + (from["stack_trace"].empty() ? "" : "!") + " -> " +
                     std::string(source().name(meta.node)) + " of " + std::to_string(users(args[0]).size()) + ", for " +
                     std::to_string(meta.num_users()) + "; ";
            if (op == aten::abs && users(args[0]).size() == 1)
                return args[0];
            arg const made = export_pass::call_operator(op, args, kwargs, meta);
            CHECK(users(made).empty());
            CHECK(raised([&] { static_cast<void>(source_node(made)); }) ==
                  "graft: no node of the source became this argument");
            return made;
        }
    };
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const y = aten::abs(x), z = aten::neg(y), w = aten::abs(z);
    set_stack_trace(b.g(), x.id, "line 1");
    exported_program p = b.finish({aten::relu(w), z});
    std::string seen;
    drop_lonely_abs pass;
    pass.seen = &seen;
    CHECK(pass(p).modified);
    CHECK(seen == "x! -> abs_default of 1, for 1; x! -> neg_default of 1, for 2; "
                  "neg_default -> abs_default_1 of 2, for 1; abs_default_1 -> relu_default of 1, for 1; ");
    CHECK(fx_text(p.graph()).find("%neg_default : [num_users=2] = call_function[target=torch.ops.aten.neg.default]"
                                  "(args = (%x,), kwargs = {})") != std::string::npos);
}

sym_int const s0 = symbol{"s0"};

TEST_CASE("control_flow_val: what is known of an argument") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    g.set_val(x, make_spec(dtype::f32, {s0, 3}));
    value_spec const all = spec_of(g, arg::tuple({arg::node(x), arg::node(y), 3, true, 0.5}));
    REQUIRE(all.items.size() == 5);
    CHECK(all.items[0] == value_spec{make_spec(dtype::f32, {s0, 3})});
    CHECK(all.items[1].is_none());
    CHECK(all.items[2] == value_spec::of_integer(3));
    CHECK(all.items[3] == value_spec::of_boolean(1));
    CHECK(all.items[4].is_none());
}

TEST_CASE("control_flow_val: the results of a graph are a list, also when it is one value") {
    graph g;
    arg const x = arg::node(g.placeholder("x"));
    g.set_val(g.at("x"), make_spec(dtype::f32, {2}));
    graph two = g, none = g;
    g.output(x);
    two.output(arg::list({x, x}));
    CHECK(result_specs(g).size() == 1);
    CHECK(result_specs(two).size() == 2);
    CHECK(raised([&] { static_cast<void>(result_specs(none)); }) ==
          "graft: a graph that control flow calls has no output");
}

TEST_CASE("control_flow_val: rows lack the first dimension, and stack up again") {
    value_spec const rows = make_spec(dtype::f16, {s0, 2, 3});
    CHECK(row_spec(rows) == value_spec{make_spec(dtype::f16, {2, 3})});
    CHECK(stacked_spec(row_spec(rows), s0) == rows);
    CHECK(row_count({rows}) == s0);
    tensor_spec across = make_spec(dtype::f16, {3, 2});
    across.strides = {1, 3};
    CHECK(stacked_spec(across, 4) == value_spec{make_spec(dtype::f16, {4, 3, 2})});
    CHECK(raised([&] { static_cast<void>(row_spec(make_spec(dtype::f32, {}))); }) ==
          "graft: control flow goes over the rows of what is no tensor of rank 1 or more");
    CHECK(raised([&] { static_cast<void>(stacked_spec(value_spec::of_integer(1), 2)); }) ==
          "graft: a row that control flow computes is no tensor");
    CHECK(raised([&] { static_cast<void>(row_count({})); }) == "graft: control flow goes over no rows");
}

TEST_CASE("control_flow_val: branches that disagree leave it open what they return") {
    value_spec const a = make_spec(dtype::f32, {2}), b = make_spec(dtype::f32, {3});
    CHECK(branch_spec({a}, {a}) == value_spec::of_list({a}));
    CHECK_FALSE(branch_spec({a}, {b}).has_value());
    CHECK_FALSE(branch_spec({a}, {a, a}).has_value());
}

} // namespace
