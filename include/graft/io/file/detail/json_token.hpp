#pragma once

#include <graft/meta/vec.hpp>

#include <compare>
#include <cstddef>
#include <cstring> // strlen
#include <string_view>

namespace graft::detail {

// What the parser of JSON collects the characters of a token in: a string of which appending one compiles to a few
// instructions in place, as appending to a std::string does not.
class json_token {
public:
    using value_type = char;

    json_token() = default;
    json_token(char const* text) : json_token(text, std::strlen(text)) {}
    json_token(char const* text, std::size_t size) { append({text, size}); }
    json_token(std::size_t size, char c) {
        while (size-- > 0)
            push_back(c);
    }

    json_token& append(std::string_view text) {
        for (char const c : text)
            push_back(c);
        return *this;
    }
    void push_back(char c) {
        if (size_ + 1 >= characters_.size()) [[unlikely]]
            grow();
        characters_[size_] = c;
        ++size_;
    }
    void clear() noexcept { size_ = 0; }

    // The characters and a zero.
    [[nodiscard]] char const* data() {
        if (size_ == characters_.size())
            grow();
        characters_[size_] = '\0';
        return characters_.data();
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    operator std::string_view() const { return {characters_.data(), size_}; }

    friend bool operator==(json_token const& a, json_token const& b) {
        return std::string_view(a) == std::string_view(b);
    }
    friend auto operator<=>(json_token const& a, json_token const& b) {
        return std::string_view(a) <=> std::string_view(b);
    }

private:
#if defined(__GNUC__)
    [[gnu::noinline]]
#endif
    void
    grow() {
        characters_.resize(2 * characters_.size() + 64);
    }

    vec<char> characters_; // of which the last is left for the zero
    std::size_t size_ = 0;
};

} // namespace graft::detail
