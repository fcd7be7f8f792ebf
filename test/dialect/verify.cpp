#include <graft/dialect/verify.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/parse.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

exported_program program(std::string const& call) {
    exported_program p;
    p.module.graph = parse("graph():\n    %x : f32[2] = placeholder[target=x]\n"
                           "    %r : f32[2] = call_function[target=" +
                               call + "\n    return (%r,)\n",
                           find_known_op);
    p.signature.inputs.emplace_back().name = "x";
    p.signature.outputs.emplace_back().name = "r";
    p.verifiers = {"ATEN"};
    return p;
}

std::string joined(std::vector<violation> const& violations) {
    std::string text;
    for (violation const& v : violations)
        text += to_string(v) + "\n";
    return text;
}

std::string const in_place = "torch.ops.aten.relu_.default](args = (%x,), kwargs = {})";
std::string const functional = "torch.ops.aten.relu.default](args = (%x,), kwargs = {})";
std::string const edge = "executorch.exir.dialects.edge._ops.aten.relu.default](args = (%x,), kwargs = {})";
std::string const backend = "executorch.exir.dialects.backend._ops.aten.relu.default](args = (%x,), kwargs = {})";

} // namespace

TEST_CASE("verify: graph and signature are both verified") {
    exported_program p = program(functional);
    CHECK(verify(p).empty());
    p.module.graph.clear_val(p.graph().find("r"));
    p.signature.outputs.clear();
    CHECK(joined(verify(p)) == "the call of aten::relu has no val [at %r]\n"
                               "the signature has 0 outputs, but the graph returns 1 [at %output]\n");
}

TEST_CASE("verify: the ATen dialect is functional, a training program need not be") {
    exported_program p = program(in_place);
    CHECK(joined(verify_aten(p)) == "the op aten::relu_ is not functional: it writes to an argument [at %r]\n");
    p.verifiers = {"TRAINING"};
    CHECK(verify_aten(p).empty());
    CHECK(verify_aten(program(functional)).empty());
}

TEST_CASE("verify: the Edge dialect has Edge ops, the Backend dialect also those of backends") {
    CHECK(verify_edge(program(edge)).empty());
    CHECK(joined(verify_edge(program(functional))) == "the op aten::relu is no Edge op [at %r]\n");
    CHECK(joined(verify_edge(program(backend))) == "the op aten::relu is no Edge op [at %r]\n");
    CHECK(verify_backend(program(edge)).empty());
    CHECK(verify_backend(program(backend)).empty());
    CHECK(verify_backend(program(functional)).size() == 1);
}

TEST_CASE("verify: submodules are verified by the same rules") {
    exported_program p = program(edge);
    p.module.submodules.push_back({"body", program(in_place).module});
    CHECK(joined(verify_edge(p)) ==
          "the op aten::relu_ is not functional: it writes to an argument [at body.%r]\n"
          "the op aten::relu_ is no Edge op [at body.%r]\n");
}
