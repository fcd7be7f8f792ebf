// Header-only: what holds in constants needs bodies.
#include <graft/ir/argument_store.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;

arg dict(std::vector<std::string_view> keys, std::vector<arg> values) {
    arg result{arg_kind::dict, std::move(values)};
    result.keys = std::move(keys);
    return result;
}

TEST_CASE("argument_store: what holds no node is one interned literal at any depth") {
    argument_store store;
    arg const nested = arg::list({1, arg::tuple({2.5, "x"}), dict({"k"}, {true})});
    operand const first = store.encode(nested);
    CHECK(first.is_literal());
    CHECK(store.encode(nested) == first);
    CHECK(store.slots.empty());
    CHECK(store.aggregates.empty());
}

TEST_CASE("argument_store: an aggregate with a node in it is new each time") {
    argument_store store;
    arg const list = arg::list({1, arg::node(3)});
    operand const a = store.encode(list);
    operand const b = store.encode(list);
    CHECK(a.is_aggregate());
    CHECK(a != b);
    CHECK(store.slots.size() == 4);
}

TEST_CASE("argument_store: every kind reads back as it was given") {
    argument_store store;
    arg const all = arg::list({nullptr, true, -7, 1e-5, "te\"xt", dtype::bf16, arg::device("cuda:1"),
                               layout::sparse_coo, memory_format::channels_last, arg::node(9)});
    arg_ref const read = store.view(store.encode(all));
    REQUIRE(read.kind() == arg_kind::list);
    REQUIRE(read.size() == 10);
    CHECK(read[0].is_none());
    CHECK(read[1].boolean());
    CHECK(read[2].integer() == -7);
    CHECK(read[3].real() == 1e-5);
    CHECK(read[4].text() == "te\"xt");
    CHECK(read[5].dtype() == dtype::bf16);
    CHECK((read[6].kind() == arg_kind::device && read[6].text() == "cuda:1"));
    CHECK(read[7].layout() == layout::sparse_coo);
    CHECK(read[8].memory_format() == memory_format::channels_last);
    CHECK((read[9].is_node() && read[9].node() == 9));
}

TEST_CASE("argument_store: dicts keep their keys in order, with and without nodes") {
    argument_store store;
    for (arg const& first : {arg{1}, arg::node(5)}) {
        arg_ref const read = store.view(store.encode(dict({"b", "a"}, {first, "v"})));
        REQUIRE(read.kind() == arg_kind::dict);
        CHECK(read.size() == 2);
        CHECK(read.key(0) == "b");
        CHECK(read.key(1) == "a");
        CHECK(read[1].text() == "v");
        CHECK(read.find("a")->text() == "v");
        CHECK_FALSE(read.find("c").has_value());
    }
    CHECK_FALSE(store.view(store.encode(3)).find("a").has_value());
}

TEST_CASE("argument_store: empty aggregates are literals of size 0") {
    argument_store store;
    for (arg const& empty : {arg::list({}), arg::tuple({}), dict({}, {})}) {
        operand const o = store.encode(empty);
        CHECK(o.is_literal());
        CHECK(store.view(o).kind() == empty.kind);
        CHECK(store.view(o).size() == 0);
        CHECK_FALSE(store.view(o).is_none());
    }
}

TEST_CASE("argument_store: reading an argument as what it is not is an error that says so") {
    argument_store store;
    arg_ref const text = store.view(store.encode("x"));
    CHECK(raised([&] { (void)text.integer(); }) == "graft: the argument is not an int");
    CHECK(raised([&] { (void)text.node(); }) == "graft: the argument is not a node");
    CHECK(raised([&] { (void)text.boolean(); }) == "graft: the argument is not a bool");
    CHECK(raised([&] { (void)text.real(); }) == "graft: the argument is not a float");
    CHECK(raised([&] { (void)text.dtype(); }) == "graft: the argument is not a dtype");
    CHECK(raised([&] { (void)text.layout(); }) == "graft: the argument is not a layout");
    CHECK(raised([&] { (void)text.memory_format(); }) == "graft: the argument is not a memory format");
    CHECK(raised([&] { (void)store.view(store.encode(1)).text(); }) == "graft: the argument is not text");
    CHECK(raised([&] { (void)store.view(store.encode(true)).integer(); }) == "graft: the argument is not an int");
    CHECK(raised([&] { (void)store.view(operand::node(4)).integer(); }) == "graft: the argument is not an int");
    CHECK(raised([&] { (void)store.view(store.encode(arg::list({1})))[1]; }) ==
          "graft: an item beyond the end of an argument was asked for");
    CHECK(raised([&] { (void)store.view(store.encode(arg::list({arg::node(1)})))[1]; }) ==
          "graft: an item beyond the end of an argument was asked for");
}

