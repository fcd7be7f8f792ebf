#pragma once

#include <graft/ir/graph.hpp>
#include <graft/schema/runtime_op.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The corpus: small graphs, what FX's own tools made of them, and the checks that graft makes the same.
namespace corpus {

/// One case file: its kind, its options, and its sections by name, without trailing newlines.
struct test_case {
    std::string name, kind;
    nlohmann::json options = nlohmann::json::object();
    std::map<std::string, std::string> sections;

    [[nodiscard]] bool has(std::string const& section) const { return sections.contains(section); }
    /// The text of a section; raises graft::error when the case has none of this name.
    [[nodiscard]] std::string const& section(std::string const& name) const;
    /// A section as JSON; raises graft::error when it is none.
    [[nodiscard]] nlohmann::json json(std::string const& name) const;
    /// Option `key`, or `otherwise` where the case does not give it.
    template <class T>
    [[nodiscard]] T option(std::string const& key, T otherwise) const {
        auto const found = options.find(key);
        return found == options.end() || found->is_null() ? otherwise : found->template get<T>();
    }
};

/// Reads a case; raises graft::error naming what is malformed.
[[nodiscard]] test_case parse_case(std::string_view text);
[[nodiscard]] test_case read_case(std::filesystem::path const& file);

/// What `ops.jsonl` says of one call_function target.
struct op_facts {
    std::string target;   // as FX prints it
    std::string qualname; // what FX's partitioner calls it
    std::string packet;   // the overload packet, the target itself where there is none
    bool overload = false;
    bool impure = false;
    graft::op_info const* info = nullptr; // of an overload with a schema
};

/// The call_function targets that the corpus uses.
class op_library {
public:
    /// Adds the lines of an `ops.jsonl`.
    void load(std::filesystem::path const& file);
    /// The op of a name such as `aten::add.Tensor`, or null.
    [[nodiscard]] graft::op_info const* find(std::string_view op_name) const;
    /// What is known of a target as FX prints it, or null.
    [[nodiscard]] op_facts const* facts(std::string_view target) const;

private:
    std::map<std::string, op_facts, std::less<>> by_target_;
    std::map<std::string, graft::op_info const*, std::less<>> by_name_;
    std::vector<graft::runtime_op> owned_;
};

/// The library of this process; loads the copy beside the repository's own cases at first use.
[[nodiscard]] op_library& ops();

/// The graph of FX's text, its calls with the ops of the library.
[[nodiscard]] graft::graph read_graph(std::string_view fx_text);

/// FX's name of the target of `n`: `torch.ops.aten.add.Tensor`, `operator.getitem`, `x`.
[[nodiscard]] std::string target_text(graft::graph const& g, graft::node_id n);
/// The target's qualified name as FX's partitioner compares it: `_operator.getitem`.
[[nodiscard]] std::string qualname(graft::graph const& g, graft::node_id n);

/// The argument in the corpus's grammar: `%add`, `2`, `[%a, %b]`.
[[nodiscard]] std::string print_value(graft::graph const& g, graft::arg_ref value);

/// Gives get_attr nodes the types that the case's option `attrs` has for them, by target, as metadata `attr_type`.
void set_attr_types(graft::graph& g, nlohmann::json const& types);

/// FX's default impurity; `attrs` is the case's option of that name for the section of the graph, by target.
[[nodiscard]] bool is_impure(graft::graph const& g, graft::node_id n,
                             nlohmann::json const& attrs = nlohmann::json::object());

/// Nothing when both texts are equal, else both, named by `what`.
[[nodiscard]] std::string difference(std::string const& expected, std::string const& got,
                                     std::string const& what = "expect");

/// Runs `f`, which says what is wrong; where the case expects an error, raising graft::error is what is right.
template <class F>
[[nodiscard]] std::string expecting_error(test_case const& c, F&& f) {
    if (!c.option("expect_error", false))
        return f();
    try {
        (void)f();
    } catch (graft::error const&) {
        return {};
    }
    return "an error is expected:\n" + c.section("expect");
}

/// The text of a file of the corpus: the one beside the cases that are run, else the repository's own.
[[nodiscard]] std::string data_file(std::string const& name);
/// Says where the cases that are run lie; loads the ops of the ops.jsonl in that folder or the one above.
void set_case_folder(std::filesystem::path const& folder);

} // namespace corpus
