#include <graft/io/pt2/tree_spec.hpp>

#include <doctest/doctest.h>

#include <graft/io/file/json.hpp>
#include <graft/ir/text/print_tree.hpp>

#include "../raises.hpp"

#include <cstddef>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace graft;
using graft_test::raised;

// Calls `use(json, text)` with what torch prints of each pytree of the data.
template <class Use>
void for_each_spec(Use const& use) {
    std::ifstream file(std::string{GRAFT_TEST_DATA} + "/trees/specs.jsonl");
    std::size_t count = 0;
    for (std::string line; std::getline(file, line); ++count) {
        json_document const row = json_document::parse(line);
        use(row.root().at("json").as_string(), row.root().at("text").as_string());
    }
    CHECK(count > 100);
}

std::string node(std::string_view type, std::string_view context, std::string_view items = {}) {
    return "{\"type\": \"" + std::string(type) + "\", \"context\": " + std::string(context) + ", \"children_spec\": [" +
           std::string(items) + "]}";
}
std::string const leaf = R"({"type": null, "context": null, "children_spec": []})";
std::string protocol(std::string const& spec, std::string const& number = "1") {
    return '[' + number + ", " + spec + ']';
}

TEST_CASE("tree_spec: what torch writes is read, written to the same bytes, and printed as torch prints it") {
    std::string others;
    for_each_spec([&](std::string_view json, std::string_view shown) {
        tree_spec const spec = parse_tree_spec(json);
        CHECK(json_text(spec) == json);
        if (std::string const printed = text(spec); printed != shown)
            others += printed + '\n';
    });
    // A tuple is a list in JSON, and only Python knows what a type makes of its context.
    CHECK(others == "TreeSpec(dict, [[1, 2]], [*])\n"
                    "TreeSpec(odd, {'as': [2.5, None, True]}, [*])\n");
}

