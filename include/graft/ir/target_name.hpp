#pragma once

#include <graft/config.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/meta/vec.hpp>

#include <string_view>

namespace graft::detail {

// Where an op's namespace ends in its name: `aten::add.Tensor` at 4; the size of the name for what is no op.
constexpr std::size_t namespace_size(std::string_view name) {
    for (std::size_t i = 0; i + 1 < name.size(); ++i)
        if (name[i] == ':' && name[i + 1] == ':')
            return i;
    return name.size();
}

// `add.Tensor` of `aten::add.Tensor`, `relu.default` of `aten::relu`: what Python calls the overload.
GRAFT_CONSTEXPR vec<char> overload_name(std::string_view op_name);

// The name that FX starts from when a node gets none: a function's own name, or a path, in snake case.
GRAFT_CONSTEXPR vec<char> name_from_target(target_info const& target, bool is_function);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>

namespace graft::detail {

constexpr bool has_dot(std::string_view text) {
    for (char const c : text)
        if (c == '.')
            return true;
    return false;
}

GRAFT_CONSTEXPR vec<char> overload_name(std::string_view op_name) {
    std::string_view const rest = op_name.substr(namespace_size(op_name) + 2);
    vec<char> text(rest.begin(), rest.end());
    if (!has_dot(rest))
        append(text, ".default");
    return text;
}

constexpr vec<char> snake_case(std::string_view text) {
    vec<char> snake;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const upper = text[i] >= 'A' && text[i] <= 'Z';
        if (upper && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z')
            snake.push_back('_');
        snake.push_back(upper ? static_cast<char>(text[i] - 'A' + 'a') : text[i]);
    }
    return snake;
}

// The name that FX makes of the target of a node that is no call of a function; `__add__` is `add`.
constexpr vec<char> name_from_path(std::string_view path) {
    auto const is_underscored = [&](std::size_t at) { return path[at] == '_' && path[at + 1] == '_'; };
    bool const magic = path.size() > 4 && is_underscored(0) && is_underscored(path.size() - 2);
    return snake_case(magic ? path.substr(2, path.size() - 4) : path);
}

GRAFT_CONSTEXPR vec<char> name_from_target(target_info const& target, bool is_function) {
    if (!is_function)
        return name_from_path(target.name);
    vec<char> text;
    if (target.is_op()) {
        if (target.dialect == dialect_tag::edge) {
            append(text, target.name.substr(0, namespace_size(target.name)));
            text.push_back('.');
        }
        vec<char> const overload = overload_name(target.name);
        append(text, {overload.data(), overload.size()});
    } else {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < target.name.size(); ++i)
            if (target.name[i] == '.')
                begin = i + 1;
        append(text, target.name.substr(begin));
    }
    return snake_case({text.data(), text.size()});
}

} // namespace graft::detail
#endif
