// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/value_spec.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

namespace {

constexpr bool values_in_constants() {
    value_spec const tensor = make_spec(dtype::f32, {symbol("s0")});
    value_spec const size = value_spec::of_integer(symbol("s0"));
    value_spec const both = value_spec::of_list({tensor, size});
    value_spec const copy = both;
    return tensor.is_tensor() && both.is_list() && both.items.size() == 2 && copy == both && !(tensor == size) &&
           value_spec{}.is_none();
}
static_assert(values_in_constants());

} // namespace

TEST_CASE("value_spec: the kind tells equal expressions apart") {
    CHECK(value_spec::of_integer(1) == value_spec::of_integer(1));
    CHECK_FALSE(value_spec::of_integer(1) == value_spec::of_boolean(1));
    CHECK_FALSE(value_spec::of_boolean(1) == value_spec::of_real(1));
    CHECK_FALSE(value_spec::of_list({}) == value_spec{});
    CHECK_FALSE(value_spec::of_list({value_spec{}}) == value_spec::of_list({}));
}

TEST_CASE("value_spec: the tensor that a value is") {
    value_spec const tensor = make_spec(dtype::f32, {symbol("s0")});
    value_spec const list = value_spec::of_list({tensor});
    CHECK(detail::tensor_of(&tensor) == &tensor.tensor);
    CHECK(detail::tensor_of(&list) == nullptr);
    CHECK(detail::tensor_of(nullptr) == nullptr);
}

namespace {

constexpr bool specs_in_constants() {
    sym_int const s = symbol("s0");
    tensor_spec const spec = make_spec(dtype::f32, {2, s, 3});
    tensor_spec strided = spec;
    strided.strides[0] = 1;
    return spec.dim() == 3 && spec.numel() == 6 * s && spec.strides[0] == 3 * s && spec.strides[2] == 1 &&
           is_contiguous(spec) && !is_contiguous(strided) && spec == make_spec(dtype::f32, {2, s, 3}) &&
           !(spec == strided);
}
static_assert(specs_in_constants());

} // namespace

TEST_CASE("tensor_spec: a new spec is contiguous, strided, on the CPU and without gradient") {
    tensor_spec const spec = make_spec(dtype::i64, {});
    CHECK(spec.numel() == 1);
    CHECK(spec.storage_offset == 0);
    CHECK(spec.dev == device{});
    CHECK(spec.layout == layout::strided);
    CHECK_FALSE(spec.requires_grad);
    CHECK(tensor_spec{}.dtype == dtype::undefined);
}

TEST_CASE("tensor_spec: every member counts in a comparison") {
    tensor_spec const spec = make_spec(dtype::f32, {2, 3});
    tensor_spec other = spec;
    other.requires_grad = true;
    CHECK(spec != other);
    other = spec;
    other.dev = {device_kind::cuda, 0};
    CHECK(spec != other);
    other = spec;
    other.storage_offset = 1;
    CHECK(spec != other);
    other = spec;
    other.dtype = dtype::f16;
    CHECK(spec != other);
    other = spec;
    other.layout = layout::sparse_coo;
    CHECK(spec != other);
    other = make_spec(dtype::f32, {2, symbol("s0")});
    CHECK(spec != other);
}

namespace {

constexpr bool symbolic_shapes() {
    sym_int const s = symbol("s0");
    std::vector<sym_int> const x{2, s, 3};
    std::vector<sym_int> const strides{3 * s, 3, 1};
    std::vector<sym_int> const one{s, 1};
    std::vector<sym_int> const four{4};
    std::vector<sym_int> const s_by_four{s, 4};
    return numel(x) == 6 * s && contiguous_strides(x) == strides && is_contiguous(x, strides) &&
           broadcast_sizes(one, four) == s_by_four && broadcast_sizes(four, one) == s_by_four;
}
static_assert(symbolic_shapes());

} // namespace

TEST_CASE("broadcast_size: two symbolic sizes that may differ do not broadcast") {
    std::vector<sym_int> const a{symbol("s0")};
    std::vector<sym_int> const b{symbol("s1")};
    CHECK(broadcast_sizes(a, a) == a);
    CHECK_THROWS_AS((void)broadcast_sizes(a, b), error);
}
