#pragma once

#include <graft/schema/call.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <string_view>

/// A small dialect with one op for each thing that a graph or a rule has to cope with.
namespace toy {

using graft::schema_text;
using graft::op;
using graft::op_tags;
using toy_call = graft::call<graft::tensor_spec>;

struct add_t : op<add_t> {
    static constexpr schema_text text{"toy::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    static constexpr bool is_commutative = true;
};
struct sub_t : op<sub_t> {
    static constexpr schema_text text{"toy::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
struct mul_t : op<mul_t> {
    static constexpr schema_text text{"toy::mul.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
struct neg_t : op<neg_t> {
    static constexpr schema_text text{"toy::neg(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(toy_call const& c) { return c.tensor(0); }
};
struct relu_t : op<relu_t> {
    static constexpr schema_text text{"toy::relu(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(toy_call const& c) { return c.tensor(0); }
};
/// Adds a dimension, so that its result never has the sizes of its argument.
struct grow_t : op<grow_t> {
    static constexpr schema_text text{"toy::grow(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(toy_call const& c) {
        auto sizes = c.tensor(0).sizes;
        sizes.push_back(1);
        return graft::make_spec(c.tensor(0).dtype, sizes);
    }
};
/// Rejects what is no scalar.
struct picky_t : op<picky_t> {
    static constexpr schema_text text{"toy::picky(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(toy_call const& c) {
        if (c.tensor(0).dim() != 0)
            graft::raise(graft::errc::invalid_argument, c.op().name, ": not a scalar");
        return c.tensor(0);
    }
};
struct fma_t : op<fma_t> {
    static constexpr schema_text text{"toy::fma(Tensor a, Tensor b, Tensor c) -> Tensor"};
};
struct cat_t : op<cat_t> {
    static constexpr schema_text text{"toy::cat(Tensor[] tensors, int dim=0) -> Tensor"};
};
struct index_t : op<index_t> {
    static constexpr schema_text text{"toy::index(Tensor self, Tensor?[] indices) -> Tensor"};
};
struct biased_t : op<biased_t> {
    static constexpr schema_text text{"toy::biased(Tensor self, Tensor? bias=None) -> Tensor"};
};
struct permute_t : op<permute_t> {
    static constexpr schema_text text{"toy::permute(Tensor(a) self, int[] dims) -> Tensor(a)"};
};
struct view_t : op<view_t> {
    static constexpr schema_text text{"toy::view(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
};
struct split_t : op<split_t> {
    static constexpr schema_text text{"toy::split(Tensor(a -> *) self, int size, int dim=0) -> Tensor(a)[]"};
};
struct minmax_t : op<minmax_t> {
    static constexpr schema_text text{"toy::minmax(Tensor self) -> (Tensor, Tensor)"};
};
struct pool_t : op<pool_t> {
    static constexpr schema_text text{
        "toy::pool(Tensor self, int[2] kernel, int[2] stride=1, bool ceil=False) -> Tensor"};
};
struct cast_t : op<cast_t> {
    static constexpr schema_text text{"toy::cast(Tensor self, *, ScalarType? dtype=None, MemoryFormat "
                                      "memory_format=contiguous_format) -> Tensor"};
};
struct dropout_t : op<dropout_t> {
    static constexpr schema_text text{"toy::dropout(Tensor self, float p, bool train) -> Tensor"};
    static constexpr op_tags tags = op_tags::random;
};
struct relu_inplace_t : op<relu_inplace_t> {
    static constexpr schema_text text{"toy::relu_(Tensor(a!) self) -> Tensor(a!)"};
};
struct bump_all_t : op<bump_all_t> {
    static constexpr schema_text text{"toy::bump_all_(Tensor(a!)[] self) -> ()"};
};
struct check_t : op<check_t> {
    static constexpr schema_text text{"toy::check(Tensor self) -> ()"};
    static constexpr op_tags tags = op_tags::side_effect;
};

inline constexpr add_t add;
inline constexpr sub_t sub;
inline constexpr mul_t mul;
inline constexpr neg_t neg;
inline constexpr relu_t relu;
inline constexpr grow_t grow;
inline constexpr picky_t picky;
inline constexpr fma_t fma;
inline constexpr cat_t cat;
inline constexpr index_t index;
inline constexpr biased_t biased;
inline constexpr permute_t permute;
inline constexpr view_t view;
inline constexpr split_t split;
inline constexpr minmax_t minmax;
inline constexpr pool_t pool;
inline constexpr cast_t cast;
inline constexpr dropout_t dropout;
inline constexpr relu_inplace_t relu_;
inline constexpr bump_all_t bump_all_;
inline constexpr check_t check;

/// The toy op of this name, or null: what `parse` asks for.
constexpr graft::op_info const* find(std::string_view name) {
    graft::op_info const* const all[] = {
        &add_t::info(),    &sub_t::info(),     &mul_t::info(),     &neg_t::info(),          &relu_t::info(),
        &grow_t::info(),   &picky_t::info(),   &fma_t::info(),     &cat_t::info(),          &index_t::info(),
        &biased_t::info(), &permute_t::info(), &view_t::info(),    &split_t::info(),        &minmax_t::info(),
        &pool_t::info(),   &cast_t::info(),    &dropout_t::info(), &relu_inplace_t::info(), &bump_all_t::info(),
        &check_t::info()};
    for (graft::op_info const* const one : all)
        if (one->name == name)
            return one;
    return nullptr;
}

} // namespace toy
