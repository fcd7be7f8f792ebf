#pragma once

#include <graft/io/pt2/reader.hpp>

#include "zip_builder.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace graft_test {

/// The text with its first `from` replaced; a text without it is returned empty.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    std::size_t const at = text.find(from);
    if (at == std::string::npos)
        return {};
    return text.replace(at, from.size(), to);
}

/// The JSON of a tensor's facts: f32 of these sizes and strides, each a list of SymInts.
inline std::string tensor_json(std::string_view sizes = R"({"as_int":3})",
                               std::string_view strides = R"({"as_int":1})") {
    return R"({"dtype":7,"sizes":[)" + std::string(sizes) +
           R"(],"requires_grad":false,"device":{"type":"cpu","index":null},"strides":[)" + std::string(strides) +
           R"(],"storage_offset":{"as_int":0},"layout":7})";
}

/// The JSON of the pytrees of one argument and of one result.
inline constexpr std::string_view in_spec =
    R"("[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [)"
    R"({\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [)"
    R"({\"type\": null, \"context\": null, \"children_spec\": []}]}, )"
    R"({\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]")";
inline constexpr std::string_view out_spec = R"("[1, {\"type\": null, \"context\": null, \"children_spec\": []}]")";

/// The records of the program `add(x, w) for a parameter w of three numbers`.
struct pt2_records {
    std::string model = R"({"graph_module":{"graph":{
"inputs":[{"as_tensor":{"name":"p_w"}},{"as_tensor":{"name":"x"}}],
"outputs":[{"as_tensor":{"name":"add"}}],
"nodes":[{"target":"torch.ops.aten.add.Tensor","inputs":[
{"name":"self","arg":{"as_tensor":{"name":"x"}},"kind":1},
{"name":"other","arg":{"as_tensor":{"name":"p_w"}},"kind":1},
{"name":"alpha","arg":{"as_int":2},"kind":2}],
"outputs":[{"as_tensor":{"name":"add"}}],"metadata":{"stack_trace":"File x.py, line 1"},
"is_hop_single_tensor_return":null,"name":"add"}],
"tensor_values":{"p_w":)" +
                        tensor_json() + R"(,"x":)" + tensor_json() + R"(,"add":)" + tensor_json() +
                        R"(},"sym_int_values":{},"sym_bool_values":{}},
"signature":{"input_specs":[{"parameter":{"arg":{"name":"p_w"},"parameter_name":"w"}},
{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}],
"output_specs":[{"user_output":{"arg":{"as_tensor":{"name":"add"}}}}]},
"module_call_graph":[{"fqn":"","signature":{"inputs":[],"outputs":[],"in_spec":)" +
                        std::string(in_spec) + R"(,"out_spec":)" + std::string(out_spec) +
                        R"(,"forward_arg_names":["x"]}}]},
"opset_version":{"aten":10},"range_constraints":{"s77":{"min_val":2,"max_val":null}},
"schema_version":{"major":8,"minor":20},"verifiers":["TRAINING"],"torch_version":"2.15.0"})";
    std::string weights = R"({"config":{"w":{"path_name":"weight_0","is_param":true,)"
                          R"("use_pickle":false,"tensor_meta":)" +
                          tensor_json() + "}}}";
    std::string constants = R"({"config":{}})";
    std::string weight = std::string("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40", 12); // 1, 2, 3
};

inline std::string pack(pt2_records const& records, std::size_t alignment = 64) {
    return zip_builder(false, alignment)
        .add("m/data/weights/weight_0", records.weight)
        .add("m/data/weights/model_weights_config.json", records.weights)
        .add("m/data/constants/model_constants_config.json", records.constants)
        .add("m/models/model.json", records.model)
        .add("m/archive_format", "pt2")
        .add("m/archive_version", "0")
        .add("m/byteorder", "little")
        .finish();
}

/// The archive of these bytes; memory of its own, so that a read outside is found.
inline graft::pt2_archive open_archive(std::string const& bytes) {
    graft::storage memory = graft::storage::allocate(bytes.size());
    if (!bytes.empty())
        std::memcpy(memory.data(), bytes.data(), bytes.size());
    return {memory.owner(), bytes.size()};
}

inline graft::exported_program read_program(pt2_records const& records) {
    return graft::read_pt2(open_archive(pack(records)));
}

} // namespace graft_test
