#include <graft/dialect/aten.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("aten: the schemas are those that torch registers") {
    std::ifstream file(GRAFT_TEST_DATA "/dialect/schemas.txt");
    std::vector<std::string> expected, described;
    for (std::string line; std::getline(file, line);)
        expected.push_back(line);
    for (op_info const* const op : known_ops::ops())
        if (!op->name.starts_with("executorch_prims::")) // names of the documentation alone
            described.emplace_back(op->text);
    std::sort(described.begin(), described.end());
    REQUIRE(described.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(described[i] == expected[i]);
}

TEST_CASE("aten: every op is found by its name and is the object that is listed") {
    for (op_info const* const op : aten_dialect::ops())
        CHECK(bool(find_aten_op(op->name) == op));
}

TEST_CASE("aten: strangers are not found") {
    for (char const* const name : {"", "aten", "aten::", "aten::add", "aten::add.tensor", "aten::add.Tensor ",
                                   "aten::relu.default", "add.Tensor", "quantized_decomposed::quantize_per_tensor"})
        CHECK(!find_aten_op(name));
}

TEST_CASE("aten: the tags agree with the schema") {
    for (op_info const* const op : aten_dialect::ops()) {
        CAPTURE(op->name);
        CHECK(has(op->tags, op_tags::inplace) == op->mutates());
        CHECK(has(op->tags, op_tags::view) == (op->names_alias() && !op->mutates()));
        bool const gives_nothing = op->returns.empty() && op != &aten::_assert_async.default_.info();
        CHECK(has(op->tags, op_tags::side_effect) == gives_nothing);
    }
}

TEST_CASE("aten: only what depends on the elements of its arguments has no meta function") {
    std::vector<std::string> without;
    for (op_info const* const op : aten_dialect::ops())
        if (op->meta == nullptr)
            without.emplace_back(op->name);
    std::sort(without.begin(), without.end());
    CHECK(without == std::vector<std::string>{"aten::_local_scalar_dense", "aten::allclose", "aten::bincount",
                                              "aten::is_nonzero", "aten::item", "aten::nonzero"});
}

TEST_CASE("aten: the first two arguments of a commutative op have one type") {
    for (op_info const* const op : aten_dialect::ops())
        if (op->commutative) {
            CAPTURE(op->name);
            REQUIRE(op->arguments.size() >= 2);
            CHECK(op->arguments[0].type == type_kind::tensor);
            CHECK(op->arguments[1].type == type_kind::tensor);
            CHECK(!op->mutates());
        }
}

} // namespace
