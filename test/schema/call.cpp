#include <graft/schema/call.hpp>

#include <graft/schema/op.hpp>
#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

using graft::scalar;
using graft::sym_int;

struct box {
    int number = 0;
};

struct mix_t : graft::op<mix_t> {
    static constexpr graft::schema_text text{
        "my::mix(Tensor self, Tensor? weight=None, Tensor?[] index=[], int n=3, int? m=None, "
        "int[2] pad=1, int[]? dims=None, float p=0.5, float? q=2, Scalar alpha=1, "
        "Scalar? beta=None, bool keep=False, bool? flag=None, str mode=\"mean\", *, "
        "ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "MemoryFormat? memory_format=None, float[] scales=[]) -> Tensor"};
};

struct scaled_t : graft::op<scaled_t> {
    static constexpr graft::schema_text text{"my::scaled(Tensor self, float[2] scales) -> Tensor"};
};

using call = graft::call<box>;

constexpr bool works_in_constants() {
    box const b{7};
    call c(mix_t::info());
    c.set(0, b).set("pad", std::vector<sym_int>{2, 3});
    c.check();
    return c.tensor("self").number == 7 && c.integers("pad")[1].value() == 3 && c.real("p") == 0.5 &&
           !c.has("weight") && !c.dtype("dtype");
}
static_assert(works_in_constants());

std::string what(auto&& f) {
    try {
        f();
    } catch (graft::error const& e) {
        return e.sentence();
    }
    return "no error";
}

} // namespace

TEST_CASE("call: a real number that is only known when the program runs is not read") {
    call c(mix_t::info());
    c.set("p", graft::argument<box>::unknown_real(sym_int(graft::symbol("zf0"))));
    CHECK(what([&] { static_cast<void>(c.real("p")); }) ==
          "my::mix: argument 'p' is a number that is only known when the program runs");
    c.set("alpha", graft::argument<box>::unknown_real(sym_int(graft::symbol("zf0"))));
    CHECK(what([&] { static_cast<void>(c.number("alpha")); }).find("'alpha' is a number that is only known") !=
          std::string::npos);
}

TEST_CASE("call: a real number that is only known when the program runs is not repeated for a list") {
    call c(scaled_t::info());
    auto const unknown = graft::argument<box>::unknown_real(sym_int(graft::symbol("zf0")));
    CHECK(what([&] { c.set("scales", unknown); }).find("only known when the program runs") != std::string::npos);
}

TEST_CASE("call: defaults are filled in, one value for an int[2] twice") {
    call const c(mix_t::info());
    CHECK(c.optional_tensor("weight") == nullptr);
    CHECK(c.tensors("index").empty());
    CHECK(c.integer("n").value() == 3);
    CHECK(c.optional_integer("m") == nullptr);
    CHECK(c.integers("pad") == std::vector<sym_int>{1, 1});
    CHECK(c.optional_integers("dims") == nullptr);
    CHECK(c.optional_real("q") == 2.0);
    CHECK(c.number("alpha") == scalar(1));
    CHECK_FALSE(c.optional_number("beta"));
    CHECK_FALSE(c.boolean("keep"));
    CHECK_FALSE(c.optional_boolean("flag"));
    CHECK(c.string("mode") == "mean");
    CHECK_FALSE(c.layout("layout"));
    CHECK_FALSE(c.device("device"));
    CHECK_FALSE(c.memory_format("memory_format"));
    CHECK(c.numbers("scales").empty());
}

