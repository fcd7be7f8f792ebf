// Header-only: what holds in constants needs bodies.
#include <graft/ir/detail/use_lists.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using ids = std::vector<node_id>;

// Nodes that know nothing but their uses.
struct fixture {
    std::vector<node_record> nodes = std::vector<node_record>(10);
    argument_store store;
    detail::use_lists<std::vector<node_record>, argument_store> uses{nodes, store};

    constexpr void set(node_id n, std::vector<arg> const& args) {
        std::vector<operand> operands;
        for (arg const& a : args)
            operands.push_back(store.encode(a));
        uses.set_operands(n, operands);
        nodes[n].arg_count = static_cast<std::uint16_t>(args.size());
    }
    constexpr ids each_use(node_id n) const {
        ids result;
        auto const collect = [&](node_id user) { result.push_back(user); };
        uses.for_each(n, collect);
        return result;
    }
};

arg node(node_id n) { return arg::node(n); }

TEST_CASE("use_lists: uses come in the order in which they were made, users once each") {
    fixture f;
    f.set(3, {node(1), node(1)});
    f.set(2, {node(1)});
    f.set(4, {arg::list({node(2), arg::tuple({1, node(1)})}), 5});
    CHECK(f.each_use(1) == ids{3, 3, 2, 4});
    CHECK(f.uses.users(1) == ids{3, 2, 4});
    CHECK(f.nodes[1].use_count == 4);
    CHECK(f.uses.users(5).empty());
}

TEST_CASE("use_lists: one user is one user however often it uses the node") {
    fixture f;
    CHECK_FALSE(f.uses.has_one_user(1));
    f.set(3, {node(1), node(1)});
    CHECK(f.uses.has_one_user(1));
    f.set(4, {node(1)});
    CHECK_FALSE(f.uses.has_one_user(1));
    f.uses.clear(3);
    CHECK(f.uses.has_one_user(1));
    CHECK(f.uses.users(1) == ids{4});
}

TEST_CASE("use_lists: users that come back between others stay where they first were") {
    fixture f;
    f.set(3, {node(1)});
    f.set(4, {node(1)});
    f.set(5, {arg::list({node(1)}), node(1)});
    f.set(3, {node(1), node(1), node(1)});
    CHECK(f.uses.users(1) == ids{4, 5, 3});
}

TEST_CASE("use_lists: new arguments take the uses of the old ones away") {
    fixture f;
    f.set(5, {node(1), arg::list({node(2), node(3)})});
    f.set(5, {node(4), 7});
    CHECK(f.nodes[1].use_count == 0);
    CHECK(f.nodes[2].use_count == 0);
    CHECK(f.nodes[3].use_count == 0);
    CHECK(f.uses.users(4) == ids{5});
    f.set(5, {});
    CHECK(f.nodes[4].use_count == 0);
}

TEST_CASE("use_lists: an argument that does not change keeps its place among the uses") {
    fixture f;
    f.set(5, {node(1), node(2)});
    f.set(6, {node(1)});
    f.set(5, {node(1), node(3)});
    CHECK(f.uses.users(1) == ids{5, 6});
}

TEST_CASE("use_lists: assigning changes one slot, and what an aggregate held is let go") {
    fixture f;
    f.set(5, {arg::list({node(1), node(2)}), node(3)});
    f.uses.assign(f.nodes[5].slots, 5, operand::node(4));
    CHECK(f.nodes[1].use_count == 0);
    CHECK(f.nodes[2].use_count == 0);
    CHECK(f.uses.users(4) == ids{5});
    CHECK(f.uses.users(3) == ids{5});
}

TEST_CASE("use_lists: replacing all moves the uses that are wanted, nested ones too, and no others") {
    fixture f;
    f.set(5, {node(1), arg::list({node(1)})});
    f.set(6, {node(1)});
    f.set(7, {node(2)});
    f.uses.replace_all(1, operand::node(2), [](node_id user) { return user == 5; });
    CHECK(f.uses.users(1) == ids{6});
    CHECK(f.each_use(2) == ids{7, 5, 5});
    f.uses.replace_all(1, operand::node(1), [](node_id) { return true; });
    CHECK(f.uses.users(1) == ids{6});
    f.uses.replace_all(1, operand{}, [](node_id) { return true; });
    CHECK(f.nodes[1].use_count == 0);
    CHECK(f.store.view(f.store.slots[f.nodes[6].slots].value).is_none());
}

TEST_CASE("use_lists: the slots of a node are visited in order at every depth") {
    fixture f;
    f.set(5, {node(1), arg::list({2, arg::tuple({node(3), node(4)})}), node(6)});
    ids seen;
    auto const visit = [&](slot const& s) {
        CHECK(s.user == 5);
        if (s.value.is_node())
            seen.push_back(s.value.id());
    };
    detail::for_each_slot(f.store, f.nodes[5].slots, 3, visit);
    CHECK(seen == ids{1, 3, 4, 6});
}

TEST_CASE("use_lists: setting and clearing over and over uses the same slots") {
    fixture f;
    f.set(5, {node(1), arg::list({node(2), node(3)}), node(4)});
    std::size_t const slots = f.store.slots.size();
    for (int i = 0; i < 100; ++i) {
        f.set(5, {});
        f.set(5, {node(1), arg::list({node(2), node(3)}), node(4)});
    }
    CHECK(f.store.slots.size() == slots);
}

constexpr bool works_in_constants() {
    fixture f;
    f.set(5, {arg::node(1), arg::node(2)});
    f.set(6, {arg::node(1)});
    f.uses.replace_all(1, operand::node(2), [](node_id) { return true; });
    return f.uses.users(2) == ids{5, 6} && f.nodes[1].use_count == 0;
}
static_assert(works_in_constants());

} // namespace
