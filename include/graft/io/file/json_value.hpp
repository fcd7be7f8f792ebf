#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace graft {

/// What a JSON value is; integers are the numbers without fraction that fit 64 bits.
enum class json_kind : std::uint8_t { null, boolean, integer, real, string, array, object };

/// What an error calls the kind: "an integer".
[[nodiscard]] GRAFT_CONSTEXPR std::string_view name(json_kind kind);

namespace detail {

// One value of a document, in the order of the text. Behind a container come its items, in an
// object each behind its key.
struct json_slot {
    json_kind kind;
    std::uint32_t size;    // of a string, in characters; of a container, in items
    std::uint64_t payload; // a number's bits, a string's offset, the slot behind a container
};

struct json_store {
    std::string origin;
    std::string characters;
    vec<json_slot> slots;
};

} // namespace detail

struct json_member;
template <class Item>
class json_range;

/// A place in a parsed JSON document; reading it as what it is not raises, naming its path.
///
/// Valid as long as the document it came from.
class json_value {
public:
    /// The value of this number in the document.
    json_value(detail::json_store const& store, std::uint32_t slot) : store_(&store), slot_(slot) {}

    [[nodiscard]] json_kind kind() const { return slot().kind; }             ///< What it is.
    [[nodiscard]] bool is_null() const { return kind() == json_kind::null; } ///< True for null.

    /// The value; another kind is an error.
    /// @{
    [[nodiscard]] bool as_bool() const;
    [[nodiscard]] std::int64_t as_int() const;
    /// @}
    /// A number of either kind.
    [[nodiscard]] double as_real() const;
    [[nodiscard]] std::string_view as_string() const; ///< The characters of a string; another kind is an error.

    /// The number of items of an array or members of an object.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] json_range<json_value> items() const;    ///< The items of an array; another kind is an error.
    [[nodiscard]] json_range<json_member> members() const; ///< The members of an object; another kind is an error.

    /// The member of that name, at a cost linear in the members.
    [[nodiscard]] json_value at(std::string_view key) const;
    /// The member of that name, unless it is absent or null.
    [[nodiscard]] std::optional<json_value> find(std::string_view key) const;
    /// The member of an object that has exactly one.
    [[nodiscard]] json_member only_member() const;

    /// Where the value stands, as `$.nodes[3].name`; linear in the document.
    [[nodiscard]] std::string path() const;
    /// Raises an error of this sentence, the document's name and this value's path.
    [[noreturn]] void fail(std::string_view sentence, errc code = errc::parse) const;
    /// Calls `read`, and gives an error that it raises this value's path.
    template <class Read>
    decltype(auto) guard(Read&& read) const;

private:
    template <class Item>
    friend class json_range;

    detail::json_slot const& slot() const { return store_->slots[slot_]; }
    void expect(json_kind kind) const;
    std::string_view characters(detail::json_slot const& string) const;
    // The slot behind this value and all it holds.
    std::uint32_t behind() const;
    std::optional<json_value> lookup(std::string_view key) const;

    detail::json_store const* store_;
    std::uint32_t slot_;
};

/// A member of a JSON object.
struct json_member {
    std::string_view key; ///< its name
    json_value value;     ///< what it is
};

/// The items of an array, or the members of an object, in the order of the text.
template <class Item>
class json_range {
public:
    /// A place in the range.
    class iterator {
    public:
        explicit iterator(json_value at) : at_(at) {} ///< At this value.

        /// The item or member.
        Item operator*() const {
            if constexpr (std::is_same_v<Item, json_member>)
                return {at_.characters(at_.slot()), value()};
            else
                return at_;
        }
        /// Goes to the next one.
        iterator& operator++() {
            at_ = {*at_.store_, value().behind()};
            return *this;
        }
        /// True at the same place.
        bool operator==(iterator const& other) const { return at_.slot_ == other.at_.slot_; }

    private:
        json_value value() const {
            if constexpr (std::is_same_v<Item, json_member>)
                return {*at_.store_, at_.slot_ + 1};
            else
                return at_;
        }

        json_value at_;
    };

    explicit json_range(json_value container) : container_(container) {} ///< Of an array or object.

