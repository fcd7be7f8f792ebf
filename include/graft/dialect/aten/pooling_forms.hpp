#pragma once

#include <graft/dialect/aten/distance.hpp>
#include <graft/dialect/aten/lookup.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sampling.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

/// Other forms of pooling, sampling and look-up.
namespace graft::aten {

struct adaptive_max_pool2d_default
    : described_op<adaptive_max_pool2d_default, op_tags::none, meta_adaptive_max_pool<2>> {
    static constexpr schema_text text{"aten::adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)"};
    static constexpr out_names out{"", {"out", "indices"}};
};
inline constexpr single_overload<adaptive_max_pool2d_default> adaptive_max_pool2d{};

struct adaptive_max_pool3d_default
    : described_op<adaptive_max_pool3d_default, op_tags::none, meta_adaptive_max_pool<3>> {
    static constexpr schema_text text{"aten::adaptive_max_pool3d(Tensor self, int[3] output_size) -> (Tensor, Tensor)"};
    static constexpr out_names out{"", {"out", "indices"}};
};
inline constexpr single_overload<adaptive_max_pool3d_default> adaptive_max_pool3d{};

struct adaptive_max_pool1d_default : composite_op<adaptive_max_pool1d_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        k.require(k.rank(self) == 2 || k.rank(self) == 3, "'self' must have 2 or 3 dimensions, not ", k.rank(self));
        vec<sym_int> const& wanted = k->integers("output_size");
        k.require(wanted.size() == 1, "'output_size' must have 1 entry, not ", wanted.size());
        vec<sym_int> const sizes{1, wanted[0]};
        vec<V> const pooled = k.all(adaptive_max_pool2d.default_, k(unsqueeze, self, -2), sizes);
        return {k(squeeze.dim, pooled[0], -2), k(squeeze.dim, pooled[1], -2)};
    }
};
inline constexpr single_overload<adaptive_max_pool1d_default> adaptive_max_pool1d{};

struct max_pool3d_default : composite_op<max_pool3d_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, "
        "bool ceil_mode=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.forward(max_pool3d_with_indices.default_).front(); }
};
inline constexpr single_overload<max_pool3d_default> max_pool3d{};

struct adaptive_avg_pool3d_default : composite_op<adaptive_avg_pool3d_default> {
    static constexpr schema_text text{"aten::adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        vec<sym_int> const& output = k->integers("output_size");
        if (output == vec<sym_int>(3, 1))
            return k(mean.dim, k->tensor("self"), vec<sym_int>{-1, -2, -3}, true);
        return k.forward(_adaptive_avg_pool3d.default_).front();
    }
};
inline constexpr single_overload<adaptive_avg_pool3d_default> adaptive_avg_pool3d{};

struct pdist_default : composite_op<pdist_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::pdist(Tensor self, float p=2.) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(k->real("p") >= 0, "'p' must not be negative");
        return k.forward(_pdist_forward.default_).front();
    }
};
inline constexpr single_overload<pdist_default> pdist{};

struct grid_sampler_default : composite_op<grid_sampler_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) "
        "-> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(k.rank(k->tensor("input")) == 4 || k.rank(k->tensor("input")) == 5,
                  "'input' must have 4 or 5 dimensions, not ", k.rank(k->tensor("input")));
        if (k.rank(k->tensor("input")) == 5)
            return k.forward(grid_sampler_3d.default_).front();
        return k.forward(grid_sampler_2d.default_).front();
    }
};
inline constexpr single_overload<grid_sampler_default> grid_sampler{};

struct embedding_bag_default : composite_op<embedding_bag_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int "
        "mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> (Tensor, "
        "Tensor, Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return k.forward(_embedding_bag.default_); }
};

struct embedding_bag_padding_idx : composite_op<embedding_bag_padding_idx, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int "
        "mode, bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx) -> (Tensor, "
        "Tensor, Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) {
        auto const& weight = k->tensor("weight");
        k.require(k.rank(weight) == 2, "'weight' must have 2 dimensions, not ", k.rank(weight));
        sym_int unused = k->has("padding_idx") ? k->integer("padding_idx") : sym_int(-1);
        if (k->has("padding_idx") && k.size(weight, 0).is_symbolic())
            unused = known_lt(unused, 0) == true ? unused + k.size(weight, 0) : unused;
        else if (k->has("padding_idx"))
            unused = k.dim("padding_idx", k.number_of(k.size(weight, 0)));
        return k.all(_embedding_bag, weight, k["indices"], k["offsets"], k["scale_grad_by_freq"], k["mode"],
                     k["sparse"], k["per_sample_weights"], k["include_last_offset"], unused);
    }
};
inline constexpr struct embedding_bag_packet : packet<embedding_bag_packet> {
    embedding_bag_default default_;
    embedding_bag_padding_idx padding_idx;
} embedding_bag{};

/// Every op of this header.
using pooling_forms_ops = overloads_of<adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d, max_pool3d,
                                       adaptive_avg_pool3d, pdist, grid_sampler, embedding_bag>;

} // namespace graft::aten
