#pragma once

#include <graft/ir/text/parse_fx.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The lines of a graph in short: `a = relu(%p)`, `w = get_attr`, placeholders as their name alone, and what is returned.
inline graft::graph fx_graph(std::vector<std::string> const& lines, std::string const& returned) {
    std::string text = "graph():\n";
    for (std::string const& line : lines) {
        std::size_t const equals = line.find(" = "), open = line.find('(');
        std::string const name = line.substr(0, equals);
        text += "    %" + name + " : [num_users=1] = ";
        if (equals == std::string::npos)
            text += "placeholder[target=" + name + "]\n";
        else if (open == std::string::npos)
            text += "get_attr[target=" + name + "]\n";
        else
            text += "call_function[target=torch.ops.aten." + line.substr(equals + 3, open - equals - 3) +
                    "](args = " + line.substr(open) + ", kwargs = {})\n";
    }
    return graft::parse_fx(text + "    return " + returned);
}
