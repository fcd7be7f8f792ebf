#include <graft/ir/text/detail/parse_word.hpp>

#include <doctest/doctest.h>

#include "../../../io/raises.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using namespace graft;
using detail::parse_complex;
using detail::parse_real;
using detail::parse_word;

constexpr arg_kind kind_of(std::string_view text) {
    arg word{"no word"};
    return parse_word(text, word) ? word.kind : arg_kind::string;
}

static_assert(kind_of("None") == arg_kind::none);
static_assert(kind_of("True") == arg_kind::boolean);
static_assert(kind_of("-3") == arg_kind::integer);
static_assert(kind_of("0.5") == arg_kind::real);
static_assert(kind_of("-inf") == arg_kind::real);
static_assert(kind_of("2j") == arg_kind::complex);
static_assert(kind_of("Ellipsis") == arg_kind::ellipsis);
static_assert(kind_of("cuda:1") == arg_kind::device);
static_assert(kind_of("torch.float32") == arg_kind::dtype);
static_assert(kind_of("torch.strided") == arg_kind::layout);
static_assert(kind_of("torch.channels_last") == arg_kind::memory_format);

TEST_CASE("parse_word: what is no literal is left to the caller") {
    for (char const* const text :
         {"",   "none", "x.y",        "a_b",    "-",     "1x",     "1_000",    "0x10", "--1", "e5",  "j",
          "-j", "xj",   "torch.relu", "torch.", "cuda:", "cuda:x", "infinity", "+1",   "1e",  "1.e+"})
        CHECK_MESSAGE(kind_of(text) == arg_kind::string, text);
}

TEST_CASE("parse_word: numbers have their values") {
    arg word;
    CHECK((parse_word("9223372036854775807", word) && word.bits == std::numeric_limits<std::int64_t>::max()));
    CHECK((parse_word("-9223372036854775808", word) && word.bits == std::numeric_limits<std::int64_t>::min()));
    CHECK(graft_test::sentence([&] { (void)parse_word("9223372036854775808", word); }) ==
          "the integer does not fit into 64 bits");
    CHECK(parse_real("1e-05") == 1e-05);
    CHECK(parse_real("-1e+300") == -1e+300);
    CHECK(std::signbit(*parse_real("-0.0")));
    CHECK(std::isnan(*parse_real("nan")));
    CHECK(*parse_real("-inf") < 0);
    CHECK((parse_word("1.5j", word) && word.items[1].bits == std::bit_cast<std::int64_t>(1.5)));
}

TEST_CASE("parse_complex: both parts, with their signs and exponents") {
    auto const parts = [](std::string_view text, double real, double imaginary) {
        arg number;
        return parse_complex(text, number) && number.kind == arg_kind::complex &&
               number.items[0].bits == std::bit_cast<std::int64_t>(real) &&
               number.items[1].bits == std::bit_cast<std::int64_t>(imaginary);
    };
    CHECK(parts("1+2j", 1, 2));
    CHECK(parts("-0-2.5j", -0.0, -2.5));
    CHECK(parts("1e-05+1e+20j", 1e-05, 1e20));
    CHECK(parts("inf-infj", INFINITY, -INFINITY));
    arg number;
    for (char const* const text : {"", "j", "2j", "1+2", "1+j", "+2j", "x+2j", "1+xj", "1+2j+3j"})
        CHECK_MESSAGE(!parse_complex(text, number), text);
}

} // namespace
