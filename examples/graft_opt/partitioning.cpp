#include "partitioning.hpp"

#include <graft/core/nearest_names.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/partition/capability_based_partitioner.hpp>
#include <graft/partition/source_partitions.hpp>
#include <graft/partition/why_not_partitioned.hpp>

#include <sstream>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

std::vector<std::string> split_at_commas(std::string const& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, ',');)
        if (!word.empty())
            words.push_back(word);
    return words;
}

/// An op's name as `aten.add.Tensor`, however it is spelled; `aten` may be left out.
std::string dotted(std::string_view name) {
    std::string text(name);
    if (text.starts_with("torch.ops."))
        text.erase(0, 10);
    if (std::size_t const at = text.find("::"); at != text.npos)
        text.replace(at, 2, ".");
    return text;
}

/// Whether `op`, of the graph, is the overload or belongs to the packet that is wanted.
bool is_named(target_info const& op, std::string const& wanted) {
    std::string name = dotted(op.name) + ".";
    if (op.is_op() && op.name.find('.') == op.name.npos)
        name += "default.";
    return name.starts_with(wanted + ".") || name.starts_with("aten." + wanted + ".");
}

std::string node_names(graph const& g, std::vector<node_id> const& nodes) {
    std::string text;
    for (node_id const n : nodes)
        text += " " + std::string(g.name(n));
    return text;
}

/// Raises where a name that nothing calls is no op's either, and is like that of one.
void check_known(std::string const& op) {
    std::string const wanted = dotted(op);
    if (wanted.starts_with("operator."))
        return;
    nearest_names like{wanted};
    for (op_info const* const known : every_known_op<>()) {
        if (is_named({.name = known->name}, wanted))
            return;
        std::string name = dotted(known->name);
        if (!wanted.starts_with("aten."))
            name.erase(0, name.find('.') + 1);
        like.add(name);
        like.add(std::string_view(name).substr(0, name.rfind('.')));
    }
    if (!like.empty())
        raise(errc::invalid_argument, "--partition: no op has the name '", op, "'", like.hint());
}

} // namespace

std::string partitions_text(graph const& g, std::string const& ops) {
    target_set targets;
    std::ostringstream out;
    for (std::string const& op : split_at_commas(ops)) {
        bool called = false;
        for (std::uint32_t id = 0; id < g.target_count(); ++id)
            if (is_named(g.target_at(id), dotted(op))) {
                targets.insert(g.target_at(id).name);
                called = true;
            }
        if (!called) {
            check_known(op);
            out << "partitions: nothing calls " << op << '\n';
        }
    }
    capability_based_partitioner const partitioner(g, support_targets(targets));
    std::vector<partition> const partitions = partitioner.propose_partitions();
    out << "partitions: " << partitions.size() << '\n';
    for (partition const& p : partitions)
        out << "  partition " << p.id << ':' << node_names(g, p.nodes) << '\n';
    for (unpartitioned_node const& left : why_not_partitioned(partitioner, partitions).left_out())
        out << "  not " << g.name(left.node) << ": " << left.reason << '\n';
    return out.str();
}

std::string source_partitions_text(graph const& g, std::string const& sources) {
    std::vector<std::string> const wanted = split_at_commas(sources);
    std::vector<source_partition> const partitions =
        get_source_partitions(g, std::vector<std::string_view>(wanted.begin(), wanted.end()));
    std::ostringstream out;
    out << "source partitions: " << partitions.size() << '\n';
    for (source_partition const& p : partitions)
        out << "  " << p.source << ":" << node_names(g, p.nodes) << "\n    input_nodes:" << node_names(g, p.input_nodes)
            << "\n    output_nodes:" << node_names(g, p.output_nodes) << "\n    params:" << node_names(g, p.params)
            << '\n';
    return out.str();
}
