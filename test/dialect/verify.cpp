#include <graft/dialect/verify.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>

#include "../io/call_builder.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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
        text += graft::text(v) + "\n";
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
    p.module.graph.clear_val(p.graph().at("r"));
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
    CHECK(joined(verify_edge(p)) == "the op aten::relu_ is not functional: it writes to an argument [at body.%r]\n"
                                    "the op aten::relu_ is no Edge op [at body.%r]\n");
}

//=== many violations at once ===//

namespace {

using graft_test::call_builder;

node_id id(arg const& a) { return static_cast<node_id>(a.bits); }

// relu(x @ w + b) + c, where b is a buffer that is counted up, and c a constant; in the Edge dialect.
exported_program sound_program() {
    call_builder build;
    arg const w = build.input("p_w", make_spec(dtype::f32, {3, 3})), b = build.input("b_b", make_spec(dtype::f32, {3})),
              c = build.input("c_c", make_spec(dtype::f32, {3})), x = build.input("x", make_spec(dtype::f32, {2, 3}));
    arg const product = build.call("aten::mm", {x, w});
    arg const sum = build.call("aten::add.Tensor", {product, b});
    arg const relu = build.call("aten::relu", {sum});
    arg const shifted = build.call("aten::add.Tensor", {relu, c});
    arg const next = build.call("aten::mul.Tensor", {b, c});
    exported_program p = build.output({next, shifted});
    p.signature.inputs[0] = {input_kind::parameter, "p_w", "w", true, false, {}};
    p.signature.inputs[1] = {input_kind::buffer, "b_b", "b", true, false, {}};
    p.signature.inputs[2] = {input_kind::constant_tensor, "c_c", "c", true, false, {}};
    p.signature.outputs[0] = {output_kind::buffer_mutation, std::string(p.graph().name(id(next))), "b", {}};
    p.state_dict["w"] = tensor::zeros({3, 3}, dtype::f32);
    p.state_dict["b"] = tensor::zeros({3}, dtype::f32);
    p.constants["c"] = tensor::zeros({3}, dtype::f32);
    p.range_constraints.push_back({symbol("s0"), {2, 8}});
    graph& g = p.graph();
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            g.set_target(n, g.intern_target(std::string(g.target(n).name), g.target(n).op, dialect_tag::edge));
    p.verifiers = {"EDGE"};
    return p;
}

struct mistake {
    std::string sentence; // what has to be said of it
    void (*make)(exported_program&);
};

node_id node(exported_program& p, char const* name) { return p.graph().at(name); }

void set_spec(exported_program& p, char const* name, void (*change)(tensor_spec&)) {
    value_spec val = *p.graph().val(node(p, name));
    change(val.tensor);
    p.graph().set_val(node(p, name), val);
}

void retarget(exported_program& p, char const* name, char const* op) {
    graph& g = p.graph();
    g.set_target(node(p, name), g.intern_target(op, find_known_op<>(op), dialect_tag::edge));
}

node_id add_before_output(exported_program& p, opcode op, char const* target, std::vector<arg> const& args) {
    graph& g = p.graph();
    auto const scope = inserting_before(g, g.back());
    return g.create_node(op, g.intern_target(target, find_known_op<>(target), dialect_tag::edge), args, {}, "extra");
}

std::vector<mistake> const mistakes{
    // values
    {"the placeholder has no val", [](auto& p) { p.graph().clear_val(node(p, "x")); }},
    {"the call of aten::relu has no val", [](auto& p) { p.graph().clear_val(node(p, "relu_default")); }},
    {"the val has no dtype", [](auto& p) { set_spec(p, "x", [](tensor_spec& s) { s.dtype = dtype::undefined; }); }},
    {"the val has 2 sizes, but 1 strides",
     [](auto& p) { set_spec(p, "x", [](tensor_spec& s) { s.strides.pop_back(); }); }},
    {"the val has a negative size", [](auto& p) { set_spec(p, "x", [](tensor_spec& s) { s.sizes[0] = -2; }); }},
    {"the val is f32[9, 3], but aten::relu gives f32[2, 3]",
     [](auto& p) { set_spec(p, "relu_default", [](tensor_spec& s) {
                       s = make_spec(dtype::f32, {9, 3});
                   }); }},
    {"the val is i64[2, 3], but aten::relu gives f32[2, 3]",
     [](auto& p) { set_spec(p, "relu_default", [](tensor_spec& s) { s.dtype = dtype::i64; }); }},
    // targets
    {"nothing is known of the op my::op", [](auto& p) { retarget(p, "relu_default", "my::op"); }},
    {"the function numpy.sin may not be called", [](auto& p) { retarget(p, "relu_default", "numpy.sin"); }},
    {"the op aten::relu_ is not functional", [](auto& p) { retarget(p, "relu_default", "aten::relu_"); }},
    {"the op aten::relu is no Edge op",
     [](auto& p) {
         p.graph().set_target(node(p, "relu_default"), p.graph().intern_target(*find_known_op<>("aten::relu")));
     }},
    {"the op aten::relu6 is not in the Core ATen set", [](auto& p) { retarget(p, "relu_default", "aten::relu6"); }},
    {"a call_module node is no part", [](auto& p) { add_before_output(p, opcode::call_module, "fc", {}); }},
    {"a call_method node is no part", [](auto& p) { add_before_output(p, opcode::call_method, "relu", {}); }},
    {"there is no submodule 'lost'", [](auto& p) { add_before_output(p, opcode::get_attr, "lost", {}); }},
    {"two submodules are called 'twin'",
     [](auto& p) {
         for (int i = 0; i < 2; ++i)
             p.module.submodules.push_back({"twin", sound_program().module});
     }},
    // arguments
    {"aten::mm: argument 'self' has no default and is not given",
     [](auto& p) { p.graph().set_args(node(p, "mm_default"), {}); }},
    {"aten::relu: ",
     [](auto& p) {
         std::vector<arg> const two{arg::node(node(p, "x")), arg::node(node(p, "x"))};
         p.graph().set_args(node(p, "relu_default"), two);
     }},
    {"'self' of aten::relu is a number, not a tensor",
     [](auto& p) { p.graph().set_arg(node(p, "relu_default"), 0, 3); }},
    {"aten::mm: ", [](auto& p) { p.graph().set_arg(node(p, "mm_default"), 1, arg("text")); }},
    {"The size of tensor a (7) must match the size of tensor b (3)",
     [](auto& p) { set_spec(p, "b_b", [](tensor_spec& s) { s = make_spec(dtype::f32, {7}); }); }},
    {"the dtypes of aten::mm do not go together: self=f32 mat2=u8",
     [](auto& p) { set_spec(p, "p_w", [](tensor_spec& s) { s.dtype = dtype::u8; }); }},
    // structure
    {"is used before it is defined",
     [](auto& p) { p.graph().move_after(node(p, "mm_default"), node(p, "relu_default")); }},
    {"is not the last node",
     [](auto& p) { p.graph().call_function(*find_known_op<>("aten::relu"), {arg::node(node(p, "x"))}); }},
    {"does not end with an output", [](auto& p) { p.graph().erase_node(p.graph().back()); }},
    // layout
    {"not contiguous in any order", [](auto& p) { set_spec(p, "p_w", [](tensor_spec& s) {
                                                      s.strides = {7, 1};
                                                  }); }},
    {"has a memory format, but the graph uses dim orders",
     [](auto& p) {
         add_before_output(p, opcode::call_function, "aten::clone", {arg::node(node(p, "x"))});
         retarget(p, "relu_default", "dim_order_ops::_clone_dim_order");
     }},
    // inputs
    {"the signature has 3 inputs, but the graph 4 placeholders", [](auto& p) { p.signature.inputs.pop_back(); }},
    {"input 3 of the signature is 'y', but the placeholder is 'x'", [](auto& p) { p.signature.inputs[3].name = "y"; }},
    {"two inputs of the signature are called 'p_w'", [](auto& p) { p.signature.inputs[1].name = "p_w"; }},
    {"the PARAMETER input 'p_w' has no target", [](auto& p) { p.signature.inputs[0].target.clear(); }},
    // state
    {"the PARAMETER 'w' of the input 'p_w' is not in the state dict", [](auto& p) { p.state_dict.erase("w"); }},
    {"the BUFFER 'b' of the input 'b_b' is not in the state dict", [](auto& p) { p.state_dict.erase("b"); }},
    {"the CONSTANT_TENSOR 'c' of the input 'c_c' is not in the constants", [](auto& p) { p.constants.erase("c"); }},
    {"the buffer 'b' is not persistent, but in the state dict",
     [](auto& p) { p.signature.inputs[1].persistent = false; }},
    {"the tensor 'dangling' of the state dict belongs to no input",
     [](auto& p) { p.state_dict["dangling"] = tensor::zeros({1}, dtype::f32); }},
    {"the tensor 'dangling' of the constants belongs to no input",
     [](auto& p) { p.constants["dangling"] = tensor::zeros({1}, dtype::f32); }},
    {"the stored tensor 'w' is f16[3, 3], but the input is f32[3, 3]",
     [](auto& p) {
         p.state_dict["w"] = tensor::zeros({3, 3}, dtype::f16);
     }},
    // outputs
    {"the signature has 1 outputs, but the graph returns 2", [](auto& p) { p.signature.outputs.pop_back(); }},
    {"output 1 of the signature is 'other'", [](auto& p) { p.signature.outputs[1].name = "other"; }},
    {"output 0 is the new value of 'z', which is no buffer", [](auto& p) { p.signature.outputs[0].target = "z"; }},
    {"output 0 is the gradient of 'b', which is no parameter",
     [](auto& p) { p.signature.outputs[0].kind = output_kind::gradient_to_parameter; }},
    {"two outputs are the new value of 'b'",
     [](auto& p) {
         p.signature.outputs[1].kind = output_kind::buffer_mutation;
         p.signature.outputs[1].target = "b";
     }},
    {"the mutation of 'b' stands behind a user output",
     [](auto& p) { std::swap(p.signature.outputs[0], p.signature.outputs[1]); }},
    // symbols
    {"the symbol 's0' has two ranges",
     [](auto& p) {
         p.range_constraints.push_back({symbol("s0"), {1, 2}});
     }},
    {"the range of the symbol 's0' is empty: its least value is 9, its largest 8",
     [](auto& p) { p.range_constraints[0].range.min = 9; }},
};

} // namespace

