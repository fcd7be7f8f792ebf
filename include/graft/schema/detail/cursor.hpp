#pragma once

#include <graft/schema/mistake.hpp>
#include <graft/schema/type_kind.hpp>

#include <cstddef>
#include <string_view>

namespace graft::detail {

/// A position in the text of a schema and the first mistake found there.
///
/// Plain pointers and few calls: a compiler evaluates this for every op that is used, and a call
/// then costs about a microsecond.
struct schema_cursor {
    char const* text = nullptr;
    std::size_t size = 0;
    std::size_t at = 0;
    schema_mistake mistake = schema_mistake::none;
    std::size_t mistake_at = 0;

    explicit constexpr schema_cursor(std::string_view schema, std::size_t begin = 0)
        : text(schema.data()), size(schema.size()), at(begin) {}

    /// Records a mistake at `where` unless there is one; false, so that a parser can return it.
    constexpr bool fail_at(std::size_t where, schema_mistake what) {
        if (mistake == schema_mistake::none) {
            mistake = what;
            mistake_at = where;
        }
        return false;
    }

    /// Records a mistake at the next character that is not a space.
    constexpr bool fail(schema_mistake what) {
        skip_space();
        return fail_at(at, what);
    }

    /// The character `ahead` of the position, zero behind the end.
    [[nodiscard]] constexpr char peek(std::size_t ahead = 0) const {
        return at + ahead < size ? text[at + ahead] : '\0';
    }

    constexpr void skip_space() {
        for (; at < size; ++at)
            if (char const c = text[at]; c != ' ' && c != '\n' && c != '\t' && c != '\r')
                return;
    }

    /// Consumes `c` and the spaces before it; moves only if it is there.
    constexpr bool accept(char c) {
        std::size_t const before = at;
        if (at < size && text[at] == ' ')
            skip_space();
        if (at < size && text[at] == c) {
            ++at;
            return true;
        }
        at = before;
        return false;
    }

    [[nodiscard]] constexpr bool starts(std::string_view token) const {
        std::size_t i = 0;
        while (i < token.size() && peek(i) == token[i])
            ++i;
        return i == token.size();
    }

    /// Consumes `token` and the spaces before it; moves only if it is there.
    constexpr bool accept(std::string_view token) {
        std::size_t const before = at;
        skip_space();
        bool const found = starts(token);
        at = found ? at + token.size() : before;
        return found;
    }

    /// Consumes letters, digits and underscores; empty when there are none.
    constexpr std::string_view identifier() {
        skip_space();
        std::size_t const begin = at;
        for (; at < size; ++at)
            if (char const c = text[at]; (c < 'a' || c > 'z') && !is_identifier(c))
                break;
        return {text + begin, at - begin};
    }

    [[nodiscard]] constexpr std::string_view since(std::size_t begin) const { return {text + begin, at - begin}; }
};

} // namespace graft::detail
