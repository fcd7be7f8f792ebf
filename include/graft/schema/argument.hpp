#pragma once

#include <graft/core/device.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/layout.hpp>
#include <graft/core/scalar.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

/// Which field of an `argument` holds its value.
enum class argument_kind : std::uint8_t {
    missing, ///< neither given nor defaulted
    none,
    tensor,
    tensors,
    integer,
    integers,
    real,    ///< number
    boolean, ///< number
    numbers, ///< a list of reals, booleans or Scalars
    string,
    dtype,
    layout,
    memory_format,
    device
};

/// The kind in the words of an error message.
[[nodiscard]] constexpr std::string_view text(argument_kind kind) {
    switch (kind) {
    case argument_kind::missing: return "missing";
    case argument_kind::none: return "None";
    case argument_kind::tensor: return "a tensor";
    case argument_kind::tensors: return "a list of tensors";
    case argument_kind::integer: return "an integer";
    case argument_kind::integers: return "a list of integers";
    case argument_kind::real: return "a float";
    case argument_kind::boolean: return "a bool";
    case argument_kind::numbers: return "a list of numbers";
    case argument_kind::string: return "a string";
    case argument_kind::dtype: return "a dtype";
    case argument_kind::layout: return "a layout";
    case argument_kind::memory_format: return "a memory format";
    case argument_kind::device: return "a device";
    }
    return {};
}

/// The value of one schema slot of a call; the tensors and text it refers to must outlive it.
template <class Tensor>
struct argument {
    argument_kind kind = argument_kind::missing; ///< which of the fields holds the value
    /// The value of that kind.
    /// @{
    graft::dtype dtype = graft::dtype::undefined;
    graft::layout layout = graft::layout::strided;
    graft::memory_format memory_format = graft::memory_format::contiguous;
    graft::device device{};
    scalar number{};
    Tensor const* tensor = nullptr;
    std::string_view text{};
    sym_int integer{};
    /// @}
    /// Null for an absent element of a `Tensor?[]`.
    vec<Tensor const*> tensors{};
    /// The value of that kind.
    /// @{
    vec<sym_int> integers{};
    vec<scalar> numbers{};
    /// @}

    constexpr argument() = default;

    /// The argument that a C++ value stands for: `std::nullopt` is None, a range is a list.
    template <class T>
        requires(!std::same_as<T, argument>)
    constexpr argument(T const& value) {
        assign(value);
    }

    /// An argument that differs from another in the type of its tensors: `f(tensor)` gives the address of each.
    template <class Other, class F>
    constexpr argument(argument<Other> const& from, F&& f)
        : kind(from.kind), dtype(from.dtype), layout(from.layout), memory_format(from.memory_format),
          device(from.device), number(from.number), tensor(from.tensor == nullptr ? nullptr : f(*from.tensor)),
          text(from.text), integer(from.integer), integers(from.integers), numbers(from.numbers) {
        tensors.reserve(from.tensors.size());
        for (Other const* const t : from.tensors)
            tensors.push_back(t == nullptr ? nullptr : f(*t));
    }

    /// True for a bool, an integer or a float, which all fit a Scalar.
    [[nodiscard]] constexpr bool is_number() const {
        return kind == argument_kind::boolean || kind == argument_kind::integer || kind == argument_kind::real;
    }

    /// A real number that is only known when the program runs: of the kind `real`, the expression in `integer`.
    [[nodiscard]] static constexpr argument unknown_real(sym_int expression) {
        argument made;
        made.kind = argument_kind::real;
        made.integer = std::move(expression);
        return made;
    }

    /// True for such a number.
    [[nodiscard]] constexpr bool is_unknown_real() const {
        return kind == argument_kind::real && integer.is_symbolic();
    }

    /// True for a number, an integer or a real one, that is only known when the program runs.
    [[nodiscard]] constexpr bool is_unknown_number() const { return is_number() && integer.is_symbolic(); }

    /// The number, whatever its kind; one that is symbolic is an error.
    [[nodiscard]] constexpr scalar to_number() const {
        if (is_unknown_real())
            raise(errc::unsupported, "a real number is only known when the program runs");
        return kind == argument_kind::integer ? scalar(integer.value()) : number;
    }

private:
    constexpr void hold(argument_kind what, auto& field, auto const& value) {
        kind = what;
        field = value;
    }

    template <class T>
    constexpr void assign(T const& value) {
        if constexpr (std::same_as<T, Tensor>)
            hold(argument_kind::tensor, tensor, &value);
        else if constexpr (std::same_as<T, std::nullopt_t> || std::same_as<T, std::nullptr_t>)
            kind = argument_kind::none;
        else if constexpr (std::same_as<T, bool>)
            hold(argument_kind::boolean, number, value);
        else if constexpr (std::floating_point<T>)
            hold(argument_kind::real, number, value);
        else if constexpr (std::integral<T> || std::same_as<T, sym_int>)
            hold(argument_kind::integer, integer, value);
        else if constexpr (std::same_as<T, scalar>)
            assign_number(value);
        else if constexpr (std::convertible_to<T const&, std::string_view>)
            hold(argument_kind::string, text, value);
        else if constexpr (std::same_as<T, graft::dtype>)
            hold(argument_kind::dtype, dtype, value);
        else if constexpr (std::same_as<T, graft::layout>)
            hold(argument_kind::layout, layout, value);
        else if constexpr (std::same_as<T, graft::memory_format>)
            hold(argument_kind::memory_format, memory_format, value);
        else if constexpr (std::same_as<T, graft::device>)
            hold(argument_kind::device, device, value);
        else if constexpr (requires { value.has_value(), *value; })
            value ? assign(*value) : assign(std::nullopt);
        else if constexpr (iterable<T>)
            for_each_element(value);
        else
            static_assert(never_type<T>, "graft: a value of this type is no argument of an op");
    }

    constexpr void assign_number(scalar value) {
        if (value.is_integer())
            assign(value.to<std::int64_t>());
        else
            hold(value.is_boolean() ? argument_kind::boolean : argument_kind::real, number, value);
    }

    template <class Range>
    constexpr void for_each_element(Range const& range) {
        using element = iterated_value<Range>;
        if constexpr (std::same_as<element, Tensor>) {
            kind = argument_kind::tensors;
            for (Tensor const& item : range)
                tensors.push_back(&item);
        } else if constexpr (std::same_as<element, std::optional<Tensor>>) {
            kind = argument_kind::tensors;
            for (std::optional<Tensor> const& item : range)
                tensors.push_back(item ? &*item : nullptr);
        } else if constexpr (std::same_as<element, Tensor const*>) {
            kind = argument_kind::tensors;
            tensors.assign(range.begin(), range.end());
        } else if constexpr (!std::same_as<element, bool> && std::convertible_to<element, sym_int> &&
                             !std::floating_point<element>) {
            kind = argument_kind::integers;
            integers.assign(range.begin(), range.end());
        } else {
            static_assert(std::convertible_to<element, scalar>, "graft: a list of this type is no argument of an op");
            kind = argument_kind::numbers;
            for (scalar const item : range)
                numbers.push_back(item);
        }
    }
};

} // namespace graft
