// Header-only: what holds in constants needs bodies.
#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/symbolic/math.hpp>

#include "../../io/raises.hpp"
#include "../../sanitized.hpp"
#include "../toy.hpp"

#include <deque>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;

TEST_CASE("parse: FX's text gives the graph, with the ops that are known") {
    graph const g = parse(R"(graph():
    %x : torch.Tensor [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y](default=None)
    %add : [num_users=1] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, %y), kwargs = {alpha: 2})
    %relu : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.toy.relu.default](args = (%add,), kwargs = {})
    %new : [num_users=1] = call_function[target=torch.ops.new.op.default](args = (%relu, slice(1, x, None)), kwargs = {})
    return (new, None)
)",
                          toy::find);
    CHECK(g.size() == 6);
    CHECK(g.target(g.at("add")).op == &toy::add_t::info());
    CHECK(g.target(g.at("relu")).op == &toy::relu_t::info());
    CHECK(g.target(g.at("relu")).dialect == dialect_tag::edge);
    CHECK(g.target(g.at("new")).op == nullptr);
    CHECK(g.target(g.at("new")).name == "new::op");
    CHECK(g.arg(g.at("new"), 1)[1].node() == g.at("x"));
    CHECK(g.find_kwarg(g.at("add"), "alpha")->integer() == 2);
    CHECK(g.arg(g.back(), 0)[0].node() == g.at("new"));
    CHECK(g.arg(g.back(), 0)[1].is_none());
    CHECK(lint(g).empty());
}

TEST_CASE("parse: names come verbatim, also those that a graph would not give") {
    graph const g = parse("graph():\n    %for = placeholder[target=for]\n    %for_1 = "
                          "placeholder[target=other]\n    %\"a b\" = placeholder[target=\"*args]\"]\n    "
                          "%\"\" = get_attr[target=w]\n    return (%for, %\"a b\", %\"\")\n");
    CHECK(g.find("for"));
    CHECK(g.find("for_1"));
    CHECK(g.target(g.at("a b")).name == "*args]");
    CHECK(g.find(""));
    CHECK(parse(text(g)) == g);
}

TEST_CASE("parse: names that were read are not created again") {
    graph g = parse("graph():\n    %add_tensor = placeholder[target=x]\n    %add_tensor_1 = placeholder[target=y]\n");
    node_id const n = g.call_function(toy::add_t::info(), {arg::node(g.at("add_tensor")), 1});
    CHECK(g.at("add_tensor_1") != n);
    CHECK(lint(g).empty());
    CHECK(parse(text(g)) == g);
}

TEST_CASE("parse: blank lines, indentation and line ends do not matter") {
    graph const g = parse("graph():\n    %x = placeholder[target=x]\n    return %x\n");
    CHECK(parse("\r\n graph():\r\n\r\n%x=placeholder[target=x]\r\n\t\treturn   %x  \r\n\n") == g);
    CHECK(parse("graph():") == graph{});
}

TEST_CASE("parse: only names of three parts are ops") {
    graph const g = parse(R"(graph():
    %a = call_function[target=torch.ops.higher_order.cond](args = (), kwargs = {})
    %b = call_function[target=torch.ops.a.b.c.d](args = (), kwargs = {})
    %c = call_function[target=torch.ops.toy.add.Tensor](args = (), kwargs = {})
    %d = call_module[target=torch.ops.toy.add.Tensor](args = (), kwargs = {})
)");
    CHECK(g.target(g.at("a")).name == "torch.ops.higher_order.cond");
    CHECK(g.target(g.at("b")).name == "torch.ops.a.b.c.d");
    CHECK(g.target(g.at("c")).name == "toy::add.Tensor");
    CHECK(g.target(g.at("d")).name == "torch.ops.toy.add.Tensor");
    CHECK(parse(text(g)) == g);
}

//=== mistakes ===//

