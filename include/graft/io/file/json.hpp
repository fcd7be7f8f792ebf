#pragma once

#include <graft/config.hpp>
#include <graft/io/file/json_value.hpp>

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace graft {

/// A parsed JSON text that owns all its values; copies share them.
class json_document {
public:
    /// Containers nested deeper are an error, so that readers may recurse.
    static constexpr std::size_t max_depth = 200;

    /// Parses UTF-8 JSON as of RFC 8259 in which no object names a member twice.
    ///
    /// Every error starts with `origin`, when given. Takes memory linear in the text.
    static json_document parse(std::string_view text, std::string_view origin = {});

    [[nodiscard]] json_value root() const { return {*store_, 0}; } ///< The value that is the whole text.

private:
    explicit json_document(std::shared_ptr<detail::json_store const> store) : store_(std::move(store)) {}

    std::shared_ptr<detail::json_store const> store_;
};

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/file/detail/json_input.hpp>
#    include <graft/meta/vec.hpp>

#    include <nlohmann/json.hpp>

#    include <algorithm>
#    include <bit>
#    include <cstdint>
#    include <iterator>
#    include <limits>
#    include <map>
#    include <string>
#    include <vector>

namespace graft {
namespace detail {

using json_events = nlohmann::basic_json<std::map, std::vector, json_token>;

// Turns the parser's events into slots.
class json_builder {
public:
    json_builder(json_store& store, json_input& input) : store_(store), input_(input) {}

    bool null() { return value(json_kind::null, 0); }
    bool boolean(bool b) { return value(json_kind::boolean, b ? 1 : 0); }
    bool number_integer(std::int64_t i) { return value(json_kind::integer, std::bit_cast<std::uint64_t>(i)); }
    bool number_unsigned(std::uint64_t i) {
        if (i > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return real(static_cast<double>(i));
        return value(json_kind::integer, i);
    }
    bool number_float(double d, std::string_view) { return real(d); }
    bool string(std::string_view s) { return text(s) && item(); }
    template <class Binary>
    bool binary(Binary const&) {
        return false; // no such event comes from a text
    }

    bool start_array(std::size_t) { return open(json_kind::array); }
    bool end_array() { return close(); }
    bool start_object(std::size_t) { return open(json_kind::object); }
    bool key(std::string_view s) { return text(s); }
    bool end_object();

    template <class Exception>
    [[noreturn]] bool parse_error(std::size_t position, std::string const&, Exception const& problem);

private:
    bool real(double d) { return value(json_kind::real, std::bit_cast<std::uint64_t>(d)); }
    bool value(json_kind kind, std::uint64_t payload) {
        store_.slots.push_back({kind, 0, payload});
        return item();
    }
    // Counts the value just written in the container around it.
    bool item() {
        if (!open_.empty())
            ++store_.slots[open_.back()].size;
        return true;
    }
    bool text(std::string_view token);
    bool open(json_kind kind);
    bool close() {
        store_.slots[open_.back()].payload = store_.slots.size();
        open_.pop_back();
        return true;
    }

    // True for no more keys than are compared faster than sorted, none of which comes twice.
    [[nodiscard]] bool are_few_and_distinct() const;

    // An open container ends behind all values, so that paths can be told before its end is
    // read.
    static constexpr std::uint64_t still_open = std::numeric_limits<std::uint32_t>::max();

    json_store& store_;
    json_input& input_;
    vec<std::uint32_t> open_;
    vec<std::string_view> keys_;
};

template <class Exception>
bool json_builder::parse_error(std::size_t position, std::string const&, Exception const& problem) {
    // The parser's sentence is the middle of "... - <sentence>; last read: '...'".
    std::string_view sentence = problem.what();
    std::size_t const dash = sentence.find(" - ");
    if (dash != std::string_view::npos)
        sentence.remove_prefix(dash + 3);
    sentence = sentence.substr(0, std::min(sentence.find(';'), std::size_t{100}));
    std::size_t const read = input_.count(position);
    raise_at_byte(read == 0 ? 0 : read - 1, store_.origin, "malformed JSON: ", sentence);
}

GRAFT_INLINE bool json_builder::text(std::string_view token) {
    std::string_view const s = input_.string(token);
    store_.slots.push_back({json_kind::string, static_cast<std::uint32_t>(s.size()),
                            static_cast<std::uint64_t>(s.data() - store_.characters.data())});
    return true;
}

GRAFT_INLINE bool json_builder::open(json_kind kind) {
    if (open_.size() == json_document::max_depth)
        json_value(store_, open_.back()).fail(join({"containers are nested deeper than ", json_document::max_depth}));
    value(kind, still_open);
    open_.push_back(static_cast<std::uint32_t>(store_.slots.size() - 1));
    return true;
}

GRAFT_INLINE bool json_builder::are_few_and_distinct() const {
    if (keys_.size() > 8)
        return false;
    for (auto key = keys_.begin(); key != keys_.end(); ++key)
        if (std::find(std::next(key), keys_.end(), *key) != keys_.end())
            return false;
    return true;
}

GRAFT_INLINE bool json_builder::end_object() {
    std::uint32_t const object = open_.back();
    close();
    if (store_.slots[object].size < 2)
        return true;
    keys_.clear();
    for (json_member const member : json_value(store_, object).members())
        keys_.push_back(member.key);
    if (are_few_and_distinct())
        return true;
    std::sort(keys_.begin(), keys_.end());
    auto const twice = std::adjacent_find(keys_.begin(), keys_.end());
    if (twice != keys_.end())
        json_value(store_, object).fail(join({"the member '", *twice, "' comes twice"}));
    return true;
}

} // namespace detail

GRAFT_INLINE json_document json_document::parse(std::string_view text, std::string_view origin) {
    auto store = std::make_shared<detail::json_store>();
    if (!origin.empty())
        store->origin = std::string(origin) + ": ";
    if (text.size() >= std::numeric_limits<std::uint32_t>::max())
        raise(errc::unsupported, store->origin, "JSON texts of 4 GiB are not supported");
    store->characters = text;
    store->slots.reserve(text.size() / 8); // exported programs have 13 characters for a slot
    detail::json_input input(store->characters);
    detail::json_builder builder(*store, input);
    detail::json_events::sax_parse(input.begin(), detail::json_input::end(), &builder);
    return json_document(std::move(store));
}

} // namespace graft
#endif
