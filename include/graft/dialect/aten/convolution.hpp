#pragma once

#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/convolution.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// Convolutions.
namespace graft::aten {

struct convolution_default : described_op<convolution_default, op_tags::core, meta_convolution> {
    static constexpr int weight = 16;
    static constexpr schema_text text{
        "aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] "
        "dilation, bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor"};
};
inline constexpr single_overload<convolution_default> convolution{};

} // namespace graft::aten

namespace graft::detail {

/// A convolution whose `padding` is "valid", none, or "same", as much as keeps the sizes.
template <class V>
[[nodiscard]] constexpr V padded_convolution(composing<V> const& k, std::size_t spatial) {
    V const &input = k->tensor("input"), &weight = k->tensor("weight");
    std::string_view const padding = k->string("padding");
    vec<sym_int> const &stride = k->integers("stride"), &dilation = k->integers("dilation");
    k.require(padding == "valid" || padding == "same", "'padding' must be 'valid' or 'same', not '", padding, "'");
    if (spatial == 0)
        spatial = static_cast<std::size_t>(std::max<std::int64_t>(k.rank(weight) - 2, 1));
    bool const batched = k.rank(input) == static_cast<std::int64_t>(spatial) + 2;
    k.require(k.rank(weight) == static_cast<std::int64_t>(spatial) + 2 &&
                  (batched || k.rank(input) == static_cast<std::int64_t>(spatial) + 1),
              "'input' and 'weight' do not have the dimensions of a convolution of ", spatial);
    for (char const* const name : {"stride", "dilation"})
        k.require(k->integers(name).size() == 1 || k->integers(name).size() == spatial, "'", name, "' must have ",
                  spatial, " entries");
    auto const of = [&](vec<sym_int> const& values, std::size_t d) {
        return k.number_of(values.size() == 1 ? values[0] : values[d]);
    };
    vec<sym_int> even(spatial, 0), more(2 * spatial, 0);
    bool uneven = false;
    for (std::size_t d = 0; d < spatial && padding == "same"; ++d) {
        k.require(of(stride, d) == 1, "'stride' must be 1 where 'padding' is 'same'");
        sym_int const total = (k.size(weight, static_cast<std::int64_t>(d) + 2) - 1) * of(dilation, d);
        even[d] = floor_div(total, 2);
        more[2 * (spatial - 1 - d) + 1] = mod(total, 2);
        uneven = uneven || !(mod(total, 2) == 0);
    }
    V image = batched ? input : k(aten::unsqueeze, input, 0);
    if (uneven)
        image = k(aten::constant_pad_nd, V(image), more, 0);
    V const result = k(aten::convolution, image, weight, k["bias"], stride, even, dilation, false,
                       vec<sym_int>(spatial, 0), k["groups"]);
    return batched ? result : k(aten::squeeze.dim, result, 0);
}

} // namespace graft::detail

namespace graft::aten {

struct conv1d_default : described_op<conv1d_default, op_tags::no_out, meta_conv> {
    static constexpr schema_text text{
        "aten::conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], "
        "SymInt[1] dilation=[1], SymInt groups=1) -> Tensor"};
};
struct conv1d_padding : composite_op<conv1d_padding, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], str "
        "padding=\"valid\", SymInt[1] dilation=[1], SymInt groups=1) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::padded_convolution(k, 1); }
};
inline constexpr struct conv1d_packet : single_overload<conv1d_default> {
    conv1d_padding padding;
} conv1d{};

struct conv2d_default : described_op<conv2d_default, op_tags::no_out, meta_conv> {
    static constexpr int weight = 16;
    static constexpr schema_text text{
        "aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, "
        "0], SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor"};
};
struct conv2d_padding : composite_op<conv2d_padding, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], str "
        "padding=\"valid\", SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::padded_convolution(k, 2); }
};
inline constexpr struct conv2d_packet : single_overload<conv2d_default> {
    conv2d_padding padding;
} conv2d{};

struct conv3d_default : described_op<conv3d_default, op_tags::no_out, meta_conv> {
    static constexpr schema_text text{
        "aten::conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] "
        "padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor"};
};
struct conv3d_padding : composite_op<conv3d_padding, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], str "
        "padding=\"valid\", SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::padded_convolution(k, 3); }
};
inline constexpr struct conv3d_packet : single_overload<conv3d_default> {
    conv3d_padding padding;
} conv3d{};

struct conv_transpose1d_default : described_op<conv_transpose1d_default, op_tags::no_out, meta_conv_transpose> {
    static constexpr schema_text text{
        "aten::conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] "
        "padding=[0], SymInt[1] output_padding=[0], SymInt groups=1, SymInt[1] dilation=[1]) -> Tensor"};
};
inline constexpr single_overload<conv_transpose1d_default> conv_transpose1d{};

struct conv_transpose2d_input : described_op<conv_transpose2d_input, op_tags::no_out, meta_conv_transpose> {
    static constexpr schema_text text{
        "aten::conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], "
        "SymInt[2] padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt groups=1, SymInt[2] dilation=[1, 1]) -> "
        "Tensor"};
};
inline constexpr struct conv_transpose2d_packet : packet<conv_transpose2d_packet> {
    conv_transpose2d_input input;
} conv_transpose2d{};

struct conv_transpose3d_input : described_op<conv_transpose3d_input, op_tags::no_out, meta_conv_transpose> {
    static constexpr schema_text text{
        "aten::conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], "
        "SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt groups=1, SymInt[3] dilation=[1, 1, "
        "1]) -> Tensor"};
};
inline constexpr struct conv_transpose3d_packet : packet<conv_transpose3d_packet> {
    conv_transpose3d_input input;
} conv_transpose3d{};

/// Every op of this header.
using convolution_ops =
    op_list<conv1d_default, conv1d_padding, conv2d_default, conv2d_padding, conv3d_default, conv3d_padding,
            conv_transpose1d_default, conv_transpose2d_input, conv_transpose3d_input, convolution_default>;

} // namespace graft::aten
