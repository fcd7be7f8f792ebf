#include <graft/io/pt2/reader.hpp>

#include <graft/io/file/mapped_file.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include "../pt2_fixture.hpp"
#include "../raises.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using graft_test::pack;
using graft_test::pt2_records;
using graft_test::raised;
using graft_test::read_program;
using graft_test::replaced;

std::string const models = GRAFT_TEST_DATA "/models/";

std::string file_text(std::string const& path) {
    mapped_file const file(path);
    return {reinterpret_cast<char const*>(file.bytes().data()), file.bytes().size()};
}

std::string printed(graph_module const& module, std::string const& name = {}) {
    std::string text = (name.empty() ? "" : "\n" + name + "\n") + fx_text(module.graph) + "\n";
    for (submodule const& inner : module.submodules)
        text += printed(inner.module, name.empty() ? inner.name : name + "." + inner.name);
    return text;
}

//=== programs that torch wrote ===//

TEST_CASE("pt2: the graphs are those that torch printed") {
    for (char const* model : {"mlp", "dynamic_mlp", "control_flow", "digits_cnn", "data_dependent"}) {
        exported_program const program = read_pt2(models + model + "/model.pt2", {});
        CHECK(printed(program.module) == file_text(models + model + "/graph.txt"));
        CHECK(lint(program.graph()).empty());
    }
}

TEST_CASE("pt2: the text of what was read parses to the same graph") {
    for (char const* model : {"mlp", "dynamic_mlp", "control_flow", "digits_cnn", "data_dependent"}) {
        exported_program const program = read_pt2(models + model + "/model.pt2", {});
        CHECK(parse(text(program.graph())) == program.graph());
    }
}

TEST_CASE("pt2: weights lie in the mapped file, under their names") {
    exported_program const program = read_pt2(models + "mlp/model.pt2", {});
    CHECK(program.state_dict.size() == 4);
    CHECK(program.constants.empty());
    tensor const& weight = program.state_dict.at("linear2.weight");
    CHECK(weight.sizes() == std::vector<std::int64_t>{8, 16});
    CHECK(reinterpret_cast<std::uintptr_t>(weight.data()) % 64 == 0);
    CHECK(weight.get_storage().owner().use_count() > 3);
    for (input_spec const& spec : program.signature.inputs)
        CHECK((program.find_state(spec) != nullptr) == (spec.kind == input_kind::parameter));
}

TEST_CASE("pt2: what a program says of itself is kept") {
    exported_program const program = read_pt2(models + "dynamic_mlp/model.pt2", {});
    REQUIRE(program.range_constraints.size() == 1);
    CHECK(program.range_constraints[0].name.name() == "s77");
    CHECK(program.range_constraints[0].range == sym_range{1, 256});
    CHECK(program.verifiers == std::vector<std::string>{"TRAINING"});
    CHECK(program.opset_version.at("aten") == 10);
    CHECK(program.torch_version.starts_with("2."));
    CHECK(program.call.in_spec == tree_spec::tuple({tree_spec::tuple({{}}), tree_spec::dict({})}));
    CHECK(program.call.out_spec == tree_spec{});
    CHECK(program.call.forward_arg_names.size() == 1);
    graph const& g = program.graph();
    node_id const x = g.at("x");
    REQUIRE(x != no_node);
    CHECK(g.val(x)->tensor.sizes[0] == sym_int(symbol("s77")));
}

TEST_CASE("pt2: the trees of arguments and results are read, with the fields of named tuples") {
    exported_program const program = read_pt2(std::string{GRAFT_TEST_DATA} + "/trees/nested.pt2", {});
    REQUIRE(program.call.in_spec);
    REQUIRE(program.call.out_spec);
    CHECK(program.call.in_spec->at(0).at(1).at("rest") == tree_spec::list({{}}));
    CHECK(program.call.in_spec->at(1).at("offsets").type() == tree_type::dict({"low", "high"}));
    tree_spec const& point = program.call.out_spec->at("parts").at(0);
    CHECK(point.type() == tree_type::named_tuple("shapes.point", {}));
    CHECK(point.at("y").is_leaf());
}

