#pragma once

#include <graft/core/error.hpp>

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
    [[nodiscard]] constexpr std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }

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
        return accept_here(token);
    }
    // Takes the token if it stands right here, without skipping spaces; false if it does not.
    [[nodiscard]] constexpr bool accept_here(std::string_view token) {
        if (text_.substr(at_, token.size()) != token)
            return false;
        at_ += token.size();
        return true;
    }
    constexpr void expect_here(std::string_view token) {
        if (!accept_here(token))
            fail("'", token, "' is expected");
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

    // The rest of the line, without its end.
    [[nodiscard]] constexpr std::string_view line() {
        return take([](char c) { return c != '\n'; });
    }

    // What FX prints before `[num_users=1]`, which the cursor is moved to: a type without the space that ends it.
    // Where none follows, the cursor stays and nothing is returned.
    [[nodiscard]] constexpr std::string_view type_annotation() {
        constexpr std::string_view users = "[num_users";
        text_cursor ahead = *this;
        std::string_view type = ahead.take([](char c) { return c != '=' && c != '\n'; });
        if (type.size() < users.size() || type.substr(type.size() - users.size()) != users)
            return {};
        type.remove_suffix(users.size());
        at_ += type.size();
        return type.empty() ? type : type.substr(0, type.size() - 1);
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

    // The character that a backslash and what follows stand for; stays at the last of them.
    [[nodiscard]] constexpr char escape() {
        advance();
        switch (peek()) {
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'x': {
            advance();
            int const high = hex(peek());
            advance();
            return static_cast<char>(high * 16 + hex(peek()));
        }
        default:
            if (done())
                fail("the string is not closed");
            return peek();
        }
    }

private:
    constexpr int hex(char c) const {
        if (c >= '0' && c <= '9')
            return c - '0';
        if (c >= 'a' && c <= 'f')
            return c - 'a' + 10;
        fail("two hexadecimal digits are expected after \\x");
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace graft::detail