TEST_CASE("verify: each of more than 40 mistakes has a sentence of its own") {
    CHECK(joined(verify_edge(sound_program())) == "");
    REQUIRE(mistakes.size() > 40);
    std::set<std::string> sentences;
    for (mistake const& m : mistakes) {
        exported_program p = sound_program();
        m.make(p);
        std::string const told = joined(verify_edge(p));
        CAPTURE(m.sentence);
        CAPTURE(told);
        CHECK(told.find(m.sentence) != std::string::npos);
        sentences.insert(m.sentence);
    }
    CHECK(sentences.size() == mistakes.size());
}

TEST_CASE("verify: all mistakes of a program are told at once, with node and stack trace") {
    exported_program p = sound_program();
    arg note(arg_kind::dict, {arg("File model.py, line 7")});
    note.keys = {"stack_trace"};
    p.graph().set_meta(node(p, "relu_default"), note);
    // Those that take away what others are about are left out.
    auto const fits_others = [](std::string const& sentence) {
        for (char const* const alone : {"relu", "last node", "end with", "node is no", "submodule", "dim orders",
                                        "my::op", "no val", "numpy", "no default", "the signature has"})
            if (sentence.find(alone) != std::string::npos)
                return false;
        return true;
    };
    std::size_t made = 0;
    for (mistake const& m : mistakes)
        if (fits_others(m.sentence)) {
            m.make(p);
            ++made;
        }
    retarget(p, "relu_default", "my::op");
    std::string const told = joined(verify_edge(p));
    CAPTURE(told);
    CHECK(made > 20);
    CHECK(verify_edge(p).size() > 15);
    CHECK(told.find(
              "nothing is known of the op my::op: it stays where it is [at %relu_default]\nFile model.py, line 7\n") !=
          std::string::npos);
}

