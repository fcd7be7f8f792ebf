#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/detail/pattern_value.hpp>
#include <graft/runtime/library.hpp>

#include <bit>
#include <cstddef>
#include <utility>

namespace graft::detail {

/// Computes a call of a bound op by its pattern: what the parts of that are as arguments.
/// `Derived::results_of(call<tensor>)` gives the results of a call of the pattern, which stay where they are.
template <class Derived>
class bound_arguments {
public:
    bound_arguments(bound_op const& bound, graft::call<tensor> const& outer) : bound_(&bound), outer_(&outer) {}

    argument<tensor> variable(pattern_node const& n) { return (*outer_)[n.name]; }

    static argument<tensor> literal(constant const& c) {
        switch (c.kind) {
        case arg_kind::none: return std::nullopt;
        case arg_kind::boolean: return c.bits != 0;
        case arg_kind::integer: return c.bits;
        case arg_kind::real: return std::bit_cast<double>(c.bits);
        case arg_kind::dtype: return static_cast<dtype>(c.bits);
        case arg_kind::string: return c.text;
        case arg_kind::list: return dim_vector(c.items.begin(), c.items.begin() + c.count);
        default: raise(errc::unsupported, "a literal of this kind has no value in a pattern");
        }
    }

    argument<tensor> list(vec<argument<tensor>> const& items) const {
        argument<tensor> all;
        all.kind = argument_kind::tensors;
        for (argument<tensor> const& item : items) {
            if (item.kind != argument_kind::tensor)
                raise(errc::unsupported, bound_->op->name, ": its pattern has a list of what is no tensor");
            all.tensors.push_back(item.tensor);
        }
        return all;
    }

    static argument<tensor> item(argument<tensor> const& whole, constant const& index) {
        return *whole.tensors.at(static_cast<std::size_t>(index.bits));
    }

    argument<tensor> call(pattern_node const& n, vec<slot_value<argument<tensor>>> const& operands) {
        graft::call<tensor> inner(*n.op);
        for (slot_value<argument<tensor>> const& operand : operands)
            inner.set(operand.slot, operand.value);
        view<tensor const> const results = static_cast<Derived&>(*this).results_of(std::move(inner));
        if (n.op->returns.size() == 1 && !n.op->returns[0].list)
            return results.front();
        argument<tensor> all;
        all.kind = argument_kind::tensors;
        for (tensor const& result : results)
            all.tensors.push_back(&result);
        return all;
    }

    [[noreturn]] argument<tensor> other(std::size_t) const { reject_part(*bound_); }

protected:
    /// What the pattern gives: a tensor, or several.
    argument<tensor> value() {
        require_call(*bound_);
        return pattern_value<argument<tensor>>(bound_->pattern, 0, static_cast<Derived&>(*this));
    }

    bound_op const* bound_;
    graft::call<tensor> const* outer_;
};

} // namespace graft::detail
