#pragma once

#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/argument.hpp>
#include <graft/schema/call_shape.hpp>
#include <graft/schema/default_argument.hpp>
#include <graft/schema/op_info.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
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

namespace graft {

/// A slot of a schema, given by its number or by the name of the argument.
struct call_slot {
    int index = -1;          ///< its number, or -1 where it is given by name
    std::string_view name{}; ///< its name, or empty

    /// By number, counted from 0.
    template <std::integral T>
    constexpr call_slot(T number) : index(static_cast<int>(number)) {}
    /// By the name of the argument.
    /// @{
    constexpr call_slot(char const* argument) : name(argument) {}
    constexpr call_slot(std::string_view argument) : name(argument) {}
    /// @}
};

/// A call of an op: an argument for every slot of its schema, defaults filled in.
///
/// A value of the wrong kind or for a slot that does not exist is an error that names op and
/// argument; so is reading an argument as what it is not.
template <class Tensor>
class call {
public:
    /// The call in which every argument has its default.
    explicit constexpr call(op_info const& op) : op_(&op) {
        arguments_.reserve(op.arguments.size());
        for (schema_argument const& slot : op.arguments) {
            arguments_.push_back(default_argument<Tensor>(slot));
            detail::fit_argument(arguments_.back(), slot);
        }
    }

    /// A call with tensors of another type in the place of those of `c`: `f(tensor)` gives the address of each.
    template <class Other, class F>
    constexpr call(call<Other> const& c, F f) : op_(&c.op()) {
        arguments_.reserve(op_->arguments.size());
        for (std::size_t i = 0; i < op_->arguments.size(); ++i)
            arguments_.push_back(argument<Tensor>(c[i], f));
    }

    [[nodiscard]] constexpr op_info const& op() const { return *op_; } ///< The op that is called.

    /// Gives an argument; one value for an `int[2]` becomes two.
    constexpr call& set(call_slot slot, argument<Tensor> value) {
        std::size_t const i = find(slot);
        argument_kind const given = value.kind;
        if (!detail::fit_argument(value, op_->arguments[i]))
            raise(errc::invalid_argument, op_->name, ": argument '", op_->arguments[i].name, "' takes ",
                  op_->arguments[i].type_name, op_->arguments[i].list ? "[]" : "",
                  op_->arguments[i].optional ? "?" : "", ", not ", text(given));
        arguments_[i] = std::move(value);
        return *this;
    }

    /// Requires that every argument without a default has been given.
    constexpr void check() const {
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            if (arguments_[i].kind == argument_kind::missing)
                raise(errc::invalid_argument, op_->name, ": argument '", op_->arguments[i].name,
                      "' has no default and is not given");
    }

    /// The argument of any kind.
    [[nodiscard]] constexpr argument<Tensor> const& operator[](call_slot slot) const { return arguments_[find(slot)]; }

    /// True when the argument is given or defaulted, and not None.
    [[nodiscard]] constexpr bool has(call_slot slot) const {
        argument_kind const kind = (*this)[slot].kind;
        return kind != argument_kind::none && kind != argument_kind::missing;
    }

    /// A `Tensor`.
    [[nodiscard]] constexpr Tensor const& tensor(call_slot slot) const {
        return *expect(slot, argument_kind::tensor).tensor;
    }

    /// Null for None.
    [[nodiscard]] constexpr Tensor const* optional_tensor(call_slot slot) const {
        return is_none(slot) ? nullptr : &tensor(slot);
    }

    /// The elements of a `Tensor[]`; those of a `Tensor?[]` may be null.
    [[nodiscard]] constexpr vec<Tensor const*> const& tensors(call_slot slot) const {
        return expect(slot, argument_kind::tensors).tensors;
    }

    /// An `int`, which may be symbolic.
    [[nodiscard]] constexpr sym_int const& integer(call_slot slot) const {
        return expect(slot, argument_kind::integer).integer;
    }

    /// Null for None.
    [[nodiscard]] constexpr sym_int const* optional_integer(call_slot slot) const {
        return is_none(slot) ? nullptr : &integer(slot);
    }

    /// An `int[]`.
    [[nodiscard]] constexpr vec<sym_int> const& integers(call_slot slot) const {
        return expect(slot, argument_kind::integers).integers;
    }

    /// Null for None.
    [[nodiscard]] constexpr vec<sym_int> const* optional_integers(call_slot slot) const {
        return is_none(slot) ? nullptr : &integers(slot);
    }