TEST_CASE("verify: an op of which nothing is known is a note") {
    exported_program p = sound_program();
    retarget(p, "relu_default", "my::op");
    std::vector<violation> const found = verify_edge(p);
    REQUIRE(found.size() == 1);
    CHECK(is_note(found[0]));
    CHECK_FALSE(has_errors(found));
}

TEST_CASE("verify: a write to what an op of which nothing is known may share is a note, another an error") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2})), y = b.call("aten::neg", {x}), z = b.call("aten::neg", {x});
    b.g().set_val(id(b.call("my::op", {y})), make_spec(dtype::f32, {2}));
    arg const shared = b.call("aten::relu_", {y}), alone = b.call("aten::relu_", {z});
    exported_program p = b.output({shared, alone});
    p.verifiers = {"ATEN"};
    std::vector<violation> const found = verify_aten(p);
    CHECK(joined(found) ==
          "nothing is known of the op my::op: it stays where it is [at %op_default]\n"
          "kept: aten::relu_ writes to what an op of which nothing is known may share [at %relu__default]\n"
          "the op aten::relu_ is not functional: it writes to an argument [at %relu__default_1]\n");
    CHECK(is_note(found[1]));
    CHECK_FALSE(is_note(found[2]));
}

TEST_CASE("verify: an op that nothing decomposes is a note where the rules say so") {
    exported_program p = sound_program();
    retarget(p, "relu_default", "aten::relu6");
    CHECK(has_errors(verify_edge(p)));
    edge_rules rules;
    rules.kept_calls = [](graph const& g) { return vec<node_id>{g.at("relu_default")}; };
    CHECK(joined(verify_edge(p, rules)) ==
          "kept: aten::relu6 is not in the Core ATen set, and nothing decomposes this call [at %relu_default]\n");
    CHECK_FALSE(has_errors(verify_edge(p, rules)));
}

