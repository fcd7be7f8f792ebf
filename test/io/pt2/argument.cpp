#include <graft/io/pt2/argument.hpp>

#include <graft/io/file/json.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

namespace {

using namespace graft;

// The argument as it prints in a call, in a graph that has the placeholders x and n.
std::string printed(std::string const& argument) {
    json_document const document = json_document::parse(argument);
    graph g;
    g.placeholder("x");
    g.placeholder("n");
    detail::pt2_argument_reader reader(g);
    node_id const call = g.call_function("f", {reader.read(document.root())});
    std::string const text = fx_text(g, call);
    std::size_t const begin = text.find("(args = (") + 9;
    return text.substr(begin, text.find(",), kwargs") - begin);
}

std::string refused(std::string const& argument) {
    return graft_test::raised([&] { printed(argument); });
}

TEST_CASE("pt2_argument: literals") {
    CHECK(printed(R"({"as_none":true})") == "None");
    CHECK(printed(R"({"as_int":-3})") == "-3");
    CHECK(printed(R"({"as_float":2.0})") == "2.0");
    CHECK(printed(R"({"as_float":"Infinity"})") == "inf");
    CHECK(printed(R"({"as_bool":false})") == "False");
    CHECK(printed(R"({"as_string":"mean"})") == "mean");
    CHECK(printed(R"({"as_scalar_type":5})") == "torch.int64");
    CHECK(printed(R"({"as_layout":7})") == "torch.strided");
    CHECK(printed(R"({"as_memory_format":2})") == "torch.channels_last");
    CHECK(printed(R"({"as_device":{"type":"cpu","index":null}})") == "cpu");
    CHECK(printed(R"({"as_device":{"type":"cuda","index":1}})") == "cuda:1");
}

TEST_CASE("pt2_argument: values are nodes") {
    CHECK(printed(R"({"as_tensor":{"name":"x"}})") == "%x");
    CHECK(printed(R"({"as_optional_tensor":{"as_tensor":{"name":"x"}}})") == "%x");
    CHECK(printed(R"({"as_optional_tensor":{"as_none":true}})") == "None");
    CHECK(printed(R"({"as_sym_int":{"as_name":"n"}})") == "%n");
    CHECK(printed(R"({"as_sym_int":{"as_int":3}})") == "3");
    CHECK(printed(R"({"as_sym_bool":{"as_bool":true}})") == "True");
    CHECK(printed(R"({"as_sym_float":{"as_float":0.5}})") == "0.5");
    CHECK(printed(R"({"as_custom_obj":{"name":"x","class_fqn":"c"}})") == "%x");
}

TEST_CASE("pt2_argument: lists") {
    CHECK(printed(R"({"as_ints":[]})") == "[]");
    CHECK(printed(R"({"as_ints":[1,2]})") == "[1, 2]");
    CHECK(printed(R"({"as_floats":[1.0,"NaN"]})") == "[1.0, nan]");
    CHECK(printed(R"({"as_bools":[true]})") == "[True]");
    CHECK(printed(R"({"as_strings":["a","b"]})") == "[a, b]");
    CHECK(printed(R"({"as_tensors":[{"name":"x"},{"name":"n"}]})") == "[%x, %n]");
    CHECK(printed(R"({"as_sym_ints":[{"as_name":"n"},{"as_int":3}]})") == "[%n, 3]");
    CHECK(printed(R"({"as_optional_tensors":[{"as_none":true},{"as_tensor":{"name":"x"}}]})") == "[None, %x]");
    CHECK(printed(R"({"as_nested_tensors":[[{"name":"x"}],[]]})") == "[[%x], []]");
    CHECK(printed(R"({"as_int_lists":[[1],[2,3]]})") == "[[1], [2, 3]]");
    CHECK(printed(R"({"as_string_to_argument":{"a":{"as_int":1},"b":{"as_none":true}}})") == "{a: 1, b: None}");
}

TEST_CASE("pt2_argument: what cannot be is refused with its path") {
    CHECK(refused(R"({"as_tensor":{"name":"y"}})") ==
          "graft: the value 'y' is used before its definition [at $.as_tensor.name]");
    CHECK(refused(R"({"as_tensors":[{"name":"x"},{"name":"y"}]})") ==
          "graft: the value 'y' is used before its definition [at $.as_tensors[1].name]");
    CHECK(refused(R"({"as_graph":{"name":"x"}})") ==
          "graft: arguments of the kind 'as_graph' are not supported [at $.as_graph]");
    CHECK(refused(R"({"as_ints":[1,"2"]})") == "graft: expected an integer, found a string [at $.as_ints[1]]");
    CHECK(refused(R"({"as_scalar_type":99})") == "graft: unsupported ScalarType 99 [at $.as_scalar_type]");
    CHECK(refused(R"({})") == "graft: expected an object of one member, found 0 [at $]");
    CHECK(refused(R"({"as_int":1,"as_float":1.0})") == "graft: expected an object of one member, found 2 [at $]");
}

} // namespace
