#pragma once

#include <graft/config.hpp>
#include <graft/ir/tree.hpp>

#include <string>

namespace graft {

/// What Python's `str(spec)` prints of torch's `TreeSpec`: `TreeSpec(dict, ['a'], [*])`. Of a custom type it prints
/// what its JSON context says, which is what torch prints where the type has no function that reads it.
[[nodiscard]] GRAFT_INLINE std::string text(tree_spec const& spec);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/ir/detail/json_string.hpp>
#    include <graft/ir/signature.hpp>
#    include <graft/ir/text/detail/python_repr.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <string_view>
#    include <variant>

namespace graft {
namespace detail {

inline std::string tree_key_repr(constant_value const& key) {
    std::string out;
    if (auto const* const truth = std::get_if<bool>(&key))
        out = *truth ? "True" : "False";
    else if (auto const* const integer = std::get_if<std::int64_t>(&key))
        append_number(out, *integer);
    else if (auto const* const real = std::get_if<double>(&key))
        append_real(out, *real);
    else if (auto const* const name = std::get_if<std::string>(&key))
        out = python_repr(*name);
    else
        out = "None";
    return out;
}

inline std::string tree_keys_repr(tree_type const& type) {
    std::string out = "[";
    for (constant_value const& key : type.keys)
        out += (out.size() == 1 ? "" : ", ") + tree_key_repr(key);
    return out + ']';
}

// The value of a member whose value is a string, of an object as json.dumps writes it.
inline std::string json_text_member(std::string_view object, std::string_view key) {
    std::string const start = '"' + std::string(key) + "\": ";
    std::size_t const at = object.find(start);
    if (at == std::string_view::npos)
        return {};
    std::string_view const value = object.substr(at + start.size());
    return json_unquoted(value.substr(0, json_string_size(value)));
}

// `<class 'int'>`: Python leaves out its own module.
inline std::string class_repr(std::string_view name) {
    constexpr std::string_view own = "builtins.";
    return "<class '" + std::string(name.substr(name.starts_with(own) ? own.size() : 0)) + "'>";
}

inline std::string tree_context_repr(tree_type const& type) {
    std::string_view const context = type.context;
    switch (type.kind) {
    case tree_kind::tuple:
    case tree_kind::list: return "None";
    case tree_kind::dict:
    case tree_kind::ordered_dict: return tree_keys_repr(type);
    case tree_kind::default_dict:
        return '[' +
               class_repr(json_text_member(context, "default_factory_module") + '.' +
                          json_text_member(context, "default_factory_name")) +
               ", " + tree_keys_repr(type) + ']';
    case tree_kind::named_tuple: return class_repr(json_unquoted(context));
    default: return json_repr(context.starts_with('"') ? json_unquoted(context) : std::string(context));
    }
}

inline void print_tree(std::string& out, tree_spec const& spec, std::size_t indent) {
    if (spec.is_leaf()) {
        out += '*';
        return;
    }
    std::string_view const name = spec.type().name;
    out += "TreeSpec(" + std::string(name.substr(name.rfind('.') + 1)) + ", " + tree_context_repr(spec.type()) + ", [";
    bool first = true;
    for (tree_spec const& item : spec.items()) {
        if (!first)
            out += ",\n" + std::string(indent + 2, ' ');
        print_tree(out, item, indent + 2);
        first = false;
    }
    out += "])";
}

} // namespace detail

GRAFT_INLINE std::string text(tree_spec const& spec) {
    std::string out;
    detail::print_tree(out, spec, 0);
    return out;
}

} // namespace graft
#endif
