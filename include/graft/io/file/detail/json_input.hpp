#pragma once

#include <graft/meta/vec.hpp>

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <iterator>
#include <string>
#include <string_view>

namespace graft::detail {

// True for the characters of a JSON string that stand for themselves; those above ASCII are left to the parser.
[[nodiscard]] constexpr bool is_plain_in_json(char c) {
    return static_cast<unsigned char>(c) - 0x20u < 0x60u && c != '"' && c != '\\';
}

// How many plain characters the text begins with.
#if defined(__GNUC__)
[[gnu::noinline]]
#endif
[[nodiscard]] inline std::size_t
count_plain_in_json(std::string_view text) {
    constexpr std::uint64_t ones = 0x0101010101010101u, tops = ones << 7;
    // A byte that is zero gets its top bit, and so may some above it.
    auto const zeros = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
    std::size_t count = 0;
    for (; text.size() - count >= sizeof(std::uint64_t); count += sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + count, sizeof word);
        std::uint64_t const found =
            (zeros(word ^ ones * '"') | zeros(word ^ ones * '\\') | (word - ones * 0x20) | word) & tops;
        if (found == 0)
            continue;
        if constexpr (std::endian::native == std::endian::little)
            return count + static_cast<std::size_t>(std::countr_zero(found)) / 8;
        break;
    }
    while (count < text.size() && is_plain_in_json(text[count]))
        ++count;
    return count;
}

// A JSON text for a parser that takes its time over every character: it reads the text without the white space behind
// commas and colons and without the plain characters of strings, which `string` puts back around the escapes that the
// parser has decoded. A string that has anything else in it is read as it is. What a parser finds wrong, and where, is
// the same.
class json_input {
public:
    // Strings are decoded in the place of the text that they were read from.
    explicit json_input(std::string& text)
        : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), last_(begin_), string_(begin_) {}
    json_input(json_input const&) = delete;
    json_input& operator=(json_input const&) = delete;

    // Like those of streams: all read the same text, and it is at its end when it equals the one of none.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = char const*;
        using reference = char;

        iterator() = default;
        explicit iterator(json_input& input) : input_(&input) {}

        char operator*() const { return *input_->at_; }
        iterator& operator++() {
            input_->advance();
            return *this;
        }
        friend bool operator==(iterator const& a, iterator const& b) { return a.is_at_end() == b.is_at_end(); }

    private:
        [[nodiscard]] bool is_at_end() const { return input_ == nullptr || input_->at_ == input_->end_; }

        json_input* input_ = nullptr;
    };

    [[nodiscard]] iterator begin() { return iterator(*this); }
    [[nodiscard]] static iterator end() { return {}; }

    // How many characters of the text lie before the place up to which the parser counts so many: it has read them all,
    // all but the last, or asked for one more than there are.
    [[nodiscard]] std::size_t count(std::size_t parsed) const {
        if (parsed > read_)
            return static_cast<std::size_t>(end_ - begin_) + parsed - read_;
        return static_cast<std::size_t>(last_ - begin_) + (parsed == read_ ? 1 : 0);
    }

    // Where in the text the characters now are of the string that was read last, of which the parser has made `token`.
    std::string_view string(std::string_view token) {
        if (is_whole_)
            token.copy(string_, token.size());
        return {string_, is_whole_ ? token.size() : token.empty() ? size_ : decode(token)};
    }

private:
    // Where the next character stands.
    enum class place : std::uint8_t {
        outside,          // of strings
        whole,            // in a string that is read as it is
        behind_backslash, // in such a string
        part,             // in a string that is read in part
        escaped,          // in such a string, behind a backslash
    };

    void advance() {
        char const c = *at_;
        last_ = at_;
        ++at_;
        ++read_;
        if (place_ != place::outside)
            advance_in_string(c);
        else if (c == '"')
            open_string();
        else if ((c == ',' || c == ':') && at_ != end_ && is_space(*at_))
            skip_space();
    }

    void advance_in_string(char c) {
        switch (place_) {
        case place::whole: place_ = c == '\\' ? place::behind_backslash : c == '"' ? place::outside : place_; break;
        case place::behind_backslash: place_ = place::whole; break;
        case place::part: place_ = c == '\\' ? place::escaped : place::outside; break;
        default: place_ = place::part; at_ += count_plain_in_json(rest());
        }
    }

    static constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

    void skip_space() {
        while (at_ != end_ && is_space(*at_))
            ++at_;
    }

    // Finds the end of the string that begins here, to read it in part if it has no escapes but those of two characters
    // for one.
#if defined(__GNUC__)
    [[gnu::noinline]]
#endif
    void
    open_string() {
        constexpr std::string_view escapes = "\"\\/bfnrt";
        std::string_view const text = rest();
        std::size_t const plain = count_plain_in_json(text);
        std::size_t size = plain;
        while (text.size() - size >= 2 && text[size] == '\\' && escapes.find(text[size + 1]) != std::string_view::npos)
            size += 2 + count_plain_in_json(text.substr(size + 2));
        is_whole_ = size == text.size() || text[size] != '"';
        place_ = is_whole_ ? place::whole : place::part;
        string_ = at_;
        size_ = size;
        if (!is_whole_)
            at_ += plain;
    }

    // Puts the characters that escapes stand for in their places; returns how many the string has then.
    std::size_t decode(std::string_view token) {
        std::string_view const source(string_, size_);
        char* to = string_;
        std::size_t from = 0;
        auto const move = [&](std::size_t end) {
            std::memmove(to, source.data() + from, end - from);
            to += end - from;
            from = end;
        };
        for (char const decoded : token) {
            move(source.find('\\', from));
            *to++ = decoded;
            from += 2;
        }
        move(source.size());
        return static_cast<std::size_t>(to - string_);
    }

    [[nodiscard]] std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

    char* begin_;
    char* at_;
    char* end_;
    char* last_;           // the character that was read last
    std::size_t read_ = 0; // characters
    char* string_;         // the first character of the string that was read last
    std::size_t size_ = 0; // of that string, with its escapes
    bool is_whole_ = false;
    place place_ = place::outside;
};

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
