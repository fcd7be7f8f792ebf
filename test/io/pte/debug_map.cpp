#include <graft/io/pte/debug_map.hpp>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace {

using namespace graft;

TEST_CASE("pte_debug_map: the text says by instruction what the handle is, and by handle what the call was") {
    pte_debug_map map;
    map.instructions["forward"] = {7, 0, 12, 7};
    std::string const trace = "File \"m.py\", line 3\n";
    map.origins["forward"] = {{7, {7, "add", "aten::add.Tensor", trace}}, {12, {12, "relu", "aten::relu", ""}}};
    nlohmann::json const json = nlohmann::json::parse(text(map));
    CHECK(json["debug_handle_map"] == nlohmann::json({{"forward", {{"0", 7}, {"2", 12}, {"3", 7}}}}));
    CHECK(json["nodes"]["forward"]["7"] ==
          nlohmann::json({{"name", "add"}, {"target", "aten::add.Tensor"}, {"stack_trace", trace}}));
    CHECK(json["nodes"]["forward"].size() == 2);
}

TEST_CASE("pte_debug_map: a program without handles has an empty map") {
    pte_debug_map map;
    map.instructions["forward"] = {0, 0};
    map.origins["forward"];
    nlohmann::json const json = nlohmann::json::parse(text(map));
    CHECK(json["debug_handle_map"]["forward"].empty());
    CHECK(json["nodes"]["forward"].empty());
}

} // namespace
