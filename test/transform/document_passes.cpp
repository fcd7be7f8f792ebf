// The passes that the documentation of PyTorch and ExecuTorch shows, written with what there is for each level.
#include <graft/ir/args_map.hpp>
#include <graft/pass/transformer.hpp>
#include <graft/transform/export_pass.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/pass/manager.hpp>
#include <graft/rewrite/bind_pattern.hpp>

#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using arguments = std::vector<arg>;
using keyword_arguments = std::vector<kwarg>;

//=== the graph edited directly ===//

void replace_add_with_mul(graph& g) {
    std::uint32_t const mul = g.intern_target(aten::mul.Tensor.info());
    for (node_id const n : g.nodes())
        if (g.target(n).name == "aten::add.Tensor")
            g.set_target(n, mul);
}

void insert_relu_after_add(graph& g) {
    for (node_id const n : g.nodes())
        if (g.target(n).name == "aten::add.Tensor") {
            auto const scope = inserting_after(g, n);
            node_id const relu = g.call_function(aten::relu.default_.info(), {arg::node(n)});
            g.replace_all_uses_with(n, operand::node(relu), [&](node_id user) { return user != relu; });
        }
}

//=== one call for another, for several, for none ===//

struct replace_inplace_relu : export_pass<replace_inplace_relu> {
    static constexpr std::string_view name = "replace_inplace_relu";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::relu_)
            return export_pass::call_operator(op, args, kwargs, meta);
        return export_pass::call_operator(aten::relu, args, kwargs, meta);
    }
};

struct replace_add_with_mul_sub : export_pass<replace_add_with_mul_sub> {
    static constexpr std::string_view name = "replace_add_with_mul_sub";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::add.Tensor)
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const product = export_pass::call_operator(aten::mul.Tensor, args, {}, meta);
        return export_pass::call_operator(aten::sub.Tensor, {product, args[1]}, {}, meta);
    }
};

struct transform_add_to_mul_sub : transformer<transform_add_to_mul_sub> {
    arg call_function(call_target const& target, arguments const& args, keyword_arguments const& kwargs) {
        if (target != aten::add.Tensor)
            return transformer::call_function(target, args, kwargs);
        arg const product = transformer::call_function(aten::mul.Tensor, args);
        return transformer::call_function(aten::sub.Tensor, {product, args[1]});
    }
};

struct remove_detach : export_pass<remove_detach> {
    static constexpr std::string_view name = "remove_detach";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::detach)
            return export_pass::call_operator(op, args, kwargs, meta);
        return args[0];
    }
};

//=== what the schema says of each argument ===//

struct scalar_to_tensor_pass : export_pass<scalar_to_tensor_pass> {
    static constexpr std::string_view name = "scalar_to_tensor_pass";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        auto const try_coerce = [&](arg const& value, schema_argument const& slot) {
            bool const number = value.kind == arg_kind::boolean || value.kind == arg_kind::integer ||
                                value.kind == arg_kind::real;
            if (!number || slot.type != type_kind::tensor)
                return value;
            return export_pass::call_operator(aten::full, {arg::list({}), value}, {}, meta);
        };
        call_arguments const mapped = args_map(*op.op(), try_coerce, args, kwargs);
        return export_pass::call_operator(op, mapped.args, mapped.kwargs, meta);
    }
};

//=== many calls for one ===//

struct conv2d_relu_t : op<conv2d_relu_t> {
    static constexpr schema_text text{
        "demo::conv2d_relu(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, "
        "SymInt[2] padding=0, SymInt[2] dilation=1, SymInt groups=1) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static value_spec meta(graft::call<tensor_spec> const& c) {
        graft::call<tensor_spec> conv(aten::conv2d.default_.info());
        for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
            conv.set(i, c[i]);
        return infer(conv);
    }
};
inline constexpr conv2d_relu_t conv2d_relu;

constexpr auto conv2d_relu_meaning = bind_pattern_to_op(
    conv2d_relu, aten::relu(aten::conv2d(var<"input">, var<"weight">, var<"bias">, var<"stride">,
                                         var<"padding">, var<"dilation">, var<"groups">)));
constexpr bound_op bound[] = {conv2d_relu_meaning.view()};

// A convolution that only a relu uses is the fused call, with all its attributes; the relu is then nothing more.
struct fuse_conv_relu : export_pass<fuse_conv_relu> {
    static constexpr std::string_view name = "fuse_conv_relu";
    std::set<std::int64_t> fused;

    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op == aten::relu && args[0].kind == arg_kind::node && fused.contains(args[0].bits))
            return args[0];
        if (op != aten::conv2d || !only_relu_uses(meta.node))
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const made = export_pass::call_operator(conv2d_relu, args, kwargs, meta);
        fused.insert(made.bits);
        return made;
    }

    [[nodiscard]] bool only_relu_uses(node_id n) const {
        std::vector<node_id> const users = source().users(n);
        return users.size() == 1 && call_target{source().target(users[0])} == aten::relu;
    }
};

