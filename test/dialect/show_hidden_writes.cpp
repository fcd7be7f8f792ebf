#include <graft/dialect/show_hidden_writes.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/dialect/aten/neural.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;

value tensor_input(graph& g, char const* name, std::vector<sym_int> sizes) {
    value const v = placeholder(g, name);
    g.set_val(v.id, make_spec(dtype::f32, std::move(sizes)));
    return v;
}

/// A graph of one call of an op that normalises.
template <class Op>
graph normalizing(Op const& op, bool training, sym_int images = 2) {
    graph g;
    value const x = tensor_input(g, "x", {std::move(images), 3, 4});
    value const mean = tensor_input(g, "mean", {3}), var = tensor_input(g, "var", {3});
    value const y = op(x, std::optional<value>{}, std::optional<value>{}, mean, var, training, 0.25, 1e-5, false);
    infer(g, y.id);
    output(g, {y});
    return g;
}

} // namespace

TEST_CASE("show_hidden_writes: batch_norm in training becomes the op that says what it writes") {
    graph g = normalizing(aten::batch_norm, true);
    CHECK(show_hidden_writes(g, find_known_op<>) == 1);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %mean : [num_users=1] = placeholder[target=mean]
    %var : [num_users=1] = placeholder[target=var]
    %_native_batch_norm_legit_default : [num_users=1] = call_function[target=torch.ops.aten._native_batch_norm_legit.default](args = (%x, None, None, %mean, %var, True, 0.25, 1e-05), kwargs = {})
    %batch_norm_default : [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_default, 0), kwargs = {})
    return (batch_norm_default,))");
    CHECK(show_hidden_writes(g, find_known_op<>) == 0);
}

TEST_CASE("show_hidden_writes: native_batch_norm in training has the results of the op that says what it writes") {
    graph g;
    value const x = tensor_input(g, "x", {2, 3, 4});
    value const mean = tensor_input(g, "mean", {3}), var = tensor_input(g, "var", {3});
    for (bool const training : {true, false}) {
        value const y =
            aten::native_batch_norm(x, std::optional<value>{}, std::optional<value>{}, mean, var, training, 0.25, 1e-5);
        infer(g, y.id);
    }
    output(g, {});
    CHECK(show_hidden_writes(g, find_known_op<>) == 1);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %mean : [num_users=2] = placeholder[target=mean]
    %var : [num_users=2] = placeholder[target=var]
    %native_batch_norm_default : [num_users=0] = call_function[target=torch.ops.aten._native_batch_norm_legit.default](args = (%x, None, None, %mean, %var, True, 0.25, 1e-05), kwargs = {})
    %native_batch_norm_default_1 : [num_users=0] = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%x, None, None, %mean, %var, False, 0.25, 1e-05), kwargs = {})
    return ())");
    CHECK(show_hidden_writes(g, find_known_op<>) == 0);
}

TEST_CASE("show_hidden_writes: instance_norm moves its statistics by calls in place") {
    graph g = normalizing(aten::instance_norm, true);
    CHECK(show_hidden_writes(g, find_known_op<>) == 1);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %mean : [num_users=1] = placeholder[target=mean]
    %var : [num_users=1] = placeholder[target=var]
    %mean_dim : [num_users=1] = call_function[target=torch.ops.aten.mean.dim](args = (%x, [2]), kwargs = {})
    %var_correction : [num_users=1] = call_function[target=torch.ops.aten.var.correction](args = (%x, [2]), kwargs = {correction: 1})
    %mean_dim_1 : [num_users=1] = call_function[target=torch.ops.aten.mean.dim](args = (%mean_dim, [0]), kwargs = {})
    %mul__tensor : [num_users=1] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%mean, 0.75), kwargs = {})
    %add__tensor : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%mul__tensor, %mean_dim_1), kwargs = {alpha: 0.25})
    %mean_dim_2 : [num_users=1] = call_function[target=torch.ops.aten.mean.dim](args = (%var_correction, [0]), kwargs = {})
    %mul__tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%var, 0.75), kwargs = {})
    %add__tensor_1 : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%mul__tensor_1, %mean_dim_2), kwargs = {alpha: 0.25})
    %instance_norm_default : [num_users=1] = call_function[target=torch.ops.aten.instance_norm.default](args = (%x, None, None, None, None, True, 0.25, 1e-05, False), kwargs = {})
    return (instance_norm_default,))");
    CHECK(show_hidden_writes(g, find_known_op<>) == 0);
}

TEST_CASE("show_hidden_writes: outside training, and where ops are not known, calls stay") {
    graph const inference = normalizing(aten::batch_norm, false), training = normalizing(aten::batch_norm, true);
    graph g = inference;
    CHECK(show_hidden_writes(g, find_known_op<>) == 0);
    CHECK(fx_text(g) == fx_text(inference));
    g = normalizing(aten::batch_norm, true, 0); // statistics of no elements move nothing
    CHECK(show_hidden_writes(g, find_known_op<>) == 0);
    g = training;
    CHECK(show_hidden_writes(g, [](std::string_view) -> op_info const* { return nullptr; }) == 0);
    CHECK(fx_text(g) == fx_text(training));
}
