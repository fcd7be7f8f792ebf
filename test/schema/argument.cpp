#include <graft/schema/argument.hpp>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using graft::argument_kind;
using graft::scalar;
using graft::sym_int;

struct box {
    int number = 0;
};
using argument = graft::argument<box>;

constexpr bool is_constant() {
    box const b{3};
    argument const one(b);
    argument const two(std::vector<sym_int>{4, 5});
    return one.tensor->number == 3 && two.integers[1].value() == 5 && argument(2.5).to_number() == scalar(2.5);
}
static_assert(is_constant());

} // namespace

TEST_CASE("argument: each C++ type is the kind it stands for") {
    CHECK(argument().kind == argument_kind::missing);
    CHECK(argument(std::nullopt).kind == argument_kind::none);
    CHECK(argument(nullptr).kind == argument_kind::none);
    CHECK(argument(true).kind == argument_kind::boolean);
    CHECK(argument(3).kind == argument_kind::integer);
    CHECK(argument(sym_int(graft::symbol("s0"))).integer.is_symbolic());
    CHECK(argument(0.5f).kind == argument_kind::real);
    CHECK(argument(scalar(3)).kind == argument_kind::integer);
    CHECK(argument(scalar(true)).kind == argument_kind::boolean);
    CHECK(argument(scalar(0.5)).kind == argument_kind::real);
    CHECK(argument("same").text == "same");
    CHECK(argument(std::string("same")).kind == argument_kind::string);
    CHECK(argument(graft::dtype::f16).dtype == graft::dtype::f16);
    CHECK(argument(graft::layout::strided).kind == argument_kind::layout);
    CHECK(argument(graft::memory_format::preserve).kind == argument_kind::memory_format);
    CHECK(argument(graft::device{}).kind == argument_kind::device);
    CHECK(argument(box{}).kind == argument_kind::tensor);
}

TEST_CASE("argument: an optional is its value or None") {
    CHECK(argument(std::optional(3)).integer.value() == 3);
    CHECK(argument(std::optional<int>()).kind == argument_kind::none);
}

TEST_CASE("argument: ranges are lists of what their elements are") {
    std::vector<box> const boxes{{1}, {2}};
    CHECK(argument(boxes).tensors[1] == &boxes[1]);
    CHECK(argument(std::span(boxes)).tensors.size() == 2);
    std::vector<std::optional<box>> const some{box{1}, std::nullopt};
    CHECK(argument(some).tensors[0] == &*some[0]);
    CHECK(argument(some).tensors[1] == nullptr);
    CHECK(argument(argument(boxes).tensors).tensors[0] == &boxes[0]);
    CHECK(argument(std::array{1, 2}).integers[1].value() == 2);
    CHECK(argument(std::vector<bool>{true, false}).numbers[0] == scalar(true));
    CHECK(argument(std::array{0.5}).numbers[0] == scalar(0.5));
    CHECK(argument(std::array{scalar(1), scalar(2.)}).kind == argument_kind::numbers);
}

TEST_CASE("argument: numbers are known as such and keep their kind") {
    CHECK(argument(true).is_number());
    CHECK(argument(1).is_number());
    CHECK_FALSE(argument(box{}).is_number());
    CHECK(argument(1).to_number() == scalar(1));
    CHECK(argument(true).to_number() == scalar(true));
    CHECK_THROWS(static_cast<void>(argument(sym_int(graft::symbol("s0"))).to_number()));
}

TEST_CASE("argument: a real number that is only known when the program runs has a kind, but no value") {
    argument const unknown = argument::unknown_real(sym_int(graft::symbol("zf0")));
    CHECK(unknown.kind == argument_kind::real);
    CHECK(unknown.is_unknown_real());
    CHECK_FALSE(argument(0.5).is_unknown_real());
    CHECK(unknown.is_unknown_number());
    CHECK(argument(sym_int(graft::symbol("s0"))).is_unknown_number());
    CHECK_FALSE(argument(2).is_unknown_number());
    CHECK_THROWS_AS(static_cast<void>(unknown.to_number()), graft::error);
}

TEST_CASE("argument: every kind has its words") {
    for (int i = 0; i <= static_cast<int>(argument_kind::device); ++i)
        CHECK_FALSE(graft::text(static_cast<argument_kind>(i)).empty());
}
