// A course's page on writing a graph pass that fuses a convolution and a relu: what it shows, in its order.
#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/transform/export_pass.hpp>

#include "../transform/check_rewrite.hpp"
#include "documented.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using arguments = vec<arg>;
using keyword_arguments = vec<kwarg>;

// new_op = Op("nn.conv2d_relu")
struct conv2d_relu_t : op<conv2d_relu_t> {
    static constexpr schema_text text{
        "demo::conv2d_relu(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, "
        "SymInt[2] padding=0, SymInt[2] dilation=1, SymInt groups=1) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    // The sizes of the new op are those of the old ones.
    static value_spec meta(graft::call<tensor_spec> const& c) {
        graft::call<tensor_spec> conv(aten::conv2d.default_.info());
        for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
            conv.set(i, c[i]);
        return infer(conv);
    }
};
inline constexpr conv2d_relu_t conv2d_relu;

constexpr auto conv2d_relu_meaning =
    bind_pattern_to_op(conv2d_relu, aten::relu(aten::conv2d(var<"input">, var<"weight">, var<"bias">, var<"stride">,
                                                            var<"padding">, var<"dilation">, var<"groups">)));
constexpr bound_op bound[] = {conv2d_relu_meaning.view()};

// class FuseConvReLU(ExprMutator):
//     def visit_call(self, call_node):
//         new_call = super().visit_call(call_node)
//         if new_call.op.name == "nn.relu":
//             input_node = new_call.args[0]
//             if isinstance(input_node, Call) and input_node.op.name == "nn.conv2d":
//                 users = self.get_users(input_node)        # the multi-consumer problem
//                 if len(users) > 1:
//                     return new_call
//                 return self.rewrite_conv_relu(input_node)
//         return new_call
//     def rewrite_conv_relu(self, conv_node):
//         return Call(Op("nn.conv2d_relu"), conv_node.args, conv_node.attrs)
struct fuse_conv_relu : export_pass<fuse_conv_relu> {
    static constexpr std::string_view name = "fuse_conv_relu";

    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::relu || !is_conv(args[0]) || users(args[0]).size() > 1)
            return export_pass::call_operator(op, args, kwargs, meta);
        return rewrite_conv_relu(static_cast<node_id>(args[0].bits), meta);
    }

    arg rewrite_conv_relu(node_id conv, node_metadata const& meta) {
        arguments given;
        for (std::size_t i = 0; i < result().arg_count(conv); ++i)
            given.push_back(to_arg(result().arg(conv, i)));
        result().erase_node(conv);
        return export_pass::call_operator(conv2d_relu, given, {}, meta);
    }

    [[nodiscard]] bool is_conv(arg const& a) {
        return a.kind == arg_kind::node && result().target(static_cast<node_id>(a.bits)) == aten::conv2d;
    }
};

// As a rule, which says of the convolution that nothing else may use it.
constexpr auto conv_relu_rule = rule<"conv-relu">(
    aten::relu(one_use(
        aten::conv2d(var<"x">, var<"w">, var<"b">, var<"stride">, var<"padding">, var<"dilation">, var<"groups">))) >>
    conv2d_relu(var<"x">, var<"w">, var<"b">, var<"stride">, var<"padding">, var<"dilation">, var<"groups">));

// Two convolutions and their relus; of the second convolution the result is needed itself.
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

TEST_CASE("fuse conv and relu: one call with all attributes and the value of the relu, unless more uses the conv") {
    exported_program const before = convolutions();
    exported_program by_pass = before, by_rule = before;
    CHECK(fuse_conv_relu{}(by_pass).modified);
    CHECK(fx_text(by_pass.graph()) == R"(graph():
    %p_w : [num_users=2] = placeholder[target=p_w]
    %x : [num_users=1] = placeholder[target=x]
    %conv2d_relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%x, %p_w, None, [2, 1], [1, 0], [1, 2], 2), kwargs = {})
    %conv2d_default_1 : [num_users=2] = call_function[target=torch.ops.aten.conv2d.default](args = (%conv2d_relu_default, %p_w, None, 1, 1, 1, 2), kwargs = {})
    %relu_default_1 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%conv2d_default_1,), kwargs = {})
    return (relu_default_1, conv2d_default_1))");
    CHECK(*by_pass.graph().val(by_pass.graph().at("conv2d_relu_default")) ==
          *before.graph().val(before.graph().at("relu_default")));
    CHECK(rewrite(by_rule.graph(), conv_relu_rule).rewrites == 1);
    CHECK(calls(by_rule) == "conv2d_relu conv2d relu");
    check_sound(by_pass);
    check_sound(by_rule);
}

// users = self.get_users(input_node)
TEST_CASE("fuse conv and relu: a pass that looks from the conv at its users fuses the same") {
    struct fuse_from_conv : export_pass<fuse_from_conv> {
        vec<std::int64_t> fused;
        arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                          node_metadata const& meta) {
            if (op == aten::relu && args[0].kind == arg_kind::node)
                for (std::int64_t const made : fused)
                    if (made == args[0].bits)
                        return args[0];
            vec<node_id> const users = meta.users();
            if (op != aten::conv2d || users.size() != 1 || source().target(users[0]) != aten::relu)
                return export_pass::call_operator(op, args, kwargs, meta);
            arg const made = export_pass::call_operator(conv2d_relu, args, kwargs, meta);
            fused.push_back(made.bits);
            return made;
        }
    };
    exported_program p = convolutions(), q = p;
    CHECK(fuse_from_conv{}(p).modified);
    CHECK(fuse_conv_relu{}(q).modified);
    CHECK(fx_text(p.graph()) == fx_text(q.graph()));
}

// MSE = 1/n sum (Y_original - Y_transformed)^2, on one random input
TEST_CASE("fuse conv and relu: the mean squared error between before and after is zero") {
    exported_program const before = convolutions();
    exported_program after = before;
    CHECK(fuse_conv_relu{}(after).modified);
    kernel_library const library{cpu_library().kernels, bound};
    std::vector<tensor> const inputs = random_inputs(before);
    vec<tensor> const y_original = executor(before, library).run(inputs), y = executor(after, library).run(inputs);
    REQUIRE(y.size() == 2);
    for (std::size_t i = 0; i < y.size(); ++i) {
        difference const d = compare(y_original[i], y[i]);
        CHECK(d.mse == 0);
        CHECK(d.agrees());
    }
}

} // namespace