    /// A `float`; one that is only known when the program runs is an error.
    [[nodiscard]] constexpr double real(call_slot slot) const {
        return known(slot, expect(slot, argument_kind::real)).template to<double>();
    }

    /// A `float?`; nothing for None.
    [[nodiscard]] constexpr std::optional<double> optional_real(call_slot slot) const {
        return is_none(slot) ? std::nullopt : std::optional(real(slot));
    }

    /// A Scalar, or the number given for a Tensor; one that is symbolic is an error.
    [[nodiscard]] constexpr scalar number(call_slot slot) const {
        argument<Tensor> const& value = (*this)[slot];
        if (!value.is_number())
            fail(slot, "a number");
        return known(slot, value);
    }

    /// A `Scalar?`; nothing for None.
    [[nodiscard]] constexpr std::optional<scalar> optional_number(call_slot slot) const {
        return is_none(slot) ? std::nullopt : std::optional(number(slot));
    }

    /// The elements of a `float[]`, `bool[]` or `Scalar[]`.
    [[nodiscard]] constexpr vec<scalar> const& numbers(call_slot slot) const {
        return expect(slot, argument_kind::numbers).numbers;
    }

    /// A `bool`.
    [[nodiscard]] constexpr bool boolean(call_slot slot) const {
        return expect(slot, argument_kind::boolean).number.template to<bool>();
    }

    /// A `bool?`; nothing for None.
    [[nodiscard]] constexpr std::optional<bool> optional_boolean(call_slot slot) const {
        return is_none(slot) ? std::nullopt : std::optional(boolean(slot));
    }

    /// Empty for None.
    [[nodiscard]] constexpr std::string_view string(call_slot slot) const {
        return is_none(slot) ? std::string_view() : expect(slot, argument_kind::string).text;
    }

    /// The argument; nothing for None.
    /// @{
    [[nodiscard]] constexpr std::optional<graft::dtype> dtype(call_slot slot) const {
        return optional(slot, argument_kind::dtype, &argument<Tensor>::dtype);
    }

    [[nodiscard]] constexpr std::optional<graft::layout> layout(call_slot slot) const {
        return optional(slot, argument_kind::layout, &argument<Tensor>::layout);
    }

    [[nodiscard]] constexpr std::optional<graft::memory_format> memory_format(call_slot slot) const {
        return optional(slot, argument_kind::memory_format, &argument<Tensor>::memory_format);
    }

    [[nodiscard]] constexpr std::optional<graft::device> device(call_slot slot) const {
        return optional(slot, argument_kind::device, &argument<Tensor>::device);
    }
    /// @}

private:
    constexpr std::size_t find(call_slot slot) const {
        int const i = slot.name.empty() ? slot.index : op_->find_argument(slot.name);
        if (slot.name.empty() && (i < 0 || static_cast<std::size_t>(i) >= arguments_.size()))
            raise(errc::invalid_argument, op_->name, ": there is no argument number ", i);
        if (i < 0)
            raise(errc::invalid_argument, op_->name, ": there is no argument '", slot.name, "'");
        return static_cast<std::size_t>(i);
    }

    constexpr bool is_none(call_slot slot) const { return (*this)[slot].kind == argument_kind::none; }

    constexpr argument<Tensor> const& expect(call_slot slot, argument_kind kind) const {
        argument<Tensor> const& value = (*this)[slot];
        if (value.kind != kind)
            fail(slot, text(kind));
        return value;
    }

    constexpr scalar known(call_slot slot, argument<Tensor> const& value) const {
        if (value.is_unknown_real())
            raise(errc::unsupported, op_->name, ": argument '", op_->arguments[find(slot)].name,
                  "' is a number that is only known when the program runs");
        return value.to_number();
    }

    template <class T>
    constexpr std::optional<T> optional(call_slot slot, argument_kind kind, T argument<Tensor>::*field) const {
        return is_none(slot) ? std::nullopt : std::optional<T>(expect(slot, kind).*field);
    }

    [[noreturn]] void fail(call_slot slot, std::string_view wanted) const {
        raise(errc::invalid_argument, op_->name, ": argument '", op_->arguments[find(slot)].name, "' is ",
              text((*this)[slot].kind), ", not ", wanted);
    }

    op_info const* op_;
    vec<argument<Tensor>> arguments_;
};

/// The call of `Op` with these values in these slots; it refers to the tensors.
template <class Tensor, class Op, int... Slot, class... Values>
[[nodiscard]] constexpr call<Tensor> make_call(slots<Slot...>, Values const&... values) {
    call<Tensor> made(Op::info());
    (made.set(Slot, values), ...);
    return made;
}

} // namespace graft
