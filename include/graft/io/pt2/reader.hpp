#pragma once

#include <graft/config.hpp>
#include <graft/io/pt2/archive.hpp>
#include <graft/io/pt2/graph.hpp>
#include <graft/ir/program.hpp>

#include <string>

namespace graft {

/// How `read_pt2` reads.
struct pt2_options {
    /// The ops that calls refer to; a call of an op it does not find stays a call by name.
    op_finder find_op;
    /// Which program of the archive; may be empty if there is one only.
    std::string model;
    /// Reads all weights once to check their CRC; without it they are read when first used.
    bool check_weights = true;
};

/// Reads a program that `torch.export.save` wrote, of torch 2.6 or later; its weights lie in the archive's memory, but
/// are copied from an archive of torch 2.6, 2.7 or 2.8. A schema that is newer than 8.20, of torch 2.15, or older than
/// 8.0 is an error that names both.
///
/// The state holds the tensors that inputs of the graph stand for, and no others. Calls whose schema hides that they
/// write to statistics become calls that say so (`show_hidden_writes`). Where tensors of the state share elements that
/// are written to, one keeps them, and the others are views of it in the graph, which are copied to them in the end.
[[nodiscard]] GRAFT_INLINE exported_program read_pt2(pt2_archive const& archive, pt2_options const& options = {});

/// Reads the program from a file, which stays mapped as long as a weight of it is in use. `lower/read_pt2.hpp` has the
/// form that knows every op by itself.
[[nodiscard]] inline exported_program read_pt2(std::string const& path, pt2_options const& options) {
    return read_pt2(pt2_archive(path), options);
}

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/show_hidden_writes.hpp>
#    include <graft/io/file/json.hpp>
#    include <graft/io/pt2/detail/shared_state.hpp>
#    include <graft/io/pt2/detail/signature.hpp>
#    include <graft/io/pt2/detail/weights.hpp>
#    include <graft/io/pt2/tree_spec.hpp>
#    include <graft/io/pt2/value.hpp>
#    include <graft/ir/detail/json_string.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/schema/type_kind.hpp>
#    include <graft/symbolic/spec_of.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

inline std::string pt2_model(pt2_archive const& archive, std::string const& wanted) {
    auto const models = archive.models();
    if (!wanted.empty())
        return wanted;
    if (models.empty())
        raise(errc::invalid_argument, "pt2: the archive holds no program: torch did not save one, or not in whole");
    if (models.size() != 1)
        raise(errc::invalid_argument, "pt2: the archive holds ", models.size(), " programs; name one");
    return std::string(models.front());
}

// The spec, whose named tuples have fields with names; they stand beside it.
inline tree_spec name_pt2_fields(tree_spec const& spec, json_value types) {
    if (spec.is_leaf())
        return spec;
    tree_type type = spec.type();
    if (type.kind == tree_kind::named_tuple)
        if (auto const known = types.find(json_unquoted(type.context)))
            for (json_value const field : known->at("field_names").items())
                type.keys.emplace_back(std::string(field.as_string()));
    vec<tree_spec> items;
    for (tree_spec const& item : spec.items())
        items.push_back(name_pt2_fields(item, types));
    return types.guard([&] { return tree_spec(std::move(type), std::move(items)); });
}

inline void read_pt2_call_spec(json_value module, call_spec& call) {
    json_value const entries = module.at("module_call_graph");
    if (entries.size() == 0)
        return;
    auto const signature = (*entries.items().begin()).find("signature");
    if (!signature)
        return;
    call.in_spec = parse_tree_spec(signature->at("in_spec").as_string(), "pt2: in_spec");
    call.out_spec = parse_tree_spec(signature->at("out_spec").as_string(), "pt2: out_spec");
    if (auto const types = module.find("treespec_namedtuple_fields"); types && types->size() != 0) {
        call.in_spec = name_pt2_fields(*call.in_spec, *types);
        call.out_spec = name_pt2_fields(*call.out_spec, *types);
    }
    if (auto const names = signature->find("forward_arg_names"))
        for (json_value const name : names->items())
            call.forward_arg_names.emplace_back(name.as_string());
}

/// The ranges of symbols; torch also writes some of sizes that are expressions of these, which are left out.
inline vec<symbol_range> read_pt2_ranges(json_value ranges) {
    vec<symbol_range> result;
    for (auto const& [name, range] : ranges.members()) {
        if (!std::all_of(name.begin(), name.end(), [](char c) { return is_identifier(c); }))
            continue;
        symbol_range row{range.guard([&] { return symbol(name); }), {}};
        if (auto const least = range.find("min_val"))
            row.range.min = least->as_int();
        if (auto const most = range.find("max_val"))
            row.range.max = most->as_int();
        if (row.range.min && row.range.max && *row.range.min > *row.range.max)
            range.fail("the least value is above the largest");
        result.push_back(row);
    }
    return result;
}

inline void read_pt2_versions(json_value root, exported_program& program) {
    // torch 2.6 wrote 8.2. A later minor version may add what would be overlooked.
    constexpr std::int64_t major = 8, newest = 20;
    json_value const version = root.at("schema_version");
    std::int64_t const given = version.at("major").as_int();
    auto const minor_text = version.find("minor");
    std::int64_t const minor = minor_text ? minor_text->as_int() : 0;
    if (given > major || (given == major && minor > newest))
        version.fail(join({"schema version ", given, ".", minor, " is newer than ", major, ".", newest,
                           ", the newest that is read"}),
                     errc::unsupported);
    if (given < major)
        version.fail(
            join({"schema version ", given, ".", minor, " is older than ", major, ".0, the oldest that is read"}),
            errc::unsupported);
    for (auto const& [space, number] : root.at("opset_version").members())
        program.opset_version.emplace(space, number.as_int());
    if (auto const verifiers = root.find("verifiers"))
        for (json_value const verifier : verifiers->items())
            program.verifiers.emplace_back(verifier.as_string());
    if (auto const extension = root.find("graft")) {
        program.verifiers.clear();
        for (json_value const verifier : extension->at("verifiers").items())
            program.verifiers.emplace_back(verifier.as_string());
    }
    if (program.verifiers.empty())
        program.verifiers.emplace_back("ATEN");
    if (auto const version_text = root.find("torch_version"))
        program.torch_version = version_text->as_string();
}

// Raises unless the placeholder has the name of its spec, and the sizes and dtype of its
// tensor.
inline void check_pt2_input(json_value spec, graph const& g, node_id placeholder, std::string_view name,
                            tensor const* state) {
    if (placeholder == no_node || g.op(placeholder) != opcode::placeholder)
        spec.fail("the signature has more inputs than the graph");
    if (g.name(placeholder) != name)
        spec.fail(join({"the graph calls this input '", g.name(placeholder), "'"}));
    if (state == nullptr)
        return;
    tensor_spec const found = spec_of(*state);
    value_spec const* const val = g.val(placeholder);
    if (val == nullptr || val->tensor.dtype != found.dtype || val->tensor.sizes != found.sizes)
        spec.fail("the stored tensor has another dtype or other sizes than the graph says");
}

inline void read_pt2_inputs(json_value specs, pt2_archive const& archive, std::string const& name, bool check,
                            exported_program& program) {
    pt2_weights weights(archive, "data/weights/", name, check);
    pt2_weights constants(archive, "data/constants/", name, check);
    graph const& g = program.graph();
    auto node = g.nodes().begin();
    auto spec = program.signature.inputs.begin();
    for (json_value const json : specs.items()) {
        if (spec->in_state_dict())
            program.state_dict.try_emplace(spec->target, weights.at(spec->target, json));
        else if (spec->kind == input_kind::constant_tensor || spec->kind == input_kind::buffer)
            program.constants.try_emplace(spec->target, constants.at(spec->target, json));
        check_pt2_input(json, g, *node, spec->name, program.find_state(*spec));
        ++node;
        ++spec;
    }
    if (g.op(*node) == opcode::placeholder)
        specs.fail(join({"the signature says nothing of the input '", g.name(*node), "'"}));
}

// Raises unless the outputs of the graph have the names of their specs.
inline void check_pt2_outputs(json_value specs, exported_program const& program) {
    graph const& g = program.graph();
    arg_ref const result = g.arg(g.back(), 0);
    vec<output_spec> const& outputs = program.signature.outputs;
    bool const one = result.kind() != arg_kind::tuple;
    if (outputs.size() != (one ? 1 : result.size()))
        specs.fail("the signature and the graph have different numbers of outputs");
    std::size_t index = 0;
    for (json_value const json : specs.items()) {
        arg_ref const item = one ? result : result[index];
        std::string_view const name = item.kind() == arg_kind::node ? g.name(item.node()) : std::string_view();
        if (name != outputs[index].name)
            json.fail(join({"the graph calls this output '", name, "'"}));
        ++index;
    }
}

} // namespace detail

