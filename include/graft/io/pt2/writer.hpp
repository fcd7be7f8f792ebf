#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <ostream>
#include <string>
#include <string_view>

namespace graft {

namespace detail {

// True if a call writes to an argument, or may do so, as one of an op of which nothing is known.
GRAFT_INLINE bool may_write(graph_module const& module);

} // namespace detail

/// Writes the program as `torch.export.save` does, so that `torch.export.load` and `read_pt2` read it; `name` is that
/// of the folder in the archive.
///
/// Weights are written as they are, a storage that several tensors share once, so that a reader can use them in
/// place. Reading the archive gives an equal program: the order of nodes, their dialects, and what rules made them
/// from are kept beside what torch reads. What the format cannot say is an error that names the node; so is a
/// signature that does not fit the graph and the state.
GRAFT_INLINE void write_pt2(std::ostream& out, exported_program const& program, std::string_view name = "model");

/// Writes the program to a file; one that is there, and may hold the weights of this program, is replaced at the end.
GRAFT_INLINE void write_pt2(std::string const& path, exported_program const& program);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/verify_signature.hpp>
#    include <graft/io/file/zip_writer.hpp>
#    include <graft/io/pt2/detail/write_graph.hpp>
#    include <graft/io/pt2/detail/write_value.hpp>
#    include <graft/io/pt2/detail/write_weights.hpp>
#    include <graft/io/pt2/tree_spec.hpp>
#    include <graft/ir/call_tree.hpp>
#    include <graft/ir/detail/json_string.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <filesystem>
#    include <fstream>
#    include <system_error>
#    include <utility>
#    include <variant>

namespace graft {
namespace detail {

// As it was read; a program made here has its inputs one by one.
inline pt2_json write_pt2_arg_names(exported_program const& program) {
    if (program.call.in_spec)
        return program.call.forward_arg_names;
    pt2_json names = pt2_json::array();
    for (input_spec const* const spec : program.signature.inputs_of(input_kind::user_input))
        names.push_back(spec->name);
    return names;
}

inline pt2_json write_pt2_call(exported_program const& program) {
    pt2_json signature = pt2_object({{"inputs", pt2_json::array()},
                                     {"outputs", pt2_json::array()},
                                     {"in_spec", json_text(in_spec_of(program))},
                                     {"out_spec", json_text(out_spec_of(program))},
                                     {"forward_arg_names", write_pt2_arg_names(program)}});
    pt2_json entries = pt2_json::array();
    entries.push_back(pt2_object({{"fqn", ""}, {"signature", std::move(signature)}}));
    return entries;
}

// Adds the fields of the named tuples of a tree, by the names of their types.
inline void add_pt2_fields(tree_spec const& spec, pt2_json& types) {
    tree_type const& type = spec.type();
    if (std::string const name = type.kind == tree_kind::named_tuple ? json_unquoted(type.context) : std::string{};
        !type.keys.empty() && !name.empty() && !types.contains(name)) {
        pt2_json fields = pt2_json::array();
        for (constant_value const& key : type.keys)
            if (auto const* const field = std::get_if<std::string>(&key))
                fields.push_back(*field);
        append_member(types, name, pt2_object({{"field_names", std::move(fields)}}));
    }
    for (tree_spec const& item : spec.items())
        add_pt2_fields(item, types);
}

inline pt2_json write_pt2_ranges(vec<symbol_range> const& ranges) {
    pt2_json result = pt2_json::object();
    auto const bound = [](std::optional<std::int64_t> const& value) { return value ? pt2_json(*value) : pt2_json(); };
    for (symbol_range const& row : ranges)
        append_member(result, row.name.name(),
                      pt2_object({{"min_val", bound(row.range.min)}, {"max_val", bound(row.range.max)}}));
    return result;
}

GRAFT_INLINE bool may_write(graph_module const& module) {
    graph const& g = module.graph;
    for (node_id const n : g.nodes())
        if (op_info const* const op = g.target(n).op;
            g.op(n) == opcode::call_function && (op == nullptr ? is_opaque(g.target(n)) : op->mutates()))
            return true;
    return std::any_of(module.submodules.begin(), module.submodules.end(),
                       [](submodule const& inner) { return may_write(inner.module); });
}

// torch knows two verifiers; the names of others stand in a member that it does not look at.
inline void write_pt2_verifiers(exported_program const& program, pt2_json& root) {
    auto const known = [](std::string const& name) { return name == "ATEN" || name == "TRAINING"; };
    bool const all = std::all_of(program.verifiers.begin(), program.verifiers.end(), known);
    // The first lets no op write to its arguments.
    std::string const other = may_write(program.module) ? "TRAINING" : "ATEN";
    append_member(root, "verifiers", all ? program.verifiers : vec<std::string>{other});
    if (!all)
        append_member(root, "graft", pt2_object({{"verifiers", program.verifiers}}));
}

inline pt2_json write_pt2_program(exported_program const& program) {
    pt2_json module = pt2_json::object();
    pt2_json graph = pt2_graph_writer(program.module).write(program.signature.inputs);
    append_member(module, "signature", write_pt2_signature(program.signature, graph));
    append_member(module, "graph", std::move(graph));
    append_member(module, "module_call_graph", write_pt2_call(program));
    append_member(module, "metadata", pt2_json::object());
    pt2_json fields = pt2_json::object();
    add_pt2_fields(in_spec_of(program), fields);
    add_pt2_fields(out_spec_of(program), fields);
    if (!fields.empty())
        append_member(module, "treespec_namedtuple_fields", std::move(fields));
    pt2_json root = pt2_json::object();
    append_member(root, "graph_module", std::move(module));
    append_member(root, "opset_version", program.opset_version);
    append_member(root, "range_constraints", write_pt2_ranges(program.range_constraints));
    append_member(root, "schema_version", pt2_object({{"major", 8}, {"minor", 20}}));
    write_pt2_verifiers(program, root);
    append_member(root, "torch_version", program.torch_version);
    append_member(root, "guards_code", pt2_json::array());
    return root;
}

inline void add_pt2_state(exported_program const& program, pt2_payload_writer& weights, pt2_payload_writer& constants) {
    for (input_spec const& spec : program.signature.inputs) {
        tensor const* const state = program.find_state(spec);
        if (state == nullptr)
            continue;
        value_spec const* const val = program.graph().val(program.graph().at(spec.name));
        (spec.in_state_dict() ? weights : constants)
            .add(spec.target, *state, spec.kind == input_kind::parameter, val != nullptr && val->tensor.requires_grad);
    }
}

inline void write_pt2_archive(std::ostream& out, exported_program const& program, std::string const& root) {
    require_none(verify_signature(program));
    std::string const json = write_pt2_program(program).dump();
    pt2_payload_writer weights("data/weights/", "weight_"), constants("data/constants/", "tensor_");
    add_pt2_state(program, weights, constants);
    zip_writer archive(out);
    weights.write(archive, root, "model_weights_config.json");
    constants.write(archive, root, "model_constants_config.json");
    archive.add(root + "models/model.json", std::string_view(json));
    archive.add(root + "data/sample_inputs/model.pt", std::string_view());
    archive.add(root + "archive_format", std::string_view("pt2"));
    archive.add(root + "archive_version", std::string_view("0"));
    archive.add(root + ".data/version", std::string_view("6\n"));
    archive.add(root + "byteorder", std::string_view("little"));
    archive.finish();
}

} // namespace detail

GRAFT_INLINE void write_pt2(std::ostream& out, exported_program const& program, std::string_view name) {
    try {
        detail::write_pt2_archive(out, program, std::string(name) + "/");
    } catch (nlohmann::json::exception const&) {
        raise(errc::invalid_argument, "pt2: a name or text of the program is not UTF-8");
    }
}

GRAFT_INLINE void write_pt2(std::string const& path, exported_program const& program) {
    std::filesystem::path const target(path);
    std::filesystem::path part = target;
    part += ".part";
    std::error_code failed;
    try {
        std::ofstream file(part, std::ios::binary);
        if (!file)
            raise(errc::file, "cannot write the file '", path, "'");
        write_pt2(file, program, target.stem().string());
        file.close();
        if (!file)
            raise(errc::file, "cannot write the file '", path, "'");
    } catch (...) {
        std::filesystem::remove(part, failed);
        throw;
    }
    std::filesystem::rename(part, target, failed);
    if (failed)
        raise(errc::file, "cannot write the file '", path, "': ", failed.message());
}

} // namespace graft
#endif
