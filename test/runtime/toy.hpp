#pragma once

#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/infer.hpp>
#include <graft/schema/op.hpp>

#include <cstddef>

// Ops of a user, with kernels of the user.
namespace toy {

struct twice_t : graft::op<twice_t> {
    static constexpr graft::schema_text text{"toy::twice(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) { return c.tensor("self"); }
};
inline constexpr twice_t twice;

struct split_sign_t : graft::op<split_sign_t> {
    static constexpr graft::schema_text text{"toy::split_sign(Tensor self) -> (Tensor positive, Tensor negative)"};
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) {
        return graft::value_spec::of_list({c.tensor("self"), c.tensor("self")});
    }
};
inline constexpr split_sign_t split_sign;

struct pieces_t : graft::op<pieces_t> {
    static constexpr graft::schema_text text{"toy::pieces(Tensor self) -> Tensor[]"};
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) {
        return graft::value_spec::of_list({c.tensor("self")});
    }
};
inline constexpr pieces_t pieces;

/// An op that nobody has written a kernel for.
struct mystery_t : graft::op<mystery_t> {
    static constexpr graft::schema_text text{"toy::mystery(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) { return c.tensor("self"); }
};
inline constexpr mystery_t mystery;

struct dialect {
    using members = graft::op_list<mystery_t, twice_t, split_sign_t, pieces_t>;
};

} // namespace toy

namespace graft {

template <>
struct kernel_of<toy::twice_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor const x = c.tensor("self").contiguous();
        for (std::int64_t i = 0; i < x.numel(); ++i)
            results[0].data<float>()[i] = 2 * x.data<float>()[i];
    }
};

template <>
struct kernel_of<toy::split_sign_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor const x = c.tensor("self").contiguous();
        for (std::int64_t i = 0; i < x.numel(); ++i) {
            float const value = x.data<float>()[i];
            results[0].data<float>()[i] = value > 0 ? value : 0;
            results[1].data<float>()[i] = value < 0 ? value : 0;
        }
    }
};

template <>
struct kernel_of<toy::pieces_t> {
    static void run(call<tensor> const& c, view<tensor> results) { results[0] = c.tensor("self").clone(); }
};

} // namespace graft