GRAFT_INLINE exported_program read_pt2(pt2_archive const& archive, pt2_options const& options) {
    std::string const name = detail::pt2_model(archive, options.model);
    if (archive.is_early() && name != "model")
        raise(errc::invalid_argument, "pt2: the archive holds one program, 'model', and no '", name, "'");
    json_document const document =
        archive.json(archive.is_early() ? std::string(archive.early_program) : "models/" + name + ".json");
    json_value const root = document.root();
    exported_program program;
    detail::read_pt2_versions(root, program);
    program.range_constraints = detail::read_pt2_ranges(root.at("range_constraints"));

    json_value const module = root.at("graph_module");
    detail::read_pt2_call_spec(module, program.call);
    json_value const signature = module.at("signature");
    program.signature = detail::read_pt2_signature(signature);
    detail::pt2_value_reader values;
    program.module =
        detail::pt2_graph_reader(module.at("graph"), values, options.find_op).read(program.signature.inputs, false);
    detail::read_pt2_inputs(signature.at("input_specs"), archive, name, options.check_weights, program);
    detail::check_pt2_outputs(signature.at("output_specs"), program);
    if (options.find_op) {
        show_hidden_writes(program.module, options.find_op);
        detail::part_shared_state(program);
    }
    mark_constants(program);
    return program;
}

} // namespace graft
#endif
