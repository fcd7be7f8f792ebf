#include <graft/ir/tree_type.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace graft;

TEST_CASE("tree_type: names and contexts are as torch writes them") {
    CHECK(name(tree_kind::ordered_dict) == "collections.OrderedDict");
    CHECK(tree_type::tuple().name == "builtins.tuple");
    CHECK(tree_type::tuple().context == R"("null")");
    CHECK(tree_type::dict({"a", std::int64_t{1}, 2.5, true, {}}).context == R"("[\"a\", 1, 2.5, true, null]")");
    CHECK(tree_type::deque().context == R"("null")");
    CHECK(tree_type::deque(3).context == R"("3")");
    CHECK(tree_type::named_tuple("shapes.point", {"x"}).context == R"("shapes.point")");
    CHECK(tree_type::default_dict("builtins", "int", {"k"}).context ==
          R"({"default_factory_module": "builtins", "default_factory_name": "int", "dict_context": ["k"]})");
    tree_type const box = tree_type::dataclass("shapes.box", {"low"}, {"high"});
    CHECK(box.context == R"("[[\"low\"], [\"high\"]]")");
    CHECK(box.keys == vec<constant_value>{"low"});
}

TEST_CASE("tree_type: a custom type has the keys that its context names, if it names any") {
    auto const keys = [](std::string context) { return tree_type::custom("a.b", std::move(context)).keys; };
    CHECK(keys(R"("[\"logits\", \"mems\"]")") == vec<constant_value>{"logits", "mems"});
    CHECK(keys(R"("[[\"a\", \"b\"], [null]]")") == vec<constant_value>{"a", "b"});
    for (char const* const other : {"null", R"("shapes.point")", R"("[1]")", R"({"a": 1})", "\"", ""})
        CHECK(keys(other).empty());
}

TEST_CASE("tree_type: two are equal whose names and contexts are, whatever is known of their fields") {
    CHECK(tree_type::named_tuple("a.b", {"x"}) == tree_type::named_tuple("a.b", {}));
    CHECK(!(tree_type::dict({"x"}) == tree_type::dict({"y"})));
    CHECK(!(tree_type::dict({"x"}) == tree_type::ordered_dict({"x"})));
    CHECK(tree_type::default_dict("a", "b", {}).is_dict());
    CHECK(!tree_type::list().is_dict());
}

} // namespace
