#include <graft/ir/text/detail/python_repr.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using graft::detail::complex_text;
using graft::detail::device_repr;
using graft::detail::python_repr;

TEST_CASE("python_repr: a string is quoted and escaped as Python does") {
    CHECK(python_repr("") == "''");
    CHECK(python_repr("abc") == "'abc'");
    CHECK(python_repr("it's") == "\"it's\"");
    CHECK(python_repr("\"") == "'\"'");
    CHECK(python_repr("'\"") == "'\\'\"'");
    CHECK(python_repr("a\\b\n\r\t\x01\x7f") == "'a\\\\b\\n\\r\\t\\x01\\x7f'");
    CHECK(python_repr("\xc3\xa9") == "'\xc3\xa9'");
}

TEST_CASE("python_repr: a device names its type and index") {
    CHECK(device_repr("cpu") == "device(type='cpu')");
    CHECK(device_repr("cuda:1") == "device(type='cuda', index=1)");
}

TEST_CASE("python_repr: a complex number prints a real part unless it is +0") {
    CHECK(complex_text(0, 2) == "2j");
    CHECK(complex_text(0, -0.5) == "-0.5j");
    CHECK(complex_text(1, 2) == "(1+2j)");
    CHECK(complex_text(-0.0, -2) == "(-0-2j)");
    CHECK(complex_text(1e-05, 1e+20) == "(1e-05+1e+20j)");
    CHECK(complex_text(NAN, INFINITY) == "(nan+infj)");
}

} // namespace
