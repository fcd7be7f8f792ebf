#include <graft/pattern/detail/pattern_value.hpp>

#include <doctest/doctest.h>

#include <graft/core/error.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/pattern/list.hpp>

#include "../../io/raises.hpp"

#include <string>

namespace {

using namespace graft;
using graft_test::raised;

/// What a pattern computes, as text; what it tells from other calls only is refused.
struct formula {
    static std::string variable(pattern_node const& n) { return std::string{n.name}; }
    static std::string literal(constant const& c) { return std::to_string(c.bits); }
    static std::string item(std::string const& whole, constant const& index) {
        return whole + '[' + std::to_string(index.bits) + ']';
    }
    static std::string list(vec<std::string> const& items) {
        std::string text = "[";
        for (std::string const& item : items)
            text += item + ';';
        return text + ']';
    }
    static std::string call(pattern_node const& n, vec<detail::slot_value<std::string>> const& operands) {
        std::string text{n.op->name};
        for (auto const& [slot, value] : operands)
            text += ' ' + std::to_string(slot) + ":(" + value + ')';
        return text;
    }
    static std::string other(std::size_t at) { raise(errc::unsupported, "a node at ", at); }
};

template <class P>
std::string formula_of(P const& p) {
    formula made;
    return detail::pattern_value<std::string>(p.nodes, 0, made);
}

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("pattern_value: operands come with their slots, in order, from the leaves up") {
    CHECK(formula_of(aten::add.Tensor(aten::neg(x), y, "alpha"_a = 2)) ==
          "aten::add.Tensor 0:(aten::neg 0:(x)) 1:(y) 2:(2)");
    CHECK(formula_of(aten::cat(list(x, aten::neg(y)), 1)) == "aten::cat 0:([x;aten::neg 0:(y);]) 1:(1)");
    CHECK(formula_of(out<1>(aten::topk(x, 3))) == "aten::topk 0:(x) 1:(3)[1]");
}

TEST_CASE("pattern_value: a node that says how to match is given by its place") {
    CHECK(raised([] { static_cast<void>(formula_of(aten::add.Tensor(x, any))); }) == "graft: a node at 2");
}

} // namespace
