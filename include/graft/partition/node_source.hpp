#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace graft {

/// Where a node came from: which of the wanted sources, and which use of it.
struct node_source {
    std::size_t wanted = 0; ///< which of the wanted sources, counted from 0
    std::string_view use;   ///< what tells this use from others of the source
    /// What tells calls of one module apart where `use` does not; else `use`.
    std::string_view call;
};

namespace detail {

// The part of `text` before the first `separator`, and what is behind it.
struct text_halves {
    std::string_view first, rest;
};
constexpr text_halves split_at(std::string_view text, char separator) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == separator)
            return {text.substr(0, i), text.substr(i + 1)};
    return {text, {}};
}

// A source is a name, before which `type:`, `fn:` or `str:` may say what it is a name of.
struct source_name {
    std::string_view kind, name;
};

// A source that is wanted without a kind may be the last part of a name: `Linear` of `torch.nn.modules.linear.Linear`.
GRAFT_CONSTEXPR bool is_wanted(source_name wanted, source_name found);

} // namespace detail

/// The first of the wanted sources that the node came from, by its metadata as torch.export writes it, or nothing.
/// A source is a name, `torch.nn.modules.linear.Linear`, or the last part of one, `Linear`; with `type:`, `fn:` or
/// `str:` before a whole name, it is a type, a function or a string in FX's sense.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<node_source> find_node_source(graph const& g, node_id n,
                                                                          view<std::string_view const> wanted_sources);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {
namespace detail {

// The part of `text` behind the last `separator`, all of it when there is none.
constexpr std::string_view after_last(std::string_view text, char separator) {
    for (std::size_t i = text.size(); i > 0; --i)
        if (text[i - 1] == separator)
            return text.substr(i);
    return text;
}

constexpr source_name read_source(std::string_view text) {
    for (std::string_view const kind : {"type", "fn", "str"})
        if (text.size() > kind.size() && text[kind.size()] == ':' && text.substr(0, kind.size()) == kind)
            return {kind, text.substr(kind.size() + 1)};
    return {{}, text};
}

GRAFT_CONSTEXPR bool is_wanted(source_name wanted, source_name found) {
    if (wanted.kind.empty())
        return wanted.name == found.name || wanted.name == after_last(found.name, '.');
    return wanted.name == found.name && (found.kind.empty() || wanted.kind == found.kind);
}

GRAFT_CONSTEXPR_INLINE std::optional<node_source> find_wanted(view<std::string_view const> wanted_sources,
                                                              source_name found, std::string_view use) {
    for (std::size_t i = 0; i < wanted_sources.size(); ++i)
        if (is_wanted(read_source(wanted_sources[i]), found))
            return node_source{i, use, use};
    return std::nullopt;
}

} // namespace detail

GRAFT_CONSTEXPR std::optional<node_source> find_node_source(graph const& g, node_id n,
                                                            view<std::string_view const> wanted_sources) {
    // each entry `use,source`, the innermost last; when there is one, nothing else counts
    if (std::string_view const stack = g.meta(n, "source_fn_stack"); !stack.empty()) {
        detail::text_halves const entry = detail::split_at(detail::after_last(stack, ';'), ',');
        return detail::find_wanted(wanted_sources, detail::read_source(entry.rest), entry.first);
    }
    // `use;type.function`
    detail::text_halves const torch_fn = detail::split_at(g.meta(n, "torch_fn"), ';');
    std::string_view const function = detail::split_at(detail::split_at(torch_fn.rest, '.').rest, '.').first;
    if (!function.empty())
        if (auto const found = detail::find_wanted(wanted_sources, {"str", function}, torch_fn.first))
            return found;
    // each entry `key,path,type`, the innermost last
    if (g.op(n) != opcode::call_function)
        return std::nullopt;
    std::string_view const entry = detail::after_last(g.meta(n, "nn_module_stack"), ';');
    std::string_view const type = detail::after_last(entry, ',');
    std::string_view path = detail::split_at(entry, ',').rest;
    if (path.size() <= type.size())
        return std::nullopt;
    path.remove_suffix(type.size() + 1);
    std::optional<node_source> found = detail::find_wanted(wanted_sources, detail::read_source(type), path);
    if (found) // the key of a second call ends with `@1`
        found->call = detail::split_at(entry, ',').first;
    return found;
}

} // namespace graft
#endif
