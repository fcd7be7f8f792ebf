#include <graft/schema/mistake.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string_view>

TEST_CASE("schema_mistake: every mistake has its own words, which clang prints whole") {
    std::set<std::string_view> seen;
    for (int i = 0; i <= static_cast<int>(graft::schema_mistake::trailing_text); ++i) {
        std::string_view const words = graft::text(static_cast<graft::schema_mistake>(i));
        CHECK_FALSE(words.empty());
        CHECK(words.size() <= 28);
        CHECK(seen.insert(words).second);
    }
}
