#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/meta/view.hpp>

#include <string>
#include <string_view>

namespace graft {

namespace detail {

// What `name` would be if it were written as ops are: `aten::add.Tensor` of `torch.ops.aten.add.Tensor`, and
// `aten::relu` of `aten.relu.default`. A name without a namespace stays as it is.
[[nodiscard]] GRAFT_INLINE std::string as_op_name(std::string_view name);

// True if a name that none of the ops has is a mistake: it has no namespace, or two changes make it the name of an op
// of the same namespace.
[[nodiscard]] GRAFT_INLINE bool is_mistaken_name(std::string_view name, view<op_info const* const> ops);

[[noreturn]] GRAFT_INLINE void raise_no_such_op(std::string_view name, view<op_info const* const> ops);

} // namespace detail

/// The op of this name; a name that no op of the dialect has is an error, which says which names are like it.
template <class Dialect = aten_dialect>
[[nodiscard]] op_info const& op_named(std::string_view name) {
    op_info const* const op = Dialect::find(name);
    if (op == nullptr)
        detail::raise_no_such_op(name, Dialect::ops());
    return *op;
}

/// Raises where the name of an op is a mistake: no op of the dialect has it, and it has no namespace, or two changes
/// make it the name of an op of the same namespace. The names of other ops, which the dialect does not know, pass.
template <class Dialect = aten_dialect>
void check_op_name(std::string_view name) {
    if (Dialect::find(name) == nullptr && detail::is_mistaken_name(name, Dialect::ops()))
        detail::raise_no_such_op(name, Dialect::ops());
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::op_info const& graft::op_named<graft::aten_dialect>(std::string_view);
extern template void graft::check_op_name<graft::aten_dialect>(std::string_view);
#endif

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/nearest_names.hpp>

namespace graft::detail {

GRAFT_INLINE std::string as_op_name(std::string_view name) {
    if (name.find("::") != name.npos)
        return std::string(name);
    if (name.starts_with("torch.ops."))
        name.remove_prefix(10);
    if (name.ends_with(".default"))
        name.remove_suffix(8);
    std::string text(name);
    if (std::size_t const dot = text.find('.'); dot != text.npos)
        text.replace(dot, 1, "::");
    return text;
}

GRAFT_INLINE bool is_mistaken_name(std::string_view name, view<op_info const* const> ops) {
    std::size_t const colons = name.find("::");
    if (colons == name.npos)
        return true;
    std::string_view const space = name.substr(0, colons + 2);
    for (op_info const* const op : ops)
        if (op->name.starts_with(space) && op->name.size() <= name.size() + 2 && name.size() <= op->name.size() + 2 &&
            edit_distance(name, op->name) <= 2)
            return true;
    return false;
}

GRAFT_INLINE void raise_no_such_op(std::string_view name, view<op_info const* const> ops) {
    nearest_names like{as_op_name(name)};
    for (op_info const* const op : ops)
        like.add(op->name);
    raise(errc::invalid_argument, "no op has the name '", name, "'", like.hint());
}

} // namespace graft::detail
#endif
