#pragma once

#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/detail/pair_call.hpp>

#include <cstdint>

namespace graft::detail {

// Calls that move numbers and leave them as they are.

/// The first tensor, or the first of a list.
[[nodiscard]] inline value const& first_tensor(pair_call const& k) {
    argument<value> const& given = k[0];
    return given.kind == argument_kind::tensors ? *given.tensors[0] : *given.tensor;
}

/// The call on pairs, whose dimensions are counted from the start.
[[nodiscard]] inline vec<value> along_dims(pair_call const& k) {
    return k.changed().pairs(k.part_dtype()).dims(k.numbers_rank(first_tensor(k))).formats().results();
}

/// The call, which has a dimension more in its result.
[[nodiscard]] inline vec<value> along_new_dim(pair_call const& k) {
    return k.changed().pairs(k.part_dtype()).dims(k.numbers_rank(first_tensor(k)) + 1).results();
}

/// The call with 2 behind the sizes that it names.
[[nodiscard]] inline vec<value> with_sizes(pair_call const& k) {
    return k.changed().append("size", 2).append("shape", 2).results();
}

/// repeat: the parts are there once.
[[nodiscard]] inline vec<value> with_repeats(pair_call const& k) { return k.changed().append("repeats", 1).results(); }

/// permute: the parts stay last.
[[nodiscard]] inline vec<value> with_order(pair_call const& k) {
    std::int64_t const rank = k.numbers_rank(k->tensor("self"));
    return k.changed().dims(rank).append("dims", rank).results();
}

/// t: the parts stay last.
[[nodiscard]] inline vec<value> transposed_pairs(pair_call const& k) {
    value const& self = k->tensor("self");
    return one(k.numbers_rank(self) < 2 ? self : k(aten::transpose_copy.int_, self, 0, 1));
}

/// squeeze of all dimensions: that of the parts has 2.
[[nodiscard]] inline vec<value> unchanged_call(pair_call const& k) { return k.changed().results(); }

/// flip and roll: of all numbers in a row where no dimension is named.
[[nodiscard]] inline vec<value> rolled(pair_call const& k) {
    value const& self = k->tensor("self");
    if (!k->integers("dims").empty() || k.numbers_rank(self) == 0)
        return along_dims(k);
    value const row = k(aten::view_copy, self, vec<sym_int>{-1, 2});
    return one(k(aten::view_copy, k(aten::roll, row, k->integers("shifts"), vec<sym_int>(1, 0)), k.sizes(self)));
}

/// unfold and diagonal: their new last dimension goes before the parts.
[[nodiscard]] inline vec<value> with_last_dim(pair_call const& k) {
    value const made = k.changed().dims(k.numbers_rank(k->tensor("self"))).results().front();
    return one(k(aten::transpose_copy.int_, made, -1, -2));
}

/// constant_pad_nd: nothing beside the parts; the number that is written is real.
[[nodiscard]] inline vec<value> padded(pair_call const& k) {
    vec<sym_int> pads{0, 0};
    for (sym_int const& pad : k->integers("pad"))
        pads.push_back(pad);
    value const& self = k->tensor("self");
    double const number = k->number("value").to<double>();
    if (number == 0)
        return one(k(aten::constant_pad_nd, self, pads, 0.0));
    return one(k.joined(k(aten::constant_pad_nd, k.column(self, 0), pads, number),
                        k(aten::constant_pad_nd, k.column(self, 1), pads, 0.0)));
}

/// as_strided: elements are twice as many.
[[nodiscard]] inline vec<value> by_strides(pair_call const& k) {
    vec<sym_int> sizes = k->integers("size"), strides;
    sizes.push_back(2);
    for (sym_int const& stride : k->integers("stride"))
        strides.push_back(stride * 2);
    strides.push_back(1);
    sym_int const offset = k->has("storage_offset") ? k->integer("storage_offset") * 2 : sym_int(0);
    return one(k(aten::as_strided_copy, k->tensor("self"), sizes, strides, offset));
}

/// gather and scatter: both parts have the index.
[[nodiscard]] inline vec<value> by_index(pair_call const& k) {
    value const& index = k->tensor("index");
    vec<sym_int> sizes = k.sizes(index);
    sizes.push_back(2);
    value const both = k(aten::expand_copy, k(aten::unsqueeze_copy, index, -1), sizes);
    return k.changed().pairs(k.part_dtype()).dims(k.numbers_rank(k->tensor("self"))).set("index", both).results();
}

/// view_as_real: what the pair is. view_as_complex: the pair.
[[nodiscard]] inline vec<value> itself(pair_call const& k) { return one(k(aten::alias_copy, k->tensor("self"))); }

/// complex: the pair of its parts.
[[nodiscard]] inline vec<value> complex_of_parts(pair_call const& k) {
    auto const whole = [&](value const& v) {
        return k.sizes(v) == k.result_sizes() ? v : k(aten::expand_copy, v, k.result_sizes());
    };
    return one(k.of_parts(whole(k->tensor("real")), whole(k->tensor("imag"))));
}

/// A number in every place of the result.
[[nodiscard]] inline vec<value> filled_with(pair_call const& k, scalar const& given) {
    vec<sym_int> sizes = k.result_sizes();
    bool const real = !is_complex(k.result_dtype());
    if (!real && given.is_complex()) {
        sizes.push_back(1);
        return one(k.joined(k(aten::full, sizes, given.real_part(), k.part_dtype()),
                            k(aten::full, sizes, given.imaginary_part(), k.part_dtype())));
    }
    double const number = given.to<double>();
    if (!real && number == 0)
        sizes.push_back(2);
    value const all = k(aten::full, sizes, number, k.part_dtype());
    return one(real || number == 0 ? all : k.pair(all, k.part_dtype()));
}

/// full and its kin: the number that they name, or 0.
[[nodiscard]] inline vec<value> filled(pair_call const& k) {
    bool const is_named = k.original().op().find_argument("fill_value") >= 0;
    return filled_with(k, is_named ? k->number("fill_value") : scalar(0));
}

/// copy: of a tensor or a number; real numbers become the real parts of complex ones.
[[nodiscard]] inline vec<value> copied(pair_call const& k) {
    if (k.is_number("src"))
        return filled_with(k, k->number("src"));
    if (is_complex(k.result_dtype()))
        return along_dims(k);
    return k.changed().set("src", k.as_real(k->tensor("src"), k.result_dtype())).results();
}

/// sym_size: that of the numbers.
[[nodiscard]] inline vec<value> size_of_numbers(pair_call const& k) {
    return k.changed().dims(k.numbers_rank(k->tensor("self"))).results();
}

/// The forms of calls that move numbers.
inline constexpr pair_rule arrangement_rules[] = {
    {&aten::view_as_real.default_.info(), &itself},
    {&aten::view_as_real_copy.default_.info(), &itself},
    {&aten::view_as_complex.default_.info(), &itself},
    {&aten::view_as_complex_copy.default_.info(), &itself},
    {&aten::complex.default_.info(), &complex_of_parts},
    {&aten::alias.default_.info(), &along_dims},
    {&aten::alias_copy.default_.info(), &along_dims},
    {&aten::detach.default_.info(), &along_dims},
    {&aten::detach_copy.default_.info(), &along_dims},
    {&aten::resolve_conj.default_.info(), &along_dims},
    {&aten::resolve_neg.default_.info(), &along_dims},
    {&aten::lift_fresh_copy.default_.info(), &along_dims},
    {&aten::clone.default_.info(), &along_dims},
    {&aten::copy.default_.info(), &copied},
    {&aten::cat.default_.info(), &along_dims},
    {&aten::stack.default_.info(), &along_new_dim},
    {&aten::select.int_.info(), &along_dims},
    {&aten::select_copy.int_.info(), &along_dims},
    {&aten::select_scatter.default_.info(), &along_dims},
    {&aten::slice.Tensor.info(), &along_dims},
    {&aten::slice_copy.Tensor.info(), &along_dims},
    {&aten::slice_scatter.default_.info(), &along_dims},
    {&aten::narrow.default_.info(), &along_dims},
    {&aten::narrow_copy.default_.info(), &along_dims},
    {&aten::split.Tensor.info(), &along_dims},
    {&aten::split_copy.Tensor.info(), &along_dims},
    {&aten::split_with_sizes.default_.info(), &along_dims},
    {&aten::split_with_sizes_copy.default_.info(), &along_dims},
    {&aten::unbind.int_.info(), &along_dims},
    {&aten::unbind_copy.int_.info(), &along_dims},
    {&aten::squeeze.default_.info(), &unchanged_call},
    {&aten::squeeze_copy.default_.info(), &unchanged_call},
    {&aten::squeeze.dim.info(), &along_dims},
    {&aten::squeeze_copy.dim.info(), &along_dims},
    {&aten::squeeze.dims.info(), &along_dims},
    {&aten::squeeze_copy.dims.info(), &along_dims},
    {&aten::unsqueeze.default_.info(), &along_new_dim},
    {&aten::unsqueeze_copy.default_.info(), &along_new_dim},
    {&aten::transpose.int_.info(), &along_dims},
    {&aten::transpose_copy.int_.info(), &along_dims},
    {&aten::t.default_.info(), &transposed_pairs},
    {&aten::t_copy.default_.info(), &transposed_pairs},
    {&aten::permute.default_.info(), &with_order},
    {&aten::permute_copy.default_.info(), &with_order},
    {&aten::view.default_.info(), &with_sizes},
    {&aten::view_copy.default_.info(), &with_sizes},
    {&aten::_unsafe_view.default_.info(), &with_sizes},
    {&aten::reshape.default_.info(), &with_sizes},
    {&aten::expand.default_.info(), &with_sizes},
    {&aten::expand_copy.default_.info(), &with_sizes},
    {&aten::repeat.default_.info(), &with_repeats},
    {&aten::flip.default_.info(), &along_dims},
    {&aten::roll.default_.info(), &rolled},
    {&aten::unfold.default_.info(), &with_last_dim},
    {&aten::unfold_copy.default_.info(), &with_last_dim},
    {&aten::diagonal.default_.info(), &with_last_dim},
    {&aten::diagonal_copy.default_.info(), &with_last_dim},
    {&aten::constant_pad_nd.default_.info(), &padded},
    {&aten::as_strided_copy.default_.info(), &by_strides},
    {&aten::index_select.default_.info(), &along_dims},
    {&aten::index.Tensor.info(), &along_dims},
    {&aten::index_put.default_.info(), &along_dims},
    {&aten::index_add.default_.info(), &along_dims},
    {&aten::gather.default_.info(), &by_index},
    {&aten::scatter.src.info(), &by_index},
    {&aten::scatter_add.default_.info(), &by_index},
    {&aten::empty.memory_format.info(), &filled},
    {&aten::full.default_.info(), &filled},
    {&aten::full_like.default_.info(), &filled},
    {&aten::zeros.default_.info(), &filled},
    {&aten::zeros_like.default_.info(), &filled},
    {&decltype(aten::sym_size.int_)::info(), &size_of_numbers},
};

} // namespace graft::detail
