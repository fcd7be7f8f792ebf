#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/meta/strides.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_tags.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <utility>

namespace graft::detail {

/// How many processes a group has.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int const& group_size_of(call<tensor_spec> const& c) {
    if (known_lt(c.integer("group_size"), 1) == true)
        reject(c, "'group_size' is ", text(c.integer("group_size")));
    return c.integer("group_size");
}

/// The tensors of all processes behind each other.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec gathered(call<tensor_spec> const& c, tensor_spec const& input) {
    vec<sym_int> sizes = input.sizes;
    if (sizes.empty())
        sizes.push_back(1);
    sizes[0] *= group_size_of(c);
    return new_tensor(input, input.dtype, std::move(sizes));
}

/// The part of a tensor that one process receives.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec scattered(call<tensor_spec> const& c, tensor_spec const& input) {
    sym_int const& parts = group_size_of(c);
    if (input.dim() == 0 || certainly_differ(mod(input.sizes[0], parts), 0))
        reject(c, "a tensor of ", shape_text(input.sizes), " has no ", text(parts), " equal parts");
    vec<sym_int> sizes = input.sizes;
    sizes[0] = floor_div(sizes[0], parts);
    return new_tensor(input, input.dtype, std::move(sizes));
}

/// A tensor that is received in place of another.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec exchanged(call<tensor_spec> const&, tensor_spec const& input) {
    return new_tensor(input, input.dtype, input.sizes, preserved_strides(input));
}

/// A tensor that is received in place of another, contiguous.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec reduced_over_group(call<tensor_spec> const&,
                                                                    tensor_spec const& input) {
    return new_tensor(input, input.dtype, input.sizes);
}

/// What a process has when it has sent a tensor: nothing.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec sent(call<tensor_spec> const&, tensor_spec const& input) {
    return new_tensor(input, input.dtype, {0});
}

/// A call with one tensor, which is its first argument.
template <tensor_spec (*Of)(call<tensor_spec> const&, tensor_spec const&)>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_collective(call<tensor_spec> const& c) {
    return Of(c, c.tensor(0));
}

/// A call with several tensors, which are its first argument: of each what a call with it gives.
template <tensor_spec (*Of)(call<tensor_spec> const&, tensor_spec const&)>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_collectives(call<tensor_spec> const& c) {
    vec<value_spec> all;
    for (tensor_spec const* const input : c.tensors(0))
        all.push_back(Of(c, *input));
    return value_spec::of_list(std::move(all));
}

/// So many rows for each process, and from each.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_all_to_all(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    if (input.dim() == 0)
        reject(c, "'input' has no dimension");
    auto const total = [&](char const* name) {
        sym_int rows = 0;
        for (sym_int const& size : c.integers(name)) {
            if (known_lt(size, 0) == true)
                reject(c, "'", name, "' is ", shape_text(c.integers(name)));
            rows += size;
        }
        return rows;
    };
    if (certainly_differ(total("input_split_sizes"), input.sizes[0]))
        reject(c, "'input_split_sizes' is ", shape_text(c.integers("input_split_sizes")), ", but 'input' has ",
               text(input.sizes[0]), " rows");
    vec<sym_int> sizes = input.sizes;
    sizes[0] = total("output_split_sizes");
    return new_tensor(input, input.dtype, std::move(sizes));
}

} // namespace graft::detail

