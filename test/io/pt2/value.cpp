#include <graft/io/pt2/value.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../pt2_fixture.hpp"
#include "../raises.hpp"

#include <cmath>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;
using graft_test::tensor_json;

template <class Read>
auto with(std::string const& text, Read read) {
    json_document const document = json_document::parse(text);
    return read(document.root());
}

tensor_spec tensor_of(std::string const& text) {
    return with(text, [](json_value v) { return detail::pt2_value_reader().tensor(v); });
}

std::string refused(std::string const& text) {
    return raised([&] { (void)tensor_of(text); });
}

TEST_CASE("pt2_value: a tensor's facts are read") {
    tensor_spec const spec = tensor_of(tensor_json(R"({"as_int":2},{"as_int":3})", R"({"as_int":1},{"as_int":2})"));
    CHECK(spec.dtype == dtype::f32);
    CHECK(spec.sizes == std::vector<sym_int>{2, 3});
    CHECK(spec.strides == std::vector<sym_int>{1, 2});
    CHECK(spec.storage_offset == 0);
    CHECK(spec.layout == layout::strided);
    CHECK(!spec.requires_grad);
}

TEST_CASE("pt2_value: a symbolic size is an expression") {
    tensor_spec const spec = tensor_of(tensor_json(
        R"~({"as_expr":{"expr_str":"Mul(Integer(4), Symbol('s77', positive=True, integer=True))",
             "hint":{"as_int":8}}})~"));
    REQUIRE(spec.sizes.size() == 1);
    CHECK(spec.sizes[0].is_symbolic());
    CHECK(spec.sizes[0] == sym_int(symbol("s77")) * 4);
}

TEST_CASE("pt2_value: numbers that JSON cannot write are texts") {
    CHECK(with("1.5", detail::read_pt2_real) == 1.5);
    CHECK(with("2", detail::read_pt2_real) == 2.0);
    CHECK(with("\"-Infinity\"", detail::read_pt2_real) == -INFINITY);
    CHECK(std::isnan(with("\"NaN\"", detail::read_pt2_real)));
    CHECK(raised([] { with("\"many\"", detail::read_pt2_real); }) == "graft: expected a number [at $]");
}

TEST_CASE("pt2_value: a device has a type and perhaps an index") {
    CHECK(with(R"({"type":"cpu","index":null})", detail::read_pt2_device) == device{});
    CHECK(with(R"({"type":"cuda","index":1})", detail::read_pt2_device) == device{device_kind::cuda, 1});
    CHECK(raised([] { with(R"({"type":"toaster"})", detail::read_pt2_device); }) ==
          "graft: unknown device [at $.type]");
    CHECK(raised([] { with(R"({"type":"cuda","index":128})", detail::read_pt2_device); }) ==
          "graft: no index of a device [at $.index]");
}

TEST_CASE("pt2_value: facts that are wrong or missing are refused with their path") {
    std::string const good = tensor_json();
    auto const with_change = [&](std::string_view from, std::string_view to) {
        return refused(graft_test::replaced(good, from, to));
    };
    CHECK(with_change(R"("dtype":7)", R"("dtype":27)") == "graft: unsupported ScalarType 27 [at $.dtype]");
    CHECK(with_change(R"("dtype":7)", R"("dtype":31)") ==
          "graft: unsupported dtype torch.float8_e4m3fnuz [at $.dtype]");
    CHECK(with_change(R"("dtype":7)", R"("dtype":32)") ==
          "graft: unsupported dtype torch.float8_e5m2fnuz [at $.dtype]");
    CHECK(with_change(R"("dtype":7,)", "") == "graft: the member 'dtype' is missing [at $]");
    CHECK(with_change(R"("layout":7)", R"("layout":0)") == "graft: unsupported Layout 0 [at $.layout]");
    CHECK(with_change(R"("requires_grad":false)", R"("requires_grad":0)") ==
          "graft: expected a boolean, found an integer [at $.requires_grad]");
    CHECK(with_change(R"({"as_int":3})", "3") == "graft: expected an object, found an integer [at $.sizes[0]]");
    CHECK(with_change(R"({"as_int":3})", R"({"as_bool":true})") ==
          "graft: expected 'as_expr' or 'as_int', found 'as_bool' [at $.sizes[0]]");
    CHECK(with_change(R"({"as_int":3})", R"({"as_int":3},{"as_int":4})") ==
          "graft: a tensor needs as many strides as sizes [at $]");
}

TEST_CASE("pt2_value: an expression that is none is refused with its path") {
    std::string const said = refused(tensor_json(R"~({"as_expr":{"expr_str":"Nonsense(Integer(1))"}})~"));
    CHECK(said.find("Nonsense") != std::string::npos);
    CHECK(said.ends_with("[at $.sizes[0].as_expr.expr_str]"));
}

} // namespace
