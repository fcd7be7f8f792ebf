#pragma once

#include "random_ops.hpp"
#include "random_source.hpp"

#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace graft_test {

/// The ops of programs in which many views of few tensors are written to and read.
class random_views {
public:
    explicit random_views(random_ops const& ops) {
        for (graft::op_info const* const op : ops.all())
            for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
                if (std::ranges::find(packets[kind], packet_of(*op)) != packets[kind].end())
                    kinds_[kind].push_back(op);
    }

    /// One that shows a tensor, writes to one or reads one: an op of any name as often as one of any other.
    [[nodiscard]] graft::op_info const& draw(random_source& random) const {
        std::size_t const kind = std::array<std::size_t, 8>{0, 0, 0, 0, 1, 1, 1, 2}[random.below(8)];
        std::string_view const packet = random.pick(packets[kind]);
        std::vector<graft::op_info const*> of_packet;
        for (graft::op_info const* const op : kinds_[kind])
            if (packet_of(*op) == packet)
                of_packet.push_back(op);
        return *random.pick(of_packet.empty() ? kinds_[kind] : of_packet);
    }

    /// True of an op that may write to a tensor that shows an element several times, each time the same number.
    [[nodiscard]] static bool writes_one_number(graft::op_info const& op) {
        constexpr std::array<std::string_view, 4> filling{"fill_", "zero_", "masked_fill_", "index_fill_"};
        return std::ranges::find(filling, packet_of(op)) != filling.end();
    }

private:
    inline static std::array<std::vector<std::string_view>, 3> const packets{{
        {"select",    "slice",        "narrow",          "transpose",  "permute",
         "unsqueeze", "squeeze",      "reshape",         "view",       "split",
         "chunk",     "unbind",       "detach",          "diagonal",   "expand",
         "unfold",    "view_as_real", "view_as_complex", "as_strided", "split_with_sizes",
         "real",      "imag",         "movedim",         "flatten",    "t",
         "alias",     "contiguous",   "view_as",         "unflatten",  "expand_as",
         "mT",        "matrix_H"},
        {"add_",         "mul_",        "sub_",       "copy_",       "fill_",           "zero_",
         "masked_fill_", "index_fill_", "index_put_", "index_add_",  "index_copy_",     "scatter_",
         "scatter_add_", "clamp_",      "neg_",       "relu_",       "masked_scatter_", "fill_diagonal_",
         "tril_",        "put_",        "transpose_", "squeeze_",    "unsqueeze_",      "as_strided_",
         "t_",           "swapaxes_",   "detach_",    "logical_not_"},
        {"tanh", "neg", "clone", "sum", "cat", "stack", "add", "mul", "slice_scatter", "select_scatter",
         "diagonal_scatter", "as_strided_scatter", "where", "index", "gather", "roll", "flip", "to", "_to_copy"},
    }};

    std::array<std::vector<graft::op_info const*>, 3> kinds_;
};

} // namespace graft_test
