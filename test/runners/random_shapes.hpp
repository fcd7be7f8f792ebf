#pragma once

#include "random_source.hpp"

#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

namespace graft_test {

using sizes_of_tensor = graft::vec<graft::sym_int>;

/// How the tensors of a call depend on each other's sizes: on those of its anchor, which is drawn first.
struct call_shapes {
    std::size_t anchor = 0;                           ///< the slot of the anchor
    std::size_t rank = 0;                             ///< its rank; any where `any_rank`
    bool any_rank = true;                             ///< whether `rank` says nothing
    bool square = false;                              ///< the last two sizes are to be equal
    std::map<std::string_view, sizes_of_tensor> of{}; ///< by the name of the argument
    std::int64_t groups = 1;                          ///< of a convolution
    graft::vec<std::int64_t> kernel{};                ///< of a convolution
};

/// How many dimensions a layer goes over, by the digit in its name; 0 without one.
inline std::size_t spatial_rank(std::string_view packet) {
    for (std::size_t i = 0; i + 1 < packet.size(); ++i)
        if (packet[i] >= '1' && packet[i] <= '3' && packet[i + 1] == 'd')
            return static_cast<std::size_t>(packet[i] - '0');
    return 0;
}

/// Which tensor of a call is drawn first, and of what rank it has to be.
inline call_shapes anchor_of(std::string_view packet, random_source& random) {
    struct row {
        std::string_view packet;
        std::size_t slot, rank;
    };
    static constexpr std::array<row, 29> rows{{{"mm", 0, 2},
                                               {"bmm", 0, 3},
                                               {"addmm", 1, 2},
                                               {"baddbmm", 1, 3},
                                               {"addbmm", 1, 3},
                                               {"addmv", 1, 2},
                                               {"addr", 1, 1},
                                               {"mv", 0, 2},
                                               {"dot", 0, 1},
                                               {"vdot", 0, 1},
                                               {"ger", 0, 1},
                                               {"outer", 0, 1},
                                               {"det", 0, 2},
                                               {"slogdet", 0, 2},
                                               {"logdet", 0, 2},
                                               {"inverse", 0, 2},
                                               {"matrix_exp", 0, 2},
                                               {"matrix_power", 0, 2},
                                               {"trace", 0, 2},
                                               {"t", 0, 2},
                                               {"t_copy", 0, 2},
                                               {"pixel_shuffle", 0, 4},
                                               {"pixel_unshuffle", 0, 4},
                                               {"channel_shuffle", 0, 4},
                                               {"native_channel_shuffle", 0, 4},
                                               {"embedding", 0, 2},
                                               {"im2col", 0, 4},
                                               {"mH", 0, 2},
                                               {"glu", 0, 2}}};
    call_shapes result;
    auto const want = [&](std::size_t slot, std::size_t rank) {
        result.anchor = slot;
        result.rank = rank;
        result.any_rank = false;
    };
    for (row const& r : rows)
        if (r.packet == packet)
            want(r.slot, r.rank);
    constexpr std::array<std::string_view, 6> square{"det",     "slogdet",    "logdet",
                                                     "inverse", "matrix_exp", "matrix_power"};
    for (std::string_view const name : square)
        result.square = result.square || name == packet;
    if (packet == "matmul")
        want(0, static_cast<std::size_t>(random.between(1, 4)));
    else if (std::size_t const d = spatial_rank(packet); d != 0)
        want(0, d + (random.once_in(6) ? 1 : 2));
    else if (packet.starts_with("scaled_dot") || packet.starts_with("_scaled_dot"))
        want(0, packet.find("cpu") != std::string_view::npos || !random.once_in(3) ? 4 : 3);
    else if (packet.find("conv") != std::string_view::npos)
        want(0, 2 + static_cast<std::size_t>(random.between(1, 3)));
    else if (packet.find("batch_norm") != std::string_view::npos ||
             packet.find("group_norm") != std::string_view::npos || packet == "instance_norm")
        want(0, static_cast<std::size_t>(random.between(2, 4)));
    return result;
}

/// Works out the sizes that fit those of the anchor.
inline void fit_shapes(std::string_view packet, sizes_of_tensor const& a, random_source& random, call_shapes& shapes) {
    std::size_t const r = a.size();
    graft::sym_int const n = random.between(1, 4);
    auto const last = [&](std::size_t back) { return a[r - back]; };
    auto const with_last = [&](graft::sym_int const& size) {
        sizes_of_tensor s = a;
        s.back() = size;
        return s;
    };
    // The sizes of a matrix behind batches that broadcast with those of the anchor.
    auto const broadcast_batch = [&](sizes_of_tensor const& matrix) {
        sizes_of_tensor s;
        for (std::size_t d = random.once_in(3) ? random.below(r) : 0; d + 2 < r; ++d)
            s.push_back(random.once_in(3) ? graft::sym_int(1) : a[d]);
        if (random.once_in(3))
            s.insert(s.begin(), random.between(1, 3));
        s.insert(s.end(), matrix.begin(), matrix.end());
        return s;
    };
    auto& of = shapes.of;
    auto const static_size = [&](std::size_t d) { return d < r ? a[d].maybe_value().value_or(1) : 1; };
    bool const convolves = packet.find("conv") != std::string_view::npos;
    if (packet == "mm")
        of["mat2"] = {a[1], n};
    else if (packet == "bmm")
        of["mat2"] = {a[0], a[2], n};
    else if (packet == "addmm")
        of = {{"self", random.once_in(2) ? sizes_of_tensor{n} : sizes_of_tensor{a[0], n}}, {"mat2", {a[1], n}}};
    else if (packet == "baddbmm")
        of = {{"self", random.once_in(2) ? sizes_of_tensor{a[0], a[1], n} : sizes_of_tensor{1, a[1], 1}},
              {"batch2", {a[0], a[2], n}}};
    else if (packet == "addbmm")
        of = {{"self", {a[1], n}}, {"batch2", {a[0], a[2], n}}};
    else if (packet == "addmv")
        of = {{"self", {a[0]}}, {"vec", {a[1]}}};
    else if (packet == "addr")
        of = {{"self", {a[0], n}}, {"vec2", {n}}};
    else if (packet == "mv")
        of["vec"] = {a[1]};
    else if (packet == "dot" || packet == "vdot")
        of = {{"tensor", a}, {"other", a}};
    else if (packet == "ger" || packet == "outer")
        of["vec2"] = {n};
    else if (packet == "matmul" && r > 0)
        of["other"] = random.once_in(4) ? sizes_of_tensor{last(1)} : broadcast_batch({last(1), n});
    else if (packet == "linear" && r > 0)
        of = {{"weight", {n, last(1)}}, {"bias", {n}}};
    else if (packet == "inner" && r > 0)
        of["other"] = {n, last(1)};
    else if (packet == "bilinear" && r > 0)
        of = {{"input2", with_last(2)}, {"weight", {n, last(1), 2}}, {"bias", {n}}};
    else if ((packet == "cdist" || packet == "_cdist_forward") && r > 1)
        of["x2"] = {n, last(1)};
    else if (packet.find("scaled_dot") != std::string_view::npos && r > 2) {
        sizes_of_tensor key = a;
        key[r - 2] = n;
        of = {{"key", key}, {"value", key}};
    } else if (convolves && r > 2) {
        std::int64_t const channels = static_size(1);
        bool const transposed = packet.find("transpose") != std::string_view::npos;
        // Groups of no channels do not exist: a convolution of no channels has one group.
        if (channels != 0 && channels % 2 == 0 && random.once_in(2))
            shapes.groups = random.once_in(2) ? channels : 2;
        std::int64_t const out = random.between(1, 3);
        sizes_of_tensor weight = transposed ? sizes_of_tensor{channels, out}
                                            : sizes_of_tensor{out * shapes.groups, channels / shapes.groups};
        for (std::size_t d = 2; d < r; ++d) {
            shapes.kernel.push_back(random.between(1, 3));
            weight.push_back(shapes.kernel.back());
        }
        of = {{"weight", weight}, {"bias", {out * shapes.groups}}};
    } else if (packet.find("batch_norm") != std::string_view::npos || packet == "instance_norm" ||
               packet.find("group_norm") != std::string_view::npos || packet.find("prelu") != std::string_view::npos ||
               packet.starts_with("nll_loss") || packet == "cross_entropy_loss") {
        graft::sym_int const channels = r > 1 ? a[1] : r > 0 ? a[0] : graft::sym_int(1);
        for (char const* const name : {"weight", "bias", "running_mean", "running_var"})
            of[name] = {channels};
        if (r == 2)
            of["target"] = {a[0]};
    } else if (packet.find("loss") != std::string_view::npos || packet.starts_with("binary_cross") ||
               packet == "kl_div") {
        for (char const* const name : {"target", "weight"})
            of[name] = a;
    }
}

} // namespace graft_test
