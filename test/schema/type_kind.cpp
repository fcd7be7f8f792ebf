#include <graft/schema/type_kind.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace {

using graft::type_kind;

constexpr std::optional<type_kind> find(std::string_view name) {
    type_kind kind{};
    return graft::detail::find_type_kind(name, kind) ? std::optional(kind) : std::nullopt;
}

static_assert(find("Tensor") == type_kind::tensor);
static_assert(find("SymInt") == type_kind::integer && find("int") == type_kind::integer);
static_assert(find("MemoryFormat") == type_kind::memory_format);
static_assert(!find("Tensr"));

} // namespace

TEST_CASE("type_kind: every spelling is found and no two are equal") {
    for (auto const& spelling : graft::detail::type_spellings)
        CHECK(find(spelling.name) == spelling.kind);
}

TEST_CASE("type_kind: type variables are single small letters, alone or before a digit or capital") {
    for (std::string_view const name : {"t", "a", "t1", "t2", "tVal", "tKey"})
        CHECK(find(name) == type_kind::variable);
}

TEST_CASE("type_kind: a misspelled type is no type variable") {
    for (std::string_view const name : {"", "tensor", "flaot", "T", "Int", "boolean", "1t", "_"})
        CHECK(find(name) == std::nullopt);
}

TEST_CASE("same_text: equal means equal in size and characters") {
    using graft::detail::same_text;
    CHECK(same_text("", ""));
    CHECK(same_text("dim", "dim"));
    CHECK_FALSE(same_text("dim", "dims"));
    CHECK_FALSE(same_text("dim", "din"));
}

namespace {

constexpr graft::literal reals() {
    graft::literal list{.kind = graft::literal_kind::reals, .count = 2};
    list.items[0] = std::bit_cast<std::int64_t>(0.5);
    list.items[1] = std::bit_cast<std::int64_t>(-1.0);
    return list;
}

static_assert(reals().real_item(0) == 0.5 && reals().real_item(1) == -1.0);

} // namespace

TEST_CASE("literal: a default one is None") { CHECK(graft::literal{}.kind == graft::literal_kind::none); }

TEST_CASE("literal: equality looks at kind, value and how it was written") {
    graft::literal const one{.kind = graft::literal_kind::integer, .integer = 1};
    graft::literal const truth{.kind = graft::literal_kind::boolean, .integer = 1};
    CHECK(one == one);
    CHECK(one != truth);
    graft::literal pair = reals();
    CHECK(pair == reals());
    pair.expanded = true;
    CHECK(pair != reals());
}