TEST_CASE("call: what is set is read back, by name and by number") {
    box const b{1}, w{2};
    call c(mix_t::info());
    c.set("self", b).set("weight", w).set("index", std::vector<box const*>{&b, nullptr});
    c.set("n", sym_int(graft::symbol("s0"))).set("m", 4).set("dims", std::array{0, -1});
    c.set("p", 1).set("alpha", true).set("beta", 2.5).set("keep", true).set("flag", false);
    c.set("mode", "sum").set("dtype", graft::dtype::f16).set("device", "cpu");
    c.set("layout", graft::layout::strided).set("scales", std::array{0.5, 2.});
    CHECK(c.optional_tensor(1)->number == 2);
    CHECK(c.tensors(2)[1] == nullptr);
    CHECK(c.integer(3).is_symbolic());
    CHECK(c.optional_integer("m")->value() == 4);
    CHECK(c.optional_integers("dims")->size() == 2);
    CHECK(c.real("p") == 1.0);
    CHECK(c.number("alpha") == scalar(true));
    CHECK(c.optional_number("beta") == scalar(2.5));
    CHECK(c.boolean("keep"));
    CHECK(c.optional_boolean("flag") == false);
    CHECK(c.string("mode") == "sum");
    CHECK((c.dtype("dtype") == graft::dtype::f16));
    CHECK((c.device("device") == graft::device{}));
    CHECK((c.layout("layout") == graft::layout::strided));
    CHECK(c.numbers("scales")[1] == scalar(2.));
    CHECK(&c.op() == &mix_t::info());
}

TEST_CASE("call: a number for a Tensor stays a number") {
    call c(mix_t::info());
    c.set("self", 2);
    CHECK(c.number("self") == scalar(2));
    CHECK(what([&] { static_cast<void>(c.tensor("self")); }) == "my::mix: argument 'self' is an integer, not a tensor");
}

TEST_CASE("call: errors name op and argument") {
    call c(mix_t::info());
    CHECK(what([&] { c.check(); }) == "my::mix: argument 'self' has no default and is not given");
    CHECK(what([&] { static_cast<void>(c.tensor("self")); }) == "my::mix: argument 'self' is missing, not a tensor");
    CHECK(what([&] { c.set("n", 1.5); }) == "my::mix: argument 'n' takes int, not a float");
    CHECK(what([&] { c.set("dims", 1); }) == "my::mix: argument 'dims' takes int[]?, not an integer");
    CHECK(what([&] { static_cast<void>(c.number("mode")); }) == "my::mix: argument 'mode' is a string, not a number");
    CHECK(what([&] { static_cast<void>(c.has("none")); }) == "my::mix: there is no argument 'none'");
    CHECK(what([&] { static_cast<void>(c.has(19)); }) == "my::mix: there is no argument number 19");
    CHECK(what([&] { static_cast<void>(c.has(-1)); }) == "my::mix: there is no argument number -1");
}

TEST_CASE("make_call: the arguments of a call by their slots") {
    box const b{5};
    call const c = graft::make_call<box, mix_t>(graft::slots<0, 9>{}, b, 2.5);
    CHECK(c.tensor(0).number == 5);
    CHECK(c.number("alpha") == scalar(2.5));
}

namespace {

using graft::argument_kind;

struct token {};
using argument = graft::argument<token>;

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
    CHECK(fits("Tensor", token{}));
    CHECK(fits("Tensor", 2.5));
    CHECK_FALSE(fits("Tensor", "x"));
    CHECK(fits("Scalar", true));
    CHECK(fits("Scalar", sym_int(graft::symbol("s0"))));
    CHECK_FALSE(fits("Scalar", token{}));
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
    CHECK_FALSE(fits("int[]", token{}));
}

TEST_CASE("fit_argument: an empty list fits every list") {
    for (std::string const type : {"Tensor[]", "int[]", "float[]", "bool[]", "Scalar[]"})
        CHECK(fits(type, empty));
    CHECK(fit("Tensor[]", empty).value.kind == argument_kind::tensors);
    CHECK(fit("float[]", empty).value.kind == argument_kind::numbers);
}

TEST_CASE("fit_argument: elements are absent only where the schema says so") {
    std::vector<token const*> const absent{nullptr};
    CHECK(fits("Tensor?[]", absent));
    CHECK_FALSE(fits("Tensor[]", absent));
}

TEST_CASE("fit_argument: a device may be given by name") {
    CHECK(fit("Device", "cpu").value.kind == argument_kind::device);
    CHECK_FALSE(fits("Device", "nowhere"));
}
