#include <graft/schema/detail/fit_argument.hpp>

#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

using graft::argument_kind;
using graft::scalar;
using graft::sym_int;

struct box {};
using argument = graft::argument<box>;

struct fitted {
    bool fits;
    argument value;
};

/// The argument in a slot of this type.
fitted fit(std::string const& type, argument value) {
    graft::runtime_op const op("f(" + type + " x) -> ()");
    fitted result{false, std::move(value)};
    result.fits = graft::detail::fit_argument(result.value, op.info().arguments[0]);
    return result;
}

bool fits(std::string const& type, argument value) { return fit(type, std::move(value)).fits; }

argument const list = std::vector<sym_int>{1, 2};
argument const empty = std::vector<sym_int>{};

} // namespace

TEST_CASE("fit_argument: each type takes what PyTorch takes for it") {
    CHECK(fits("Tensor", box{}));
    CHECK(fits("Tensor", 2.5));
    CHECK_FALSE(fits("Tensor", "x"));
    CHECK(fits("Scalar", true));
    CHECK(fits("Scalar", sym_int(graft::symbol("s0"))));
    CHECK_FALSE(fits("Scalar", box{}));
    CHECK(fits("SymInt", 3));
    CHECK_FALSE(fits("int", 3.0));
    CHECK_FALSE(fits("int", true));
    CHECK(fits("bool", true));
    CHECK_FALSE(fits("bool", 1));
    CHECK(fits("str", "x"));
    CHECK(fits("ScalarType", graft::dtype::f32));
    CHECK_FALSE(fits("ScalarType", 6));
    CHECK(fits("Layout", graft::layout::strided));
    CHECK(fits("MemoryFormat", graft::memory_format::contiguous));
    CHECK(fits("complex", 1.5));
    CHECK(fits("t", list));
    CHECK(fits("Any", std::nullopt));
    CHECK_FALSE(fits("Generator", 1));
    CHECK_FALSE(fits("str[]", list));
}

TEST_CASE("fit_argument: only what is optional takes None") {
    CHECK(fits("Tensor?", std::nullopt));
    CHECK(fits("int[]?", std::nullopt));
    CHECK_FALSE(fits("Tensor", std::nullopt));
    CHECK_FALSE(fits("int[]", std::nullopt));
}

TEST_CASE("fit_argument: an integer for a float becomes one unless it is symbolic") {
    CHECK(fit("float", 2).value.number == scalar(2.0));
    CHECK_FALSE(fits("float", sym_int(graft::symbol("s0"))));
}

TEST_CASE("fit_argument: one value for a list of known size becomes the list") {
    CHECK(fit("int[3]", 7).value.integers == std::vector<sym_int>{7, 7, 7});
    CHECK(fit("float[2]", 0.5).value.numbers == std::vector<scalar>{0.5, 0.5});
    CHECK(fit("float[2]", 1).value.numbers.size() == 2);
    CHECK(fit("bool[2]", true).value.numbers == std::vector<scalar>{true, true});
    CHECK_FALSE(fits("int[]", 7));
}

TEST_CASE("fit_argument: lists take lists of their elements") {
    CHECK(fits("int[2]", list));
    CHECK(fits("SymInt[]?", list));
    CHECK(fit("Scalar[]", list).value.numbers[1] == scalar(2));
    CHECK_FALSE(fits("int[]", std::array{0.5}));
    CHECK_FALSE(fits("bool[]", list));
    CHECK(fits("bool[]", std::vector<bool>{true}));
    CHECK_FALSE(fits("Tensor", list));
    CHECK_FALSE(fits("Tensor[]", list));
    CHECK_FALSE(fits("int[]", box{}));
}

TEST_CASE("fit_argument: an empty list fits every list") {
    for (std::string const type : {"Tensor[]", "int[]", "float[]", "bool[]", "Scalar[]"})
        CHECK(fits(type, empty));
    CHECK(fit("Tensor[]", empty).value.kind == argument_kind::tensors);
    CHECK(fit("float[]", empty).value.kind == argument_kind::numbers);
}

TEST_CASE("fit_argument: elements are absent only where the schema says so") {
    std::vector<box const*> const absent{nullptr};
    CHECK(fits("Tensor?[]", absent));
    CHECK_FALSE(fits("Tensor[]", absent));
}

TEST_CASE("fit_argument: a device may be given by name") {
    CHECK(fit("Device", "cpu").value.kind == argument_kind::device);
    CHECK_FALSE(fits("Device", "nowhere"));
}