/// What the processes of a group exchange. No kernel belongs to these ops: whoever runs such a program brings one for
/// each that it calls, which knows the group by its name. It is done when it returns, as the memory of what it takes
/// and gives may have another use from then on. A call stays, in its order, also where nothing uses what it gives. A
/// `.pte` file calls the out-variants, `_c10d_functional::all_reduce.out`.
namespace graft::_c10d_functional {

/// The sum, or what `reduce_op` says, over all processes of an element of each.
struct all_reduce_default
    : described_op<all_reduce_default, op_tags::side_effect, detail::meta_collective<detail::reduced_over_group>> {
    static constexpr schema_text text{
        "_c10d_functional::all_reduce(Tensor input, str reduce_op, str group_name) -> Tensor"};
};
inline constexpr single_overload<all_reduce_default> all_reduce{};
inline constexpr single_overload<inplace<all_reduce_default>> all_reduce_{};

struct all_reduce_coalesced_default
    : described_op<all_reduce_coalesced_default, op_tags::side_effect, detail::meta_collectives<detail::exchanged>> {
    static constexpr schema_text text{
        "_c10d_functional::all_reduce_coalesced(Tensor[] inputs, str reduce_op, str group_name) -> Tensor[]"};
};
inline constexpr single_overload<all_reduce_coalesced_default> all_reduce_coalesced{};

/// The tensors of all processes behind each other.
struct all_gather_into_tensor_default
    : described_op<all_gather_into_tensor_default, op_tags::side_effect, detail::meta_collective<detail::gathered>> {
    static constexpr schema_text text{
        "_c10d_functional::all_gather_into_tensor(Tensor input, int group_size, str group_name) -> Tensor"};
};
inline constexpr single_overload<all_gather_into_tensor_default> all_gather_into_tensor{};

struct all_gather_into_tensor_out_default
    : described_op<all_gather_into_tensor_out_default, op_tags::side_effect | op_tags::no_out,
                   detail::meta_collective<detail::gathered>> {
    static constexpr schema_text text{"_c10d_functional::all_gather_into_tensor_out(Tensor input, int group_size, str "
                                      "group_name, *, Tensor(a!) out) -> Tensor(a!)"};
};
inline constexpr single_overload<all_gather_into_tensor_out_default> all_gather_into_tensor_out{};

struct all_gather_into_tensor_coalesced_default
    : described_op<all_gather_into_tensor_coalesced_default, op_tags::side_effect,
                   detail::meta_collectives<detail::gathered>> {
    static constexpr schema_text text{"_c10d_functional::all_gather_into_tensor_coalesced(Tensor[] inputs, int "
                                      "group_size, str group_name) -> Tensor[]"};
};
inline constexpr single_overload<all_gather_into_tensor_coalesced_default> all_gather_into_tensor_coalesced{};

/// Of what `all_reduce` gives, the part of this process.
struct reduce_scatter_tensor_default
    : described_op<reduce_scatter_tensor_default, op_tags::side_effect, detail::meta_collective<detail::scattered>> {
    static constexpr schema_text text{"_c10d_functional::reduce_scatter_tensor(Tensor input, str reduce_op, int "
                                      "group_size, str group_name) -> Tensor"};
};
inline constexpr single_overload<reduce_scatter_tensor_default> reduce_scatter_tensor{};

struct reduce_scatter_tensor_out_default
    : described_op<reduce_scatter_tensor_out_default, op_tags::side_effect | op_tags::no_out,
                   detail::meta_collective<detail::scattered>> {
    static constexpr schema_text text{"_c10d_functional::reduce_scatter_tensor_out(Tensor input, str reduce_op, int "
                                      "group_size, str group_name, *, Tensor(a!) out) -> Tensor(a!)"};
};
inline constexpr single_overload<reduce_scatter_tensor_out_default> reduce_scatter_tensor_out{};

struct reduce_scatter_tensor_coalesced_default
    : described_op<reduce_scatter_tensor_coalesced_default, op_tags::side_effect,
                   detail::meta_collectives<detail::scattered>> {
    static constexpr schema_text text{"_c10d_functional::reduce_scatter_tensor_coalesced(Tensor[] inputs, str "
                                      "reduce_op, int group_size, str group_name) -> Tensor[]"};
};
inline constexpr single_overload<reduce_scatter_tensor_coalesced_default> reduce_scatter_tensor_coalesced{};

/// Rows for each process, and rows from each.
struct all_to_all_single_default
    : described_op<all_to_all_single_default, op_tags::side_effect, detail::meta_all_to_all> {
    static constexpr schema_text text{
        "_c10d_functional::all_to_all_single(Tensor input, SymInt[] output_split_sizes, SymInt[] input_split_sizes, "
        "str group_name) -> Tensor"};
};
inline constexpr single_overload<all_to_all_single_default> all_to_all_single{};

/// The tensor of process `src`.
struct broadcast_default
    : described_op<broadcast_default, op_tags::side_effect, detail::meta_collective<detail::exchanged>> {
    static constexpr schema_text text{"_c10d_functional::broadcast(Tensor input, int src, str group_name) -> Tensor"};
};
inline constexpr single_overload<broadcast_default> broadcast{};
inline constexpr single_overload<inplace<broadcast_default>> broadcast_{};

/// Sends a tensor to process `dst`.
struct isend_default : described_op<isend_default, op_tags::side_effect, detail::meta_collective<detail::sent>> {
    static constexpr schema_text text{
        "_c10d_functional::isend(Tensor tensor, int dst, int tag, str group_name) -> Tensor"};
};
inline constexpr single_overload<isend_default> isend{};

/// A tensor from process `src`, like the one given.
struct irecv_default : described_op<irecv_default, op_tags::side_effect, detail::meta_collective<detail::exchanged>> {
    static constexpr schema_text text{
        "_c10d_functional::irecv(Tensor tensor, int src, int tag, str group_name) -> Tensor"};
};
inline constexpr single_overload<irecv_default> irecv{};

/// The elements of a tensor that another op here has given.
struct wait_tensor_default
    : described_op<wait_tensor_default, op_tags::side_effect, detail::meta_collective<detail::exchanged>> {
    static constexpr schema_text text{"_c10d_functional::wait_tensor(Tensor tensor) -> Tensor"};
};
inline constexpr single_overload<wait_tensor_default> wait_tensor{};

struct wait_tensors_default
    : described_op<wait_tensors_default, op_tags::side_effect, detail::meta_collectives<detail::exchanged>> {
    static constexpr schema_text text{"_c10d_functional::wait_tensors(Tensor[] tensors) -> Tensor[]"};
};
inline constexpr single_overload<wait_tensors_default> wait_tensors{};

} // namespace graft::_c10d_functional

namespace graft {

/// The ops of this header.
struct c10d_ops : dialect<c10d_ops> {
    /// the ops
    using members =
        overloads_of<_c10d_functional::all_reduce, _c10d_functional::all_reduce_,
                     _c10d_functional::all_reduce_coalesced, _c10d_functional::all_gather_into_tensor,
                     _c10d_functional::all_gather_into_tensor_out, _c10d_functional::all_gather_into_tensor_coalesced,
                     _c10d_functional::reduce_scatter_tensor, _c10d_functional::reduce_scatter_tensor_out,
                     _c10d_functional::reduce_scatter_tensor_coalesced, _c10d_functional::all_to_all_single,
                     _c10d_functional::broadcast, _c10d_functional::broadcast_, _c10d_functional::isend,
                     _c10d_functional::irecv, _c10d_functional::wait_tensor, _c10d_functional::wait_tensors>;
};

} // namespace graft
