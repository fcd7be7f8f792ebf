#include <graft/schema/print.hpp>

#include <graft/core/error.hpp>
#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

namespace {

std::string print(std::string const& schema) { return text(graft::runtime_op(schema).info()); }

} // namespace

TEST_CASE("print: schemas of PyTorch print back to the byte") {
    std::ifstream file(GRAFT_TEST_DATA "/schema/schemas.txt");
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines)
        CHECK(print(line) == line);
    CHECK(lines > 400);
}

TEST_CASE("print: what is written differently prints as PyTorch writes it") {
    CHECK(print(" f( int  a=0, float b=1e-5 , *,bool c=true)->(Tensor)") ==
          "f(int a=0, float b=1.0000000000000001e-05, *, bool c=True) -> Tensor");
    CHECK(print("f(str a='x\\'y') -> ()") == R"(f(str a="x\'y") -> ())");
    CHECK(print("f(float a=-inf, float[] b=[1, 0.5], bool[2] c=False) -> ()") ==
          "f(float a=-inf, float[] b=[1., 0.5], bool[2] c=False) -> ()");
    CHECK(print("f() -> ((int, t))") == "f() -> ((int, t))");
    CHECK(print("f(int[2][] x) -> (int, ...)") == "f(int[2][] x) -> (int, ...)");
}

TEST_CASE("print: a real literal is read back as the same double") {
    for (double const value : {0.1, -0.0, 1e300, 5e-324, 1.0 / 3, 123456789.0}) {
        graft::literal const literal{.kind = graft::literal_kind::real, .real = value};
        CHECK(std::strtod(text(literal).c_str(), nullptr) == value);
    }
    graft::literal const nan{.kind = graft::literal_kind::real, .real = std::numeric_limits<double>::quiet_NaN()};
    CHECK(text(nan) == "nan");
}
