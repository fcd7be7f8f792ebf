#include "edits.hpp"

#include <graft/ir/map_arg.hpp>
#include <graft/ir/text/detail/parse_fx_value.hpp>
#include <graft/ir/text/parse_fx.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace corpus {

namespace {

using namespace graft;
using detail::fx_value_parser;
using detail::text_cursor;

class editor {
public:
    explicit editor(graph& g) : g_(g) {
        for (node_id const n : g.nodes())
            nodes_[std::string(g.name(n))] = n;
        if (g.op(g.back()) == opcode::output)
            nodes_.try_emplace("output", g.back());
    }

    void apply(nlohmann::json const& edit) {
        auto const text = [&](char const* key) { return edit.at(key).get<std::string>(); };
        std::string const what = text("do");
        if (what == "insert_before" || what == "insert_after" || what == "append")
            insert(edit, what);
        else if (what == "rauw")
            g_.replace_all_uses_with(node(text("old")), node(text("new")));
        else if (what == "replace_input")
            g_.replace_input_with(node(text("user")), node(text("old")), node(text("new")));
        else if (what == "erase")
            erase(node(text("node")));
        else if (what == "rename")
            rename(node(text("node")), text("name"));
        else if (what == "set_args")
            set_args(node(text("node")), text("args"));
        else if (what == "set_kwargs")
            set_kwargs(node(text("node")), text("kwargs"));
        else if (what == "move_before")
            g_.move_before(node(text("node")), node(text("at")));
        else if (what == "move_after")
            g_.move_after(node(text("node")), node(text("at")));
        else
            raise(errc::unsupported, "the edit '", what, "' is unknown");
    }

private:
    // Calls `f` with the argument that the text means, whose strings live as long as the call.
    template <class F>
    void with_value(std::string const& text, F f) {
        text_cursor in(text);
        fx_value_parser parser(in, [this](std::string_view name) {
            auto const found = nodes_.find(name);
            return found == nodes_.end() ? no_node : found->second;
        });
        f(parser.value());
    }

    node_id node(std::string const& name) const {
        auto const found = nodes_.find(name);
        if (found == nodes_.end())
            raise(errc::invalid_argument, "there is no node '", name, "'");
        return found->second;
    }

    static std::vector<kwarg> keywords(arg const& dict) {
        std::vector<kwarg> result;
        for (std::size_t i = 0; i < dict.items.size(); ++i)
            result.push_back({dict.keys[i], dict.items[i]});
        return result;
    }

    void insert(nlohmann::json const& edit, std::string const& what) {
        insertion_point const saved = g_.insertion();
        g_.set_insertion(what == "append"
                             ? insertion_point{}
                             : insertion_point{node(edit.at("at").get<std::string>()), what == "insert_after"});
        auto const op = edit.at("op").get<std::string>();
        auto const target = edit.at("target").get<std::string>();
        auto const name = edit.value("name", "");
        std::pair<char const*, opcode> const kinds[] = {{"placeholder", opcode::placeholder},
                                                        {"get_attr", opcode::get_attr},
                                                        {"call_function", opcode::call_function},
                                                        {"call_module", opcode::call_module},
                                                        {"call_method", opcode::call_method}};
        for (auto const& [word, kind] : kinds)
            if (op == word) {
                std::uint32_t const id =
                    kind == opcode::call_function
                        ? detail::intern_function(g_, target,
                                                  [](std::string_view called) { return ops().find(called); })
                        : g_.intern_target(target);
                with_value(edit.value("args", "()"), [&](arg const& args) {
                    with_value(edit.value("kwargs", "{}"), [&](arg const& kwargs) {
                        node_id const made = g_.create_node(kind, id, args.items, keywords(kwargs), name);
                        nodes_[std::string(g_.name(made))] = made;
                    });
                });
            }
        g_.set_insertion(saved);
    }

    void erase(node_id n) {
        if (g_.contains(n))
            g_.erase_node(n);
    }

    void rename(node_id n, std::string const& name) {
        g_.rename_fresh(n, name);
        nodes_[std::string(g_.name(n))] = n;
    }

    void set_args(node_id n, std::string const& text) {
        call_arguments const old = arguments_of(g_, n);
        with_value(text, [&](arg const& args) { g_.set_args(n, args.items, old.kwargs); });
    }

    void set_kwargs(node_id n, std::string const& text) {
        call_arguments const old = arguments_of(g_, n);
        with_value(text, [&](arg const& kwargs) { g_.set_args(n, old.args, keywords(kwargs)); });
    }

    graph& g_;
    std::map<std::string, node_id, std::less<>> nodes_;
};

} // namespace

void apply_edits(graft::graph& g, nlohmann::json const& edits) {
    editor e(g);
    for (nlohmann::json const& edit : edits)
        e.apply(edit);
}

} // namespace corpus
