#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/io/pte/buffers.hpp>
#include <graft/io/pte/detail/plan_builder.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/argument.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

/// Stands for a tensor in a call: the value of the method that it is.
struct pte_handle {
    std::int32_t value;
};

/// Gives the arguments of calls their values in a method.
class pte_argument_emitter {
public:
    pte_argument_emitter(pte_plan_builder& out, pte_buffers& buffers) : out_(&out), buffers_(&buffers) {}

    /// A number that an instruction computes goes through a call as a symbol that names its value.
    [[nodiscard]] static sym_int symbol_of(std::int32_t value) { return sym_int(symbol("%" + std::to_string(value))); }

    /// The value of the argument for a slot of an op.
    [[nodiscard]] std::int32_t value_of(argument<pte_handle> const& a, op_info const& op, schema_argument const& slot) {
        switch (a.kind) {
        case argument_kind::missing:
        case argument_kind::device:
        case argument_kind::none: return out_->none();
        case argument_kind::tensor: return a.tensor->value;
        case argument_kind::tensors: return tensors(a, slot);
        case argument_kind::integer:
            return slot.type == type_kind::tensor ? constant(a.integer.value()) : integer(a.integer);
        case argument_kind::integers: return integers(a, op, slot);
        case argument_kind::real:
        case argument_kind::boolean: return slot.type == type_kind::tensor ? constant(a.number) : number(a.number);
        case argument_kind::numbers: return numbers(a, slot);
        case argument_kind::string: return out_->string(a.text);
        case argument_kind::dtype: return out_->integer(pte_number(a.dtype));
        case argument_kind::layout: return out_->integer(0);
        // Everything is row-major here.
        case argument_kind::memory_format: return out_->integer(0);
        }
        raise(errc::unsupported, op.name, ": argument '", slot.name, "' has no form in a program file");
    }

private:
    [[nodiscard]] std::int32_t integer(sym_int const& n) {
        if (!n.is_symbolic())
            return out_->integer(n.value());
        vec<symbol> const names = n.symbols();
        std::string_view const name = names.front().name();
        std::int32_t value = -1;
        std::from_chars(name.data() + 1, name.data() + name.size(), value);
        if (name[0] != '%' || value < 0)
            raise(errc::unsupported, "the symbol ", name, " is given where a node should compute it");
        return value;
    }

    [[nodiscard]] std::int32_t number(scalar n) {
        if (n.is_boolean())
            return out_->boolean(n.to<bool>());
        if (n.is_complex())
            return constant(n, dtype::c128); // the format has no complex numbers but in tensors
        return n.is_integer() ? out_->integer(n.to<std::int64_t>()) : out_->real(n.to<double>());
    }

    [[nodiscard]] std::int32_t tensors(argument<pte_handle> const& a, schema_argument const& slot) {
        pte_tensors list;
        list.optional = slot.optional_elements;
        for (pte_handle const* const t : a.tensors)
            list.items.push_back(t == nullptr ? -1 : t->value);
        return out_->add(std::move(list));
    }

    [[nodiscard]] std::int32_t integers(argument<pte_handle> const& a, op_info const& op, schema_argument const& slot) {
        vec<std::int64_t> items;
        for (std::size_t i = 0; i < a.integers.size(); ++i)
            items.push_back(slot.name == "dim_order" && op.name.starts_with("dim_order_ops::")
                                ? out_->integer(static_cast<std::int64_t>(i))
                                : integer(a.integers[i]));
        return out_->integers(std::move(items));
    }

    [[nodiscard]] std::int32_t numbers(argument<pte_handle> const& a, schema_argument const& slot) {
        if (slot.type == type_kind::boolean) {
            pte_booleans list;
            for (scalar const n : a.numbers)
                list.items.push_back(n.to<bool>());
            return out_->add(std::move(list));
        }
        pte_reals list;
        for (scalar const n : a.numbers)
            list.items.push_back(n.to<double>());
        return out_->add(std::move(list));
    }

    [[nodiscard]] std::int32_t constant(scalar n) {
        return constant(n, n.is_boolean()   ? dtype::boolean
                           : n.is_integer() ? dtype::i64
                           : n.is_complex() ? dtype::c64
                                            : dtype::f32);
    }

    // A tensor of one element.
    [[nodiscard]] std::int32_t constant(scalar n, dtype d) {
        graft::tensor const t = graft::tensor::full({}, d, n);
        return out_->constant(spec_of(t), buffers_->add(t));
    }

    pte_plan_builder* out_;
    pte_buffers* buffers_;
};

} // namespace graft::detail
