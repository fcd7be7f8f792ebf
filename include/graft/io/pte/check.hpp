#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/program.hpp>

namespace graft {

/// Raises, naming the method and the value, unless every index of a program names something, tensors have an order of
/// dimensions and lie within their memory and data, and jumps end in their chain. Linear.
GRAFT_INLINE void check_pte(pte_program const& program);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <variant>

namespace graft {
namespace detail {

/// Checks one method of a program.
class pte_plan_checker {
public:
    pte_plan_checker(pte_program const& program, pte_plan const& plan) : program_(&program), plan_(&plan) {}

    void check() {
        for (std::int64_t const size : plan_->buffer_sizes)
            if (size < 0)
                fail("a planned buffer of ", size, " bytes");
        for (at_ = 0; at_ < plan_->values.size(); ++at_)
            check_value(plan_->values[at_]);
        for (auto const* const list : {&plan_->inputs, &plan_->outputs})
            for (std::int32_t const i : *list)
                require_value(i);
        for (pte_chain const& chain : plan_->chains)
            check_chain(chain);
    }

private:
    template <class... Parts>
    [[noreturn]] void fail(Parts const&... parts) const {
        raise(errc::file, "method '", plan_->name, "' of the program has ", parts...);
    }

    void require(std::int64_t index, std::size_t count, char const* what) const {
        if (index < 0 || static_cast<std::uint64_t>(index) >= count)
            fail("no ", what, " ", index, ", only ", count);
    }
    void require_value(std::int64_t index) const { require(index, plan_->values.size(), "value"); }

    void check_value(pte_value const& v) const {
        if (auto const* const list = std::get_if<pte_integers>(&v)) {
            for (std::int64_t const i : list->items) {
                require_value(i);
                if (!std::holds_alternative<std::int64_t>(plan_->values[static_cast<std::size_t>(i)]))
                    fail("value ", at_, ", a list of integers, with value ", i, ", which is none");
            }
        } else if (auto const* const tensors = std::get_if<pte_tensors>(&v)) {
            for (std::int32_t const i : tensors->items)
                if (!(tensors->optional && i == -1))
                    check_item(i);
        } else if (auto const* const t = std::get_if<pte_tensor>(&v)) {
            check_tensor(*t);
        }
    }

    // An element of a list of tensors, which may be None where it is optional.
    void check_item(std::int32_t i) const {
        require_value(i);
        pte_value const& item = plan_->values[static_cast<std::size_t>(i)];
        if (!std::holds_alternative<pte_tensor>(item) && !std::holds_alternative<std::monostate>(item))
            fail("value ", at_, ", a list of tensors, with value ", i, ", which is none");
    }

    void check_tensor(pte_tensor const& t) const {
        if (t.sizes.size() > 16 || t.dim_order.size() != t.sizes.size())
            fail("value ", at_, ", a tensor of ", t.sizes.size(), " sizes and ", t.dim_order.size(),
                 " dimensions in order");
        std::uint32_t seen = 0;
        for (std::uint8_t const d : t.dim_order) {
            if (d >= t.sizes.size() || (seen >> d & 1u) != 0)
                fail("value ", at_, ", a tensor whose dimensions are in no order");
            seen |= 1u << d;
        }
        for (std::int32_t const size : t.sizes)
            if (size < 0)
                fail("value ", at_, ", a tensor of size ", size);
        if (t.storage_offset != 0)
            fail("value ", at_, ", a tensor with the storage offset ", t.storage_offset);
        if (t.layout != 0)
            fail("value ", at_, ", a tensor of layout ", int{t.layout}, ", which is not strided");
        std::uint64_t const bytes = bytes_of(t);
        if (t.allocation)
            check_allocation(*t.allocation, bytes);
        if (t.is_constant())
            check_data(program_->buffers, t, bytes);
        if (!t.has_first_values())
            return;
        if (t.mutable_segment >= program_->mutable_buffers.size())
            fail("no mutable segment ", t.mutable_segment, ", only ", program_->mutable_buffers.size());
        check_data(program_->mutable_buffers[static_cast<std::size_t>(t.mutable_segment)], t, bytes);
    }

    [[nodiscard]] std::uint64_t bytes_of(pte_tensor const& t) const {
        auto bytes = static_cast<std::int64_t>(element_size(t.dtype));
        for (std::int32_t const size : t.sizes)
            bytes = checked_mul(bytes, size);
        return static_cast<std::uint64_t>(bytes);
    }

    void check_data(vec<storage> const& buffers, pte_tensor const& t, std::uint64_t bytes) const {
        require(t.data_buffer, buffers.size(), "data of number");
        if (buffers[t.data_buffer].size() < bytes)
            fail("value ", at_, ", a tensor of ", bytes, " bytes whose data has ", buffers[t.data_buffer].size());
    }

    void check_allocation(pte_allocation const& a, std::uint64_t bytes) const {
        if (a.memory_id == 0 || a.memory_id >= plan_->buffer_sizes.size())
            fail("value ", at_, ", a tensor in memory ", a.memory_id, " of ", plan_->buffer_sizes.size());
        auto const size = static_cast<std::uint64_t>(plan_->buffer_sizes[a.memory_id]);
        if (a.offset > size || bytes > size - a.offset)
            fail("value ", at_, ", a tensor of ", bytes, " bytes at ", a.offset, " in a memory of ", size);
    }

    void check_chain(pte_chain const& chain) const {
        for (auto const* const list : {&chain.inputs, &chain.outputs})
            for (std::int32_t const i : *list)
                require_value(i);
        std::size_t const count = chain.instructions.size();
        if (!chain.stack_traces.empty() && chain.stack_traces.size() != count)
            fail(chain.stack_traces.size(), " stack traces for ", count, " instructions");
        for (pte_instruction const& i : chain.instructions) {
            for (std::int32_t const v : i.arguments)
                require_value(v);
            switch (i.action) {
            case pte_action::kernel: require(i.first, plan_->operators.size(), "operator"); break;
            case pte_action::delegate: require(i.first, plan_->delegates.size(), "delegate"); break;
            case pte_action::move: require_value(i.second); [[fallthrough]];
            case pte_action::free: require_value(i.first); break;
            case pte_action::jump_false:
                require_value(i.first);
                // The end of the chain is where a jump leaves it.
                require(i.second, count + 1, "instruction");
                break;
            }
        }
    }

    pte_program const* program_;
    pte_plan const* plan_;
    std::size_t at_ = 0;
};

} // namespace detail

GRAFT_INLINE void check_pte(pte_program const& program) {
    for (pte_plan const& plan : program.plans)
        detail::pte_plan_checker(program, plan).check();
}

} // namespace graft
#endif
