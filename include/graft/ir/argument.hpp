#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/layout.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft {

/// Names a node of one graph; ids are never reused.
using node_id = std::uint32_t;
inline constexpr node_id no_node = 0xffffffff; ///< no node has this id

/// What an argument of a node can be; FX's argument types.
enum class arg_kind : std::uint8_t {
    none,
    node,
    boolean,
    integer,
    real,
    string,
    dtype,
    device,
    layout,
    memory_format,
    ellipsis,
    list,
    tuple,
    dict,
    slice,
    range,
    complex,
};

/// True for the kinds that hold other arguments.
[[nodiscard]] constexpr bool is_aggregate(arg_kind kind) { return kind >= arg_kind::list; }

/// True for the kinds that are kept as text: strings and devices.
[[nodiscard]] constexpr bool is_textual(arg_kind kind) { return kind == arg_kind::string || kind == arg_kind::device; }

/// True for Python's numbers: bools, integers and floats.
[[nodiscard]] constexpr bool is_number(arg_kind kind) {
    return kind == arg_kind::boolean || kind == arg_kind::integer || kind == arg_kind::real;
}

/// An argument to be stored in a graph: a node, a literal, or an aggregate of arguments.
/// Texts are not owned and must live until the graph has taken the argument.
struct arg {
    arg_kind kind = arg_kind::none; ///< what it is
    std::int64_t bits = 0;          ///< the number, its bits, or the id of a node
    std::string_view text;          ///< of a string or device
    vec<arg> items;                 ///< of an aggregate; for a dict its values, for a complex both parts
    vec<std::string_view> keys;     ///< of a dict

    constexpr arg() = default;
    constexpr arg(std::nullptr_t) {} ///< None.
    /// A literal; a number is kept as 64 bits.
    /// @{
    constexpr arg(std::same_as<bool> auto value) : kind(arg_kind::boolean), bits(value) {}
    constexpr arg(std::signed_integral auto value) : kind(arg_kind::integer), bits(value) {}
    constexpr arg(std::floating_point auto value)
        : kind(arg_kind::real), bits(std::bit_cast<std::int64_t>(static_cast<double>(value))) {}
    /// Refused while it compiles: an id is written `arg::node(id)`.
    template <std::unsigned_integral T>
        requires(!std::same_as<T, bool>)
    constexpr arg(T) {
        static_assert(never_type<T>, "graft: an unsigned number is no argument; write arg::node(id) for "
                                     "a node and std::int64_t for a number. [E-ARG-1]");
    }
    constexpr arg(graft::dtype value) : kind(arg_kind::dtype), bits(static_cast<std::int64_t>(value)) {}
    constexpr arg(graft::layout value) : kind(arg_kind::layout), bits(static_cast<std::int64_t>(value)) {}
    constexpr arg(graft::memory_format value) : kind(arg_kind::memory_format), bits(static_cast<std::int64_t>(value)) {}
    constexpr arg(std::string_view value) : kind(arg_kind::string), text(value) {}
    /// @}
    /// A copy of nothing: the text must outlive the argument.
    constexpr arg(char const* value) : arg(std::string_view{value}) {}
    /// An aggregate of this kind.
    constexpr arg(arg_kind aggregate, vec<arg> values) : kind(aggregate), items(std::move(values)) {}

    /// The node with this id.
    [[nodiscard]] static constexpr arg node(node_id id) {
        arg a;
        a.kind = arg_kind::node;
        a.bits = id;
        return a;
    }
    /// The device of this name: `cpu`, `cuda:1`.
    [[nodiscard]] static constexpr arg device(std::string_view name) {
        arg a{name};
        a.kind = arg_kind::device;
        return a;
    }
    /// Python's `...`.
    [[nodiscard]] static constexpr arg ellipsis() {
        arg a;
        a.kind = arg_kind::ellipsis;
        return a;
    }
    /// A complex number.
    [[nodiscard]] static constexpr arg complex(double real, double imaginary) {
        arg a;
        a.kind = arg_kind::complex;
        a.items.reserve(2);
        a.items.emplace_back(real);
        a.items.emplace_back(imaginary);
        return a;
    }
    /// A list.
    [[nodiscard]] static constexpr arg list(vec<arg> values) { return {arg_kind::list, std::move(values)}; }
    /// A tuple.
    [[nodiscard]] static constexpr arg tuple(vec<arg> values) { return {arg_kind::tuple, std::move(values)}; }
};

/// A keyword argument.
struct kwarg {
    std::string_view key; ///< the name of the argument
    arg value;            ///< what it is given
};

/// The arguments of a call: positional ones, then keyword arguments.
struct call_arguments {
    vec<arg> args;     ///< the positional ones
    vec<kwarg> kwargs; ///< those given by name

    /// Adds what stands in a slot of the op's schema: as the next positional one where it is that, else by name.
    constexpr void add(op_info const& op, std::size_t slot, arg value) {
        schema_argument const& parameter = op.arguments[slot];
        if (!parameter.kwarg_only && slot == args.size())
            args.push_back(std::move(value));
        else
            kwargs.push_back({parameter.name, std::move(value)});
    }
};

/// What one argument slot holds, in 32 bits: a node, an interned literal, or an aggregate with nodes in it.
/// Within one graph equal literals are equal operands.
class operand {
public:
    constexpr operand() = default;

    /// Of the node, literal or aggregate with this id.
    /// @{
    [[nodiscard]] static constexpr operand node(node_id id) { return operand{id}; }
    [[nodiscard]] static constexpr operand literal(std::uint32_t id) { return operand{id | literal_bit}; }
    [[nodiscard]] static constexpr operand aggregate(std::uint32_t id) { return operand{id | aggregate_bit}; }
    /// @}

    /// Which of the three it is.
    /// @{
    [[nodiscard]] constexpr bool is_node() const { return bits_ < aggregate_bit; }
    [[nodiscard]] constexpr bool is_literal() const { return (bits_ & literal_bit) != 0; }
    [[nodiscard]] constexpr bool is_aggregate() const {
        return (bits_ & (literal_bit | aggregate_bit)) == aggregate_bit;
    }
    /// @}

    /// The id of the node, literal or aggregate.
    [[nodiscard]] constexpr std::uint32_t id() const { return bits_ & ~(literal_bit | aggregate_bit); }

    constexpr bool operator==(operand const&) const = default;

    /// How many nodes, literals or aggregates one graph can hold.
    static constexpr std::uint32_t limit = 1u << 30;

private:
    static constexpr std::uint32_t literal_bit = 1u << 31;
    static constexpr std::uint32_t aggregate_bit = 1u << 30;

    explicit constexpr operand(std::uint32_t bits) : bits_(bits) {}

    std::uint32_t bits_ = literal_bit; // the literal None
};

} // namespace graft
