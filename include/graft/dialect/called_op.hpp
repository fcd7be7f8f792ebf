#pragma once

#include <graft/config.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/schema/op_tags.hpp>

#include <cstddef>
#include <string_view>

namespace graft {
namespace detail {

struct symbolic_dialect : dialect<symbolic_dialect> {
    using members = aten::symbolic_ops;
};

template <class... Ops>
constexpr op_tags tags_by_name(op_list<Ops...>, std::string_view name) {
    constexpr op_tags tags[] = {Ops::tags...};
    for (std::size_t i = 0; i < sizeof...(Ops); ++i)
        if (dialect_table<op_list<Ops...>>::names[i] == name)
            return tags[i];
    return op_tags::none;
}

} // namespace detail

/// The op that a target is, or null. What reads a number off a tensor or asserts something takes no kernel, so such an
/// op is found even where the program was read by somebody who does not know it; what computes with numbers
/// `called_sym_target` finds. A template, so that only who asks pays for their schemas.
template <class Known = detail::symbolic_dialect>
[[nodiscard]] constexpr op_info const* called_op(target_info const& target) {
    return target.op != nullptr || !target.is_op() ? target.op : Known::find(target.name);
}

/// The tags of the op that a target is; none where `called_op` knows of none. No schema is parsed for that.
[[nodiscard]] constexpr op_tags called_tags(target_info const& target) {
    return target.op != nullptr ? target.op->tags
                                : detail::tags_by_name(ops_of<detail::symbolic_dialect>{}, target.name);
}

} // namespace graft
