#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/rule_list.hpp>
#include <graft/rewrite/text/rule_parser.hpp>

#include <string_view>

namespace graft {

/// The rules of a text that `text(rule)` prints, after comments from `#` to the end of a line. `find_op(name)`, of a
/// name such as `aten::relu`, gives the ops of calls, or null; `functions` what `compute("name")` stands for. An error
/// names line and column. Lambdas cannot be read: neither `predicate` nor a function without a name nor `build(...)`.
[[nodiscard]] GRAFT_INLINE rule_list parse_rules(std::string_view text, op_lookup find_op,
                                                 view<named_function const> functions = {});

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>
#    include <string>

namespace graft {

GRAFT_INLINE rule_list parse_rules(std::string_view text, op_lookup find_op, view<named_function const> functions) {
    rule_list rules;
    try {
        detail::rule_parser{text, find_op, functions, rules}.parse();
    } catch (error const& e) {
        if (!e.byte())
            throw;
        std::string_view const before = text.substr(0, static_cast<std::size_t>(*e.byte()));
        std::size_t line = 1, column = 1;
        for (char const c : before) {
            column = c == '\n' ? 1 : column + 1;
            line += c == '\n';
        }
        throw error(errc::parse,
                    "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + e.sentence());
    }
    return rules;
}

} // namespace graft
#endif
