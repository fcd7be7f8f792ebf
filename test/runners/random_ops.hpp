#pragma once

#include "random_source.hpp"

#include <graft/dialect/known_ops.hpp>
#include <graft/runtime/library.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace graft_test {

/// The name of an op without its dialect and overload: `add_` of `aten::add_.Tensor`.
inline std::string_view packet_of(graft::op_info const& op) {
    std::string_view name = op.name;
    name.remove_prefix(name.find("::") + 2);
    return name.substr(0, name.find('.'));
}

/// The name of an op's functional form, so far as spelling goes: `add` of `aten::add_.Tensor`.
inline std::string_view functional_packet(graft::op_info const& op) {
    std::string_view name = packet_of(op);
    if (name.size() > 1 && name.ends_with('_') && !name.ends_with("__"))
        name.remove_suffix(1);
    return name;
}

/// True when one of the words is how the name begins.
template <std::size_t N>
bool begins_with_any(std::string_view name, std::array<std::string_view, N> const& words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return name.starts_with(word); });
}

/// The ops that random programs call, in families that are drawn equally often.
class random_ops {
public:
    explicit random_ops(graft::kernel_library const& library) {
        for (graft::op_info const* const op : graft::every_known_op<>())
            if (is_fit(*op) && library.supports(*op)) {
                all_.push_back(op);
                families_[family_of(*op)].push_back(op);
            }
    }

    /// All of them.
    [[nodiscard]] std::vector<graft::op_info const*> const& all() const { return all_; }
    /// One of any family; `writes` says whether those that write in place are wanted, which are then as many as others.
    /// Those of the Core set, or that write what one of them computes, are drawn more often than others.
    [[nodiscard]] graft::op_info const& draw(random_source& random, bool writes) const {
        std::size_t family = random.below(families_.size());
        while (family == 2 && !writes)
            family = random.below(families_.size());
        if (writes && random.once_in(4))
            family = 2;
        graft::op_info const* op = random.pick(families_[family]);
        for (int turns = 0; turns < 2 && !is_core(*op); ++turns)
            op = random.pick(families_[family]);
        return *op;
    }
    /// One that shows its argument: every second is of the Core set.
    [[nodiscard]] graft::op_info const& draw_view(random_source& random) const {
        bool const core = random.once_in(2);
        graft::op_info const* op = random.pick(families_[3]);
        while (core && !is_core(*op))
            op = random.pick(families_[3]);
        return *op;
    }
    /// One that writes in place.
    [[nodiscard]] graft::op_info const& draw_writing(random_source& random) const { return *random.pick(families_[2]); }
    /// A pointwise one that writes to nothing: for a branch.
    [[nodiscard]] graft::op_info const& draw_pointwise(random_source& random) const {
        return *random.pick(families_[random.below(2)]);
    }

private:
    static bool is_core(graft::op_info const& op) {
        return has((op.functional != nullptr ? *op.functional : op).tags, graft::op_tags::core);
    }
    static bool is_fit(graft::op_info const& op) {
        using graft::op_tags;
        for (op_tags const tag : {op_tags::random, op_tags::side_effect, op_tags::higher_order, op_tags::backend,
                                  op_tags::assertion, op_tags::statement})
            if (has(op.tags, tag))
                return false;
        // Of memory that nothing was written to, of sizes that nothing knew before, and of the next number there is.
        // `_reshape_alias` believes the strides that it is given.
        constexpr std::array<std::string_view, 9> unfit{"empty",     "new_empty",      "resize",
                                                        "nextafter", "rrelu",          "dropout",
                                                        "nonzero",   "_embedding_bag", "_reshape_alias"};
        // What stays in Edge, as nothing takes it apart, and has no out-variant.
        constexpr std::array<std::string_view, 3> kept{"aten::combinations", "aten::_native_batch_norm_legit",
                                                       "aten::_native_batch_norm_legit_functional"};
        if (std::ranges::find(kept, op.name) != kept.end())
            return false;
        if (op.meta == nullptr || op.returns.empty() || begins_with_any(packet_of(op), unfit))
            return false;
        return op.name.starts_with("aten::") || op.name.starts_with("quantized_decomposed::");
    }

    // 0 and 1 are pointwise and write to nothing.
    static std::size_t family_of(graft::op_info const& op) {
        using graft::op_tags;
        std::string_view const name = functional_packet(op);
        if (has(op.tags, op_tags::inplace))
            return 2;
        if (has(op.tags, op_tags::view) || has(op.tags, op_tags::unsaid_view))
            return 3;
        if (has(op.tags, op_tags::pointwise))
            return has(op.tags, op_tags::promotes) ? 1 : 0;
        if (op.name.starts_with("quantized"))
            return 11;
        if (name.ends_with("_copy") || name.ends_with("_scatter") || op.copied_view != nullptr)
            return 4;
        if (op.arguments.empty() || op.arguments[0].type != graft::type_kind::tensor || name.ends_with("_like") ||
            name.starts_with("new_"))
            return 5;
        constexpr std::array<std::string_view, 12> joins{"cat",        "concat",    "stack",     "hstack",
                                                         "vstack",     "dstack",    "row_stack", "column",
                                                         "block_diag", "cartesian", "meshgrid",  "broadcast"};
        if (begins_with_any(name, joins))
            return 6;
        constexpr std::array<std::string_view, 23> reductions{
            "sum",    "mean",    "prod",   "amax",   "amin", "argm",      "any",   "all",
            "max",    "min",     "std",    "var",    "norm", "logsumexp", "cum",   "count",
            "nansum", "nanmean", "logcum", "median", "mode", "aminmax",   "linalg"};
        constexpr std::array<std::string_view, 13> indexing{"index",   "gather",   "scatter", "take", "embedding",
                                                            "masked",  "_unsafe_", "put",     "sort", "topk",
                                                            "argsort", "searchs",  "bucket"};
        constexpr std::array<std::string_view, 19> products{
            "mm",    "bmm",    "addmm",     "baddbmm", "matmul", "linear", "dot",    "mv",      "addmv", "addr",
            "outer", "einsum", "tensordot", "inner",   "kron",   "addbmm", "scaled", "_scaled", "chain"};
        constexpr std::array<std::string_view, 12> layers{"conv",  "_conv", "max_p", "avg_p",   "adaptive", "_adaptive",
                                                          "batch", "group", "layer", "native_", "instance", "rms"};
        if (name.find("pool") == std::string_view::npos && begins_with_any(name, reductions))
            return 7;
        return begins_with_any(name, indexing)   ? 8
               : begins_with_any(name, products) ? 9
               : begins_with_any(name, layers)   ? 10
                                                 : 11;
    }

    std::vector<graft::op_info const*> all_;
    std::array<std::vector<graft::op_info const*>, 12> families_;
};

} // namespace graft_test
