#pragma once

#include <graft/core/error.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/ir/text/print_value.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft::detail {

constexpr bool is_dotted_name(std::string_view text) {
    bool at_start = true;
    for (char const c : text) {
        bool const letter = c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
        bool const digit = c >= '0' && c <= '9';
        if (c == '.' ? at_start : !letter && (!digit || at_start))
            return false;
        at_start = c == '.';
    }
    return !at_start;
}

// The name a graph has for what the JSON calls `torch.ops.aten.add.Tensor`: `aten::add.Tensor`.
// Higher-order operators and Python functions keep theirs.
inline std::string read_pt2_target(json_value target) {
    std::string_view text = target.as_string();
    if (!is_dotted_name(text))
        target.fail("no name of an operator", errc::unsupported);
    if (text.starts_with("_operator."))
        return std::string(text.substr(1));
    if (!text.starts_with("torch.ops.") || text.starts_with("torch.ops.higher_order."))
        return std::string(text);
    text.remove_prefix(std::string_view("torch.ops.").size());
    std::size_t const space = text.find('.');
    std::size_t const overload = text.rfind('.');
    if (space == std::string_view::npos || space == overload || text.find('.', space + 1) != overload)
        target.fail("expected torch.ops, a namespace, an operator and an overload");
    std::string name(text.substr(0, space));
    name += "::";
    name += text.substr(space + 1, overload - space - 1);
    if (text.substr(overload) != ".default")
        name += text.substr(overload);
    return name;
}

// What the JSON calls the target; an op of any dialect goes by the name it has in ATen.
inline std::string write_pt2_target(target_info const& target) {
    if (!target.is_op())
        return (target.name.starts_with("operator.") ? "_" : "") + std::string(target.name);
    return python_target({target.name, target.op, dialect_tag::aten});
}

} // namespace graft::detail