TEST_CASE("pt2: a tree of arguments that is none is refused") {
    pt2_records records;
    records.model = graft_test::replaced(records.model, graft_test::out_spec, R"("[1, null]")");
    CHECK(raised([&] { (void)read_program(records); }) ==
          "graft: pt2: out_spec: expected an object, found null [at $[1]]");
    records = {};
    std::string const types = R"("treespec_namedtuple_fields":{"a.b":{"field_names":["x"]}},)";
    std::string const spec = R"("[1, {\"type\": \"collections.namedtuple\", \"context\": \"a.b\", )"
                             R"(\"children_spec\": []}]")";
    records.model = graft_test::replaced(records.model, graft_test::out_spec, spec);
    records.model = graft_test::replaced(records.model, "\"module_call_graph\":", types + "\"module_call_graph\":");
    CHECK(raised([&] { (void)read_program(records); }) ==
          "graft: a collections.namedtuple has 1 keys for 0 items [at $.graph_module.treespec_namedtuple_fields]");
}

TEST_CASE("pt2: every prefix of an archive is refused") {
    std::string const bytes = file_text(models + "mlp/model.pt2");
    for (std::size_t size = 0; size < bytes.size(); size += size < bytes.size() - 900 ? 37 : 1) {
        std::string const said = raised([&] { (void)read_pt2(graft_test::open_archive(bytes.substr(0, size))); });
        CHECK(said.starts_with("graft: "));
    }
}

//=== programs made for the test ===//

TEST_CASE("pt2: a small program is read whole") {
    exported_program const program = read_program({});
    CHECK(text(program.graph()) == R"(graph():
    %p_w : f32[3] = placeholder[target=p_w]
    %x : f32[3] = placeholder[target=x]
    %add : f32[3] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %p_w), kwargs = {alpha: 2}) {stack_trace: "File x.py, line 1", pt2_arguments: "self,other,alpha"}
    return (%add,)
)");
    CHECK(program.state_dict.at("w").data<float>()[2] == 3.0f);
    CHECK(program.range_constraints[0].range == sym_range{2, std::nullopt});
    CHECK(program.call.forward_arg_names == std::vector<std::string>{"x"});
}

TEST_CASE("pt2: an archive without a program, which torch leaves where saving fails") {
    std::string const bytes =
        graft_test::zip_builder().add("m/archive_format", "pt2").add("m/archive_version", "0").finish();
    pt2_archive const archive = graft_test::open_archive(bytes);
    CHECK(raised([&] { (void)read_pt2(archive); }) ==
          "graft: pt2: the archive holds no program: torch did not save one, or not in whole");
}

TEST_CASE("pt2: of several programs one is named") {
    pt2_records const records;
    std::string const bytes = graft_test::zip_builder()
                                  .add("m/data/weights/weight_0", records.weight)
                                  .add("m/data/weights/b_weights_config.json", records.weights)
                                  .add("m/data/constants/b_constants_config.json", records.constants)
                                  .add("m/models/a.json", "{}")
                                  .add("m/models/b.json", records.model)
                                  .add("m/archive_format", "pt2")
                                  .add("m/archive_version", "0")
                                  .finish();
    pt2_archive const archive = graft_test::open_archive(bytes);
    pt2_options options;
    CHECK(raised([&] { (void)read_pt2(archive, options); }) == "graft: pt2: the archive holds 2 programs; name one");
    options.model = "b";
    CHECK(read_pt2(archive, options).state_dict.size() == 1);
    options.model = "c";
    CHECK(raised([&] { (void)read_pt2(archive, options); }) ==
          "graft: pt2: the archive has no record 'm/models/c.json'");
}

