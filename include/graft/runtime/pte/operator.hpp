#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernel.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// What runs a call of an operator of a program file.
enum class pte_operator_kind : std::uint8_t {
    unknown,
    out_variant, ///< a kernel whose results go to tensors that are given
    in_place,    ///< a kernel that writes to its first argument
    reading,     ///< a number off a tensor
    function,    ///< a function on numbers
    view,        ///< the same elements under other sizes
    copy_index,  ///< a row of a tensor that grows row by row
};

/// An operator and what runs it.
struct pte_bound_operator {
    pte_operator_kind kind = pte_operator_kind::unknown; ///< what runs it
    op_info const* op = nullptr; ///< of a kernel: the op that returns what the operator writes; of a reading: its op
    kernel_function kernel = nullptr; ///< of one that a kernel runs
};

/// Finds what runs the operators of program files, by name, among some kernels of ops that `find_op` finds.
class pte_operator_table {
public:
    pte_operator_table(kernel_table kernels, op_lookup find_op); ///< Of all operators that these kernels can run.

    /// O(log kernels).
    [[nodiscard]] pte_bound_operator find(std::string_view name) const;

private:
    using entry = std::pair<std::string, pte_bound_operator>;
    vec<entry> bound_;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/aten/symbolic.hpp>
#    include <graft/dialect/out_variant_name.hpp>
#    include <graft/dialect/sym_operation.hpp>
#    include <graft/meta/sort.hpp>

#    include <algorithm>

namespace graft {
namespace detail {

// What program files read numbers off tensors by; these need not be among a program's own ops.
inline constexpr op_info const* pte_readers[] = {
    &aten::sym_size.int_.info(), &aten::sym_stride.int_.info(), &aten::sym_numel.default_.info(),
    &aten::sym_storage_offset.default_.info(), &aten::_local_scalar_dense.default_.info()};

} // namespace detail

GRAFT_INLINE pte_operator_table::pte_operator_table(kernel_table kernels, op_lookup find_op) {
    for (kernel_entry const& e : kernels.entries()) {
        op_info const* const op = e.run == nullptr ? nullptr : find_op(e.name);
        if (op == nullptr)
            continue;
        bool const writes = op->mutates();
        auto const kind = writes ? pte_operator_kind::in_place : pte_operator_kind::out_variant;
        bound_.emplace_back(writes ? std::string(e.name) : out_variant_name(*op), pte_bound_operator{kind, op, e.run});
    }
    // Of two that would go by one name, it is the one that is known by it: `arange.start_step`, not `arange.start`.
    sort(bound_, [](entry const& a, entry const& b) {
        return a.first != b.first ? a.first < b.first
                                  : has_own_out_name(*a.second.op) && !has_own_out_name(*b.second.op);
    });
}

GRAFT_INLINE pte_bound_operator pte_operator_table::find(std::string_view name) const {
    if (name == "executorch_prim::et_view.default")
        return {pte_operator_kind::view};
    if (name == "executorch_prim::et_copy_index.tensor")
        return {pte_operator_kind::copy_index};
    for (op_info const* const op : detail::pte_readers)
        if (op->name == name)
            return {pte_operator_kind::reading, op};
    if (find_sym_target(name) != nullptr)
        return {pte_operator_kind::function};
    auto const found = std::lower_bound(bound_.begin(), bound_.end(), name,
                                        [](entry const& e, std::string_view n) { return e.first < n; });
    return found != bound_.end() && found->first == name ? found->second : pte_bound_operator{};
}

} // namespace graft
#endif
