#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/ir/text/detail/parse_fx_value.hpp>
#include <graft/ir/text/detail/text_cursor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstdint>
#include <string_view>

namespace graft::detail {

// `aten.relu.default` as `aten::relu`; empty when the name has not three parts.
GRAFT_CONSTEXPR vec<char> op_name_of(std::string_view qualified);

// FX's name of a function as a target of `g`: `torch.ops.aten.relu.default` is the op `aten::relu`, with what
// `find_op` knows of that.
template <class FindOp>
constexpr std::uint32_t intern_function(graph& g, std::string_view target, FindOp const& find_op) {
    // A name with `::` would be taken for an op of the graph.
    if (namespace_size(target) != target.size())
        raise(errc::parse, "'", target, "' is no name of a Python function");
    struct prefix {
        std::string_view text;
        dialect_tag dialect;
    };
    for (prefix const p :
         {prefix{"torch.ops.", dialect_tag::aten}, prefix{"executorch.exir.dialects.edge._ops.", dialect_tag::edge},
          prefix{"executorch.exir.dialects.backend._ops.", dialect_tag::backend}})
        if (target.substr(0, p.text.size()) == p.text)
            if (vec<char> const name = op_name_of(target.substr(p.text.size())); !name.empty()) {
                std::string_view const view{name.data(), name.size()};
                return g.intern_target(view, find_op(view), p.dialect);
            }
    return g.intern_target(target);
}

} // namespace graft::detail

namespace graft {

namespace detail {

struct no_op_known {
    constexpr op_info const* operator()(std::string_view) const { return nullptr; }
};

struct find_node_by_name {
    graph const* g;
    GRAFT_CONSTEXPR_INLINE node_id operator()(std::string_view name) const { return g->find(name).value_or(no_node); }
};

template <class FindOp>
class fx_parser {
public:
    constexpr fx_parser(std::string_view text, FindOp const& find_op)
        : in_(text), values_(in_, find_node_by_name{&g_}), find_op_(find_op) {}

    constexpr graph parse() {
        try {
            std::string_view const type = header();
            while (!at_end())
                line(type);
            return std::move(g_);
        } catch (error& e) {
            e.at_byte(in_.at());
            throw;
        }
    }

private:
    constexpr bool at_end() {
        text_cursor ahead = in_;
        ahead.skip_lines();
        return ahead.done();
    }

    // `graph():` or `graph() -> TYPE:`; the type.
    constexpr std::string_view header() {
        in_.expect_here("graph()");
        std::string_view type = in_.line();
        if (type.empty() || type.back() != ':')
            in_.fail("':' is expected at the end of the line");
        type.remove_suffix(1);
        if (type.substr(0, 4) != " -> " && !type.empty())
            in_.fail("'graph():' or 'graph() -> TYPE:' is expected");
        return type.empty() ? type : type.substr(4);
    }

    constexpr void line(std::string_view type) {
        in_.expect_here("\n    ");
        if (in_.accept_here("return ")) {
            node_id const n = g_.output(values_.whole(rest_of_line()));
            g_.set_type(n, type);
        } else {
            node();
        }
        if (!in_.done() && in_.peek() != '\n')
            in_.fail("the end of the line is expected");
    }

    constexpr std::string_view rest_of_line() const {
        text_cursor ahead = in_;
        return ahead.line();
    }

    constexpr void node() {
        in_.expect_here("%");
        std::string_view const name = in_.take(text_cursor::is_word);
        if (name.empty() || g_.find(name))
            in_.fail("a node of a new name is expected, not '", name, "'");
        in_.expect_here(" : ");
        std::string_view const type = annotation();
        in_.expect_here(" = ");
        std::string_view const op = in_.take(text_cursor::is_word);
        in_.expect_here("[target=");
        std::string_view const target = in_.take([](char c) { return c != ']' && c != '\n'; });
        in_.expect_here("]");
        node_id const n = node(name, op, target);
        g_.rename(n, name);
        g_.set_type(n, type);
    }

    // `[num_users=1]` and the type before it.
    constexpr std::string_view annotation() {
        std::string_view const type = in_.type_annotation();
        in_.expect_here("[num_users=");
        (void)in_.integer();
        in_.expect_here("]");
        return type;
    }

    constexpr node_id node(std::string_view name, std::string_view op, std::string_view target) {
        if (op == "placeholder")
            return placeholder(name, target);
        if (op == "get_attr")
            return g_.create_node(opcode::get_attr, g_.intern_target(target), view<operand const>{}, name);
        if (op == "call_function")
            return call(name, opcode::call_function, intern_function(g_, target, find_op_));
        if (op == "call_module")
            return call(name, opcode::call_module, g_.intern_target(target));
        if (op == "call_method")
            return call(name, opcode::call_method, g_.intern_target(target));
        in_.fail("'", op, "' is not a kind of node");
    }

    constexpr node_id placeholder(std::string_view name, std::string_view target) {
        vec<arg> args;
        if (in_.accept_here("(default=")) {
            std::string_view text = rest_of_line();
            if (text.empty() || text.back() != ')')
                in_.fail("')' is expected at the end of the line");
            text.remove_suffix(1);
            args.push_back(values_.whole(text));
            in_.expect_here(")");
        }
        return g_.create_node(opcode::placeholder, g_.intern_target(target), args, {}, name);
    }

    constexpr node_id call(std::string_view name, opcode op, std::uint32_t target) {
        in_.expect_here("(args = ");
        arg const args = values_.value();
        if (args.kind != arg_kind::tuple)
            in_.fail("the arguments are a tuple");
        in_.expect_here(", kwargs = ");
        arg const dict = values_.dict();
        in_.expect_here(")");
        vec<kwarg> kwargs;
        kwargs.reserve(dict.items.size());
        for (std::size_t i = 0; i < dict.items.size(); ++i)
            kwargs.push_back({dict.keys[i], dict.items[i]});
        return g_.create_node(op, target, args.items, kwargs, name);
    }

    text_cursor in_;
    graph g_;
    fx_value_parser<find_node_by_name> values_;
    FindOp const& find_op_;
};

} // namespace detail

/// Reads exactly what FX's `str(graph)` prints, so that `fx_text(parse_fx(text)) == text`; `find_op(name)`, of
/// a name such as `aten::relu`, gives calls their ops, or null. Bare words that print as no other literal are strings,
/// which FX does not quote.
/// Raises a parse error with the byte offset; takes time and memory linear in the text.
template <class FindOp = detail::no_op_known>
[[nodiscard]] constexpr graph parse_fx(std::string_view text, FindOp const& find_op = {}) {
    return detail::fx_parser<FindOp>{text, find_op}.parse();
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/meta/view.hpp>

#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR vec<char> op_name_of(std::string_view qualified) {
    std::size_t dots[2] = {0, 0}, count = 0;
    for (std::size_t i = 0; i < qualified.size(); ++i)
        if (qualified[i] == '.' && count++ < 2)
            dots[count - 1] = i;
    vec<char> name;
    if (count != 2)
        return name;
    append(name, qualified.substr(0, dots[0]));
    append(name, "::");
    std::string_view const rest = qualified.substr(dots[0] + 1);
    bool const is_default = qualified.substr(dots[1]) == ".default";
    append(name, is_default ? rest.substr(0, dots[1] - dots[0] - 1) : rest);
    return name;
}

} // namespace graft::detail
#endif
