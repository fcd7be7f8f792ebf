#include <graft/ir/text/print_tree.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

tree_spec const leaf;

TEST_CASE("print_tree: a spec is printed as torch prints it") {
    CHECK(text(leaf) == "*");
    CHECK(text(tree_spec::tuple({})) == "TreeSpec(tuple, None, [])");
    CHECK(text(tree_spec::tuple({tree_spec::list({leaf, leaf}), tree_spec::dict({{"it's", leaf}, {true, leaf}})})) ==
          "TreeSpec(tuple, None, [TreeSpec(list, None, [*,\n"
          "    *]),\n"
          "  TreeSpec(dict, [\"it's\", True], [*,\n"
          "    *])])");
    CHECK(text({tree_type::ordered_dict({{}, 2.5}), {leaf, leaf}}) == "TreeSpec(OrderedDict, [None, 2.5], [*,\n  *])");
    CHECK(text({tree_type::default_dict("builtins", "int", {"k"}), {leaf}}) ==
          "TreeSpec(defaultdict, [<class 'int'>, ['k']], [*])");
    CHECK(text({tree_type::deque(3), {leaf}}) == "TreeSpec(deque, 3, [*])");
    CHECK(text({tree_type::deque(), {}}) == "TreeSpec(deque, None, [])");
    CHECK(text({tree_type::named_tuple("shapes.point", {"x"}), {leaf}}) ==
          "TreeSpec(namedtuple, <class 'shapes.point'>, [*])");
    CHECK(text({tree_type::dataclass("shapes.box", {"low"}, {"high"}), {leaf}}) ==
          "TreeSpec(box, [['low'], ['high']], [*])");
    CHECK(text({tree_type::custom("odd", R"({"as": null})"), {}}) == "TreeSpec(odd, {'as': None}, [])");
}

} // namespace
