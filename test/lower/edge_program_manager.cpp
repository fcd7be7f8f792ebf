#include <graft/lower/edge_program_manager.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/pass/pass.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"

#include <map>
#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;
using graft_test::raised;

exported_program one_call(std::string_view op, std::vector<arg> const& rest = {}) {
    call_builder b;
    std::vector<arg> args{b.input("x", make_spec(dtype::f32, {2, 3}))};
    args.insert(args.end(), rest.begin(), rest.end());
    return b.output({b.call(op, args)});
}

std::map<std::string, exported_program> two_methods() {
    std::map<std::string, exported_program> methods;
    methods.emplace("forward", one_call("aten::reshape", {arg::list({6})}));
    methods.emplace("encode", one_call("aten::relu_"));
    return methods;
}

pass_manager naming_pass(std::string const& name) {
    return pass_manager{{make_pass("rename", [name](graph& g) { g.rename(*g.nodes().begin(), name); })}};
}

TEST_CASE("edge_program_manager: every method is lowered and verified") {
    edge_program_manager const manager = to_edge(two_methods());
    CHECK(manager.methods() == std::vector<std::string>{"encode", "forward"});
    CHECK(manager.exported_program().verifiers == std::vector<std::string>{"EDGE"});
    CHECK(verify_edge(manager.exported_program("encode")).empty());
    CHECK(manager.exported_program("encode").signature.outputs[0].kind == output_kind::user_input_mutation);
}

TEST_CASE("edge_program_manager: of one program, which is copied unless it may be lowered in place") {
    exported_program const constant = one_call("aten::relu_");
    CHECK(to_edge(constant).methods() == std::vector<std::string>{"forward"});
    CHECK(constant.graph().find("relu__default"));
    exported_program program = constant;
    CHECK(to_edge(program).converged);
    CHECK(fx_text(program.graph()) == fx_text(to_edge(constant).exported_program().graph()));
}

TEST_CASE("edge_program_manager: passes change a copy, of all methods or of those named") {
    edge_program_manager const manager = to_edge(two_methods());
    pass_manager const dead{{make_pass("mark", [](exported_program& p) { p.torch_version = "marked"; })}};
    edge_program_manager const all = manager.transform(dead);
    CHECK(all.exported_program("encode").torch_version == "marked");
    CHECK(all.exported_program().torch_version == "marked");
    CHECK(manager.exported_program().torch_version == "");
    edge_program_manager const one = manager.transform(std::map<std::string, pass_manager>{{"encode", dead}});
    CHECK(one.exported_program("encode").torch_version == "marked");
    CHECK(one.exported_program().torch_version == "");
}

TEST_CASE("edge_program_manager: what is wrong after a pass names the method, and can be let be") {
    edge_program_manager const manager = to_edge(two_methods());
    std::string const what = raised([&] { static_cast<void>(manager.transform(naming_pass("z"))); });
    CHECK(what.find("graft: method 'encode': ") == 0);
    CHECK(raised([&] { static_cast<void>(manager.exported_program("decode")); }) ==
          "graft: there is no method 'decode', only 'encode', 'forward'");
    edge_program_manager const whole(one_call("aten::relu6"), {.verify = true, .decompose = {{"aten::relu6"}}});
    CHECK(whole.exported_program().graph().find("relu6_default"));
    edge_program_manager const careless = to_edge(two_methods(), {.verify = false, .decompose = {}});
    CHECK(careless.transform(naming_pass("z")).methods().size() == 2);
}

} // namespace