TEST_CASE("parse: every mistake is an error with its byte") {
    std::string const x = "graph():\n%x = placeholder[target=x]\n";
    struct mistake {
        std::string text;
        char const* sentence;
    };
    mistake const mistakes[] = {
        {"", "'graph():' is expected"},
        {"graph() :", "'graph():' is expected"},
        {x + "x", "'return' is expected"},
        {x + "%x = placeholder[target=y]", "two nodes are named 'x'"},
        {x + "%y placeholder[target=y]", "'=' is expected"},
        {x + "%y = frob[target=y]", "'frob' is not a kind of node"},
        {x + "%y = placeholder[y]", "'[target=' is expected"},
        {x + "%y = placeholder[target=]", "a target is expected"},
        {x + "%y = placeholder[target=y", "']' is expected"},
        {x + "%y = placeholder[target=\"y", "the string is not closed"},
        {x + "%y = placeholder[target=y](default=", "an argument is expected"},
        {x + "%y = call_function[target=f](%x)", "'(args = ' is expected"},
        {x + "%y = call_function[target=f](args = [%x], kwargs = {})", "the arguments are a tuple"},
        {x + "%y = call_function[target=f](args = (%x,))", "', kwargs = ' is expected"},
        {x + "%y = call_function[target=f](args = (%x,), kwargs = {)", "':' is expected"},
        {x + "%y = call_function[target=f](args = (%x,), kwargs = {}", "')' is expected"},
        {x + "%y = call_function[target=f](args = (%y,), kwargs = {})", "the node 'y' is used before it is defined"},
        {x + "%y : f32[2 = placeholder[target=y]", "',' is expected"},
        {x + "%y : f99[2] = placeholder[target=y]", "'f99' is not a dtype"},
        {x + "%y : [num_users=x] = placeholder[target=y]", "a number is expected"},
        {x + "return %x %x", "the end of the line is expected"},
        {x + "return %x from [(1, 2)]", "an origin is (\"rule\", \"node\")"},
        {x + "return %x {a: %x}", "metadata may not refer to nodes"},
        {x + "return %x {a: 1", "',' is expected"},
        {x + "return (%x", "',' is expected"},
        {x + "return", "an argument is expected"},
        {x + "%y : f32[9223372036854775807, 9223372036854775807, 4] = placeholder[target=y]", ""},
        {x + "return " + std::string(200, '('), "the arguments are nested more than 100 deep"},
    };
    for (mistake const& m : mistakes) {
        CAPTURE(m.text);
        try {
            (void)parse(m.text);
            CHECK(false);
        } catch (error const& e) {
            if (*m.sentence != '\0')
                CHECK(e.sentence() == m.sentence);
            REQUIRE(e.byte().has_value());
            CHECK(*e.byte() <= m.text.size());
            CHECK((*e.byte() >= x.size() || m.text.size() < x.size()));
        }
    }
    CHECK(raised([&] { (void)parse(x + "%y = frob[target=y]"); }) ==
          "graft: 'frob' is not a kind of node [at byte " + std::to_string(x.size() + 19) + "]");
}

//=== random graphs ===//

class random_graph {
public:
    explicit random_graph(std::uint32_t seed) : random_(seed) {}

    graph make() {
        std::size_t const count = 3 + below(12);
        for (std::size_t i = 0; i < count; ++i) {
            node_id const n = node();
            if (below(3) == 0)
                g_.rename(n, unused_name());
            decorate(n);
            nodes_.push_back(n);
        }
        decorate(g_.output(argument(0)));
        return g_;
    }

private:
    std::size_t below(std::size_t end) { return random_() % end; }

    node_id node() {
        switch (below(6)) {
        case 0: {
            node_id const n = g_.placeholder(text(8));
            if (below(3) == 0)
                g_.set_args(n, std::vector{argument(2)});
            return n;
        }
        case 1: return g_.get_attr("w." + std::to_string(below(9)));
        case 2: return call(opcode::call_module, g_.intern_target("layers." + std::to_string(below(5))));
        case 3: return call(opcode::call_method, g_.intern_target(std::string{text(6)} + "m"));
        default: break;
        }
        constexpr char const* targets[] = {"operator.getitem", "torch.ops.higher_order.cond",
                                           "a [strange] \"target\"\n", "toy::add.Tensor", "toy::relu"};
        std::string_view const target = targets[below(5)];
        auto const dialect = static_cast<dialect_tag>(target_info{target}.is_op() ? below(3) : 0);
        return call(opcode::call_function, g_.intern_target(target, toy::find(target), dialect));
    }

