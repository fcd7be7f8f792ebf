#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/fresh_memory.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

namespace graft {

/// How much a method of a program file may use; more is an error.
struct pte_limits {
    /// That the file plans; of all tensors that it does not; of what kernels need beside; of all that a run returns.
    std::uint64_t bytes = std::uint64_t{1} << 34;
    std::uint64_t instructions = std::uint64_t{1} << 32; ///< of one run
};

/// What a value of a method is during a run.
struct pte_variable {
    pte_value const* declared = nullptr; ///< what the file says of it
    graft::scalar number;                ///< of a number
    graft::tensor tensor;                ///< of a tensor, undefined until it is known where it lies
    storage room;                        ///< where a tensor that has a place lies
    /// Which of the two the value is, where it is no tensor.
    /// @{
    bool is_number = false, is_none = false;
    /// @}
    bool is_constant = false; ///< of a tensor that nothing may write to

    /// What the file says of a tensor, or null.
    [[nodiscard]] pte_tensor const* spec() const { return std::get_if<pte_tensor>(declared); }
};

namespace detail {

/// Row-major but for the order of dimensions.
[[nodiscard]] GRAFT_INLINE dim_vector strides_in_order(dim_vector const& sizes, vec<std::uint8_t> const& order);

// Bytes that are neither true nor false, which a damaged file may hold, are not read as truth values.
GRAFT_INLINE void require_truths(tensor const& t);

/// The memory of a method: what the file plans, and the values in it.
class pte_memory {
public:
    pte_memory(pte_program const& program, pte_plan const& plan, pte_limits const& limits);

    /// Gives every value what the file says it is first.
    void reset() {
        for (storage const& arena : arenas_) {
            arena.clear();
            fresh_memory::begin(arena.data(), arena.size());
        }
        for (pte_variable& s : slots_)
            begin(s);
    }

    [[nodiscard]] pte_variable& operator[](std::int32_t value) { return slots_[static_cast<std::size_t>(value)]; }

    /// Makes room in a slot for a tensor of these sizes, which its dtype and place in the file must allow.
    void place(pte_variable& s, dim_vector sizes) const;

private:
    // Bytes that count until nothing holds them any more.
    [[nodiscard]] storage unplanned(std::uint64_t bytes) const;

    void begin(pte_variable& s) const;

    void begin(pte_variable& s, pte_tensor const& spec) const;

