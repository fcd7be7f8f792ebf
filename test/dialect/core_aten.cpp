#include <graft/dialect/core_aten.hpp>

#include <graft/dialect/known_ops.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>

namespace {

using namespace graft;

target_info target_of(std::string const& name) { return {name, find_known_op<>(name), dialect_tag::edge}; }

// The tags that PyTorch 2.15 gives its ops, and the exceptions that ExecuTorch makes.
TEST_CASE("core_aten: an op is of the Core set, or of Edge besides, exactly if PyTorch or ExecuTorch says so") {
    std::ifstream in(GRAFT_TEST_DATA "/dialect/core_aten.txt");
    std::map<std::string, std::string> tags;
    for (std::string name, tag; in >> name >> tag;)
        tags.emplace(name, tag);
    REQUIRE(tags.size() > 200);
    for (auto const& [name, tag] : tags) {
        CAPTURE(name);
        CHECK(is_edge_aten(target_of(name)));
    }
    for (op_info const* const op : known_ops::ops()) {
        if (!op->name.starts_with("aten::"))
            continue;
        std::string const name(op->name);
        CAPTURE(name);
        auto const found = tags.find(name);
        CHECK(is_core_aten(*op) == (found != tags.end() && found->second == "core"));
        CHECK(is_edge_aten(target_of(name)) == (found != tags.end()));
    }
}

TEST_CASE("core_aten: an op of which nothing is known is no Edge op unless ExecuTorch has it") {
    CHECK(is_edge_aten({"aten::mkldnn_rnn_layer", nullptr, dialect_tag::edge}));
    CHECK(is_edge_aten({"aten::sym_constrain_range", nullptr, dialect_tag::edge}));
    CHECK(is_edge_aten({"aten::sym_size.int", nullptr, dialect_tag::edge}));
    CHECK_FALSE(is_edge_aten({"aten::sym_size", nullptr, dialect_tag::edge}));
    CHECK_FALSE(is_edge_aten({"aten::_assert_tensor_metadata", nullptr, dialect_tag::edge}));
    CHECK_FALSE(is_edge_aten({"aten::cholesky_inverse", nullptr, dialect_tag::edge}));
    CHECK_FALSE(is_edge_aten({"mine::relu", nullptr, dialect_tag::edge}));
    CHECK(is_aten({"aten::cholesky_inverse", nullptr, dialect_tag::edge}));
    CHECK_FALSE(is_aten({"mine::relu", nullptr, dialect_tag::edge}));
    CHECK_FALSE(is_aten({"aten", nullptr, dialect_tag::aten}));
}

} // namespace
