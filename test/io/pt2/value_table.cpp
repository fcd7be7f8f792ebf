#include <graft/io/pt2/value_table.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../pt2_fixture.hpp"
#include "../raises.hpp"

#include <vector>

namespace {

using namespace graft;

json_document const sample =
    json_document::parse(R"({"tensor_values":{"x":)" + graft_test::tensor_json() +
                         R"(},"sym_int_values":{"n":{"as_int":4}},"sym_bool_values":{"b":{"as_bool":true}},
        "sym_float_values":{"f":{"as_float":0.5}},"custom_obj_values":{"o":{"name":"o"}},
        "names":["x","n","b","f","o","y"]})");

TEST_CASE("pt2_value_table: values of every kind are found by name") {
    detail::pt2_value_reader reader;
    detail::pt2_value_table const table(sample.root(), reader);
    std::vector<value_spec::kind> kinds;
    auto name = sample.root().at("names").items().begin();
    for (int i = 0; i < 5; ++i, ++name)
        kinds.push_back(table.at(*name).k);
    using kind = value_spec::kind;
    CHECK(kinds == std::vector<kind>{kind::tensor, kind::sym_int, kind::sym_bool, kind::sym_float, kind::none});
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
