#pragma once

#include <graft/core/value_spec.hpp>
#include <graft/dialect/out_variant_name.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/print.hpp>
#include <graft/schema/runtime_op.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace graft {
namespace detail {

/// The ops of ATen that give new tensors and have no out-variant, sorted.
inline constexpr std::string_view without_out_variant[] = {
    "__and__.Scalar", "__and__.Tensor", "__or__.Scalar", "__or__.Tensor", "__xor__.Scalar", "__xor__.Tensor",
    "_cast_Double", "_cast_Float", "_cast_Half", "_cast_Int", "_cast_Long", "_convolution.deprecated",
    "_convolution_mode", "_fused_rms_norm", "_native_batch_norm_legit_functional", "_pad_circular", "_pad_enum",
    "_prelu_kernel", "_safe_softmax", "_scaled_dot_product_attention_math",
    "_scaled_dot_product_flash_attention_for_cpu", "_shape_as_tensor", "_unsafe_index.Tensor", "_unsafe_index_put",
    "_unsafe_masked_index", "_upsample_bicubic2d_aa.vec", "_upsample_bilinear2d_aa.vec",
    "_upsample_nearest_exact1d.vec", "_upsample_nearest_exact2d.vec", "_upsample_nearest_exact3d.vec", "_weight_norm",
    "adaptive_max_pool1d", "alpha_dropout", "arange.start", "argsort", "argwhere", "atleast_1d", "atleast_1d.Sequence",
    "atleast_2d", "atleast_2d.Sequence", "atleast_3d", "atleast_3d.Sequence", "batch_norm", "bilinear",
    "broadcast_tensors", "cartesian_prod", "cdist", "combinations", "conv1d", "conv1d.padding", "conv2d",
    "conv2d.padding", "conv3d", "conv3d.padding", "conv_transpose1d", "conv_transpose2d.input",
    "conv_transpose3d.input", "corrcoef", "cosine_embedding_loss", "cosine_similarity", "cov", "cross_entropy_loss",
    "cumulative_trapezoid.dx", "cumulative_trapezoid.x", "det", "diagflat", "divide.Scalar", "divide.Scalar_mode",
    "dropout", "einsum", "embedding_bag", "embedding_bag.padding_idx", "fake_quantize_per_channel_affine",
    "fake_quantize_per_tensor_affine", "fake_quantize_per_tensor_affine.tensor_qparams", "feature_alpha_dropout",
    "feature_dropout", "flatten_dense_tensors", "fliplr", "flipud", "gradient.scalarint", "gradient.scalarrayarray",
    "gradient.scalarrayint", "gradient.tensorarray", "grid_sampler", "group_norm", "gru.data", "gru.input", "gru_cell",
    "hinge_embedding_loss", "instance_norm", "isclose", "isfinite", "isreal", "istft", "kl_div", "l1_loss",
    "layer_norm", "logdet", "lstm.data", "lstm.input", "lstm_cell", "margin_ranking_loss", "matrix_exp", "max_pool1d",
    "max_pool1d_with_indices", "max_pool2d", "max_pool3d", "meshgrid", "meshgrid.indexing", "multiply.Scalar",
    "native_channel_shuffle", "nll_loss_nd", "nonzero_numpy", "norm_except_dim", "one_hot", "pad", "pad_sequence",
    "pairwise_distance", "pdist", "pinverse", "poisson_nll_loss", "prelu", "relu6", "repeat_interleave.self_Tensor",
    "repeat_interleave.self_int", "rms_norm", "rnn_relu.data", "rnn_relu.input", "rnn_relu_cell", "rnn_tanh.data",
    "rnn_tanh.input", "rnn_tanh_cell", "rrelu", "scaled_dot_product_attention", "selu", "std", "std_mean",
    "std_mean.dim", "stft", "stft.center", "subtract.Scalar", "sum_to_size", "tile", "trapezoid.dx", "trapezoid.x",
    "trapz.dx", "trapz.x", "triplet_margin_loss", "true_divide.Scalar", "type_as", "unflatten_dense_tensors",
    "unsafe_chunk", "upsample_bicubic2d.vec", "upsample_linear1d.vec", "upsample_nearest1d.vec",
    "upsample_nearest3d.vec", "upsample_trilinear3d.vec", "vander", "var", "var_mean", "var_mean.dim", "where",
    "where.Scalar", "where.ScalarOther", "where.ScalarSelf"};

struct written_arguments {
    std::string_view op;
    std::array<std::string_view, 3> names;
};

/// The ops whose out-variant names what it writes neither after what the op returns nor `out`, `out0`, `out1` and so
/// on; sorted.
inline constexpr written_arguments written_by_name[] = {
    {"aten::_native_batch_norm_legit.no_stats", {"out", "save_mean", "save_invstd"}},
    {"aten::adaptive_max_pool2d", {"out", "indices"}},
    {"aten::adaptive_max_pool3d", {"out", "indices"}},
    {"aten::avg_pool2d_backward", {"grad_input"}},
    {"aten::max.dim", {"max", "max_values"}},
    {"aten::max_pool2d_with_indices", {"out", "indices"}},
    {"aten::max_pool2d_with_indices_backward", {"grad_input"}},
    {"aten::max_pool3d_with_indices", {"out", "indices"}},
    {"aten::min.dim", {"min", "min_indices"}},
};

/// What an out-variant writes its result `i` to.
[[nodiscard]] inline std::string written_argument(op_info const& op, std::size_t i) {
    auto const own = std::ranges::lower_bound(written_by_name, op.name, {}, &written_arguments::op);
    if (own != std::end(written_by_name) && own->op == op.name)
        return std::string(own->names.at(i));
    if (!op.returns[i].name.empty())
        return std::string(op.returns[i].name);
    return op.returns.size() == 1 ? "out" : "out" + std::to_string(i);
}

/// An out-variant returns what it is given to write to.
inline value_spec meta_out_variant(call<tensor_spec> const& c) {
    vec<value_spec> written;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (c.op().arguments[i].writes && c[i].tensor != nullptr)
            written.emplace_back(*c[i].tensor);
    return written.size() == 1 ? written.front() : value_spec::of_list(std::move(written));
}

} // namespace detail

