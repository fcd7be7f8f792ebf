#include <graft/io/pt2/detail/write_value.hpp>

#include <graft/io/file/json.hpp>
#include <graft/io/pt2/value.hpp>
#include <graft/symbolic/math.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

#include <limits>

namespace {

using namespace graft;
using namespace graft::detail;
using graft_test::sentence;

TEST_CASE("pt2_write_value: numbers that JSON lacks are texts") {
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK(write_pt2_real(infinity) == "Infinity");
    CHECK(write_pt2_real(-infinity) == "-Infinity");
    CHECK(write_pt2_real(std::numeric_limits<double>::quiet_NaN()) == "NaN");
    CHECK(write_pt2_real(0.1).dump() == "0.1");
    CHECK(write_pt2_real(3).dump() == "3.0");
}

TEST_CASE("pt2_write_value: a tensor is read as it was, symbols and device included") {
    sym_int const s = symbol("s77");
    tensor_spec spec = make_spec(dtype::bf16, {s * 2 + 1, 3});
    spec.dev = {device_kind::cuda, 1};
    spec.requires_grad = true;
    spec.storage_offset = 7;
    std::string const text = write_pt2_tensor(spec).dump();
    json_document const document = json_document::parse(text);
    CHECK(pt2_value_reader().tensor(document.root()) == spec);
}

TEST_CASE("pt2_write_value: each kind of value has a table and a name for references") {
    pt2_value_writer values;
    values.add("t", value_spec(make_spec(dtype::f32, {2})));
    values.add("i", value_spec::of_integer(symbol("u0")));
    values.add("b", value_spec::of_boolean(1));
    values.add("r", sym_real(0.5));
    values.add("s", value_spec::of_real(symbol("zuf0")));
    pt2_json object = pt2_json::object();
    std::move(values).move_to(object);
    CHECK(object["tensor_values"].contains("t"));
    CHECK(object["sym_int_values"].dump() ==
          R"j({"i":{"as_expr":{"expr_str":"Symbol('u0', positive=True, integer=True)","hint":null}}})j");
    CHECK(object["sym_bool_values"].dump() == R"({"b":{"as_bool":true}})");
    CHECK(
        object["sym_float_values"].dump() ==
        R"j({"r":{"as_float":0.5},"s":{"as_expr":{"expr_str":"Symbol('zuf0', positive=True, integer=True)","hint":null}}})j");
    CHECK(write_pt2_reference(value_spec::kind::sym_int, "i").dump() == R"({"as_sym_int":{"as_name":"i"}})");
    CHECK(sentence([] { write_pt2_reference(value_spec::kind::none, "n"); }) ==
          "pt2: the value 'n' is none that the format has a name for");
}

TEST_CASE("pt2_write_value: a dtype without a number is an error") {
    CHECK(sentence([] { write_pt2_dtype(dtype::undefined); }) == "pt2: the format has no number for this dtype");
}

} // namespace
