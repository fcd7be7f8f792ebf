#pragma once

#include <graft/core/error.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft::detail {

// A position in a text, with the tokens that the graph's text form is made of.
class text_cursor {
public:
    explicit constexpr text_cursor(std::string_view text) : text_(text) {}

    [[nodiscard]] constexpr std::size_t at() const { return at_; }
    [[nodiscard]] constexpr bool done() const { return at_ == text_.size(); }
    [[nodiscard]] constexpr char peek() const { return done() ? '\0' : text_[at_]; }
    constexpr void advance(std::size_t count = 1) { at_ += count; }
    [[nodiscard]] constexpr std::string_view since(std::size_t begin) const {
        return text_.substr(begin, at_ - begin);
    }

    template <class... Parts>
    [[noreturn]] constexpr void fail(Parts const&... parts) const {
        raise_at_byte(at_, parts...);
    }

    // Spaces within a line.
    constexpr void skip_space() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\r')
            ++at_;
    }
    constexpr void skip_lines() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')
            ++at_;
    }

    [[nodiscard]] constexpr bool accept(std::string_view token) {
        skip_space();
        if (text_.substr(at_, token.size()) != token)
            return false;
        at_ += token.size();
        return true;
    }
    constexpr void expect(std::string_view token) {
        if (!accept(token))
            fail("'", token, "' is expected");
    }

    // Consumes while `f` admits the character.
    template <class F>
    [[nodiscard]] constexpr std::string_view take(F f) {
        std::size_t const begin = at_;
        while (!done() && f(text_[at_]))
            ++at_;
        return since(begin);
    }

    static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static constexpr bool is_word(char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    [[nodiscard]] constexpr std::string_view identifier() {
        skip_space();
        return take(is_word);
    }

    [[nodiscard]] constexpr std::int64_t integer() {
        skip_space();
        bool const negative = peek() == '-';
        if (negative)
            ++at_;
        std::string_view const digits = take(is_digit);
        if (digits.empty())
            fail("a number is expected");
        std::uint64_t const limit = (std::uint64_t{1} << 63) - (negative ? 0u : 1u);
        std::uint64_t value = 0;
        for (char const c : digits) {
            auto const digit = static_cast<std::uint64_t>(c - '0');
            if (value > (limit - digit) / 10)
                fail("the integer does not fit into 64 bits");
            value = value * 10 + digit;
        }
        return static_cast<std::int64_t>(negative ? 0 - value : value);
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace graft::detail