TEST_CASE("pt2: a damaged weight is found, unless weights are not to be checked") {
    std::string bytes = pack({});
    bytes[bytes.find(pt2_records().weight)] = 1;
    pt2_archive const archive = graft_test::open_archive(bytes);
    pt2_options options;
    CHECK(raised([&] { (void)read_pt2(archive, options); }).find("'m/data/weights/weight_0' is damaged") !=
          std::string::npos);
    options.check_weights = false;
    CHECK(read_pt2(archive, options).state_dict.size() == 1);
}

std::string refused(std::string_view from, std::string_view to) {
    pt2_records records;
    records.model = replaced(records.model, from, to);
    return raised([&] { read_program(records); });
}

std::string const origin = "graft: models/model.json: ";

TEST_CASE("pt2: a newer schema is refused with both versions named, and one before 8") {
    std::string const at = " [at $.schema_version]";
    CHECK(refused(R"("major":8,"minor":20)", R"("major":9,"minor":1)") ==
          origin + "schema version 9.1 is newer than 8.20, the newest that is read" + at);
    CHECK(refused(R"("major":8,"minor":20)", R"("major":8,"minor":21)") ==
          origin + "schema version 8.21 is newer than 8.20, the newest that is read" + at);
    CHECK(refused(R"("major":8,"minor":20)", R"("major":7,"minor":3)") ==
          origin + "schema version 7.3 is older than 8.0, the oldest that is read" + at);
    pt2_records records;
    records.model = replaced(records.model, R"("major":8,"minor":20)", R"("major":8,"minor":2)");
    CHECK(read_program(records).state_dict.size() == 1);
}

TEST_CASE("pt2: archives of torch 2.6 and 2.8 have their tensors in pickles") {
    CHECK(read_pt2(models + "torch26/model.pt2", {}).torch_version == "2.6.0+cu124");
    CHECK(read_pt2(models + "torch28/model.pt2", {}).torch_version == "2.8.0+cu128");
    for (std::string const model : {"torch26", "torch28"}) {
        exported_program const program = read_pt2(models + model + "/model.pt2", {});
        CHECK(printed(program.module) == file_text(models + model + "/graph.txt"));
        REQUIRE(program.state_dict.size() == 4);
        tensor const& narrow = program.state_dict.at("narrow");
        CHECK(narrow.dtype() == dtype::f16);
        CHECK(narrow.sizes() == dim_vector{3, 2});
        CHECK(narrow.strides() == dim_vector{1, 3});
        CHECK(narrow.contiguous().data<half>()[1] == half(3.0f));
        CHECK(program.constants.at("count").data<std::int64_t>()[0] == 7);
        CHECK(program.constants.at("lifted_tensor_0").data<float>()[2] == 2.5f);
        CHECK(program.call.forward_arg_names == vec<std::string>{"x"});
    }
    pt2_options other;
    other.model = "other";
    CHECK(raised([&] { (void)read_pt2(models + "torch26/model.pt2", other); }) ==
          "graft: pt2: the archive holds one program, 'model', and no 'other'");
}

TEST_CASE("pt2: ranges that hold nothing and symbols that are none are refused") {
    CHECK(refused(R"("min_val":2,"max_val":null)", R"("min_val":2,"max_val":1)") ==
          origin + "the least value is above the largest [at $.range_constraints.s77]");
    CHECK(refused(R"("s77")", R"("a_symbol_of_many_letters")")
              .ends_with("[at $.range_constraints.a_symbol_of_many_letters]"));
}

TEST_CASE("pt2: ranges of expressions are left out") {
    pt2_records records;
    records.model = replaced(records.model, R"("range_constraints":{)",
                             R"-("range_constraints":{"s90 + Max(1, s77 - 2)":{"min_val":4,"max_val":64},)-");
    exported_program const program = read_program(records);
    REQUIRE(program.range_constraints.size() == 1);
    CHECK(program.range_constraints[0].name.name() == "s77");
}