    pte_program const* program_;
    pte_limits limits_;
    std::shared_ptr<std::uint64_t> used_ = std::make_shared<std::uint64_t>(0); // of tensors that are not planned
    vec<storage> arenas_;                                                      // by memory id
    vec<pte_variable> slots_;
};

} // namespace detail
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/error.hpp>

#    include <algorithm>
#    include <cstring>

namespace graft::detail {

GRAFT_INLINE dim_vector strides_in_order(dim_vector const& sizes, vec<std::uint8_t> const& order) {
    dim_vector strides(sizes.size());
    std::int64_t next = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        strides[order[i]] = next;
        next = checked_mul(next, std::max<std::int64_t>(sizes[order[i]], 1));
    }
    return strides;
}

GRAFT_INLINE void require_truths(tensor const& t) {
    if (t.dtype() != dtype::boolean)
        return;
    auto const* const bytes = reinterpret_cast<unsigned char const*>(t.data());
    unsigned all = 0;
    for (std::int64_t i = 0; i < t.numel(); ++i)
        all |= bytes[i];
    if (all > 1)
        raise(errc::file, "a tensor of truth values holds something else");
}

GRAFT_INLINE pte_memory::pte_memory(pte_program const& program, pte_plan const& plan, pte_limits const& limits)
    : program_(&program), limits_(limits), slots_(plan.values.size()) {
    std::uint64_t planned = 0;
    for (std::size_t m = 0; m < plan.buffer_sizes.size(); ++m) {
        auto const size = m == 0 ? 0 : static_cast<std::uint64_t>(plan.buffer_sizes[m]);
        if (size > limits.bytes - planned)
            raise(errc::unsupported, "method '", plan.name, "' plans more than the ", limits.bytes,
                  " bytes that it may use");
        planned += size;
        arenas_.push_back(storage::allocate(static_cast<std::size_t>(size)));
    }
    for (std::size_t v = 0; v < slots_.size(); ++v)
        slots_[v].declared = &plan.values[v];
    reset();
}

GRAFT_INLINE void pte_memory::place(pte_variable& s, dim_vector sizes) const {
    pte_tensor const* const spec = s.spec();
    if (spec == nullptr)
        raise(errc::invalid_argument, "a tensor is written to a value that is none");
    if (s.is_constant)
        raise(errc::invalid_argument, "a constant is written to");
    if (spec->dynamism == pte_dynamism::fixed &&
        !std::equal(sizes.begin(), sizes.end(), spec->sizes.begin(), spec->sizes.end()))
        raise(errc::invalid_argument, "a tensor of fixed sizes gets others");
    dim_vector strides =
        sizes.size() == spec->dim_order.size() ? strides_in_order(sizes, spec->dim_order) : contiguous_strides(sizes);
    storage room = s.room;
    if (room.owner() == nullptr) {
        auto const bytes =
            static_cast<std::uint64_t>(checked_mul(numel(sizes), static_cast<std::int64_t>(element_size(spec->dtype))));
        s.tensor = {};
        room = unplanned(bytes);
    }
    s.tensor = tensor(std::move(room), spec->dtype, std::move(sizes), std::move(strides), 0);
}

GRAFT_INLINE storage pte_memory::unplanned(std::uint64_t bytes) const {
    if (bytes > limits_.bytes - *used_)
        raise(errc::unsupported, "a tensor of ", bytes, " bytes beside ", *used_, " others is more than the ",
              limits_.bytes, " that the method may use");
    storage const made = storage::allocate(static_cast<std::size_t>(bytes));
    *used_ += bytes;
    auto const release = [made, bytes, used = used_](std::byte*) { *used -= bytes; };
    return {std::shared_ptr<std::byte>(made.data(), release), made.size()};
}

GRAFT_INLINE void pte_memory::begin(pte_variable& s) const {
    s.is_none = std::holds_alternative<std::monostate>(*s.declared);
    s.is_number = true;
    if (auto const* const i = std::get_if<std::int64_t>(s.declared))
        s.number = *i;
    else if (auto const* const b = std::get_if<bool>(s.declared))
        s.number = *b;
    else if (auto const* const d = std::get_if<double>(s.declared))
        s.number = *d;
    else
        s.is_number = false;
    if (pte_tensor const* const spec = s.spec())
        begin(s, *spec);
}

GRAFT_INLINE void pte_memory::begin(pte_variable& s, pte_tensor const& spec) const {
    if (spec.external)
        raise(errc::unsupported, "the elements of tensor '", spec.fully_qualified_name,
              "' are in another file, which is not read");
    dim_vector sizes(spec.sizes.begin(), spec.sizes.end());
    s.is_constant = false;
    if (spec.is_constant()) {
        s.room = program_->buffers[spec.data_buffer];
        place(s, std::move(sizes));
        s.is_constant = true;
        require_truths(s.tensor);
        return;
    }
    if (!spec.allocation)
        return;
    storage const& arena = arenas_[spec.allocation->memory_id];
    auto const bytes = static_cast<std::size_t>(numel(sizes)) * element_size(spec.dtype);
    s.room = {std::shared_ptr<std::byte>(arena.owner(), arena.data() + spec.allocation->offset), bytes};
    place(s, std::move(sizes));
    if (spec.has_first_values() && bytes != 0)
        std::memcpy(s.tensor.data(), program_->mutable_buffers[spec.mutable_segment][spec.data_buffer].data(), bytes);
}

} // namespace graft::detail
#endif
