#pragma once

#include <graft/dialect/aten/lookup.hpp>
#include <graft/kernel/index/embedding_bag.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <algorithm>
#include <cstdint>

namespace graft {

template <>
struct kernel_of<aten::_embedding_bag_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const &indices = c.tensor("indices"), &offsets = c.tensor("offsets");
        kernel::bag_inputs given{c.tensor("weight"),
                                 indices,
                                 offsets,
                                 c.optional_tensor("per_sample_weights"),
                                 detail::integer_of(c, "padding_idx"),
                                 results[0].size(0),
                                 indices.numel()};
        bool const direct = results[1].numel() == 0 && indices.numel() != 0;
        if (direct && c.boolean("include_last_offset"))
            given.end = kernel::select(offsets, 0, -1).item().to<std::int64_t>();
        kernel::embedding_bag(given, static_cast<kernel::bag_mode>(detail::integer_of(c, "mode")), results[0],
                              results[1], results[2], results[3]);
    }
};

template <>
struct kernel_of<aten::repeat_interleave_tensor> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& repeats = c.tensor("repeats");
        tensor const counts = detail::as_dense(repeats, dtype::i64);
        std::int64_t total = 0;
        for (std::int64_t i = 0; i < counts.numel(); ++i) {
            if (counts.data<std::int64_t>()[i] < 0)
                raise(errc::invalid_argument, c.op().name, ": 'repeats' has a negative element");
            total = checked_add(total, counts.data<std::int64_t>()[i]);
        }
        if (c.has("output_size") && detail::integer_of(c, "output_size") != total)
            raise(errc::invalid_argument, c.op().name, ": 'output_size' is not ", total);
        tensor indices = tensor::empty({total}, dtype::i64);
        std::int64_t* at = indices.data<std::int64_t>();
        for (std::int64_t i = 0; i < counts.numel(); ++i)
            at = std::fill_n(at, counts.data<std::int64_t>()[i], i);
        detail::give(detail::as_dense(indices, repeats.dtype()), results[0], c);
    }
};

} // namespace graft
