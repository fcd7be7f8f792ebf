#include <graft/io/file/json_value.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

namespace {

using graft::json_document;
using graft::json_kind;
using graft_test::raised;

json_document const sample = json_document::parse(R"({
    "name": "add", "count": 3, "ratio": 0.5, "flag": true, "nothing": null, "empty": {},
    "nodes": [{"inputs": []}, {"inputs": [1, [2, 3], {"a b": "deep"}]}]
})");

TEST_CASE("json_value: each kind reads as itself") {
    graft::json_value const root = sample.root();
    CHECK(root.kind() == json_kind::object);
    CHECK(root.at("name").as_string() == "add");
    CHECK(root.at("count").as_int() == 3);
    CHECK(root.at("count").as_real() == 3.0);
    CHECK(root.at("ratio").as_real() == 0.5);
    CHECK(root.at("flag").as_bool());
    CHECK(root.at("nothing").is_null());
    CHECK(root.at("empty").size() == 0);
    CHECK(root.at("nodes").size() == 2);
    CHECK(root.size() == 7);
}

TEST_CASE("json_value: items and members come in the order of the text") {
    std::string keys;
    for (auto const [key, value] : sample.root().members())
        keys += std::string(key) + " ";
    CHECK(keys == "name count ratio flag nothing empty nodes ");
    std::size_t items = 0;
    for (graft::json_value const item : sample.root().at("nodes").items())
        items += item.at("inputs").size();
    CHECK(items == 3);
    CHECK(sample.root().at("nodes").items().size() == 2);
}

TEST_CASE("json_value: find skips what is absent or null") {
    CHECK(sample.root().find("count")->as_int() == 3);
    CHECK(!sample.root().find("nothing"));
    CHECK(!sample.root().find("elsewhere"));
}

TEST_CASE("json_value: a path leads to the value") {
    auto const inputs = [] {
        auto node = sample.root().at("nodes").items().begin();
        return (*++node).at("inputs");
    }();
    auto item = inputs.items().begin();
    CHECK(sample.root().path() == "$");
    CHECK(sample.root().at("nothing").path() == "$.nothing");
    CHECK(inputs.path() == "$.nodes[1].inputs");
    CHECK((*item).path() == "$.nodes[1].inputs[0]");
    ++item;
    CHECK((*(*item).items().begin()).path() == "$.nodes[1].inputs[1][0]");
    ++item;
    CHECK((*item).at("a b").path() == "$.nodes[1].inputs[2]['a b']");
}

TEST_CASE("json_value: reading it as something else raises with its path") {
    graft::json_value const root = sample.root();
    CHECK(raised([&] { (void)root.at("name").as_int(); }) == "graft: expected an integer, found a string [at $.name]");
    CHECK(raised([&] { (void)root.at("ratio").as_int(); }) ==
          "graft: expected an integer, found a number [at $.ratio]");
    CHECK(raised([&] { (void)root.at("count").as_bool(); }) ==
          "graft: expected a boolean, found an integer [at $.count]");
    CHECK(raised([&] { (void)root.at("flag").as_string(); }) ==
          "graft: expected a string, found a boolean [at $.flag]");
    CHECK(raised([&] { (void)root.at("name").as_real(); }) == "graft: expected a number, found a string [at $.name]");
    CHECK(raised([&] { (void)root.at("nodes").members(); }) ==
          "graft: expected an object, found an array [at $.nodes]");
    CHECK(raised([&] { (void)root.items(); }) == "graft: expected an array, found an object [at $]");
    CHECK(raised([&] { (void)root.at("nothing").size(); }) == "graft: expected an array, found null [at $.nothing]");
    CHECK(raised([&] { (void)root.at("elsewhere"); }) == "graft: the member 'elsewhere' is missing [at $]");
}

TEST_CASE("json_value: only_member wants exactly one") {
    json_document const document = json_document::parse(R"([{"as_int": 2}, {}, {"a": 1, "b": 2}])");
    auto item = document.root().items().begin();
    CHECK((*item).only_member().key == "as_int");
    CHECK((*item).only_member().value.as_int() == 2);
    ++item;
    CHECK(raised([&] { (void)(*item).only_member(); }) == "graft: expected an object of one member, found 0 [at $[1]]");
    ++item;
    CHECK(raised([&] { (void)(*item).only_member(); }) == "graft: expected an object of one member, found 2 [at $[2]]");
}

TEST_CASE("json_value: guard gives a foreign error the path") {
    CHECK(raised([] { sample.root().at("count").guard([] { graft::raise(graft::errc::parse, "too few"); }); }) ==
          "graft: too few [at $.count]");
    CHECK(sample.root().guard([] { return 7; }) == 7);
}

} // namespace