// The same, seen from the relu: its input is asked what it is and whether more uses it.
struct fuse_into_relu : export_pass<fuse_into_relu> {
    static constexpr std::string_view name = "fuse_into_relu";

    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::relu || !is_conv(args[0]) || users(args[0]).size() > 1)
            return export_pass::call_operator(op, args, kwargs, meta);
        auto const conv = static_cast<node_id>(args[0].bits);
        arguments given;
        for (std::size_t i = 0; i < result().arg_count(conv); ++i)
            given.push_back(to_arg(result().arg(conv, i)));
        result().erase_node(conv);
        return export_pass::call_operator(conv2d_relu, given, {}, meta);
    }

    [[nodiscard]] bool is_conv(arg const& a) {
        return a.kind == arg_kind::node && call_target{result().target(static_cast<node_id>(a.bits))} == aten::conv2d;
    }
};

constexpr auto conv_relu_rule =
    rule<"conv-relu">(aten::relu(one_use(aten::conv2d(var<"x">, var<"w">, var<"b">, var<"stride">, var<"padding">,
                                                      var<"dilation">, var<"groups">))) >>
                      conv2d_relu(var<"x">, var<"w">, var<"b">, var<"stride">, var<"padding">,
                                  var<"dilation">, var<"groups">));

constexpr auto add_mul_rule =
    rule<"add-mul-to-sub">(aten::mul.Tensor(aten::add.Tensor(var<"x">, var<"y">), var<"y">) >>
                           aten::sub.Tensor(var<"x">, var<"y">));

//=== a pass with conditions ===//

struct replace_add_pass {
    std::string_view name;
    op_info const* by;

    void expects(exported_program const& p) const {
        for (node_id const n : p.graph().nodes())
            if (p.graph().target(n).name == "aten::add.Tensor")
                return;
        raise(errc::verification, "there is no add");
    }
    void operator()(graph& g) const {
        for (node_id const n : g.nodes())
            if (g.target(n).name == "aten::add.Tensor")
                g.set_target(n, g.intern_target(*by));
    }
};

//=== the tests ===//

exported_program sum_of(std::vector<sym_int> const& sizes) {
    program_builder b;
    value const x = b.input("x", f32_spec(sizes)), y = b.input("y", f32_spec(sizes));
    value const sum = aten::add.Tensor(x, y);
    set_stack_trace(b.g(), sum.id, "File \"model.py\", line 3");
    return b.finish({aten::neg(sum)});
}

TEST_CASE("document passes: add becomes mul where it stands") {
    exported_program p = sum_of({2});
    replace_add_with_mul(p.graph());
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%add_tensor,), kwargs = {})
    return (neg_default,))");
    check_sound(p);
}

TEST_CASE("document passes: a relu after each add, which its users get instead") {
    exported_program p = sum_of({2});
    insert_relu_after_add(p.graph());
    infer_all(p.graph());
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%relu_default,), kwargs = {})
    return (neg_default,))");
    check_sound(p);
}

TEST_CASE("document passes: relu_ becomes relu") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, symbol{"s0"}}));
    exported_program p = b.finish({aten::neg(aten::relu_(aten::neg(x)))}), before = p;
    CHECK(replace_inplace_relu{}(p).modified);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%neg_default,), kwargs = {})
    %neg_default_1 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%relu_default,), kwargs = {})
    return (neg_default_1,))");
    check_sound(p);
    check_same_outputs(before, p);
    CHECK_FALSE(replace_inplace_relu{}(p).modified);
}

TEST_CASE("document passes: add becomes mul and sub, by export_pass and by transformer") {
    exported_program p = sum_of({2, 3}), q = p;
    CHECK(replace_add_with_mul_sub{}(p).modified);
    std::string const expected = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%sub_tensor,), kwargs = {})
    return (neg_default,))";
    CHECK(fx_text(p.graph()) == expected);
    for (char const* const made : {"mul_tensor", "sub_tensor"}) {
        CHECK(p.graph().meta(p.graph().at(made), "stack_trace") == "File \"model.py\", line 3");
        CHECK(*p.graph().val(p.graph().at(made)) == f32_spec({2, 3}));
    }
    check_sound(p);
    CHECK(transform_add_to_mul_sub{}(q.graph()));
    CHECK(fx_text(q.graph()) == expected);
    infer_all(q.graph());
    CHECK(q.graph() == p.graph());
    check_same_outputs(p, q);
}

TEST_CASE("document passes: detach goes, also before an output") {
    program_builder b;
    value const x = b.input("x", f32_spec({3}));
    value const y = aten::neg(aten::detach(aten::relu(x)));
    exported_program p = b.finish({y, aten::detach(y)}), before = p;
    CHECK(remove_detach{}(p).modified);
    CHECK(calls(p) == "relu neg");
    CHECK(p.signature.outputs[1].name == "neg_default");
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("document passes: numbers become tensors where the schema says Tensor, and nowhere else") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const y = aten::add.Tensor(x, 2.5, "alpha"_a = 3);
    exported_program p = b.finish({aten::mul.Scalar(y, 2)}), before = p;
    CHECK(scalar_to_tensor_pass{}(p).modified);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %full_default), kwargs = {alpha: 3})
    %mul_scalar : [num_users=1] = call_function[target=torch.ops.aten.mul.Scalar](args = (%add_tensor, 2), kwargs = {})
    return (mul_scalar,))");
    check_sound(p);
    check_same_outputs(before, p);
    CHECK_FALSE(scalar_to_tensor_pass{}(p).modified);
}

