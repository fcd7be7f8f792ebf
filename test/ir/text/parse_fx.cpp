// Header-only: what holds in constants needs bodies.
#include <graft/ir/text/parse_fx.hpp>

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/text/print_value.hpp>

#include "../toy.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using namespace graft;

constexpr std::string_view everything = R"(graph() -> typing.Tuple[int, str]:
    %x : [num_users=2] = placeholder[target=x]
    %n : typing.Optional[torch.Tensor] [num_users=0] = placeholder[target=n](default=(1, 'a b', device(type='cpu')))
    %s : int [num_users=0] = placeholder[target=s](default=a b)
    %w : [num_users=1] = get_attr[target=layer.0.weight]
    %add : [num_users=2] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, %w), kwargs = {alpha: 2})
    %packet : [num_users=0] = call_function[target=torch.ops.aten.add](args = (range(0, 3), 2j), kwargs = {})
    %edge : [num_users=0] = call_function[target=executorch.exir.dialects.edge._ops.aten.add.Tensor](args = (cuda:1, Ellipsis), kwargs = {k: none})
    %c : torch.Tensor [num_users=1] = call_module[target=sub.conv](args = (%add,), kwargs = {})
    %v : [num_users=1] = call_method[target=view](args = (%c, slice(x, None, 'k'), (1+2j)), kwargs = {})
    return {'out': v, 'aux': [add, None, 1.5, 's', torch.float32, device(type='cuda', index=0)]})";

TEST_CASE("parse_fx: what it reads prints as it was") {
    graph const g = parse_fx(everything, toy::find);
    CHECK(fx_text(g) == everything);
    CHECK(g.target(g.at("add")).op == &toy::add_t::info());
    CHECK(g.type(g.at("n")) == "typing.Optional[torch.Tensor]");
    CHECK(g.type(g.back()) == "typing.Tuple[int, str]");
    CHECK(parse(text(g), toy::find) == g);
}

TEST_CASE("parse_fx: the names are given out in order, the output's last") {
    graph g = parse_fx("graph():\n    %output : [num_users=1] = placeholder[target=o]\n    return output");
    CHECK(g.name(g.back()) == "output_1");
    CHECK(g.arg(g.back(), 0).node() == g.at("output"));
    CHECK(g.name(g.placeholder("output")) == "output_2");
}

TEST_CASE("parse_fx: a graph without output, and one that returns a string, are graphs") {
    for (char const* const text : {"graph():", "graph():\n    return None", "graph():\n    return it, and more",
                                   "graph():\n    %x : [num_users=0] = placeholder[target=x]"})
        CHECK(fx_text(parse_fx(text)) == text);
    CHECK(fx_text(parse_fx("graph():\n    return None\n\n")) == "graph():\n    return None");
}

TEST_CASE("parse_fx: every mistake is an error with its byte") {
    struct {
        std::string_view text, sentence;
    } const cases[] = {
        {"", "'graph()' is expected"},
        {"graph()", "':' is expected at the end of the line"},
        {"graph() x:", "'graph():' or 'graph() -> TYPE:' is expected"},
        {"graph():\n  %x", "'\n    ' is expected"},
        {"graph():\n    x", "'%' is expected"},
        {"graph():\n    % : ", "a node of a new name is expected, not ''"},
        {"graph():\n    %x = ", "' : ' is expected"},
        {"graph():\n    %x : int = ", "'[num_users=' is expected"},
        {"graph():\n    %x : [num_users=a]", "a number is expected"},
        {"graph():\n    %x : [num_users=1] = what[target=x]", "'what' is not a kind of node"},
        {"graph():\n    %x : [num_users=1] = placeholder[target=x](default=1",
         "')' is expected at the end of the line"},
        {"graph():\n    %x : [num_users=1] = placeholder[target=x] ", "the end of the line is expected"},
        {"graph():\n    %x : [num_users=1] = call_method[target=x](args = [], kwargs = {})",
         "the arguments are a tuple"},
        {"graph():\n    %x : [num_users=1] = call_method[target=x](args = (), kwargs = ())", "'{' is expected"},
        {"graph():\n    %x : [num_users=1] = call_method[target=x](args = (%x,), kwargs = {})",
         "the node 'x' is used before it is defined"},
        {"graph():\n    return (x,)", "'x' is neither a node nor a literal"},
        {"graph():\n    return slice(1, 2)", "a slice has a start, a stop and a step"},
        {"graph():\n    return range(1, 'a')", "a range has a start, a stop and at most a step: integers"},
    };
    for (auto const& c : cases) {
        CAPTURE(c.text);
        try {
            (void)parse_fx(c.text);
            CHECK(false);
        } catch (error const& e) {
            CHECK(e.sentence() == c.sentence);
            CHECK(e.byte().has_value());
        }
    }
}

TEST_CASE("parse_fx: every prefix of a text is a graph or an error") {
    for (std::size_t size = 0; size < everything.size(); ++size)
        try {
            (void)parse_fx(everything.substr(0, size));
        } catch (error const&) {
        }
}

constexpr std::size_t size_of_everything() {
    graph const g = parse_fx("graph() -> int:\n    %x : int [num_users=1] = placeholder[target=x](default=0.5)\n    "
                             "%f : [num_users=1] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, [2j, "
                             "Ellipsis]), kwargs = {alpha: range(0, 3)})\n    return (f, 'a')",
                             toy::find);
    return g.target(g.at("f")).op == &toy::add_t::info() ? g.size() : 0;
}
static_assert(size_of_everything() == 3);

target_info interned(graph& g, std::string_view target) {
    return g.target_at(detail::intern_function(g, target, toy::find));
}

TEST_CASE("python_target: the name of an overload is the op, in its dialect, and prints as it was") {
    graph g;
    CHECK(interned(g, "torch.ops.toy.add.Tensor").op == &toy::add_t::info());
    CHECK(interned(g, "torch.ops.toy.relu.default").name == "toy::relu");
    CHECK(interned(g, "executorch.exir.dialects.edge._ops.toy.relu.default").dialect == dialect_tag::edge);
    CHECK(interned(g, "executorch.exir.dialects.backend._ops.DO_NOT.add_relu.default").dialect == dialect_tag::backend);
    for (char const* const target :
         {"torch.ops.toy.add.Tensor", "torch.ops.new.op.default", "torch.ops.aten.add", "operator.getitem",
          "torch._C._nn.linear", "torch.ops.higher_order.cond", "user.f", "f", "torch.ops.a.b.c.d",
          "executorch.exir.dialects.edge._ops.aten.add.Tensor", "executorch.exir.dialects.edge._ops.aten.add"})
        CHECK(detail::python_target(interned(g, target)) == target);
}

TEST_CASE("python_target: what has no overload is no op") {
    graph g;
    CHECK(!interned(g, "torch.ops.toy.relu").is_op());
    CHECK(!interned(g, "torch.relu").is_op());
    CHECK(interned(g, "torch.ops.new.op.default").op == nullptr);
}

TEST_CASE("python_target: a name that would read as an op's is an error") {
    graph g;
    CHECK_THROWS_AS((void)interned(g, "torch.ops.a::b.c.d"), error);
    CHECK_THROWS_AS((void)interned(g, "::"), error);
}

} // namespace