namespace {

TEST_CASE("verify_ranges: a symbol has one range, which holds a number") {
    exported_program p;
    p.range_constraints = {{symbol("s0"), {1, 4}}, {symbol("s1"), {std::nullopt, 4}}, {symbol("s2"), {5, 5}}};
    CHECK(verify_ranges(p).empty());
    p.range_constraints.push_back({symbol("s1"), {3, 2}});
    auto const found = verify_ranges(p);
    REQUIRE(found.size() == 2);
    CHECK(found[0].sentence == "the symbol 's1' has two ranges");
    CHECK(found[1].sentence == "the range of the symbol 's1' is empty: its least value is 3, its largest 2");
}

struct scale_t : op<scale_t> {
    static constexpr schema_text text{"mine::scale(Tensor self) -> Tensor"};
    static constexpr fixed_string dtypes{"T0=Float,Half; self=T0 __ret_0=T0"};
};

struct my_dialect : dialect<my_dialect> {
    using members = op_list<scale_t>;
};

std::string found_in(dtype d, vec<violation> (*verify_it)(exported_program const&)) {
    graft_test::call_builder b;
    arg const x = b.input("x", make_spec(d, {2}));
    node_id const n = b.g().call_function(scale_t::info(), {x}, {}, "scaled");
    b.g().set_val(n, make_spec(d, {2}));
    std::string text;
    for (violation const& v : verify_it(b.output({arg::node(n)})))
        text += graft::text(v) + "\n";
    return text;
}

TEST_CASE("verify_dialect: the dialect's ops are admitted, with the dtypes that they write down") {
    CHECK(found_in(dtype::f16, verify_dialect<my_dialect>) == "");
    CHECK(found_in(dtype::i64, verify_dialect<my_dialect>) ==
          "the dtypes of mine::scale do not go together: self=i64 __ret_0=i64; the nearest that do: self=f16 "
          "__ret_0=f16 [at %scaled]\n");
    CHECK(found_in(dtype::f16, [](exported_program const& p) { return verify_edge(p); }) ==
          "the op mine::scale is no Edge op [at %scaled]\n");
}

} // namespace
