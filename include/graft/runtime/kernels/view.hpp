#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {
namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The view of the first argument that a meta function describes.
[[nodiscard]] inline tensor view_of(call<tensor> const& c, tensor_spec const& shown) {
    tensor const& of = c.tensor(0);
    dim_vector sizes = concrete(shown.sizes);
    // A view of nothing may be described as beginning behind the storage.
    std::int64_t const offset = numel(sizes) == 0 ? of.storage_offset() : shown.storage_offset.value();
    return of.as_strided(std::move(sizes), concrete(shown.strides), offset);
}

/// The views of the first argument that a meta function describes.
[[nodiscard]] inline scratch_vector<tensor> views_of(call<tensor> const& c, meta_function meta) {
    if (meta == nullptr)
        raise(errc::unsupported, c.op().name, ": the op has no meta function");
    value_spec const shown = meta(spec_call{c}.get());
    scratch_vector<tensor> views;
    if (shown.is_list())
        for (value_spec const& item : shown.items)
            views.push_back(view_of(c, item.tensor));
    else
        views.push_back(view_of(c, shown.tensor));
    return views;
}

/// A view by what it adds to the place of the tensor that it shows, in elements, and how it goes on from there.
struct relative_view {
    std::int64_t offset;
    dim_vector sizes, strides;

    relative_view(tensor const& view, tensor const& of)
        : offset(view.storage_offset() - of.storage_offset()), sizes(view.sizes()), strides(view.strides()) {}

    /// The view of a tensor that lies like the one it was made of.
    [[nodiscard]] tensor of(tensor const& shown) const {
        return shown.as_strided(sizes, strides, shown.storage_offset() + offset);
    }
};

/// The views of the first argument, made once for tensors that lie like this one.
class prepared_views {
public:
    prepared_views(tensor const& shown, graft::view<tensor const> views)
        : sizes_(shown.sizes()), strides_(shown.strides()) {
        for (tensor const& view : views)
            views_.emplace_back(view, shown);
    }

    /// True for a tensor of the sizes and strides that the views were made for.
    [[nodiscard]] bool fit(tensor const& t) const { return t.sizes() == sizes_ && t.strides() == strides_; }
    [[nodiscard]] std::size_t size() const { return views_.size(); }
    [[nodiscard]] tensor of(tensor const& shown, std::size_t i) const { return views_[i].of(shown); }

private:
    dim_vector sizes_, strides_;
    vec<relative_view> views_;
};

inline constexpr auto show_view = [](tensor const& view, tensor& result) { result = view; };
inline constexpr auto copy_view = [](tensor const& view, tensor& result) { kernel::copy(view, result); };

/// Makes of each result what `Each(view, result)` says of the view that a meta function describes.
template <auto Each>
void run_views(call<tensor> const& c, graft::view<tensor> results, meta_function meta) {
    scratch_vector<tensor> const views = views_of(c, meta);
    for (std::size_t i = 0; i < views.size(); ++i)
        Each(views[i], results[i]);
}

/// A kernel that makes of each result what `Each(view, result)` says of views that are made once, for a first argument
/// that lies like `shown`; for any other, `otherwise` runs.
template <auto Each>
[[nodiscard]] prepared_kernel prepare_views(tensor const& shown, graft::view<tensor const> views,
                                            kernel_function otherwise) {
    return [all = prepared_views(shown, views), otherwise](call<tensor> const& c, graft::view<tensor> results) {
        if (!all.fit(c.tensor(0)))
            return otherwise(c, results);
        for (std::size_t i = 0; i < all.size(); ++i)
            Each(all.of(c.tensor(0), i), results[i]);
    };
}

/// An op that makes of its results what `Each` says of the views that a meta function describes: without one that of
/// the op of the call, so that the kernel alone brings none to a program.
template <auto Each, meta_function View = nullptr>
struct kernel_of_views {
    static void run(call<tensor> const& c, auto results) { run_views<Each>(c, results, meta_of(c)); }
    static prepared_kernel prepare(call<tensor> const& c, graft::view<tensor const>, constant_arguments const&) {
        return prepare_views<Each>(c.tensor(0), views_of(c, meta_of(c)), &run);
    }

private:
    static meta_function meta_of(call<tensor> const& c) { return View != nullptr ? View : c.op().meta; }
};

/// An op that shows its argument differently, as its meta function says.
using view_kernel = kernel_of_views<show_view>;

/// An op that copies what a meta function of views describes.
template <meta_function View>
using view_copy_kernel = kernel_of_views<copy_view, View>;

/// The elements in row-major order under the sizes of the result: a view where there is one.
struct reshape_kernel {
    static void run(call<tensor> const& c, auto results) {
        results[0] = kernel::reshape(c.tensor(0), results[0].sizes());
    }
};

/// The bytes of the first argument as elements of another dtype.
template <meta_function View>
struct bytes_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor_spec const shown = View(spec_call::of_program(c).get()).tensor;
        results[0] = {c.tensor(0).get_storage(), shown.dtype, concrete(shown.sizes), concrete(shown.strides),
                      shown.storage_offset.value()};
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

namespace detail {

// Views of which the meta function says all.
struct described_views : dialect<described_views> {
    using members =
        op_list<aten::alias_default, aten::detach_default, aten::view_default, aten::permute_default,
                aten::transpose_int, aten::t_default, aten::numpy_T_default, aten::expand_default,
                aten::unsqueeze_default, aten::squeeze_default, aten::squeeze_dim, aten::squeeze_dims, aten::select_int,
                aten::slice_tensor, aten::split_tensor, aten::split_with_sizes_default, aten::chunk_default,
                aten::unbind_int, aten::diagonal_default, aten::narrow_default, aten::unfold_default, aten::movedim_int,
                aten::movedim_intlist, aten::swapaxes_default, aten::swapdims_default, aten::expand_as_default,
                aten::mT_default, aten::broadcast_to_default>;
};

} // namespace detail

template <class Op>
    requires(detail::described_views::contains<Op>)
struct kernel_of<Op> : detail::view_kernel {};
/// What it shows is a matter of the storage, which may hold more than the argument shows, so that nothing is prepared.
template <>
struct kernel_of<aten::as_strided_default> {
    static void run(call<tensor> const& c, auto results) {
        detail::run_views<detail::show_view>(c, results, &meta_as_strided);
    }
};
template <>
struct kernel_of<aten::view_dtype> : detail::bytes_kernel<meta_view_dtype> {};

template <>
struct kernel_of<aten::_unsafe_view_default> : detail::view_copy_kernel<meta_view> {};
template <>
struct kernel_of<aten::reshape_default> : detail::reshape_kernel {};
template <>
struct kernel_of<aten::flatten_using_ints> : detail::reshape_kernel {};

template <class Op>
    requires requires { typename Op::copied_view; }
struct kernel_of<Op> : detail::view_copy_kernel<Op::copied_view::meta> {};

/// view_copy copies also where there is no view.
template <>
struct kernel_of<aten::view_copy_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::copy(kernel::reshape(c.tensor(0), results[0].sizes()), results[0]);
    }
    static prepared_kernel prepare(call<tensor> const& c, graft::view<tensor const> results,
                                   constant_arguments const&) {
        tensor const shown = kernel::reshape(c.tensor(0), results[0].sizes());
        if (!shown.shares_storage(c.tensor(0)))
            return {};
        return detail::prepare_views<detail::copy_view>(c.tensor(0), {&shown, 1}, &run);
    }
};

} // namespace graft
