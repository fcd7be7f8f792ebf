#pragma once

#include <graft/core/error.hpp>
#include <graft/meta/never.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/call_shape.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// What the op returns by its meta function; an op without one is an error.
[[nodiscard]] constexpr value_spec infer(call<tensor_spec> const& c) {
    c.check();
    if (c.op().meta == nullptr)
        raise(errc::unsupported, c.op().name, ": the op has no meta function");
    return c.op().meta(c);
}

/// Nothing infers the result of the op.
template <class Op>
struct no_meta_function {
    static_assert(never_type<Op>,
                  "graft: no meta function: Op has no static member meta, which "
                  "calling it with a tensor_spec needs; give it static value_spec meta(call<tensor_spec> const&)");
};

/// Calls with tensor_specs run the op's meta function.
struct infer_carrier {
    /// What the op's meta function says of the result; an op without one does not compile.
    template <class Op, int... Slot, class... Values>
    static constexpr value_spec call(slots<Slot...> where, Values const&... values) {
        if constexpr (requires { Op::meta; })
            return Op::meta(make_call<tensor_spec, Op>(where, operand(values)...));
        else
            return static_cast<void>(requires { sizeof(no_meta_function<Op>); }), value_spec();
    }

private:
    template <class T>
    static constexpr T const& operand(T const& value) {
        return value;
    }

    /// The result of a call is an argument of the next.
    static constexpr argument<tensor_spec> operand(value_spec const& value) {
        switch (value.k) {
        case value_spec::kind::none: return std::nullopt;
        case value_spec::kind::tensor: return value.tensor;
        case value_spec::kind::sym_int: return value.integer;
        case value_spec::kind::list: {
            argument<tensor_spec> list;
            list.kind = argument_kind::tensors;
            for (value_spec const& item : value.items)
                list.tensors.push_back(&item.tensor);
            return list;
        }
        default: raise(errc::unsupported, "a symbolic bool or float is not yet an argument of an op");
        }
    }
};

/// A call with a `tensor_spec` among its arguments runs the op's meta function.
template <>
struct carrier_of<tensor_spec> {
    using type = infer_carrier; ///< what runs it
};
/// A call with a `value_spec` among its arguments runs the op's meta function.
template <>
struct carrier_of<value_spec> {
    using type = infer_carrier; ///< what runs it
};

} // namespace graft
