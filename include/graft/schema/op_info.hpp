#pragma once

#include <graft/meta/view.hpp>
#include <graft/schema/op_tags.hpp>
#include <graft/schema/type_kind.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

template <class T>
class vec;
struct any_value;
template <class V>
class composing;
struct tensor_spec;
struct value_spec;
template <class Tensor>
class call;

/// Computes what an op returns from the specs of its arguments.
using meta_function = value_spec (*)(call<tensor_spec> const&);

/// What follows for every op that has this meta function, in addition to the tags that its author gave it. Specialise
/// it beside a meta function of which there is something to say.
template <meta_function Meta>
inline constexpr op_tags meta_tags = op_tags::none;

/// One argument or return of a schema; the views point into the schema's text.
struct schema_argument {
    /// Empty for most returns.
    std::string_view name{};
    /// The element type as it is written: `SymInt`, `Dict(str, t)`.
    std::string_view type_name{};
    type_kind type = type_kind::tensor; ///< of the value, or of an element of the list
    /// `T?`; for a list, the list as a whole may be None.
    bool optional = false;
    bool list = false; ///< `T[]`
    /// `T?[]`: the elements may be None.
    bool optional_elements = false;
    /// The N of `T[N]`, -1 without; one value given for such a list stands for N.
    std::int32_t list_size = -1;
    bool kwarg_only = false;  ///< behind the `*` of the schema
    bool has_default = false; ///< `default_value` holds what is not given
    /// `(a!)`: the op writes to it.
    bool writes = false;
    /// The alias annotation is behind the brackets, `t[](a!)`: it is the list that is shared.
    bool alias_of_list = false;
    /// The alias sets before the call, `a` or `a|b` or `*`; empty when it shares nothing.
    std::string_view alias{};
    /// The alias sets after the call when they differ, the `*` of `(a -> *)`.
    std::string_view alias_after{};
    literal default_value{}; ///< where there is one
};

/// Whether these are as many arguments as those, each of the type of that in its place.
constexpr bool have_same_types(view<schema_argument const> these, view<schema_argument const> those) {
    for (std::size_t i = 0; i < these.size() && i < those.size(); ++i)
        if (these[i].type != those[i].type)
            return false;
    return these.size() == those.size();
}

/// The names of an op's out-variant where they are not the usual ones. An op says so with a `static constexpr out_names
/// out`.
struct out_names {
    /// Instead of `out`, or the op's own overload and `_out`.
    std::string_view overload{};
    /// What it writes, instead of the names of the results or `out`, `out0`, `out1`.
    std::array<std::string_view, 3> written{};
};

/// What an op reads off its first argument, a tensor, and gives as a number: the size or the stride of the dimension
/// that is its second argument, the number of elements, where the first one lies, or the only element. An op says so
/// with a `static constexpr number_reading reads`.
enum class number_reading : std::uint8_t { none, size, stride, numel, storage_offset, element };

/// What a view does about the marks by which PyTorch conjugates or negates a tensor only when it is read. An op says so
/// with a `static constexpr lazy_mark marks`.
enum class lazy_mark : std::uint8_t {
    none,          ///< the result has those of the first argument
    conjugates,    ///< complex numbers are marked, or no longer (`conj`)
    negates,       ///< the tensor is marked, or no longer (`_neg_view`)
    shows_real,    ///< real parts are the same whether complex numbers are marked or not (`real`)
    resolves_conj, ///< a copy of complex numbers that are marked
    resolves_neg,  ///< a copy of a tensor that is marked as negated
};

