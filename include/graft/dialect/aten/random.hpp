#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/creation.hpp>
#include <graft/dialect/op_list.hpp>

/// New tensors of random numbers.
namespace graft::aten {

struct rand_default : described_op<rand_default, op_tags::core | op_tags::random, meta_rand> {
    static constexpr schema_text text{
        "aten::rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<rand_default> rand{};

struct randn_default : described_op<randn_default, op_tags::core | op_tags::random, meta_rand> {
    static constexpr schema_text text{
        "aten::randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<randn_default> randn{};

struct randperm_default : described_op<randperm_default, op_tags::core | op_tags::random, meta_randperm> {
    static constexpr schema_text text{
        "aten::randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<randperm_default> randperm{};

/// Every op of this header.
using random_ops = overloads_of<rand, randn, randperm>;

} // namespace graft::aten
