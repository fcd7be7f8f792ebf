#include <graft/rewrite/rewrite_observer.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/driver.hpp>

#include "formula.hpp"

#include <span>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;

// Writes down all that it is told.
struct diary {
    static constexpr bool on = true;
    std::string text;

    void begin(graph const&, std::span<std::string_view const> names) {
        text += std::to_string(names.size()) + " rules;";
    }
    void failed(std::uint32_t rule, node_id, mismatch why) {
        text += " failed " + std::to_string(rule) + (why == mismatch::condition ? " condition;" : ";");
    }
    void matched(std::uint32_t rule, std::span<node_id const> nodes) {
        text += " matched " + std::to_string(rule) + " with " + std::to_string(nodes.size()) + ";";
    }
    void ended(std::uint32_t, outcome end, std::span<node_id const> created) {
        text += (end == outcome::applied  ? " applied "
                 : end == outcome::undone ? " undone "
                                          : " refused ") +
                std::to_string(created.size()) + ";";
    }
};

static_assert(rewrite_observer<unobserved> && rewrite_observer<diary> && rewrite_observer<diary&>);

TEST_CASE("rewrite_observer: it is told of every try, in order") {
    constexpr auto set = rules(rule<"never">(toy::neg(x) >> x, where(rank(x) == 9)),
                               rule<"relu">(toy::neg(x) >> toy::relu(toy::add(x, 1))));
    graph g = graph_of([](value a, value, value) { return toy::neg(a); });
    diary d;
    static_cast<void>(rewrite(g, set, {}, d));
    CHECK(d.text == "2 rules; failed 0 condition; matched 1 with 1; applied 1;");
}

} // namespace