TEST_CASE("pt2: a signature that does not fit the graph is refused") {
    CHECK(refused(R"({"user_input":{"arg":{"as_tensor":{"name":"x"}}}})",
                  R"({"user_input":{"arg":{"as_tensor":{"name":"y"}}}})") ==
          origin + "the graph calls this input 'x' [at $.graph_module.signature.input_specs[1]]");
    CHECK(refused(R"(,
{"user_input":{"arg":{"as_tensor":{"name":"x"}}}})",
                  "") == origin + "the signature says nothing of the input 'x' "
                                  "[at $.graph_module.signature.input_specs]");
    CHECK(refused(R"({"user_input":{"arg":{"as_tensor":{"name":"x"}}}})",
                  R"({"user_input":{"arg":{"as_tensor":{"name":"x"}}}},
                     {"user_input":{"arg":{"as_tensor":{"name":"add"}}}})") ==
          origin + "the signature has more inputs than the graph "
                   "[at $.graph_module.signature.input_specs[2]]");
    CHECK(refused(R"({"user_output":{"arg":{"as_tensor":{"name":"add"}}}})",
                  R"({"user_output":{"arg":{"as_tensor":{"name":"x"}}}})") ==
          origin + "the graph calls this output 'add' [at $.graph_module.signature.output_specs[0]]");
    CHECK(refused(R"({"user_output":{"arg":{"as_tensor":{"name":"add"}}}})", "") ==
          origin + "the signature and the graph have different numbers of outputs "
                   "[at $.graph_module.signature.output_specs]");
}

TEST_CASE("pt2: a weight that is missing, short or of another shape is refused") {
    CHECK(refused(R"("parameter_name":"w")", R"("parameter_name":"v")") ==
          origin + "the archive holds no tensor 'v' in data/weights/ "
                   "[at $.graph_module.signature.input_specs[0]]");
    pt2_records records;
    records.weight.pop_back();
    CHECK(raised([&] { read_program(records); }) ==
          "graft: a tensor needs a storage of 12 bytes but has 11 [at $.config.w]");
    CHECK(refused(R"("p_w":{"dtype":7)", R"("p_w":{"dtype":5)") ==
          origin + "the stored tensor has another dtype or other sizes than the graph says "
                   "[at $.graph_module.signature.input_specs[0]]");
}

// The places where a value of the JSON text begins: behind a colon, a bracket or a comma.
std::vector<std::size_t> value_places(std::string const& json) {
    std::vector<std::size_t> places;
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < json.size(); ++i) {
        if (json[i] == '"' && (i == 0 || json[i - 1] != '\\'))
            quoted = !quoted;
        else if (!quoted && (json[i] == ':' || json[i] == '[' || json[i] == ','))
            places.push_back(i + 1);
    }
    return places;
}

TEST_CASE("pt2: a program cut short, or with a value of another type, never crashes the reader") {
    pt2_records const good;
    for (std::size_t size = 0; size < good.model.size(); size += 7) {
        pt2_records records;
        records.model.resize(size);
        CHECK(raised([&] { read_program(records); }).starts_with("graft: models/model.json: "));
    }
    constexpr std::array<char const*, 7> others{"null, ",          "[], ", "{}, ", "-1, ", "1e30, ", "\"\", ",
                                                "{\"as_int\":3}, "};
    std::size_t said = 0;
    for (std::size_t const place : value_places(good.model))
        for (char const* other : others) {
            pt2_records records;
            // Either an item more, or the text is no JSON any longer.
            records.model.insert(place, other);
            said += raised([&] { read_program(records); }).starts_with("graft: ");
            // Or another value in the place of a number or a text.
            std::size_t const end = good.model.find_first_of(",}]\n", place);
            records.model = good.model;
            records.model.replace(place, end - place, std::string(other).substr(0, std::string(other).size() - 2));
            said += raised([&] { read_program(records); }).starts_with("graft: ");
        }
    CHECK(said > 1000);
}

} // namespace
