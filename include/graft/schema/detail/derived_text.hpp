#pragma once

#include <graft/meta/fixed_string.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

// The schemas of ops that follow from the schema of another op.

namespace graft::detail {

/// Characters that are put together while the program is compiled.
template <std::size_t Room>
struct text_buffer {
    char characters[Room]{};
    std::size_t size = 0;

    constexpr void add(std::string_view text) {
        for (char const c : text)
            characters[size++] = c;
    }
    [[nodiscard]] constexpr std::string_view view() const { return {characters, size}; }
};

/// The end of a name without its overload: of `aten::add.Tensor(` that of `aten::add`.
[[nodiscard]] constexpr std::size_t packet_size(std::string_view text) {
    return std::min(text.find_first_of(".("), text.size());
}

/// True of the schema of an op whose first argument and only result are tensors: new ones, or a view of the other.
[[nodiscard]] constexpr bool has_inplace_text(std::string_view text) {
    std::size_t const open = text.find('(');
    if (open == std::string_view::npos)
        return false;
    std::string_view const arguments = text.substr(open + 1);
    return (arguments.starts_with("Tensor ") && text.ends_with(" -> Tensor")) ||
           (arguments.starts_with("Tensor(a) ") && text.ends_with(" -> Tensor(a)"));
}

/// Of `aten::add.Tensor(Tensor self, Tensor other) -> Tensor`:
/// `aten::add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)`. Of a schema without such a text that schema.
template <std::size_t Room>
[[nodiscard]] constexpr text_buffer<Room> inplace_text(std::string_view text) {
    text_buffer<Room> made;
    if (!has_inplace_text(text)) {
        made.add(text);
        return made;
    }
    std::size_t const name = packet_size(text), first = text.find('(') + 1;
    std::size_t const behind_first = text.find(' ', first), result = text.rfind(' ') + 1;
    made.add(text.substr(0, name));
    made.add("_");
    made.add(text.substr(name, first - name));
    made.add("Tensor(a!)");
    made.add(text.substr(behind_first, result - behind_first));
    made.add("Tensor(a!)");
    return made;
}

/// The schema under another name, which keeps the overload unless the name has one; or that name, if it is a schema.
template <std::size_t Room>
[[nodiscard]] constexpr text_buffer<Room> renamed_text(std::string_view text, std::string_view name) {
    text_buffer<Room> made;
    if (name.find('(') != std::string_view::npos) {
        made.add(name);
        return made;
    }
    bool const has_overload = name.find('.') != std::string_view::npos;
    made.add(text.substr(0, text.find("::") + 2));
    made.add(name);
    made.add(text.substr(has_overload ? text.find('(') : packet_size(text)));
    return made;
}

/// Of `aten::slice.Tensor(Tensor(a) self, ...) -> Tensor(a)`: `aten::slice_copy.Tensor(Tensor self, ...) -> Tensor`.
template <std::size_t Room>
[[nodiscard]] constexpr text_buffer<Room> copy_text(std::string_view text) {
    text_buffer<Room> made;
    std::size_t const name = packet_size(text), first = text.find('(') + 1;
    made.add(text.substr(0, name));
    made.add("_copy");
    made.add(text.substr(name, first - name));
    text.remove_prefix(first);
    for (std::size_t at = text.find("Tensor("); at != std::string_view::npos; at = text.find("Tensor(")) {
        made.add(text.substr(0, text.find('(', at)));
        text.remove_prefix(std::min(text.find(')', at), text.size() - 1) + 1);
    }
    made.add(text);
    return made;
}

/// What was put together, of its size.
template <auto const& Made>
inline constexpr fixed_string<Made.size + 1> text_of{Made.view()};

} // namespace graft::detail
