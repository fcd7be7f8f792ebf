#include <graft/core/text.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace graft;

namespace {

constexpr bool prints(std::int64_t number, std::string_view expected) {
    std::vector<char> out;
    append_number(out, number);
    return std::string_view(out.data(), out.size()) == expected;
}

std::string real(double number) {
    std::string out;
    append_real(out, number);
    return out;
}

} // namespace

static_assert(prints(0, "0") && prints(-7, "-7") && prints(1234567890, "1234567890"));
static_assert(prints(std::numeric_limits<std::int64_t>::min(), "-9223372036854775808"));
static_assert(prints(std::numeric_limits<std::int64_t>::max(), "9223372036854775807"));

TEST_CASE("text: integers are printed as std::to_string prints them") {
    for (std::int64_t n = 1; n > 0 && n < std::numeric_limits<std::int64_t>::max() / 7; n *= 7)
        for (std::int64_t sign : {-1, 1}) {
            std::string out;
            append_number(out, sign * n);
            CHECK(out == std::to_string(sign * n));
        }
}

TEST_CASE("text: real numbers are printed as Python prints them") {
    CHECK(real(0.5) == "0.5");
    CHECK(real(2) == "2.0");
    CHECK(real(-0.0) == "-0.0");
    CHECK(real(0.1) == "0.1");
    CHECK(real(1e-4) == "0.0001");
    CHECK(real(1e-5) == "1e-05");
    CHECK(real(1.5e-7) == "1.5e-07");
    CHECK(real(1e15) == "1000000000000000.0");
    CHECK(real(1e16) == "1e+16");
    CHECK(real(123456789012345680) == "1.2345678901234568e+17");
    CHECK(real(1e300) == "1e+300");
    CHECK(real(5e-324) == "5e-324");
    CHECK(real(INFINITY) == "inf");
    CHECK(real(-INFINITY) == "-inf");
    CHECK(real(NAN) == "nan");
}
