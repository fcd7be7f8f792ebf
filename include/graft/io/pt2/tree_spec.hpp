#pragma once

#include <graft/config.hpp>
#include <graft/ir/tree.hpp>

#include <string>
#include <string_view>

namespace graft {

/// Reads what torch's `treespec_dumps` writes, the pytrees of a `.pt2` and a `.pte`. A type that graft does not know is
/// kept with its context as it stands; so is one that it does know, where its context is not what torch writes of it.
///
/// Every error starts with `origin`, and says where in the JSON it is.
[[nodiscard]] GRAFT_INLINE tree_spec parse_tree_spec(std::string_view json, std::string_view origin = "tree");

/// What torch's `treespec_dumps` writes of the spec, to the byte.
[[nodiscard]] GRAFT_INLINE std::string json_text(tree_spec const& spec);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/file/json.hpp>
#    include <graft/ir/detail/json_string.hpp>
#    include <graft/meta/vec.hpp>

#    include <charconv>
#    include <cstddef>
#    include <cstdint>
#    include <optional>
#    include <system_error>
#    include <utility>

namespace graft {
namespace detail {

// The values of a JSON list, if they can be keys.
inline std::optional<vec<constant_value>> read_tree_keys(json_value list) {
    if (list.kind() != json_kind::array)
        return std::nullopt;
    vec<constant_value> keys;
    for (json_value const key : list.items())
        switch (key.kind()) {
        case json_kind::null: keys.emplace_back(); break;
        case json_kind::boolean: keys.emplace_back(key.as_bool()); break;
        case json_kind::integer: keys.emplace_back(key.as_int()); break;
        case json_kind::real: keys.emplace_back(key.as_real()); break;
        case json_kind::string: keys.emplace_back(std::string(key.as_string())); break;
        default: return std::nullopt;
        }
    return keys;
}

// Reads a spec, walking along its text beside the parsed values, since contexts are kept as they stand there.
class tree_spec_reader {
public:
    explicit tree_spec_reader(std::string_view text) : rest_(text) {}

    tree_spec read_all(json_value root) {
        auto const parts = root.items();
        if (parts.size() != 2)
            root.fail("expected the number of a protocol and a tree");
        json_value const protocol = *parts.begin(), spec = *++parts.begin();
        if (protocol.as_int() != 1)
            protocol.fail(join({"protocol ", protocol.as_int(), " is not supported, only 1"}), errc::unsupported);
        enter();
        static_cast<void>(skip_value());
        next();
        return read(spec);
    }

private:
    tree_spec read(json_value spec) {
        std::string_view context;
        vec<tree_spec> items;
        enter();
        for (auto const& [key, value] : spec.members()) {
            static_cast<void>(skip_value());
            next();
            if (key == "context")
                context = skip_value();
            else if (key == "children_spec")
                items = read_items(value);
            else
                static_cast<void>(skip_value());
            next();
        }
        leave();
        json_value const name = spec.at("type"), meaning = spec.at("context");
        static_cast<void>(spec.at("children_spec").items());
        if (name.is_null()) {
            if (!meaning.is_null() || !items.empty())
                spec.fail("a leaf has neither context nor items");
            return {};
        }
        return spec.guard(
            [&] { return tree_spec(read_type(name.as_string(), meaning, std::string(context)), std::move(items)); });
    }

    vec<tree_spec> read_items(json_value list) {
        vec<tree_spec> items;
        enter();
        for (json_value const item : list.items()) {
            items.push_back(read(item));
            next();
        }
        leave();
        return items;
    }

    static tree_type read_type(std::string_view name, json_value meaning, std::string context) {
        tree_type known;
        bool const is_text = meaning.kind() == json_kind::string;
        if (name == graft::name(tree_kind::tuple))
            known = tree_type::tuple();
        else if (name == graft::name(tree_kind::list))
            known = tree_type::list();
        else if (name == graft::name(tree_kind::named_tuple) && is_text)
            known = tree_type::named_tuple(meaning.as_string(), {});
        else if (name == graft::name(tree_kind::deque) && is_text)
            known = read_deque(meaning.as_string());
        else if (name == graft::name(tree_kind::dict) || name == graft::name(tree_kind::ordered_dict))
            known = read_dict(name, meaning);
        else if (name == graft::name(tree_kind::default_dict) && meaning.kind() == json_kind::object)
            known = read_default_dict(meaning);
        return known.context == context ? std::move(known) : tree_type::custom(std::string(name), std::move(context));
    }

