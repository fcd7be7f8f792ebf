#include <graft/core/element.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <type_traits>

using namespace graft;

static_assert(dtype_of<float> == dtype::f32 && dtype_of<bool> == dtype::boolean);
static_assert(dtype_of<std::complex<double>> == dtype::c128 && dtype_of<half> == dtype::f16);
static_assert(dtype_of<char*> == dtype::undefined && !element<long double>);
static_assert(std::is_same_v<element_t<dtype::bf16>, bfloat16>);
static_assert(std::is_same_v<element_t<dtype::f8e5m2>, float8_e5m2>);
static_assert(std::is_same_v<element_t<dtype::f8e8m0fnu>, float8_e8m0fnu>);
static_assert(real_element<half> && real_element<float8_e4m3fn> && !real_element<complex_half>);

namespace {

template <std::size_t... I>
void check_all(std::index_sequence<I...>) {
    auto const check = []<dtype D>() {
        CHECK(dtype_of<element_t<D>> == D);
        CHECK(sizeof(element_t<D>) == element_size(D));
        CHECK(std::is_trivially_copyable_v<element_t<D>>);
    };
    (check.template operator()<all_dtypes[I]>(), ...);
}

} // namespace

TEST_CASE("element: every dtype has one trivially copyable type of its size") {
    check_all(std::make_index_sequence<all_dtypes.size()>{});
}
