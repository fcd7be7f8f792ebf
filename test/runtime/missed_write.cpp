#include <graft/runtime/missed_write.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/unsupported.hpp>

#include "../io/raises.hpp"
#include "test_program.hpp"

#include <string>
#include <utility>

namespace {

using namespace graft;

// The name of the call whose write is missed in what `results(x)` makes of a complex copy, or of an input; else empty.
template <class F>
std::string missed(F const& results, bool of_input = false) {
    graft_test::program_builder b;
    value const given = b.input("x", make_spec(dtype::c64, {2, 2}));
    exported_program const p = b.finish({results(of_input ? given : value(aten::clone(given)))});
    auto const found = find_missed_write(p.graph());
    return found ? std::string{p.graph().name(*found)} : "";
}

value plus_one(value const& x) { return aten::add_.Scalar(x, 1); }

TEST_CASE("missed_write: one to a tensor whose conjugate is used behind it, or to the conjugate of one that is") {
    CHECK(missed([](value x) {
              value const y = aten::_conj(x);
              return plus_one(x), y;
          }) == "add__scalar");
    CHECK(missed([](value x) { return plus_one(aten::select.int_(aten::mH(x), 0, 0)), x; }) == "add__scalar");
    CHECK(missed([](value x) {
              value const y = aten::imag(aten::_conj(x));
              return plus_one(x), y;
          }) == "add__scalar");
    CHECK(missed([](value x) { return plus_one(aten::_conj(x)); }, true) == "add__scalar");
}

TEST_CASE("missed_write: none to what is read before, conjugated behind, or copied") {
    CHECK(missed(
              [](value x) {
                  value const y = aten::neg(aten::_conj(x));
                  return plus_one(x), y;
              },
              true) == "");
    CHECK(missed([](value x) { return plus_one(x), aten::_conj(x); }, true) == "");
    CHECK(missed([](value x) {
              value const y = aten::clone(aten::_conj(x));
              return plus_one(y), x;
          }) == "");
    CHECK(missed([](value x) {
              value const y = aten::resolve_conj(aten::_conj(x));
              return plus_one(x), y;
          }) == "");
    CHECK(missed([](value x) { return plus_one(aten::_conj(x)); }) == "");
}

TEST_CASE("missed_write: of what resolve_conj gives, which is the copy itself here") {
    auto const write = [](value x) {
        value const y = aten::_conj(x);
        return plus_one(aten::view_as_real(aten::resolve_conj(y))), y;
    };
    CHECK(missed(write) == "add__scalar");
}

TEST_CASE("missed_write: neither the executor nor the interpreter runs such a program") {
    graft_test::program_builder b;
    value const x = aten::clone(b.input("x", make_spec(dtype::c64, {2}))), y = aten::_conj(x);
    plus_one(x);
    exported_program const p = b.finish({y});
    tensor const given = tensor::zeros({2}, dtype::c64);
    std::string const why{why_missed};
    CHECK(graft_test::raised([&] { executor(p, cpu_library()); }).find(why) != std::string::npos);
    CHECK(graft_test::sentence([&] {
              static_cast<void>(plain_interpreter(cpu_library()).run(p, std::vector{given}));
          }) == "aten::add_.Scalar: " + why);
}

TEST_CASE("missed_write: one in a region is listed, and not run") {
    graft_test::program_builder b;
    value const x = aten::clone(b.input("x", make_spec(dtype::c64, {2})));
    value const y = aten::_conj(x);
    node_id const body = b.g().get_attr("body");
    node_id const call = b.g().call_function("torch.ops.higher_order.wrap", {arg::node(body), arg::node(x.id)});
    b.g().set_val(call, value_spec::of_list({make_spec(dtype::c64, {2})}));
    exported_program p = b.finish({y});
    graph_module region;
    output(region.graph, {plus_one(placeholder(region.graph, "v"))});
    p.module.submodules = {{"body", std::move(region)}};
    CHECK(text(unsupported_calls(p, cpu_library())).find(why_missed) != std::string::npos);
    CHECK(graft_test::raised([&] { executor(p, cpu_library()); }).find(why_missed) != std::string::npos);
}

} // namespace
