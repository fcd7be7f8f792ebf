#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <string_view>

namespace graft {

/// Reads a graph from FX's text or from the lossless form; `lookup` gives calls their ops.
/// Raises a parse error with the byte offset; takes time and memory linear in the text.
[[nodiscard]] GRAFT_CONSTEXPR graph parse(std::string_view text, op_lookup lookup = nullptr);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/text/detail/parse_argument.hpp>
#    include <graft/ir/text/detail/parse_value.hpp>
#    include <graft/ir/text/detail/text_cursor.hpp>
#    include <graft/ir/text/parse_fx.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/meta/view.hpp>

namespace graft {
namespace detail {

class graph_parser {
public:
    constexpr graph_parser(std::string_view text, op_lookup lookup) : in_(text), arguments_(in_, g_), lookup_(lookup) {}

    GRAFT_CONSTEXPR_INLINE graph parse() {
        try {
            in_.skip_lines();
            if (in_.accept("graph() -> ")) {
                type_ = in_.take([](char c) { return c != ':' && c != '\n'; });
                in_.expect(":");
            } else {
                in_.expect("graph():");
            }
            for (in_.skip_lines(); !in_.done(); in_.skip_lines())
                line();
            return std::move(g_);
        } catch (error& e) {
            e.at_byte(in_.at());
            throw;
        }
    }

private:
    GRAFT_CONSTEXPR_INLINE void line() {
        if (in_.peek() != '%') {
            in_.expect("return");
            node_id const n = g_.output(arguments_.argument(true));
            g_.set_type(n, type_);
            if (in_.accept(":"))
                g_.set_val(n, parse_value(in_));
            end_of_line(n);
            return;
        }
        std::string_view const name = arguments_.node_name();
        if (g_.find(name))
            in_.fail("two nodes are named '", name, "'");
        value_spec val;
        std::string_view type;
        bool const has_val = annotation(val, type);
        in_.expect("=");
        node_id const n = node(name);
        g_.set_type(n, type);
        if (has_val)
            g_.set_val(n, std::move(val));
        end_of_line(n);
    }

    // `: [num_users=1]`, `: <type> [num_users=1]` or `: <value>`; true for the last.
    GRAFT_CONSTEXPR_INLINE bool annotation(value_spec& val, std::string_view& type) {
        if (!in_.accept(":"))
            return false;
        in_.skip_space();
        type = in_.type_annotation();
        if (!in_.accept("[num_users=")) {
            val = parse_value(in_);
            return true;
        }
        (void)in_.integer();
        in_.expect("]");
        return false;
    }

    GRAFT_CONSTEXPR_INLINE node_id node(std::string_view name) {
        std::string_view const op = in_.identifier();
        in_.expect("[target=");
        in_.skip_space();
        bool const quoted = in_.peek() == '"';
        std::string_view const target =
            quoted ? arguments_.quoted() : in_.take([](char c) { return c != ']' && c != '\n'; });
        in_.expect("]");
        if (target.empty() && !quoted)
            in_.fail("a target is expected");
        node_id const n = op == "call_function" ? call(name, opcode::call_function, function(target))
                          : op == "call_module" ? call(name, opcode::call_module, plain(target))
                          : op == "call_method" ? call(name, opcode::call_method, plain(target))
                                                : leaf(name, op, target);
        g_.rename(n, name);
        return n;
    }

    GRAFT_CONSTEXPR_INLINE node_id leaf(std::string_view name, std::string_view op, std::string_view target) {
        if (op == "get_attr")
            return g_.create_node(opcode::get_attr, plain(target), view<operand const>{}, name);
        if (op != "placeholder")
            in_.fail("'", op, "' is not a kind of node");
        vec<arg> args;
        if (in_.accept("(default=")) {
            args.push_back(arguments_.argument());
            in_.expect(")");
        }
        return g_.create_node(opcode::placeholder, plain(target), args, {}, name);
    }

    GRAFT_CONSTEXPR_INLINE node_id call(std::string_view name, opcode op, std::uint32_t target) {
        in_.expect("(args = ");
        arg const args = arguments_.argument();
        if (args.kind != arg_kind::tuple)
            in_.fail("the arguments are a tuple");
        in_.expect(", kwargs = ");
        arg const dict = arguments_.dict();
        in_.expect(")");
        vec<kwarg> kwargs;
        for (std::size_t i = 0; i < dict.items.size(); ++i)
            kwargs.push_back({dict.keys[i], dict.items[i]});
        return g_.create_node(op, target, args.items, kwargs, name);
    }

    GRAFT_CONSTEXPR_INLINE std::uint32_t plain(std::string_view target) { return g_.intern_target(target); }
    GRAFT_CONSTEXPR_INLINE std::uint32_t function(std::string_view target) {
        return intern_function(g_, target,
                               [this](std::string_view name) { return lookup_ == nullptr ? nullptr : lookup_(name); });
    }

    GRAFT_CONSTEXPR_INLINE void end_of_line(node_id n) {
        if (in_.accept("type")) {
            in_.skip_space();
            g_.set_type(n, arguments_.quoted());
        }
        if (in_.accept("constant"))
            g_.set_constant(n, true);
        if (in_.accept("from"))
            origins(n);
        in_.skip_space();
        if (in_.peek() == '{')
            g_.set_meta(n, arguments_.dict());
        in_.skip_space();
        if (in_.peek() != '\n' && !in_.done())
            in_.fail("the end of the line is expected");
    }

    GRAFT_CONSTEXPR_INLINE void origins(node_id n) {
        for (arg const& pair : arguments_.argument().items) {
            if (pair.items.size() != 2 || pair.items[0].kind != arg_kind::string ||
                pair.items[1].kind != arg_kind::string)
                in_.fail("an origin is (\"rule\", \"node\")");
            g_.add_origin(n, {pair.items[0].text, pair.items[1].text});
        }
    }

    text_cursor in_;
    graph g_;
    argument_parser arguments_;
    op_lookup lookup_;
    std::string_view type_; // of the output
};

} // namespace detail

GRAFT_CONSTEXPR graph parse(std::string_view text, op_lookup lookup) {
    return detail::graph_parser{text, lookup}.parse();
}

} // namespace graft
#endif