/// True if PyTorch has an op that writes what this one returns to tensors that it is given: of those that return new
/// tensors, all but some of ATen.
[[nodiscard]] inline bool has_out_variant(op_info const& op) {
    bool const fresh = !op.mutates() && !op.names_alias() && !op.returns.empty() && !op.variadic_returns &&
                       std::ranges::all_of(op.returns, [](schema_argument const& r) {
                           return r.type == type_kind::tensor && !r.optional;
                       });
    constexpr std::string_view aten = "aten::";
    return fresh && !(op.name.starts_with(aten) &&
                      std::ranges::binary_search(detail::without_out_variant, op.name.substr(aten.size())));
}

/// The schema of the out-variant of an op that has one, as PyTorch prints it.
[[nodiscard]] inline std::string out_variant_schema(op_info const& op) {
    constexpr std::string_view sets = "abcdefghijklmnopqrstuvwxyz";
    vec<std::string> names;
    for (std::size_t i = 0; i < op.returns.size(); ++i)
        names.push_back(detail::written_argument(op, i));
    vec<schema_argument> arguments, returns;
    std::ranges::copy_if(op.arguments, std::back_inserter(arguments),
                         [&](schema_argument const& a) { return is_out_variant_argument(op, a); });
    for (std::size_t i = 0; i < op.returns.size(); ++i) {
        schema_argument written = op.returns[i];
        written.writes = true;
        written.alias = sets.substr(i, 1);
        if (!written.list)
            returns.push_back(written);
        written.name = names[i];
        written.kwarg_only = true;
        arguments.push_back(written);
    }
    std::string const name = out_variant_name(op);
    op_info out;
    out.name = name;
    out.arguments = arguments;
    out.returns = returns;
    return to_string(out);
}

namespace detail {

// The out-variants that were asked for, each with what it is made of, for as long as the program runs.
class out_variant_table {
public:
    struct row {
        runtime_op out;
        op_info const* functional;
    };

    static out_variant_table& all() {
        static out_variant_table table;
        return table;
    }

    row const& of(op_info const& functional) {
        std::string schema = out_variant_schema(functional);
        std::lock_guard const lock(mutex_);
        auto found = rows_.find(schema);
        if (found == rows_.end()) {
            runtime_op out(schema, functional.tags, &meta_out_variant);
            found = rows_.emplace(std::move(schema), row{std::move(out), &functional}).first;
        }
        return found->second;
    }

    row const* find(op_info const& out) {
        std::lock_guard const lock(mutex_);
        auto const found = rows_.find(out.text);
        return found == rows_.end() ? nullptr : &found->second;
    }

private:
    std::mutex mutex_;
    std::map<std::string, row, std::less<>> rows_; // by schema
};

} // namespace detail

/// The op that writes what `functional`, which lives as long as any program, returns to tensors that it is given, such
/// as `aten::add.out`; null if there is none.
[[nodiscard]] inline op_info const* out_variant_of(op_info const& functional) {
    return has_out_variant(functional) ? &detail::out_variant_table::all().of(functional).out.info() : nullptr;
}

/// The op that an op of `out_variant_of` was made of; null of any other op.
[[nodiscard]] inline op_info const* functional_of(op_info const& out) {
    if (!out.mutates())
        return nullptr;
    auto const* const row = detail::out_variant_table::all().find(out);
    return row == nullptr ? nullptr : row->functional;
}

/// The out-variant of this name of one of these ops, or null.
[[nodiscard]] inline op_info const* find_out_variant(std::string_view name, view<op_info const* const> known) {
    std::string_view const packet = name.substr(0, name.find('.'));
    for (op_info const* const op : known)
        if (op->name.substr(0, op->name.find('.')) == packet && has_out_variant(*op) && out_variant_name(*op) == name)
            return out_variant_of(*op);
    return nullptr;
}

} // namespace graft
