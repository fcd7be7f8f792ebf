#include <graft/dialect/verify_edge_calls.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using namespace graft;

// The violations of a graph that makes `calls` of x, i and h.
std::string violations_of(std::string const& calls, bool admits_backend_ops = false,
                          vec<node_id> (*kept_calls)(graph const&) = nullptr) {
    graph_module const module{parse("graph():\n"
                                    "    %x : f32[2, 3] = placeholder[target=x]\n"
                                    "    %i : i64[2, 3] = placeholder[target=i]\n"
                                    "    %h : f16[2, 3] = placeholder[target=h]\n"
                                    "    %u : u16[2, 3] = placeholder[target=u]\n"
                                    "    %e : f8e5m2[2, 3] = placeholder[target=e]\n"
                                    "    %z : c64[2, 3] = placeholder[target=z]\n" +
                                        calls,
                                    find_known_op),
                              {}};
    std::string text;
    edge_rules rules;
    rules.admits_backend_ops = admits_backend_ops;
    rules.kept_calls = kept_calls;
    for (violation const& v : verify_edge_calls(module, rules))
        text += graft::text(v) + "\n";
    return text;
}

std::string line(std::string_view target, std::string_view args, std::string_view val = "f32[2, 3]") {
    return "    %r : " + std::string(val) + " = call_function[target=" + std::string(target) + "](args = (" +
           std::string(args) + "), kwargs = {})\n";
}

std::string edge(std::string_view op, std::string_view args, std::string_view val = "f32[2, 3]") {
    return line("executorch.exir.dialects.edge._ops." + std::string(op), args, val);
}

} // namespace

TEST_CASE("verify_edge_calls: Edge ops whose dtypes go together are no violation") {
    CHECK(violations_of(edge("aten.add.Tensor", "%x, %x")) == "");
    CHECK(violations_of(edge("aten.add.Tensor", "%x, %i")) == "");
    CHECK(violations_of(edge("aten.permute_copy.default", "%x, [1, 0]", "f32[3, 2]")) == "");
    CHECK(violations_of(edge("aten.cat.default", "[%x, %x]", "f32[4, 3]")) == "");
    CHECK(violations_of(edge("aten.max.dim", "%x, 1", "(f32[2], i64[2])")) == "");
    CHECK(violations_of(edge("dim_order_ops._clone_dim_order.default", "%x")) == "");
    CHECK(violations_of(edge("aten.native_layer_norm.default", "%x, [3], None, None, 0.5",
                             "(f32[2, 3], f32[2, 1], f32[2, 1])")) == "");
}

TEST_CASE("verify_edge_calls: calls of dtypes that the dialect does not compute with are kept where calls may be") {
    auto const kept = [](std::string const& call) {
        return violations_of(call, false, [](graph const&) { return vec<node_id>{}; });
    };
    CHECK(kept(edge("aten.mul.Tensor", "%z, %z", "c64[2, 3]")) ==
          "kept: the Edge dialect has no aten::mul.Tensor of c64 [at %r]\n");
    CHECK(kept(edge("aten.view_copy.default", "%e, [6]", "f8e5m2[6]")) ==
          "kept: the Edge dialect has no aten::view_copy of f8e5m2 [at %r]\n");
    CHECK(kept(edge("aten.abs.default", "%u", "u16[2, 3]")) ==
          "kept: the Edge dialect has no aten::abs of u16 [at %r]\n");
    CHECK(kept(edge("aten.view_copy.default", "%u, [6]", "u16[6]")) == "");
    CHECK(kept(edge("aten.mul.Tensor", "%h, %h")) ==
          "the dtypes of aten::mul.Tensor do not go together: self=f16 other=f16 __ret_0=f32; the nearest that do: "
          "self=f16 other=f16 __ret_0=f16 [at %r]\n");
    CHECK(violations_of(edge("aten.mul.Tensor", "%z, %z", "c64[2, 3]")).starts_with("the dtypes of aten::mul.Tensor"));
}

TEST_CASE("verify_edge_calls: an op of another dialect or outside of Core ATen is one") {
    CHECK(violations_of(line("torch.ops.aten.relu.default", "%x")) == "the op aten::relu is no Edge op [at %r]\n");
    CHECK(violations_of(edge("aten.linear.default", "%x, %x", "f32[2, 2]")) ==
          "the op aten::linear is not in the Core ATen set [at %r]\n");
    std::string const backend =
        line("executorch.exir.dialects.backend._ops.aten.linear.default", "%x, %x", "f32[2, 2]");
    CHECK(violations_of(backend) == "the op aten::linear is no Edge op [at %r]\n");
    CHECK(violations_of(backend, true) == "");
}

TEST_CASE("verify_edge_calls: dtypes that do not go together are told, with the nearest that do") {
    CHECK(violations_of(edge("aten.mm.default", "%x, %h")) ==
          "the dtypes of aten::mm do not go together: self=f32 mat2=f16 __ret_0=f32; the nearest that "
          "do: self=f32 mat2=f32 __ret_0=f32 [at %r]\n");
    CHECK(violations_of(edge("aten.sigmoid.default", "%i", "i64[2, 3]")) ==
          "the dtypes of aten::sigmoid do not go together: self=i64 __ret_0=i64; the nearest that do: "
          "self=i64 __ret_0=f32 [at %r]\n");
    CHECK(violations_of(edge("aten.max.dim", "%x, 1", "(f32[2], i32[2])")) ==
          "the dtypes of aten::max.dim do not go together: self=f32 values=f32 indices=i32; the "
          "nearest that do: self=f32 values=f32 indices=i64 [at %r]\n");
}

TEST_CASE("verify_edge_calls: no number stands for a tensor") {
    CHECK(violations_of(edge("aten.mul.Tensor", "%x, 2")) ==
          "argument 'other' of aten::mul.Tensor is a number, not a tensor [at %r]\n");
    CHECK(violations_of(edge("aten.mul.Scalar", "%x, 2")) == "");
}

TEST_CASE("verify_edge_calls: inputs are contiguous in some order of dimensions") {
    CHECK(violations_of("    %t : f32[2, 3][1, 2] = placeholder[target=t]\n") == "");
    CHECK(violations_of("    %t : f32[2, 3][0, 1] = placeholder[target=t]\n") ==
          "the tensor is not contiguous in any order of its dimensions [at %t]\n");
}

TEST_CASE("verify_edge_calls: memory formats and dim orders do not mix") {
    std::string const both = edge("dim_order_ops._clone_dim_order.default", "%x") +
                             "    %c : f32[2, 3] = call_function[target=executorch.exir.dialects.edge._ops.aten.clone."
                             "default](args = (%r,), kwargs = {})\n";
    CHECK(violations_of(both) == "the op aten::clone has a memory format, but the graph uses dim orders [at %c]\n");
    CHECK(violations_of(edge("aten.clone.default", "%x")) == "");
}
