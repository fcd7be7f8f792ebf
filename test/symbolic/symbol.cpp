#include <graft/symbolic/symbol.hpp>

#include <doctest/doctest.h>

using namespace graft;

static_assert(symbol("s77").name() == "s77");
static_assert(symbol("s77").is(assumption::positive) && symbol("s77").is(assumption::integer));
static_assert(!symbol("u0", assumption::integer).is(assumption::positive));
static_assert(symbol("s10") < symbol("s2"));
static_assert(symbol("sixteen_letters_").name().size() == symbol::max_size);

TEST_CASE("symbol: the name alone is its identity") {
    CHECK(symbol("s0") == symbol("s0", assumption::none));
    CHECK(symbol("s0") != symbol("s1"));
    CHECK(symbol().name().empty());
}

TEST_CASE("symbol: a name has 1 to 16 characters") {
    CHECK_THROWS_AS(symbol(""), error);
    CHECK_THROWS_WITH(symbol("seventeen_letters"),
                      "graft: the symbol name 'seventeen_letters' has not 1 to 16 characters");
}