    node_id call(opcode op, std::uint32_t target) {
        std::vector<arg> args;
        for (std::size_t i = below(4); i > 0; --i)
            args.push_back(argument(0));
        std::vector<kwarg> kwargs;
        for (std::size_t i = below(3); i > 0; --i)
            kwargs.push_back({text(5), argument(0)});
        return g_.create_node(op, target, args, kwargs);
    }

    void decorate(node_id n) {
        if (below(3) == 0)
            g_.set_val(n, value(0));
        if (below(3) == 0) {
            arg dict{arg_kind::dict, {}};
            for (std::size_t i = below(3); i > 0; --i) {
                dict.keys.push_back(text(9));
                dict.items.push_back(argument(2, false));
            }
            g_.set_meta(n, dict);
        }
        g_.set_constant(n, below(5) == 0);
        for (std::size_t i = below(4) == 0 ? 3 : 0; i > 0; --i)
            g_.add_origin(n, {text(5), text(5)});
    }

    arg argument(int depth, bool with_nodes = true) {
        switch (below(depth < 3 ? 14 : 10)) {
        case 0: return nullptr;
        case 1: return below(2) == 0;
        case 2: return integer();
        case 3: return real();
        case 4: return text(12);
        case 5: return static_cast<dtype>(1 + below(16));
        case 6: return arg::device(below(2) == 0 ? "cpu" : "cuda:1");
        case 7: return static_cast<layout>(below(7));
        case 8: return static_cast<memory_format>(below(4));
        case 9: return with_nodes && !nodes_.empty() ? arg::node(nodes_[below(nodes_.size())]) : arg{7};
        case 10: return {arg_kind::list, items(below(5), depth, with_nodes)};
        case 11: return {arg_kind::tuple, items(below(4), depth, with_nodes)};
        case 12: return {arg_kind::slice, items(3, depth, with_nodes)};
        default: {
            arg dict{arg_kind::dict, items(below(4), depth, with_nodes)};
            for (std::size_t i = 0; i < dict.items.size(); ++i)
                dict.keys.push_back(text(6));
            return dict;
        }
        }
    }

    std::vector<arg> items(std::size_t count, int depth, bool with_nodes) {
        std::vector<arg> all;
        for (; count > 0; --count)
            all.push_back(argument(depth + 1, with_nodes));
        return all;
    }

    std::int64_t integer() {
        constexpr std::int64_t odd[] = {0, -1, std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max()};
        return below(2) == 0 ? odd[below(4)] : static_cast<std::int64_t>(random_()) - 1'000'000'000;
    }