TEST_CASE("document passes: add and mul become sub by a pattern") {
    program_builder b;
    value const x = b.input("x", f32_spec({2})), y = b.input("y", f32_spec({2}));
    value const sum = aten::add.Tensor(x, y);
    exported_program p = b.finish({aten::mul.Tensor(sum, y)});
    CHECK(rewrite(p.graph(), add_mul_rule).rewrites == 1);
    CHECK(calls(p) == "sub.Tensor");
}

exported_program convolutions() {
    program_builder b;
    value const w = b.parameter("w", tensor::full({2, 1, 3, 3}, dtype::f32, 0.25));
    value const x = b.input("x", f32_spec({1, 2, 5, 6}));
    value const first =
        aten::conv2d(x, w, std::optional<value>{}, std::array{2, 1}, std::array{1, 0}, std::array{1, 2}, 2);
    value const relu = aten::relu(first);
    value const second = aten::conv2d(relu, w, std::optional<value>{}, 1, 1, 1, 2);
    value const last = aten::relu(second);
    return b.finish({last, second});
}

TEST_CASE("document passes: conv2d and relu become one call with all attributes, unless more uses the conv2d") {
    exported_program const before = convolutions();
    exported_program by_pass = before, by_relu = before, by_rule = before;
    CHECK(fuse_conv_relu{}(by_pass).modified);
    CHECK(fuse_into_relu{}(by_relu).modified);
    CHECK(fx_text(by_relu.graph()) == fx_text(by_pass.graph()));
    CHECK(rewrite(by_rule.graph(), conv_relu_rule).rewrites == 1);
    CHECK(fx_text(by_pass.graph()) == R"(graph():
    %p_w : [num_users=2] = placeholder[target=p_w]
    %x : [num_users=1] = placeholder[target=x]
    %conv2d_relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%x, %p_w, None, [2, 1], [1, 0], [1, 2], 2), kwargs = {})
    %conv2d_default_1 : [num_users=2] = call_function[target=torch.ops.aten.conv2d.default](args = (%conv2d_relu_default, %p_w, None, 1, 1, 1, 2), kwargs = {})
    %relu_default_1 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%conv2d_default_1,), kwargs = {})
    return (relu_default_1, conv2d_default_1))");
    CHECK(*by_pass.graph().val(by_pass.graph().at("conv2d_relu_default")) ==
          *before.graph().val(before.graph().at("relu_default")));
    kernel_library const library{cpu_library().kernels, bound};
    std::vector<tensor> const inputs = random_inputs(before);
    std::vector<tensor> const expected = executor(before, library).run(inputs);
    for (exported_program const* const after : {&by_pass, &by_relu, &by_rule}) {
        CHECK(calls(*after) == "conv2d_relu conv2d relu");
        check_sound(*after);
        std::vector<tensor> const got = executor(*after, library).run(inputs);
        for (std::size_t i = 0; i < got.size(); ++i)
            CHECK(compare(expected[i], got[i]).agrees());
    }
}

TEST_CASE("document passes: a manager runs them under their names") {
    pass_manager const manager({replace_inplace_relu{}, replace_add_with_mul_sub{}, remove_detach{},
                                scalar_to_tensor_pass{}, fuse_conv_relu{}});
    std::string names;
    for (any_pass const& pass : manager.passes())
        names += pass.name + ' ';
    CHECK(names == "replace_inplace_relu replace_add_with_mul_sub remove_detach scalar_to_tensor_pass "
                   "fuse_conv_relu ");
    exported_program p = convolutions();
    CHECK(manager(p).modified);
    CHECK(calls(p) == "conv2d_relu conv2d relu");
    CHECK_FALSE(manager(p).modified);
}

TEST_CASE("document passes: a pass says what it needs, and a manager's check what must hold after each") {
    pass_manager manager({replace_add_pass{"replace_add_with_div", &aten::div.Tensor.info()},
                          replace_add_pass{"replace_add_with_mul", &aten::mul.Tensor.info()}});
    exported_program p = sum_of({2});
    CHECK(raised([&] { manager(p); }).find("there is no add") != std::string::npos);
    CHECK(calls(p) == "div.Tensor neg");
    auto const check_div_target = [](exported_program const& q) {
        if (calls(q).find("div") == std::string::npos)
            raise(errc::verification, "the target should be div");
    };
    pass_manager checked({make_pass("to_mul", &replace_add_with_mul)});
    checked.run_checks_after_each_pass = true;
    exported_program q = p;
    checked.add_checks(check_div_target);
    CHECK_NOTHROW(checked(q));
    insert_relu_after_add(q.graph());
    q = sum_of({2});
    CHECK(raised([&] { checked(q); }).find("the target should be div") != std::string::npos);
}

} // namespace
