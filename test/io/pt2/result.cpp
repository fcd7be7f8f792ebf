#include <graft/io/pt2/result.hpp>

#include <graft/io/file/json.hpp>
#include <graft/ir/text/print.hpp>

#include "../pt2_fixture.hpp"
#include "../raises.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

// The graph of a call of f with these outputs, whose tensors a, b, f_unused_1 are known.
std::string printed(std::string const& outputs, std::string_view used = {}) {
    std::string const tensor = graft_test::tensor_json();
    json_document const document = json_document::parse(
        R"({"tensor_values":{"a":)" + tensor + R"(,"b":)" + tensor + R"(,"f_unused_1":)" + tensor +
        R"(,"f_unused_1_unused_0":)" + tensor + R"(,"f_unused_1_unused_1":)" + tensor +
        R"(},"sym_int_values":{"n":{"as_int":4}},"sym_bool_values":{},"outputs":)" + outputs + "}");
    detail::pt2_value_reader values;
    detail::pt2_value_table const table(document.root(), values);
    graph g;
    node_id const f = g.call_function("f", {});
    detail::pt2_result_reader reader(g, table);
    reader.read_items(f, document.root().at("outputs"));
    if (!used.empty())
        g.call_function("g", {arg::node(g.at(used))});
    reader.erase_unused();
    return text(g);
}

TEST_CASE("pt2_result: each output of a tuple is an item") {
    CHECK(printed(R"([{"as_tensor":{"name":"a"}},{"as_sym_int":{"as_name":"n"}}])") ==
          R"(graph():
    %f : (f32[3], SymInt(4)) = call_function[target=f](args = (), kwargs = {})
    %a : f32[3] = call_function[target=operator.getitem](args = (%f, 0), kwargs = {})
    %n : SymInt(4) = call_function[target=operator.getitem](args = (%f, 1), kwargs = {})
)");
}

TEST_CASE("pt2_result: the items of a list that is the one result are items of the node") {
    CHECK(printed(R"([{"as_tensors":[{"name":"a"},{"name":"b"}]}])") == R"(graph():
    %f : (f32[3], f32[3]) = call_function[target=f](args = (), kwargs = {})
    %a : f32[3] = call_function[target=operator.getitem](args = (%f, 0), kwargs = {})
    %b : f32[3] = call_function[target=operator.getitem](args = (%f, 1), kwargs = {})
)");
}

TEST_CASE("pt2_result: a list among several results is an item with items") {
    CHECK(printed(R"([{"as_tensors":[{"name":"a"}]},{"as_tensor":{"name":"b"}}])") ==
          R"(graph():
    %f : ((f32[3],), f32[3]) = call_function[target=f](args = (), kwargs = {})
    %getitem : (f32[3],) = call_function[target=operator.getitem](args = (%f, 0), kwargs = {})
    %a : f32[3] = call_function[target=operator.getitem](args = (%getitem, 0), kwargs = {})
    %b : f32[3] = call_function[target=operator.getitem](args = (%f, 1), kwargs = {})
)");
}

TEST_CASE("pt2_result: an item that nothing uses is left out, unless it had a name of its own") {
    std::string const outputs = R"([{"as_tensor":{"name":"a"}},{"as_tensor":{"name":"f_unused_1"}}])";
    CHECK(printed(outputs).find("%f_unused_1") == std::string::npos);
    CHECK(printed(outputs).find("%a : f32[3]") != std::string::npos);
    CHECK(printed(outputs, "f_unused_1").find("(%f_unused_1,)") != std::string::npos);
}

TEST_CASE("pt2_result: a list of which nothing is used is left out") {
    std::string const outputs = R"([{"as_tensor":{"name":"a"}},{"as_tensors":[{"name":"f_unused_1_unused_0"},)"
                                R"({"name":"f_unused_1_unused_1"}]}])";
    CHECK(printed(outputs).find("%getitem") == std::string::npos);
    CHECK(printed(outputs, "f_unused_1_unused_1").find("(%f_unused_1_unused_1,)") != std::string::npos);
}

TEST_CASE("pt2_result: a result of None makes no node") {
    CHECK(printed(R"([{"as_none":true}])") == R"(graph():
    %f : None = call_function[target=f](args = (), kwargs = {})
)");
    CHECK(printed(R"([{"as_tensor":{"name":"a"}},{"as_none":true}])") == R"(graph():
    %f : (f32[3], None) = call_function[target=f](args = (), kwargs = {})
    %a : f32[3] = call_function[target=operator.getitem](args = (%f, 0), kwargs = {})
)");
}

TEST_CASE("pt2_result: outputs that cannot be are refused with their path") {
    auto const refused = [](std::string const& outputs) { return graft_test::raised([&] { printed(outputs); }); };
    CHECK(refused(R"([{"as_tensor":{"name":"a"}},{"as_tensor":{"name":"a"}}])") ==
          "graft: two nodes of one name [at $.outputs[1].as_tensor.name]");
    CHECK(refused(R"([{"as_tensor":{"name":"f"}},{"as_tensor":{"name":"a"}}])") ==
          "graft: two nodes of one name [at $.outputs[0].as_tensor.name]");
    CHECK(refused(R"([{"as_tensor":{"name":"c"}},{"as_tensor":{"name":"a"}}])") ==
          "graft: the graph says nothing of the value 'c' [at $.outputs[0].as_tensor.name]");
    CHECK(refused(R"([{"as_int":1}])") ==
          "graft: outputs of the kind 'as_int' are not supported [at $.outputs[0].as_int]");
    CHECK(refused(R"([{"as_tensor":{"name":""}},{"as_none":true}])") ==
          "graft: a node needs a name [at $.outputs[0].as_tensor.name]");
}

json_document const sample =
    json_document::parse(R"({"tensor_values":{"x":)" + graft_test::tensor_json() +
                         R"(},"sym_int_values":{"n":{"as_int":4}},"sym_bool_values":{"b":{"as_bool":true}},
        "sym_float_values":{"f":{"as_float":0.5}},"custom_obj_values":{"o":{"name":"o"}},
        "names":["x","n","b","f","o","y"]})");

TEST_CASE("pt2_value_table: values of every kind are found by name") {
    detail::pt2_value_reader reader;
    detail::pt2_value_table const table(sample.root(), reader);
    std::vector<value_spec> values;
    auto name = sample.root().at("names").items().begin();
    for (int i = 0; i < 5; ++i, ++name)
        values.push_back(table.at(*name));
    CHECK(values[0].is_tensor());
    CHECK(values[1] == value_spec::of_integer(4));
    CHECK(values[2] == value_spec::of_boolean(1));
    CHECK(known_real(values[3]) == 0.5);
    CHECK(values[4].is_none());
    CHECK(graft_test::raised([&] { (void)table.at(*name); }) ==
          "graft: the graph says nothing of the value 'y' [at $.names[5]]");
}

TEST_CASE("pt2_value_table: arguments refer to values by name") {
    json_document const document = json_document::parse(R"([{"name":"x"}, {"as_name":"n"}, {"as_int":3}])");
    auto item = document.root().items().begin();
    CHECK(detail::pt2_value_name("as_tensor", *item)->as_string() == "x");
    CHECK(!detail::pt2_value_name("as_graph", *item));
    ++item;
    CHECK(detail::pt2_value_name("as_sym_int", *item)->as_string() == "n");
    ++item;
    CHECK(!detail::pt2_value_name("as_sym_int", *item));
}

} // namespace
