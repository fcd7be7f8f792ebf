#pragma once

#include <graft/schema/argument.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <utility>

namespace graft::detail {

/// True when the list may stand in a slot whose elements are Scalars or floats.
template <class Tensor>
constexpr bool fit_numbers(argument<Tensor>& given) {
    if (given.kind == argument_kind::integers) {
        given.kind = argument_kind::numbers;
        for (sym_int const& item : std::exchange(given.integers, {}))
            given.numbers.push_back(scalar(item.value()));
    }
    return given.kind == argument_kind::numbers;
}

template <class Tensor>
constexpr bool fit_list(argument<Tensor>& given, schema_argument const& slot) {
    // PyTorch lets one value stand for all elements of a list of known size.
    std::size_t const repeat = slot.list_size > 0 ? static_cast<std::size_t>(slot.list_size) : 0;
    if (given.is_number() && repeat > 0) {
        if (given.kind == argument_kind::integer) {
            given.kind = argument_kind::integers;
            given.integers.assign(repeat, given.integer);
        } else {
            given.numbers.assign(repeat, given.to_number()); // raises where the program has yet to compute it
            given.kind = argument_kind::numbers;
        }
    }
    bool const empty = given.integers.empty() && given.numbers.empty();
    switch (slot.type) {
    case type_kind::tensor:
        if (empty && given.kind == argument_kind::integers)
            given.kind = argument_kind::tensors;
        if (!slot.optional_elements)
            for (Tensor const* item : given.tensors)
                if (item == nullptr)
                    return false;
        return given.kind == argument_kind::tensors;
    case type_kind::integer: return given.kind == argument_kind::integers;
    case type_kind::boolean:
        for (scalar const item : given.numbers)
            if (!item.is_boolean())
                return false;
        return given.kind == argument_kind::numbers || (empty && fit_numbers(given));
    case type_kind::real:
    case type_kind::scalar: return fit_numbers(given);
    default: return false;
    }
}

/// Makes of an argument what its slot holds: an integer for a float becomes one, one value for
/// an `int[2]` becomes two. False when it does not fit.
template <class Tensor>
constexpr bool fit_argument(argument<Tensor>& given, schema_argument const& slot) {
    if (slot.type == type_kind::any || slot.type == type_kind::variable)
        return true;
    if (given.kind == argument_kind::none)
        return slot.optional;
    if (slot.list)
        return fit_list(given, slot);
    switch (slot.type) {
    // PyTorch wraps a number for a Tensor; its kind still matters for promotion.
    case type_kind::tensor: return given.kind == argument_kind::tensor || given.is_number();
    case type_kind::scalar:
    case type_kind::complex: return given.is_number();
    case type_kind::integer: return given.kind == argument_kind::integer;
    case type_kind::real:
        if (given.kind == argument_kind::integer && !given.integer.is_symbolic())
            given = argument<Tensor>(static_cast<double>(given.integer.value()));
        return given.kind == argument_kind::real;
    case type_kind::boolean: return given.kind == argument_kind::boolean;
    case type_kind::string: return given.kind == argument_kind::string;
    case type_kind::dtype: return given.kind == argument_kind::dtype;
    case type_kind::layout: return given.kind == argument_kind::layout;
    case type_kind::memory_format: return given.kind == argument_kind::memory_format;
    case type_kind::device:
        if (given.kind == argument_kind::string)
            if (auto const parsed = parse_device(given.text))
                given = argument<Tensor>(*parsed);
        return given.kind == argument_kind::device;
    default: return false;
    }
}

} // namespace graft::detail
