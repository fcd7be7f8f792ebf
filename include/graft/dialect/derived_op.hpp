#pragma once

#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/schema/detail/derived_text.hpp>
#include <graft/schema/infer.hpp>
#include <graft/schema/op.hpp>

// Ops that follow from another op: its schema, its meta function and its kernel are what they need.

namespace graft {
namespace detail {

template <class Of>
inline constexpr auto inplace_characters = inplace_text<Of::text.size + 10>(Of::text.view());
template <class Of, fixed_string Name>
inline constexpr auto alias_characters = renamed_text<Of::text.size + Name.size + 1>(Of::text.view(), Name.view());
template <class Of>
inline constexpr auto copy_characters = copy_text<Of::text.size + 6>(Of::text.view());

/// The text of the op that writes what `Of` gives into its first argument. Compilers put together the text that is asked
/// for alone, not that of every op that is declared.
template <class Of>
[[nodiscard]] consteval schema_text inplace_text_of() {
    static_assert(has_inplace_text(Of::text.view()),
                  "graft: no in-place op: the first argument and the only result of Of must be tensors; "
                  "declare an op with a schema of its own");
    return schema_text{text_of<inplace_characters<Of>>.view()};
}

/// True of an op whose result is a view of its argument, as its schema says.
template <class Op>
inline constexpr bool shows_view = Op::text.view().ends_with("(a)");

/// What an in-place op returns: of a view the tensor, which from then on shows its elements as the view does; of
/// another op the tensor into which its result was written.
template <class Of>
[[nodiscard]] consteval meta_function inplace_meta() {
    if constexpr (shows_view<Of>)
        return Of::meta;
    else
        return meta_inplace<Of::meta>;
}

/// The tags of an op; none where it says nothing.
template <class Op>
[[nodiscard]] consteval op_tags tags_of() {
    if constexpr (requires { Op::tags; })
        return Op::tags;
    else
        return op_tags::none;
}

/// What an op does not have under other names: its places in the Core set and in Edge, and what PyTorch's own list of
/// out-variants says.
inline constexpr op_tags not_of_aliases = op_tags::core | op_tags::edge | op_tags::no_out | op_tags::out_converts;

template <class Op>
[[nodiscard]] consteval bool is_commutative() {
    if constexpr (requires { Op::is_commutative; })
        return Op::is_commutative;
    else
        return false;
}

} // namespace detail

/// The base of an op `D` that writes what `Functional` gives into its first argument, and returns that; its arguments
/// have other names than those of `Functional`. See `inplace`.
template <class D, class Functional>
struct inplace_op : op<D> {
    using functional = Functional; ///< what computes that which is written
    /// random where `Functional` is
    static constexpr op_tags tags = op_tags::inplace | (detail::tags_of<Functional>() & op_tags::random);
    static constexpr meta_function meta = detail::inplace_meta<Functional>(); ///< the argument, once it is written
};

/// The op that writes what `Of` gives into its first argument, and returns that: of `aten::add.Tensor`
/// `aten::add_.Tensor`. Of a view the argument itself is the view from then on, as of `aten::t_`.
template <class Of>
struct inplace : inplace_op<inplace<Of>, Of> {
    /// the schema of `Of`, whose first argument is written
    static constexpr schema_text text = detail::inplace_text_of<Of>();
};

/// The op `Of` under another name: `alias_of<abs_default, "absolute">` is `aten::absolute`. The overload is that of
/// `Of` unless the name has one, as in `"max.other"`, and so is the out-variant, unless there is none. In another
/// namespace, or for other types, the name is a whole schema, with the arguments of `Of` in their order.
template <class Of, fixed_string Name, op_tags Own = op_tags::none>
struct alias_of : op<alias_of<Of, Name, Own>> {
    using original = Of; ///< the op that has this other name
    /// those that hold for every name, and its own
    static constexpr op_tags tags = without(detail::tags_of<Of>(), detail::not_of_aliases) | Own;
    static constexpr bool is_commutative = detail::is_commutative<Of>(); ///< as of `Of`
    static constexpr meta_function meta = Of::meta;                      ///< as of `Of`
    /// the schema of `Of` under this name
    static constexpr schema_text text{detail::text_of<detail::alias_characters<Of, Name>>.view()};
};

/// The op that copies what the view `Of` shows: of `aten::slice.Tensor` `aten::slice_copy.Tensor`.
template <class Of, op_tags Tags = op_tags::edge>
struct copy_of_view : op<copy_of_view<Of, Tags>> {
    using copied_view = Of;                                       ///< the view
    static constexpr op_tags tags = Tags;                         ///< what its author said of it
    static constexpr meta_function meta = meta_copy_of<Of::meta>; ///< the spec of the view, with storage of its own
    /// the schema of `Of` under the name of the copy
    static constexpr schema_text text{detail::text_of<detail::copy_characters<Of>>.view()};
};

} // namespace graft
