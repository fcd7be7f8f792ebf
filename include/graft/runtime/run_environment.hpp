#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/storage.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/memory/plan.hpp>
#include <graft/runtime/library.hpp>
#include <graft/runtime/permuted_result.hpp>
#include <graft/symbolic/substitute.hpp>

#include <cstddef>
#include <optional>

namespace graft::detail {

/// What a graph is compiled for: kernels, the sizes of the inputs, and where its results lie.
struct run_environment {
    exported_program const* program;
    kernel_library library;
    sym_bindings bindings;
    memory_plan const* plan = nullptr; // null: every result has storage of its own
    storage arena;
};

/// A row-major tensor for a result of a node, with room for elements of these strides, if there are any: where the plan
/// says, or else in memory of its own.
[[nodiscard]] GRAFT_INLINE tensor place_result(graph const& g, node_id n, std::size_t result, dim_vector sizes,
                                               std::optional<dim_vector> const& strides, dtype d,
                                               run_environment const& environment);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/error.hpp>
#    include <graft/core/shape.hpp>

#    include <cstdint>
#    include <memory>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE tensor place_result(graph const& g, node_id n, std::size_t result, dim_vector sizes,
                                 std::optional<dim_vector> const& strides, dtype d,
                                 run_environment const& environment) {
    std::optional<std::size_t> const offset =
        environment.plan == nullptr ? std::nullopt : environment.plan->offset(n, result);
    if (!offset)
        return with_room(sizes, d, strides);
    std::int64_t const elements = strides ? element_span(sizes, *strides) : numel(sizes);
    auto const bytes = static_cast<std::size_t>(checked_mul(elements, static_cast<std::int64_t>(element_size(d))));
    storage const& arena = environment.arena;
    if (*offset + bytes > arena.size())
        raise(errc::internal, "the plan has no room for node '", g.name(n), "'");
    dim_vector row_by_row = contiguous_strides(sizes);
    std::shared_ptr<std::byte> const begin(arena.owner(), arena.data() + *offset);
    return {begin, bytes, d, std::move(sizes), std::move(row_by_row), 0};
}

} // namespace graft::detail
#endif