TEST_CASE("argument_store: malformed arguments are refused") {
    argument_store store;
    CHECK(raised([&] { store.encode(arg::node(no_node)); }) == "graft: an argument refers to no node");
    CHECK(raised([&] { store.encode(arg::node(0)); }) == "graft: an argument refers to no node");
    CHECK(raised([&] { store.encode(arg::list({arg::node(4)}), 4); }) == "graft: an argument refers to no node");
    CHECK(raised([&] { store.encode(arg{arg_kind::dict, {1}}); }) == "graft: a dict has as many keys as values");
    CHECK(raised([&] { store.encode(arg{arg_kind::slice, {1}}); }) == "graft: a slice has a start, a stop and a step");
}

TEST_CASE("argument_store: a duplicate has slots of its own all the way down") {
    argument_store store;
    operand const whole = store.encode(arg::list({arg::tuple({arg::node(1), 2}), arg::node(3)}));
    operand const copy = store.duplicate(whole);
    REQUIRE(copy.is_aggregate());
    CHECK(copy != whole);
    CHECK(store.view(copy)[0].value() != store.view(whole)[0].value());
    CHECK(store.view(copy)[0][0].node() == 1);
    CHECK(store.view(copy)[1].node() == 3);
    CHECK(store.duplicate(store.encode(5)) == store.encode(5));
    CHECK(store.duplicate(operand::node(2)) == operand::node(2));
}

TEST_CASE("argument_store: slots that were given back are used again") {
    argument_store store;
    for (int i = 0; i < 100; ++i)
        store.discard(store.encode(arg::list({arg::node(1), arg::tuple({arg::node(2)}), 3})));
    CHECK(store.slots.size() == 4);
    std::uint32_t const a = store.allocate(2);
    std::uint32_t const b = store.allocate(2);
    store.release(a, 2);
    store.release(b, 2);
    CHECK(store.allocate(2) == b);
    CHECK(store.allocate(2) == a);
    CHECK(store.allocate(2) == 8);
}

TEST_CASE("argument_store: texts may be views of texts that the store keeps") {
    argument_store store;
    arg_ref const kept = store.view(store.encode("a text that is long enough to matter"));
    std::vector<arg> items;
    std::vector<std::string> const fresh(200, std::string(50, 'x'));
    for (std::size_t i = 0; i < fresh.size(); ++i)
        store.encode(arg{std::string_view{fresh[i]}.substr(i / 10)});
    items.emplace_back(kept.text());
    items.emplace_back(kept.text().substr(2, 4));
    arg_ref const read = store.view(store.encode(arg::list(items)));
    CHECK(read[0].text() == "a text that is long enough to matter");
    CHECK(read[1].text() == "text");
}

constexpr bool works_in_constants() {
    argument_store store;
    operand const o = store.encode(arg::list({1, arg::node(2), arg::tuple({"a", arg::node(3)})}));
    arg_ref const a = store.view(o);
    bool const same = a.size() == 3 && a[2][0].text() == "a" && a[2][1].node() == 3;
    store.discard(o);
    return same;
}
static_assert(works_in_constants());

TEST_CASE("argument_store: a slice, a range and a complex number have their parts") {
    argument_store store;
    auto const encodes = [&](arg const& a) {
        try {
            (void)store.encode(a);
            return true;
        } catch (error const&) {
            return false;
        }
    };
    CHECK(encodes(arg{arg_kind::slice, {1, 2, nullptr}}));
    CHECK_FALSE(encodes(arg{arg_kind::slice, {1, 2}}));
    CHECK(encodes(arg{arg_kind::range, {1, 2}}));
    CHECK(encodes(arg{arg_kind::range, {1, 2, 3}}));
    CHECK_FALSE(encodes(arg{arg_kind::range, {1}}));
    CHECK_FALSE(encodes(arg{arg_kind::range, {1, 2, 3, 4}}));
    CHECK_FALSE(encodes(arg{arg_kind::range, {1, 2.0}}));
    CHECK(encodes(arg::complex(1, 2)));
    CHECK_FALSE(encodes(arg{arg_kind::complex, {1.0}}));
    CHECK_FALSE(encodes(arg{arg_kind::complex, {1, 2}}));
}

} // namespace