TEST_CASE("tree_spec: types that are not known keep their contexts byte for byte") {
    for (char const* const context :
         {R"("[[\"key_cache\", \"value_cache\"], [null]]")", R"({ "a" :[1.50, 1E40, 12345678901234567890123]})", "7",
          "null", "true", "\"\"", R"("\u00E9\/")", "[[[]], {}]"}) {
        std::string const json = protocol(node("transformers.cache_utils.DynamicCache", context, leaf + ", " + leaf));
        tree_spec const spec = parse_tree_spec(json);
        CHECK(spec.type().kind == tree_kind::custom);
        CHECK(spec.type().context == context);
        CHECK(spec.leaf_count() == 2);
        CHECK(json_text(spec) == json);
    }
    CHECK(parse_tree_spec(protocol(node("a.out", R"("[\"logits\"]")", leaf))).at("logits").is_leaf());
}

TEST_CASE("tree_spec: a known type with a context that torch does not write is kept like one that is not known") {
    for (auto const& [type, context] : {std::pair{"builtins.tuple", "null"},
                                        {"builtins.list", "\"\""},
                                        {"builtins.dict", R"("[\"a\",1]")"},
                                        {"builtins.dict", R"("[[1, 2]]")"},
                                        {"builtins.dict", R"("{}")"},
                                        {"builtins.dict", "[]"},
                                        {"collections.deque", "3"},
                                        {"collections.deque", R"("2.5")"},
                                        {"collections.deque", R"("x")"},
                                        {"collections.namedtuple", "{}"},
                                        {"collections.defaultdict", R"("[]")"},
                                        {"collections.defaultdict", R"({"dict_context": []})"}}) {
        std::string const json = protocol(node(type, context));
        CHECK(parse_tree_spec(json).type().kind == tree_kind::custom);
        CHECK(json_text(parse_tree_spec(json)) == json);
    }
}

TEST_CASE("tree_spec: members come in any order, and space between them is not kept") {
    CHECK(parse_tree_spec(R"( [ 1,{"children_spec" :[ {"children_spec":[],"context":null,"type":null} ,)" + leaf +
                          R"(] , "more": [{"type": "]"}], "context": "null","type":"builtins.list" } ] )") ==
          tree_spec::list({{}, {}}));
}

TEST_CASE("tree_spec: what is no pytree is an error that says where") {
    auto const said = [](std::string_view json) {
        return raised([&] { static_cast<void>(parse_tree_spec(json, "out_spec")); });
    };
    CHECK(said("") == "graft: out_spec: malformed JSON: unexpected end of input [at byte 0]");
    CHECK(said("{}") == "graft: out_spec: expected an array, found an object [at $]");
    CHECK(said("[1]") == "graft: out_spec: expected the number of a protocol and a tree [at $]");
    CHECK(said("[1, null]") == "graft: out_spec: expected an object, found null [at $[1]]");
    CHECK(said(protocol(leaf, "2")) == "graft: out_spec: protocol 2 is not supported, only 1 [at $[0]]");
    CHECK(said(R"([1, {"type": null, "context": null}])") ==
          "graft: out_spec: the member 'children_spec' is missing [at $[1]]");
    CHECK(said(R"([1, {"type": null, "context": null, "children_spec": {}}])") ==
          "graft: out_spec: expected an array, found an object [at $[1].children_spec]");
    CHECK(said(protocol(node("builtins.list", "\"null\"", leaf + ", 7"))) ==
          "graft: out_spec: expected an object, found an integer [at $[1].children_spec[1]]");
    CHECK(said(R"([1, {"type": 7, "context": null, "children_spec": []}])") ==
          "graft: out_spec: expected a string, found an integer [at $[1].type]");
    CHECK(said(protocol(R"({"type": null, "context": null, "children_spec": [)" + leaf + "]}")) ==
          "graft: out_spec: a leaf has neither context nor items [at $[1]]");
    CHECK(said(protocol(node("builtins.list", "\"null\"", node("builtins.dict", R"("[\"a\"]")")))) ==
          "graft: a builtins.dict has 1 keys for 0 items [at $[1].children_spec[0]]");
    CHECK(said(protocol(node("builtins.dict", R"("[")"))) ==
          "graft: the keys of a dict: malformed JSON: unexpected end of input [at byte 1] [at $[1].context]");
}

TEST_CASE("tree_spec: nesting has a limit, and a tree of that depth is written and read") {
    tree_spec deepest;
    while (deepest.depth() < tree_spec::max_depth)
        deepest = tree_spec::list({deepest});
    CHECK(parse_tree_spec(json_text(deepest)) == deepest);
    auto const nested = [](std::size_t depth) {
        std::string json;
        for (std::size_t i = 0; i < depth; ++i)
            json += R"({"type": "builtins.list", "context": "null", "children_spec": [)";
        json += leaf;
        for (std::size_t i = 0; i < depth; ++i)
            json += "]}";
        return protocol(json);
    };
    CHECK(raised([&] {
              static_cast<void>(parse_tree_spec(nested(tree_spec::max_depth)));
          }).starts_with("graft: the containers of a tree are nested deeper than 96 [at $[1]"));
    CHECK(raised([&] {
              static_cast<void>(parse_tree_spec(nested(100000)));
          }).starts_with("graft: tree: containers are nested deeper than 200 [at $[1]"));
}

TEST_CASE("tree_spec: a text of any characters is a tree that is written as it is read, or an error") {
    std::mt19937 bits(5);
    for_each_spec([&](std::string_view json, std::string_view) {
        for (int i = 0; i < 20; ++i) {
            std::string changed(json);
            for (std::size_t n = 1 + bits() % 3; n != 0; --n)
                changed[bits() % changed.size()] = "\"\\[]{},:u0n "[bits() % 12];
            std::string const said = raised([&] {
                tree_spec const spec = parse_tree_spec(changed);
                CHECK(parse_tree_spec(json_text(spec)) == spec);
                CHECK(!text(spec).empty());
            });
            CHECK((said == "(nothing raised)" || said.starts_with("graft: ")));
        }
    });
}

} // namespace
