#pragma once

#include "random_arguments.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

/// Sizes as arguments: numbers, nodes that are the numbers, or one -1 where `wildcard` permits it. Where there is no
/// other way, 1.
inline graft::arg random_arguments::sizes_as_args(sizes_of_tensor const& sizes, bool wildcard) {
    graft::vec<graft::arg> items;
    bool free = wildcard;
    for (graft::sym_int const& size : sizes) {
        if (auto const known = size.maybe_value()) {
            bool const left_open = free && random_.once_in(6);
            items.push_back(left_open ? -1 : *known);
            free = free && !left_open;
            continue;
        }
        std::optional<graft::node_id> node;
        for (graft::node_id const n : scope_.numbers)
            if (scope_.g().val(n)->integer == size)
                node = n;
        if (node && !(free && random_.once_in(3)))
            items.push_back(graft::arg::node(*node));
        else
            items.push_back(std::exchange(free, false) ? -1 : 1);
    }
    return graft::arg::list(items);
}

/// Sizes of new tensors, or of the anchor seen otherwise.
inline graft::arg random_arguments::size_list(bool of_view) {
    if (!of_view) {
        sizes_of_tensor sizes = some_sizes(random_.below(4));
        if (!scope_.numbers.empty() && random_.once_in(2))
            sizes.insert(sizes.begin(), scope_.g().val(random_.pick(scope_.numbers))->integer);
        return sizes_as_args(sizes, false);
    }
    sizes_of_tensor sizes = anchor_.sizes;
    if (packet_.starts_with("expand") || packet_.starts_with("broadcast")) {
        for (graft::sym_int& size : sizes)
            if (size == graft::sym_int(1))
                size = random_.between(1, 3);
        if (random_.once_in(2))
            sizes.insert(sizes.begin(), random_.between(1, 3));
        graft::arg result = sizes_as_args(sizes, false);
        std::size_t const more = sizes.size() - anchor_.sizes.size();
        for (std::size_t d = 0; d < anchor_.sizes.size(); ++d)
            if (!anchor_.sizes[d].maybe_value() && result.items[d + more].kind != graft::arg_kind::node)
                result.items[d + more] = -1;
        return result;
    }
    for (std::size_t turns = random_.below(3) + 1; turns > 0; --turns) {
        std::size_t const d = random_.below(sizes.size());
        if (sizes.empty() || random_.once_in(3)) {
            sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(d), 1);
        } else if (d + 1 < sizes.size() && random_.once_in(2)) {
            sizes[d] = sizes[d] * sizes[d + 1];
            sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(d) + 1);
        } else if (std::int64_t const known = sizes[d].maybe_value().value_or(1); known % 2 == 0) {
            sizes[d] = known / 2;
            sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(d), 2);
        }
    }
    return sizes_as_args(sizes, true);
}

inline graft::arg random_arguments::list_value(graft::schema_argument const& slot) {
    std::string_view const name = slot.name;
    auto const numbers = [](std::vector<std::int64_t> const& values) {
        graft::vec<graft::arg> items;
        for (std::int64_t const v : values)
            items.emplace_back(v);
        return graft::arg::list(items);
    };
    std::size_t const spatial = spatial_rank(packet_) != 0 ? spatial_rank(packet_)
                                : slot.list_size > 0       ? static_cast<std::size_t>(slot.list_size)
                                : rank() > 2               ? static_cast<std::size_t>(rank() - 2)
                                                           : 1;
    auto const each = [&](std::int64_t low, std::int64_t high) {
        std::vector<std::int64_t> values;
        for (std::size_t d = 0; d < spatial; ++d)
            values.push_back(random_.between(low, high));
        return numbers(values);
    };
    if (slot.type == graft::type_kind::boolean)
        return graft::arg::list({graft::arg(true), graft::arg(true), graft::arg(random_.once_in(2))});
    if (slot.type != graft::type_kind::integer) {
        graft::vec<graft::arg> items;
        for (std::size_t d = 0; d < spatial; ++d)
            items.emplace_back(static_cast<double>(random_.between(1, 4)) / 2);
        return graft::arg::list(items);
    }
    if (packet_.starts_with("as_strided")) {
        std::vector<std::int64_t> values(static_cast<std::size_t>(index_length_ - 1));
        for (std::int64_t& v : values)
            v = random_.between(name == "size" ? 1 : 0, 3);
        return numbers(values);
    }
    if (name == "kernel_size")
        return shapes_.kernel.empty() ? each(1, 3) : numbers({shapes_.kernel.begin(), shapes_.kernel.end()});
    if (name == "stride" && packet_.find("strided") == std::string_view::npos)
        return each(1, 2);
    if (name == "dilation")
        return each(1, random_.once_in(3) ? 2 : 1);
    if (name == "output_padding")
        return each(0, 0);
    if (name == "padding" && packet_.find("pad") == std::string_view::npos)
        return each(0, 1);
    if (name == "pad" || name == "padding") {
        std::vector<std::int64_t> values(spatial_rank(packet_) != 0 ? 2 * spatial : 2 * (random_.below(2) + 1));
        for (std::int64_t& v : values)
            v = random_.between(0, 1);
        return numbers(values);
    }
    if (name == "output_size" || name == "scale_factors")
        return each(1, 5);
    if (name == "normalized_shape")
        return numbers({size_or(rank() - 1, 1)});
    if (name == "split_sizes" || (name == "split_size" && rank() > 0)) {
        std::int64_t const all = size_or(dim_, 2), first = random_.between(0, all);
        return numbers({first, all - first});
    }
    if (name == "repeats" || name == "shifts") {
        std::vector<std::int64_t> values(static_cast<std::size_t>(std::max<std::int64_t>(1, rank())));
        for (std::int64_t& v : values)
            v = random_.between(name == "shifts" ? -1 : 1, 2);
        if (name == "shifts")
            values.resize(1);
        return numbers(values);
    }
    if (name.find("dim") != std::string_view::npos || name == "source" || name == "destination") {
        std::vector<std::int64_t> dims(static_cast<std::size_t>(rank()));
        for (std::size_t d = 0; d < dims.size(); ++d)
            dims[d] = static_cast<std::int64_t>(d) - (random_.once_in(4) ? rank() : 0);
        random_.shuffle(dims);
        if (!packet_.starts_with("permute") && !dims.empty())
            dims.resize(packet_ == "roll" || packet_ == "rot90"
                            ? std::min<std::size_t>(dims.size(), packet_ == "roll" ? 1 : 2)
                            : random_.below(dims.size()) + 1);
        return numbers(dims);
    }
    if (name == "size" || name == "shape" || name == "sizes") {
        bool const of_view = packet_.starts_with("view") || packet_.starts_with("_unsafe_view") ||
                             packet_.starts_with("reshape") || packet_.starts_with("expand") ||
                             packet_.starts_with("broadcast");
        return size_list(of_view);
    }
    return each(0, 2);
}

} // namespace graft_test
