#pragma once

#include <graft/config.hpp>
#include <graft/ir/signature.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graft {

/// What kind of container stands at a place of a `tree`; the kinds that torch's pytrees know of themselves, and others.
enum class tree_kind : std::uint8_t {
    leaf, ///< no container: a value, or None
    tuple,
    list,
    dict,
    ordered_dict,
    default_dict,
    named_tuple,
    deque,
    custom, ///< a type that a program registers, such as a dataclass: its name and context are kept as they are
};

/// The name that torch's `treespec_dumps` gives the kind, `builtins.tuple`; empty for a leaf and a custom type.
[[nodiscard]] GRAFT_INLINE std::string_view name(tree_kind kind);

/// A container without its items: what `treespec_dumps` writes of one node of a pytree.
struct tree_type {
    tree_kind kind = tree_kind::leaf; ///< of which kind it is
    std::string name;    ///< as torch serialises it: `builtins.dict`, `transformers.modeling_outputs.CausalLMOutput`
    std::string context; ///< the JSON that stands behind `"context": `; empty for a leaf
    /// The names of the items, in order: keys of a dict, fields of a named tuple or dataclass; empty where not known.
    vec<constant_value> keys;

    /// A tuple or list.
    /// @{
    [[nodiscard]] static tree_type tuple() { return of(tree_kind::tuple, "\"null\""); }
    [[nodiscard]] static tree_type list() { return of(tree_kind::list, "\"null\""); }
    /// @}
    /// A dict with these keys, in the order in which they were put in.
    /// @{
    [[nodiscard]] GRAFT_INLINE static tree_type dict(vec<constant_value> keys);
    [[nodiscard]] GRAFT_INLINE static tree_type ordered_dict(vec<constant_value> keys);
    /// @}
    /// A dict whose missing items a Python function makes: `builtins`, `int`.
    [[nodiscard]] GRAFT_INLINE static tree_type default_dict(std::string_view module, std::string_view function,
                                                             vec<constant_value> keys);
    /// A named tuple of the type that is registered with torch by this name.
    [[nodiscard]] GRAFT_INLINE static tree_type named_tuple(std::string_view registered, vec<constant_value> fields);
    /// A deque of at most so many items.
    [[nodiscard]] GRAFT_INLINE static tree_type deque(std::optional<std::int64_t> max_size = {});
    /// A dataclass that `torch.export.register_dataclass` registers by this name: the fields that are something, which
    /// are the items, and those that are None.
    [[nodiscard]] GRAFT_INLINE static tree_type dataclass(std::string registered, vec<std::string> const& fields,
                                                          vec<std::string> const& none_fields = {});
    /// A type that is registered with torch by this name, of which the JSON `context` says the rest. Where that is a
    /// text of names, as that of a dataclass or of transformers' outputs, the items have them as keys.
    [[nodiscard]] GRAFT_INLINE static tree_type custom(std::string registered, std::string context);

    /// True for a dict, which has its items by key.
    [[nodiscard]] bool is_dict() const {
        return kind == tree_kind::dict || kind == tree_kind::ordered_dict || kind == tree_kind::default_dict;
    }
    /// True for containers that torch's pytrees take for the same, whatever is known of their keys.
    bool operator==(tree_type const& other) const {
        return kind == other.kind && name == other.name && context == other.context;
    }

private:
    [[nodiscard]] static tree_type of(tree_kind kind, std::string context, vec<constant_value> keys = {}) {
        return {kind, std::string(graft::name(kind)), static_cast<std::string&&>(context),
                static_cast<vec<constant_value>&&>(keys)};
    }
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/ir/detail/json_string.hpp>

#    include <utility>
#    include <variant>

namespace graft {
namespace detail {

// json.dumps of a key or of several.
inline std::string tree_key_json(constant_value const& key) {
    std::string out;
    if (auto const* const truth = std::get_if<bool>(&key))
        out = *truth ? "true" : "false";
    else if (auto const* const integer = std::get_if<std::int64_t>(&key))
        append_number(out, *integer);
    else if (auto const* const real = std::get_if<double>(&key))
        append_real(out, *real);
    else if (auto const* const text = std::get_if<std::string>(&key))
        append_python_json(out, *text);
    else
        out = "null";
    return out;
}
inline std::string tree_keys_json(vec<constant_value> const& keys) {
    std::string out = "[";
    for (constant_value const& key : keys)
        out += (out.size() == 1 ? "" : ", ") + tree_key_json(key);
    return out + ']';
}
inline std::string tree_keys_json(vec<std::string> const& keys) {
    return tree_keys_json(vec<constant_value>(keys.begin(), keys.end()));
}

// The names that a custom type's context has for its items: a list of them, or one of such lists, of which the first
// counts.
inline vec<constant_value> tree_context_keys(std::string_view context) {
    if (context.size() < 2 || context.front() != '"')
        return {};
    std::string const text = json_unquoted(context);
    auto names = json_strings(text);
    if (!names && text.starts_with("[[") && text.find(']') != std::string::npos)
        names = json_strings(std::string_view(text).substr(1, text.find(']')));
    return names ? vec<constant_value>(names->begin(), names->end()) : vec<constant_value>{};
}

} // namespace detail

GRAFT_INLINE std::string_view name(tree_kind kind) {
    constexpr std::string_view names[] = {"",
                                          "builtins.tuple",
                                          "builtins.list",
                                          "builtins.dict",
                                          "collections.OrderedDict",
                                          "collections.defaultdict",
                                          "collections.namedtuple",
                                          "collections.deque",
                                          ""};
    return names[static_cast<std::size_t>(kind)];
}

GRAFT_INLINE tree_type tree_type::dict(vec<constant_value> keys) {
    std::string context = detail::python_json(detail::tree_keys_json(keys));
    return of(tree_kind::dict, std::move(context), std::move(keys));
}

GRAFT_INLINE tree_type tree_type::ordered_dict(vec<constant_value> keys) {
    std::string context = detail::python_json(detail::tree_keys_json(keys));
    return of(tree_kind::ordered_dict, std::move(context), std::move(keys));
}

GRAFT_INLINE tree_type tree_type::default_dict(std::string_view module, std::string_view function,
                                               vec<constant_value> keys) {
    std::string context = "{\"default_factory_module\": " + detail::python_json(module) +
                          ", \"default_factory_name\": " + detail::python_json(function) +
                          ", \"dict_context\": " + detail::tree_keys_json(keys) + '}';
    return of(tree_kind::default_dict, std::move(context), std::move(keys));
}

GRAFT_INLINE tree_type tree_type::named_tuple(std::string_view registered, vec<constant_value> fields) {
    return of(tree_kind::named_tuple, detail::python_json(registered), std::move(fields));
}

GRAFT_INLINE tree_type tree_type::deque(std::optional<std::int64_t> max_size) {
    return of(tree_kind::deque, '"' + (max_size ? std::to_string(*max_size) : "null") + '"');
}

GRAFT_INLINE tree_type tree_type::dataclass(std::string registered, vec<std::string> const& fields,
                                            vec<std::string> const& none_fields) {
    std::string const context = '[' + detail::tree_keys_json(fields) + ", " + detail::tree_keys_json(none_fields) + ']';
    return custom(std::move(registered), detail::python_json(context));
}

GRAFT_INLINE tree_type tree_type::custom(std::string registered, std::string context) {
    vec<constant_value> keys = detail::tree_context_keys(context);
    return {tree_kind::custom, std::move(registered), std::move(context), std::move(keys)};
}

} // namespace graft
#endif