    /// The first one, and the place behind the last.
    /// @{
    [[nodiscard]] iterator begin() const { return iterator({*container_.store_, container_.slot_ + 1}); }
    [[nodiscard]] iterator end() const { return iterator({*container_.store_, container_.behind()}); }
    /// @}
    [[nodiscard]] std::size_t size() const { return container_.slot().size; } ///< How many there are.

private:
    json_value container_;
};

//=== reading ===//

inline bool json_value::as_bool() const {
    expect(json_kind::boolean);
    return slot().payload != 0;
}

inline std::int64_t json_value::as_int() const {
    expect(json_kind::integer);
    return std::bit_cast<std::int64_t>(slot().payload);
}

inline double json_value::as_real() const {
    if (kind() == json_kind::integer)
        return static_cast<double>(as_int());
    expect(json_kind::real);
    return std::bit_cast<double>(slot().payload);
}

inline std::string_view json_value::as_string() const {
    expect(json_kind::string);
    return characters(slot());
}

inline std::size_t json_value::size() const {
    if (kind() != json_kind::object)
        expect(json_kind::array);
    return slot().size;
}

inline json_range<json_value> json_value::items() const {
    expect(json_kind::array);
    return json_range<json_value>(*this);
}

inline json_range<json_member> json_value::members() const {
    expect(json_kind::object);
    return json_range<json_member>(*this);
}

inline json_value json_value::at(std::string_view key) const {
    if (auto const found = lookup(key))
        return *found;
    fail(detail::join({"the member '", key, "' is missing"}));
}

inline std::optional<json_value> json_value::find(std::string_view key) const {
    auto const found = lookup(key);
    return found && !found->is_null() ? found : std::nullopt;
}

inline json_member json_value::only_member() const {
    if (members().size() != 1)
        fail(detail::join({"expected an object of one member, found ", size()}));
    return *members().begin();
}

inline std::optional<json_value> json_value::lookup(std::string_view key) const {
    for (json_member const member : members())
        if (member.key == key)
            return member.value;
    return std::nullopt;
}

inline std::string_view json_value::characters(detail::json_slot const& string) const {
    return std::string_view(store_->characters).substr(static_cast<std::size_t>(string.payload), string.size);
}

inline std::uint32_t json_value::behind() const {
    bool const container = kind() == json_kind::array || kind() == json_kind::object;
    return container ? static_cast<std::uint32_t>(slot().payload) : slot_ + 1;
}

//=== errors ===//

inline void json_value::expect(json_kind kind) const {
    if (slot().kind != kind)
        fail(detail::join({"expected ", name(kind), ", found ", name(slot().kind)}));
}

inline void json_value::fail(std::string_view sentence, errc code) const {
    throw error(code, detail::join({store_->origin, sentence})).at_path(path());
}

template <class Read>
decltype(auto) json_value::guard(Read&& read) const {
    try {
        return read();
    } catch (error& failure) {
        failure.at_path(path());
        throw;
    }
}

} // namespace graft

#if defined(GRAFT_IO_BODIES)

namespace graft {

GRAFT_CONSTEXPR std::string_view name(json_kind kind) {
    constexpr std::string_view names[] = {"null",     "a boolean", "an integer", "a number",
                                          "a string", "an array",  "an object"};
    return names[static_cast<std::size_t>(kind)];
}

namespace detail {

inline void append_json_key(std::string& path, std::string_view key) {
    bool plain = !key.empty();
    for (char const c : key)
        plain = plain && (c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'));
    path += plain ? "." : "['";
    path += key;
    path += plain ? "" : "']";
}

} // namespace detail

GRAFT_INLINE std::string json_value::path() const {
    std::string text = "$";
    json_value container(*store_, 0);
    while (container.slot_ != slot_) {
        auto const holds = [&](json_value child) {
            bool const inside = slot_ < child.behind();
            container = inside ? child : container;
            return inside;
        };
        if (container.kind() == json_kind::object) {
            for (json_member const member : container.members())
                if (holds(member.value)) {
                    detail::append_json_key(text, member.key);
                    break;
                }
            continue;
        }
        std::size_t index = 0;
        for (json_value const item : container.items()) {
            if (holds(item))
                break;
            ++index;
        }
        text += "[" + std::to_string(index) + "]";
    }
    return text;
}

} // namespace graft
#endif
