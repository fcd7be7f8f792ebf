#include <graft/kernel/base/convert.hpp>

#include <graft/core/tensor.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using detail::convert_element;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

} // namespace

static_assert(convert_element<std::int32_t>(-2.9f) == -2 && convert_element<std::int64_t>(2.9) == 2);
static_assert(convert_element<std::int64_t>(not_a_number) == lowest);
static_assert(convert_element<std::int64_t>(infinity) == lowest);
static_assert(convert_element<std::int64_t>(0x1p63) == lowest);
static_assert(convert_element<std::int64_t>(-0x1p63) == lowest);
static_assert(convert_element<std::int32_t>(3e9) == std::numeric_limits<std::int32_t>::min());
static_assert(convert_element<std::int32_t>(2147483647.0) == 2147483647);
static_assert(convert_element<std::uint8_t>(-1.0f) == 255 && convert_element<std::uint8_t>(300.0) == 44);
static_assert(convert_element<std::int8_t>(200.0f) == -56 && convert_element<std::int8_t>(not_a_number) == 0);
static_assert(convert_element<std::uint8_t>(std::int64_t{-1}) == 255);
static_assert(convert_element<std::int16_t>(std::int32_t{70000}) == 4464);
static_assert(convert_element<bool>(0.5f) && convert_element<bool>(not_a_number) && !convert_element<bool>(-0.0));
static_assert(convert_element<bool>(std::int64_t{256}) && convert_element<float>(true) == 1.0f);
static_assert(convert_element<half>(1e6) == half(infinity));
static_assert(convert_element<std::int32_t>(half(-1.5f)) == -1 && convert_element<bool>(half(0.5f)));
static_assert(convert_element<bfloat16>(half(0.5f)) == bfloat16(0.5f));

static_assert(convert_element<std::uint16_t>(-1.5f) == 65535 && convert_element<std::uint16_t>(70000.0) == 4464);
static_assert(convert_element<std::uint32_t>(4e9) == 4000000000u &&
              convert_element<std::uint32_t>(-3.0) == 4294967293u);
static_assert(convert_element<std::uint64_t>(1.5e19) == 15000000000000000000u);
static_assert(convert_element<std::uint64_t>(-1.0f) == ~std::uint64_t{0});
static_assert(convert_element<double>(~std::uint64_t{0}) == 0x1p64);

TEST_CASE("row_conversion: integers without sign go to every dtype and come from it") {
    for (dtype const wide : {dtype::u16, dtype::u32, dtype::u64})
        for (dtype const other : {dtype::boolean, dtype::u8, dtype::i16, dtype::i64, dtype::f16, dtype::bf16,
                                  dtype::f32, dtype::f64, dtype::u16, dtype::u32, dtype::u64}) {
            tensor const number = tensor::full({3}, dtype::i64, std::int64_t{101});
            tensor const given = tensor::empty({3}, wide), made = tensor::empty({3}, other),
                         back = tensor::empty({3}, wide);
            auto const convert = [](tensor const& from, tensor const& to) {
                detail::row_conversion(to.dtype(), from.dtype())(3, to.data(), std::int64_t(to.element_size()),
                                                                 from.data(), std::int64_t(from.element_size()));
            };
            convert(number, given);
            convert(given, made);
            convert(made, back);
            CHECK(back.as_strided({}, {}, 1).item().to<std::int64_t>() == (other == dtype::boolean ? 1 : 101));
        }
    std::uint64_t const most = ~std::uint64_t{0};
    double real = 0;
    detail::row_conversion(dtype::f64, dtype::u64)(1, reinterpret_cast<std::byte*>(&real), 8,
                                                   reinterpret_cast<std::byte const*>(&most), 8);
    CHECK(real == 0x1p64);
}

TEST_CASE("row_conversion: floats of 8 bits go to every dtype and come from it, by way of float") {
    std::vector<float> numbers; // among them ties, what is too large, and what is next to each
    for (int i = -600; i <= 600; ++i)
        numbers.push_back(static_cast<float>(i) / 8);
    for (float const x : {448.0f, 464.0f, 465.0f, 1e9f, 57344.0f, 61440.0f, 0x1p-10f, 0x1.8p-10f, 0x1p-17f})
        numbers.insert(numbers.end(), {x, -x});
    auto const n = static_cast<std::int64_t>(numbers.size());
    tensor const given = tensor::from<float>({n}, numbers);
    auto const converted = [&](tensor const& from, dtype to) {
        tensor result = tensor::empty({n}, to);
        detail::row_conversion(to, from.dtype())(n, result.data(), std::int64_t(result.element_size()), from.data(),
                                                 std::int64_t(from.element_size()));
        return result;
    };
    for (dtype const small : {dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu})
        for (dtype const other : {dtype::boolean, dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::f16,
                                  dtype::bf16, dtype::f32, dtype::f64, dtype::u16, dtype::u32, dtype::u64,
                                  dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu}) {
            CAPTURE(fx_name(small));
            CAPTURE(fx_name(other));
            tensor const from = converted(given, other), made = converted(from, small), back = converted(made, other);
            tensor const wide = converted(from, dtype::f32), reread = converted(made, dtype::f32);
            for (std::int64_t i = 0; i < n; ++i) {
                float const x = wide.data<float>()[i];
                float const want = small == dtype::f8e4m3fn ? static_cast<float>(float8_e4m3fn(x))
                                   : small == dtype::f8e5m2 ? static_cast<float>(float8_e5m2(x))
                                                            : static_cast<float>(float8_e8m0fnu(x));
                float const got = reread.data<float>()[i];
                CHECK((got == want || (got != got && want != want)));
            }
            tensor const direct = converted(reread, other);
            CHECK(std::memcmp(direct.data(), back.data(), back.nbytes()) == 0);
        }
}