    double real() {
        constexpr double odd[] = {0.0,
                                  -0.0,
                                  1e-5,
                                  1e16,
                                  5e-324,
                                  0.1,
                                  123456789.125,
                                  std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
        if (below(2) == 0)
            return odd[below(11)];
        std::uint64_t const bits = std::uint64_t{random_()} << 32 | random_();
        double const value = std::bit_cast<double>(bits);
        return value == value ? value : 0.5;
    }

    // Kept for as long as the generator lives, since arguments do not own their texts.
    std::string_view text(std::size_t max_size) {
        constexpr std::string_view odd = "\"\\'\n\t\r%{}[](),:= _.\x01\x1f\x7f\xc3\xa4";
        std::string made;
        for (std::size_t i = below(max_size + 1); i > 0; --i) {
            std::size_t const at = below(odd.size() * 2 + 1);
            made += at < odd.size() ? odd[at] : at == odd.size() * 2 ? '\0' : static_cast<char>('a' + at % 26);
        }
        texts_.push_back(std::move(made));
        return texts_.back();
    }

    std::string_view unused_name() {
        std::string_view name = text(8);
        while (g_.find(name))
            name = text(8);
        return name;
    }

    sym_int size() {
        sym_int const s{symbol{"s0"}}, u{symbol{"u1", assumption::integer}};
        switch (below(6)) {
        case 0: return s;
        case 1: return s * 3 + u;
        case 2: return floor_div(s + 1, 2) * u;
        default: return static_cast<std::int64_t>(below(5));
        }
    }

    value_spec value(int depth) {
        switch (below(depth < 2 ? 8 : 5)) {
        case 0: return {};
        case 1: return value_spec::of_integer(size());
        case 2: return value_spec::of_boolean(static_cast<std::int64_t>(below(2)));
        case 3: return value_spec::of_real(size());
        case 7: {
            std::vector<value_spec> values;
            for (std::size_t i = below(3); i > 0; --i)
                values.push_back(value(depth + 1));
            return value_spec::of_list(values);
        }
        default: break;
        }
        tensor_spec spec = make_spec(static_cast<dtype>(1 + below(16)), {});
        for (std::size_t i = below(4); i > 0; --i)
            spec.sizes.push_back(size());
        spec.strides = contiguous_strides(spec.sizes);
        if (below(4) == 0)
            for (sym_int& stride : spec.strides)
                stride = size();
        if (below(4) == 0)
            spec.storage_offset = size();
        if (below(4) == 0)
            spec.dev = *parse_device("cuda:1");
        if (below(4) == 0)
            spec.layout = layout::sparse_coo;
        spec.requires_grad = below(4) == 0;
        return spec;
    }

    std::mt19937 random_;
    graph g_;
    std::vector<node_id> nodes_;
    std::deque<std::string> texts_;
};

TEST_CASE("parse: the lossless text of any graph reads back as the graph, and prints as the same text") {
    for (std::uint32_t seed = 1; seed <= graft_test::cases(1000); ++seed) {
        CAPTURE(seed);
        graph const g = random_graph{seed}.make();
        std::string const printed = text(g);
        CAPTURE(printed);
        graph const read = parse(printed, toy::find);
        REQUIRE(read == g);
        REQUIRE(text(read) == printed);
        REQUIRE(lint(read).empty());
    }
}

TEST_CASE("parse: a text cut anywhere, or with a byte changed, is a graph or an error with a byte") {
    std::mt19937 random{7};
    for (std::uint32_t seed = 1; seed <= 40; seed += graft_test::is_sanitized ? 3 : 1) {
        std::string const printed = text(random_graph{seed}.make());
        auto const survives = [&](std::string_view text) {
            CAPTURE(text);
            try {
                graph const g = parse(text);
                CHECK(parse(graft::text(g)) == g);
            } catch (error const& e) {
                CHECK(e.byte().has_value());
                CHECK(e.byte().value_or(0) <= text.size());
            }
        };
        for (std::size_t size = 0; size < printed.size(); size += seed)
            survives(std::string_view{printed}.substr(0, size));
        for (int i = 0; i < 60; ++i) {
            std::string changed = printed;
            changed[random() % changed.size()] = "\"\\%[](){},:=.0-x\n "[random() % 18];
            survives(changed);
        }
    }
}

//=== in constants ===//

constexpr std::string_view lossless = R"(graph():
    %x : f32[2, s0] = placeholder[target=x] constant
    %a : f32[2, s0] = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {}) from [("r", "n")] {k: "v\n"}
    %b = call_function[target=torch.ops.toy.cat.default](args = ([%a, %x],), kwargs = {dim: -1})
    return (%b, 0.5)
)";
static_assert(parse(lossless) == parse(lossless));
static_assert(parse(lossless, toy::find).size() == 4);
static_assert(lint(parse(lossless)).empty());

TEST_CASE("parse: what is a constant prints as it was written") { CHECK(text(parse(lossless)) == lossless); }

TEST_CASE("parse: types of nodes and of the graph, complex numbers, ranges and the ellipsis come back") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_type(x, "typing.Dict[str, \"T\"]");
    g.set_type(
        g.output(arg::tuple({arg::complex(-0.0, 2), arg::ellipsis(), arg{arg_kind::range, {0, 6, 2}}, arg::node(x)})),
        "int");
    CHECK(text(g) == R"(graph():
    %x = placeholder[target=x] type "typing.Dict[str, \"T\"]"
    return (complex(-0.0, 2.0), Ellipsis, range(0, 6, 2), %x) type "int"
)");
    CHECK(parse(text(g)) == g);
    CHECK(fx_text(g) == R"(graph() -> int:
    %x : typing.Dict[str, "T"] [num_users=1] = placeholder[target=x]
    return ((-0+2j), Ellipsis, range(0, 6, 2), x))");
    CHECK(parse("graph() -> int:\n    %x : a.b[c] [num_users=0] = placeholder[target=x]\n    return x") ==
          parse("graph():\n    %x = placeholder[target=x] type \"a.b[c]\"\n    return %x type \"int\""));
}

} // namespace
