#include <graft/ir/call_tree.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_tree.hpp>

#include "refusal.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace {

using namespace graft;
using graft_test::refusal;
using tensors = tree<tensor>;

input_spec input(std::string name) { return {.name = std::move(name), .target = {}, .value = {}}; }
output_spec output(output_kind kind, std::string name, constant_value value = {}) {
    return {.kind = kind, .name = std::move(name), .target = {}, .value = std::move(value)};
}

tensor number(double value) { return tensor::full({}, dtype::f64, value); }
double value_of(tensor const& t) { return t.item().to<double>(); }

TEST_CASE("call_tree: a program that says nothing takes its inputs one by one, and returns a tuple") {
    exported_program p;
    p.signature.inputs = {input("x"), input("y")};
    p.signature.outputs = {output(output_kind::buffer_mutation, "b"), output(output_kind::user_output, "r")};
    CHECK(in_spec_of(p) == tree_spec::tuple({tree_spec::tuple({{}, {}}), tree_spec::dict({})}));
    CHECK(out_spec_of(p) == tree_spec::tuple({{}}));
    vec<tensor> const flat = flat_arguments(p, {number(1), number(2)});
    CHECK(value_of(flat[1]) == 2);
    vec<tensor> const outputs{number(3), number(4)};
    CHECK(value_of(nested_results(p, outputs).at(0).value()) == 4);
    CHECK(refusal([&] { static_cast<void>(nested_results(p, {number(1)})); }) == "the program has 2 outputs, not 1");
}

TEST_CASE("call_tree: the loss is returned, gradients and what changes are not") {
    exported_program p;
    p.signature.outputs = {output(output_kind::parameter_mutation, "w"), output(output_kind::loss_output, "l"),
                           output(output_kind::user_output, "r"), output(output_kind::gradient_to_parameter, "g"),
                           output(output_kind::gradient_to_user_input, "h")};
    CHECK(out_spec_of(p) == tree_spec::tuple({{}, {}}));
    tensors const results = nested_results(p, {number(0), number(1), number(2), number(3), number(4)});
    REQUIRE(results.size() == 2);
    CHECK(value_of(results.at(0).value()) == 1);
    CHECK(value_of(results.at(1).value()) == 2);
}

TEST_CASE("call_tree: arguments by name come in any order, and others than the program takes are an error") {
    exported_program p;
    p.call.in_spec =
        tree_spec::tuple({tree_spec::tuple({tree_spec::list({{}})}), tree_spec::dict({{"a", {}}, {"b", {}}})});
    vec<tensor> const flat = flat_arguments(p, {tensors::list({number(1)})}, {{"b", number(3)}, {"a", number(2)}});
    REQUIRE(flat.size() == 3);
    CHECK(value_of(flat[0]) == 1);
    CHECK(value_of(flat[1]) == 2);
    CHECK(value_of(flat[2]) == 3);
    CHECK(refusal([&] {
              static_cast<void>(flat_arguments(p, {number(1)}, {{"a", number(2)}}));
          }) == "the arguments of the program should have the tree\n"
                "TreeSpec(tuple, None, [TreeSpec(tuple, None, [TreeSpec(list, None, [*])]),\n"
                "  TreeSpec(dict, ['a', 'b'], [*,\n"
                "    *])])\n"
                "but got\n"
                "TreeSpec(tuple, None, [TreeSpec(tuple, None, [*]),\n"
                "  TreeSpec(dict, ['a'], [*])])\n"
                "which differs at [0][0]");
}

TEST_CASE("call_tree: results are nested as the program says, constants among them") {
    exported_program p;
    using k = output_kind;
    p.call.out_spec = tree_spec::dict({{"x", {}}, {"rest", tree_spec::tuple({{}, {}, {}, {}, {}})}});
    p.signature.outputs = {output(k::user_output, "x"),      output(k::user_output, {}, std::int64_t{7}),
                           output(k::user_output, {}, true), output(k::user_output, {}, 0.5),
                           output(k::user_output, {}),       output(k::user_output, {}, "a text")};
    vec<tensor> outputs(6);
    outputs[0] = number(1);
    tensors const results = nested_results(p, outputs);
    CHECK(value_of(results.at("x").value()) == 1);
    CHECK(results.at("rest").at(0).value().dtype() == dtype::i64);
    CHECK(value_of(results.at("rest").at(0).value()) == 7);
    CHECK(results.at("rest").at(1).value().dtype() == dtype::boolean);
    CHECK(value_of(results.at("rest").at(2).value()) == 0.5);
    CHECK(!results.at("rest").at(3).value().defined());
    CHECK(!results.at("rest").at(4).value().defined());
    p.call.out_spec = tree_spec{};
    CHECK(refusal([&] { static_cast<void>(nested_results(p, outputs)); }) == "6 leaves do not fit a tree of 1:\n*");
}

} // namespace