TEST_CASE("row_conversion: every pair of dtypes, dense, strided, and of one element for all") {
    reference::source random(1);
    for (dtype from : reference::any_real)
        for (dtype to : reference::any_real) {
            tensor const dense = random.uniform({70}, from, 0, 90);
            tensor const one = dense.as_strided({70}, {0}, dense.storage_offset());
            for (auto const& [a, step] : {std::pair(dense, 1), {dense, 3}, {one, 1}, {one, 3}}) {
                tensor const b = tensor::zeros({70 * step}, to).as_strided({70}, {step}, 0);
                detail::row_conversion(to, from)(70, b.data(), step * static_cast<std::int64_t>(b.element_size()),
                                                 a.data(), a.stride(0) * static_cast<std::int64_t>(a.element_size()));
                CHECK(reference::mismatch(b, [&, &a = a](reference::sizes const& i) {
                          double const x = reference::at(a, i);
                          return to == dtype::boolean ? double(x != 0) : is_integral(to, false) ? std::trunc(x) : x;
                      }) == "");
            }
        }
}

TEST_CASE("row_conversion: of any bits, in one step or two, what an element becomes") {
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> bits(300);
    for (std::uint64_t& b : bits)
        b = random();
    auto const* const from = reinterpret_cast<std::byte const*>(bits.data());
    for (dtype const a : reference::any_real)
        for (dtype const b : reference::any_real)
            kernel::dispatch<kernel::any_real>(a, "a test", [&]<class From>() {
                kernel::dispatch<kernel::any_real>(b, "a test", [&]<class To>() {
                    std::vector<std::byte> to(bits.size() * sizeof(To));
                    detail::row_conversion(b, a)(300, to.data(), sizeof(To), from, 8);
                    for (std::size_t i = 0; a != b && i < bits.size(); ++i) {
                        detail::stored_t<From> x;
                        To got;
                        std::memcpy(&x, from + 8 * i, sizeof x);
                        std::memcpy(&got, to.data() + i * sizeof(To), sizeof got);
                        To const want = detail::convert_stored<To, From>(x);
                        bool const both_nan = want != want && got != got;
                        REQUIRE((both_nan || std::memcmp(&want, &got, sizeof want) == 0));
                    }
                });
            });
}

TEST_CASE("row_conversion: any byte but 0 is read as true and written as 1") {
    std::array<std::uint8_t, 4> const bytes{0, 1, 2, 255};
    std::array<std::uint8_t, 4> copied{};
    detail::row_conversion(dtype::boolean, dtype::boolean)(4, reinterpret_cast<std::byte*>(copied.data()), 1,
                                                           reinterpret_cast<std::byte const*>(bytes.data()), 1);
    CHECK(copied == std::array<std::uint8_t, 4>{0, 1, 1, 1});
    std::array<float, 4> numbers{};
    detail::row_conversion(dtype::f32, dtype::boolean)(4, reinterpret_cast<std::byte*>(numbers.data()), 4,
                                                       reinterpret_cast<std::byte const*>(bytes.data()), 1);
    CHECK(numbers == std::array<float, 4>{0, 1, 1, 1});
}

TEST_CASE("row_conversion: every dtype is copied to itself, others that are not numbers are "
          "refused") {
    for (dtype d : all_dtypes) {
        std::vector<std::byte> from(3 * element_size(d), std::byte{1}), to(from.size());
        auto const bytes = static_cast<std::int64_t>(element_size(d));
        detail::row_conversion(d, d)(3, to.data(), bytes, from.data(), bytes);
        CHECK(to == from);
    }
    CHECK_THROWS_AS((void)detail::row_conversion(dtype::f32, dtype::c64), error);
    CHECK_THROWS_AS((void)detail::row_conversion(dtype::c64, dtype::f32), error);
}