/// What is known of an op: its parsed schema and the facts its author added.
struct op_info {
    /// The schema as it was written.
    std::string_view text{};
    /// `aten::add.Tensor`; the default overload has no suffix: `aten::relu`.
    std::string_view name{};
    /// `fnv1a(name)`.
    std::uint64_t hash = 0;
    view<schema_argument const> arguments{}; ///< in the order of the schema
    view<schema_argument const> returns{};   ///< in the order of the schema
    /// The argument list ends with `...`.
    bool variadic_arguments = false;
    bool variadic_returns = false; ///< The returns are `...`.
    /// The first two arguments may be exchanged (under `alpha=1` where there is an alpha).
    bool commutative = false;
    number_reading reads = number_reading::none; ///< what it reads off a tensor
    op_tags tags = op_tags::none;                ///< what its author said of it
    /// What a call counts in the weight of a graph.
    int weight = 2;
    lazy_mark marks = lazy_mark::none; ///< what it does about the marks of lazy views
    /// Null when the author gave none.
    meta_function meta = nullptr;
    /// How it is made of other ops; null of an op that says nothing of it.
    vec<any_value> (*composition)(composing<any_value> const&) = nullptr;
    /// Of an op that writes to arguments, the op that computes what it writes: it returns what this one returns, and
    /// then, of an op that does not return what it writes, that. Null of any other.
    op_info const* functional = nullptr;
    /// Of an op that copies what a view shows, the op of that view; else null.
    op_info const* copied_view = nullptr;
    /// Of a view, the op that gives the tensor viewed with what the view shows changed to its second argument; its
    /// others are those of the view. Null where there is none.
    op_info const* scatter = nullptr;
    /// Of an op that takes numbers (Scalar), the one that takes tensors in their place, under the same names; else null.
    op_info const* of_tensors = nullptr;
    /// Null of an op whose out-variant has the usual names.
    out_names const* out = nullptr;
    /// Of an op that is another one under a name of its own, that other one; else null.
    op_info const* original = nullptr;

    /// The slot of the argument of this name, -1 when there is none.
    [[nodiscard]] constexpr int find_argument(std::string_view argument) const {
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (arguments[i].name == argument)
                return static_cast<int>(i);
        return -1;
    }

    /// True of an assertion that a number is true, which has a message: `_assert_scalar`.
    [[nodiscard]] constexpr bool asserts_number() const {
        return has(tags, op_tags::assertion) && arguments.size() == 2 && arguments[0].type == type_kind::scalar &&
               arguments[1].type == type_kind::string;
    }

    /// True when the op writes to one of its arguments.
    [[nodiscard]] constexpr bool mutates() const {
        for (schema_argument const& argument : arguments)
            if (argument.writes)
                return true;
        return false;
    }

    /// True when the schema says that a result may share storage with an argument, as those of views and in-place ops do.
    [[nodiscard]] constexpr bool names_alias() const {
        for (schema_argument const& value : returns)
            if (!value.alias.empty())
                return true;
        return false;
    }

    /// True when a result may share storage with an argument, whether or not the schema says so.
    [[nodiscard]] constexpr bool returns_alias() const { return has(tags, op_tags::unsaid_view) || names_alias(); }
};

/// Finds the op of a name such as `aten::add.Tensor`, or null.
using op_lookup = op_info const* (*)(std::string_view name);

/// True for ops that make one new tensor, each of whose elements depends on the elements of the operands at the same
/// place alone: they can be computed a block at a time, and a result of the dtype, sizes and strides of an operand be
/// written over it.
[[nodiscard]] constexpr bool is_elementwise(op_info const& op) {
    bool const one_tensor = op.returns.size() == 1 && op.returns[0].type == type_kind::tensor && !op.returns[0].list;
    return has(op.tags, op_tags::pointwise) && !has(op.tags, op_tags::random) && one_tensor && !op.mutates() &&
           !op.returns_alias();
}

/// What a call of the op counts in the weight of a graph, which a rewrite that is certified to end never raises:
/// the op's own `static constexpr int weight`, or 2. A fused op weighs more than the heaviest call it stands for and
/// less than all of them. The weight of an op of another dialect is a specialisation, before the op is first used:
/// `template <> inline constexpr int weight<aten::mm_default> = 64;`.
template <class Op>
inline constexpr int weight = [] {
    if constexpr (requires { Op::weight; })
        return Op::weight;
    else
        return 2;
}();

} // namespace graft