    static tree_type read_deque(std::string_view max_size) {
        std::int64_t number = 0;
        bool const good = std::from_chars(max_size.data(), max_size.data() + max_size.size(), number).ec == std::errc{};
        return tree_type::deque(good ? std::optional(number) : std::nullopt);
    }

    static tree_type read_dict(std::string_view name, json_value meaning) {
        if (meaning.kind() != json_kind::string)
            return {};
        json_document const list =
            meaning.guard([&] { return json_document::parse(meaning.as_string(), "the keys of a dict"); });
        auto keys = read_tree_keys(list.root());
        if (!keys)
            return {};
        return name == graft::name(tree_kind::dict) ? tree_type::dict(*std::move(keys))
                                                    : tree_type::ordered_dict(*std::move(keys));
    }

    static tree_type read_default_dict(json_value meaning) {
        auto const module = meaning.find("default_factory_module"), function = meaning.find("default_factory_name"),
                   list = meaning.find("dict_context");
        if (!module || !function || !list || module->kind() != json_kind::string ||
            function->kind() != json_kind::string)
            return {};
        auto keys = read_tree_keys(*list);
        return keys ? tree_type::default_dict(module->as_string(), function->as_string(), *std::move(keys))
                    : tree_type{};
    }

    //=== the text, which is known to be JSON ===//

    void skip_space() {
        std::size_t const at = rest_.find_first_not_of(" \t\n\r");
        rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
    }
    // Goes behind the bracket, or whatever stands there.
    void enter() {
        skip_space();
        rest_.remove_prefix(rest_.empty() ? 0 : 1);
        skip_space();
    }
    void leave() { enter(); }
    // Goes behind a comma or colon, if there is one.
    void next() {
        skip_space();
        if (rest_.starts_with(',') || rest_.starts_with(':'))
            enter();
    }
    // Goes behind a value, and returns its text.
    std::string_view skip_value() {
        skip_space();
        std::string_view const all = rest_;
        std::size_t depth = 0;
        do {
            char const c = rest_.empty() ? ']' : rest_.front();
            std::size_t size = 1;
            if (c == '"')
                size = json_string_size(rest_);
            else if (c == '[' || c == '{')
                ++depth;
            else if ((c == ']' || c == '}') && depth != 0)
                --depth;
            else if (depth == 0)
                size = rest_.find_first_of(",:]} \t\n\r");
            rest_.remove_prefix(size < rest_.size() ? size : rest_.size());
        } while (depth != 0 && !rest_.empty());
        return all.substr(0, all.size() - rest_.size());
    }

    std::string_view rest_;
};

inline void append_tree_json(std::string& out, tree_spec const& spec) {
    if (spec.is_leaf()) {
        out += R"({"type": null, "context": null, "children_spec": []})";
        return;
    }
    out += "{\"type\": ";
    append_python_json(out, spec.type().name);
    out += ", \"context\": " + spec.type().context + ", \"children_spec\": [";
    bool first = true;
    for (tree_spec const& item : spec.items()) {
        out += first ? "" : ", ";
        append_tree_json(out, item);
        first = false;
    }
    out += "]}";
}

} // namespace detail

GRAFT_INLINE tree_spec parse_tree_spec(std::string_view json, std::string_view origin) {
    json_document const document = json_document::parse(json, origin);
    return detail::tree_spec_reader(json).read_all(document.root());
}

GRAFT_INLINE std::string json_text(tree_spec const& spec) {
    std::string out = "[1, ";
    detail::append_tree_json(out, spec);
    return out + ']';
}

} // namespace graft
#endif
