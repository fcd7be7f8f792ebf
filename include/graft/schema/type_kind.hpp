#pragma once

#include <graft/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// What an argument or return of a schema holds, without `?` and `[]`.
enum class type_kind : std::uint8_t {
    tensor,
    integer, ///< int, SymInt
    boolean, ///< bool, SymBool
    scalar,
    real, ///< float, SymFloat
    string,
    dtype,
    device,
    layout,
    memory_format,
    generator,
    complex,
    storage,
    stream,
    dimname,
    qscheme,
    none,
    any,
    variable, ///< t, t1, tVal: stands for one type throughout the schema
    object,   ///< __torch__.a.b
    list,     ///< a list of lists; one list of anything else is `schema_argument::list`
    tuple,
    dict,
    future ///< Future, Await, RRef
};

namespace detail {

struct type_spelling {
    std::string_view name;
    type_kind kind;
};

// The most frequent first: the search is linear and runs at compile time.
inline constexpr type_spelling type_spellings[] = {
    {"Tensor", type_kind::tensor},
    {"int", type_kind::integer},
    {"bool", type_kind::boolean},
    {"Scalar", type_kind::scalar},
    {"float", type_kind::real},
    {"SymInt", type_kind::integer},
    {"ScalarType", type_kind::dtype},
    {"str", type_kind::string},
    {"Device", type_kind::device},
    {"Layout", type_kind::layout},
    {"Generator", type_kind::generator},
    {"complex", type_kind::complex},
    {"MemoryFormat", type_kind::memory_format},
    {"number", type_kind::scalar},
    {"SymBool", type_kind::boolean},
    {"SymFloat", type_kind::real},
    {"DeviceIndex", type_kind::integer},
    {"Dimname", type_kind::dimname},
    {"Storage", type_kind::storage},
    {"Stream", type_kind::stream},
    {"QScheme", type_kind::qscheme},
    {"NoneType", type_kind::none},
    {"Any", type_kind::any},
    {"AnyType", type_kind::any},
    {"AnyEnumType", type_kind::any},
    {"AnyListType", type_kind::any},
    {"AnyTupleType", type_kind::any},
    {"AnyClassType", type_kind::any},
    {"ConstQuantizerPtr", type_kind::object},
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_identifier(char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }

/// Equality of texts in fewer steps of a constant evaluation than std::string_view takes.
constexpr bool same_text(std::string_view a, std::string_view b) {
    std::size_t const size = a.size();
    if (size != b.size())
        return false;
    char const* const p = a.data();
    char const* const q = b.data();
    for (std::size_t i = 0; i < size; ++i)
        if (p[i] != q[i])
            return false;
    return true;
}

/// The kind a plain type name has; false when it is none.
constexpr bool find_type_kind(std::string_view name, type_kind& kind) {
    for (type_spelling const& spelling : type_spellings)
        if (same_text(spelling.name, name)) {
            kind = spelling.kind;
            return true;
        }
    // A type variable is one small letter, or continues with a digit or a capital: a
    // misspelled `tensor` is not one.
    if (name.empty() || !is_lower(name[0]) || (name.size() > 1 && is_lower(name[1])))
        return false;
    kind = type_kind::variable;
    return true;
}

} // namespace detail

/// Which fields of a `literal` hold its value.
enum class literal_kind : std::uint8_t {
    none,
    boolean,    ///< integer
    integer,    ///< integer
    real,       ///< real
    string,     ///< text
    identifier, ///< text, and integer where PyTorch knows the name (Mean, long, strided)
    booleans,   ///< items
    integers,   ///< items
    reals,      ///< items
    empty_list  ///< a list whose element type has no literals
};

/// A default value of a schema: a plain structural value.
struct literal {
    static constexpr std::size_t max_items = 8; ///< the longest list

    literal_kind kind = literal_kind::none; ///< which of the fields holds the value
    /// True for `int[2] padding=0`: the schema writes one value, `items` holds it twice.
    bool expanded = false;
    /// How many of `items` the list has.
    std::uint8_t count = 0;
    std::int64_t integer = 0; ///< of an int, a bool or a dtype
    double real = 0;          ///< of a float
    /// The characters of the string with its escapes resolved, or the identifier.
    std::string_view text{};
    /// The elements of a list; those of a list of reals are the bits of doubles.
    std::array<std::int64_t, max_items> items{};

    /// Element `i` of a list of reals.
    [[nodiscard]] constexpr double real_item(std::size_t i) const { return std::bit_cast<double>(items[i]); }

    friend constexpr bool operator==(literal const&, literal const&) = default;
};

} // namespace graft
