#include <graft/io/pt2/writer.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/io/pt2/tree_spec.hpp>
#include <graft/ir/find_nodes.hpp>

#include <doctest/doctest.h>

#include "../call_builder.hpp"
#include "../raises.hpp"
#include "../../runtime/test_program.hpp"
#include "../same_program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <streambuf>
#include <vector>

namespace {

using namespace graft;
using graft_test::difference;
using graft_test::call_builder;
using graft_test::raised;
using graft_test::sentence;

std::string const models = GRAFT_TEST_DATA "/models/";

pt2_archive archive_of(std::string const& bytes) {
    storage copy = storage::allocate(bytes.size());
    std::memcpy(copy.data(), bytes.data(), bytes.size());
    return {copy.owner(), bytes.size()};
}

std::string written(exported_program const& program) {
    std::ostringstream out;
    write_pt2(out, program);
    return out.str();
}

exported_program reread(exported_program const& program) {
    return read_pt2(archive_of(written(program)), {.find_op = find_known_op<>, .model = {}});
}

exported_program read_model(std::string const& name) {
    return read_pt2(models + name + "/model.pt2", {.find_op = find_known_op<>, .model = {}});
}

/// A file in which bytes that are 0 take no room.
class sparse_file : public std::streambuf {
public:
    explicit sparse_file(std::filesystem::path const& path) : out_(path, std::ios::binary) {}

protected:
    std::streamsize xsputn(char const* bytes, std::streamsize count) override {
        constexpr std::streamsize block = 1 << 20;
        for (std::streamsize at = 0; at < count; at += block) {
            std::streamsize const size = std::min(block, count - at);
            if (bytes[at] == 0 && std::memcmp(bytes + at, bytes + at + 1, static_cast<std::size_t>(size - 1)) == 0)
                out_.seekp(size, std::ios::cur);
            else
                out_.write(bytes + at, size);
        }
        return out_ ? count : 0;
    }
    int overflow(int c) override { return xsputn(std::array{static_cast<char>(c)}.data(), 1) == 1 ? c : EOF; }

private:
    std::ofstream out_;
};

TEST_CASE("pt2_writer: a weight of more than 4 GiB, and one behind it, are read again") {
    constexpr std::int64_t count = (std::int64_t{1} << 30) + 3;
    std::string const path = (std::filesystem::temp_directory_path() / "graft_large.pt2").string();
    {
        // Pages that nobody writes to take no memory.
        std::shared_ptr<std::byte> const bytes(static_cast<std::byte*>(std::calloc(count, 4)), &std::free);
        REQUIRE(bytes != nullptr);
        tensor const zeros(storage(bytes, count * 4), dtype::f32, {count}, {1}, 0);
        zeros.data<float>()[count - 1] = 7;
        graft_test::program_builder b;
        value const w = b.parameter("w", zeros);
        value const v = b.parameter("v", tensor::full({2}, dtype::f32, 5.0));
        exported_program const program = b.finish({w, v});
        sparse_file buffer(path);
        std::ostream out(&buffer);
        write_pt2(out, program);
    }
    {
        pt2_options unchecked;
        unchecked.check_weights = false; // the CRC of the weight was that of the file once, when it was written
        exported_program const program = read_pt2(path, unchecked);
        tensor const& w = program.state_dict.at("w");
        CHECK(w.sizes() == dim_vector{count});
        CHECK(w.data<float>()[0] == 0);
        CHECK(w.data<float>()[count - 1] == 7);
        CHECK(program.state_dict.at("v").data<float>()[1] == 5);
    }
    std::filesystem::remove(path);
}

TEST_CASE("pt2_writer: what is read, written and read again is equal") {
    for (char const* const name : {"mlp", "digits_cnn", "dynamic_mlp", "control_flow", "data_dependent"}) {
        exported_program const program = read_model(name);
        CHECK_MESSAGE(difference(program, reread(program)) == "", name);
    }
}

TEST_CASE("pt2_writer: writing twice gives the same bytes") {
    exported_program const program = read_model("control_flow");
    CHECK(written(program) == written(reread(program)));
}

TEST_CASE("pt2_writer: dialects, origins, metadata and the order of nodes survive") {
    exported_program program = read_model("mlp");
    graph& g = program.graph();
    node_id const first = find_nodes(g, opcode::call_function).front();
    g.set_target(first, g.intern_target(std::string(g.target(first).name), g.target(first).op, dialect_tag::edge));
    g.add_origin(first, {"some-rule", "some_node"});
    g.set_meta(*g.nodes().begin(), arg(arg_kind::dict, {}));
    arg note(arg_kind::dict, {arg("here")});
    note.keys = {"stack_trace"};
    g.set_meta(*g.nodes().begin(), note);
    program.verifiers = {"EDGE"};
    CHECK(difference(program, reread(program)) == "");
}

TEST_CASE("pt2_writer: an edited graph and replaced weights are what is read again") {
    exported_program program = read_model("mlp");
    graph& g = program.graph();
    node_id const last = g.back(), result = g.arg(last, 0)[0].node();
    {
        auto const scope = inserting_before(g, last);
        node_id const more = g.call_function(*find_known_op<>("aten::relu"), {arg::node(result)});
        g.copy_val(result, more);
        g.replace_all_uses_with(result, operand::node(more), [&](node_id user) { return user == last; });
    }
    update_output_names(program);
    auto& [name, weight] = *program.state_dict.begin();
    weight = tensor::full(weight.sizes(), weight.dtype(), scalar(0.5));
    exported_program const again = reread(program);
    CHECK(difference(program, again) == "");
    CHECK(again.state_dict.at(name).data<float>()[0] == 0.5f);
}

TEST_CASE("pt2_writer: weights of floats of 8 bits are read again bit by bit") {
    for (dtype const d : {dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu}) {
        exported_program program = read_model("mlp");
        input_spec const& parameter = *program.signature.inputs_of(input_kind::parameter)[0];
        tensor& weight = program.state_dict.at(parameter.target);
        weight = tensor::full(weight.sizes(), d, scalar(d == dtype::f8e8m0fnu ? 1.75 : -1.75));
        node_id const n = program.graph().find(parameter.name).value();
        value_spec val = *program.graph().val(n);
        val.tensor.dtype = d;
        program.graph().set_val(n, val);
        exported_program const again = reread(program);
        CHECK(again.state_dict.at(parameter.target).dtype() == d);
        CHECK(static_cast<int>(again.state_dict.at(parameter.target).data()[0]) == (d == dtype::f8e5m2     ? 0xbf
                                                                                    : d == dtype::f8e4m3fn ? 0xbe
                                                                                                           : 0x80));
        CHECK(again.graph().val(n)->tensor.dtype == d);
    }
}

TEST_CASE("pt2_writer: items of lists and tuples, used, unused, nested in lists and out of order") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    arg const halves = b.call("aten::split.Tensor", {x, 2});
    arg const top = b.call("aten::topk", {x, 3});
    arg const second = b.item(halves, 1), first = b.item(halves, 0);
    arg const values = b.item(top, 0);
    arg const both = b.call("aten::cat", {arg::list({first, second})});
    exported_program const& program = b.output({both, values});
    exported_program const again = reread(program);
    CHECK(again.module == program.module);
    CHECK(difference(again, reread(again)) == "");
    CHECK(again.graph().use_count(again.graph().at("topk_default")) == 1);
}

TEST_CASE("pt2_writer: several getitem nodes for one item become one") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    arg const halves = b.call("aten::split.Tensor", {x, 2});
    arg const one = b.item(halves, 1), same = b.item(halves, 1);
    exported_program const again = reread(b.output({b.call("aten::add.Tensor", {one, same})}));
    node_id const sum = again.graph().at("add_tensor");
    REQUIRE(sum != no_node);
    CHECK(again.graph().arg(sum, 0).node() == again.graph().arg(sum, 1).node());
}

TEST_CASE("pt2_writer: every kind of argument is read as it was") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    arg const full = b.call(
        "aten::full", {arg::list({2, 3}), std::numeric_limits<double>::infinity()},
        {{"dtype", dtype::f64}, {"layout", layout::strided}, {"device", arg::device("cpu")}, {"pin_memory", false}});
    arg const copy = b.call("aten::clone", {x}, {{"memory_format", memory_format::contiguous}});
    arg const power = b.call("aten::pow.Tensor_Scalar", {copy, -0.5});
    arg const divided = b.call("aten::div.Tensor_mode", {power, x}, {{"rounding_mode", "floor"}});
    arg const index = b.call("aten::argmax", {divided, nullptr, true});
    arg const picked = b.call("aten::index.Tensor", {x, arg::list({nullptr, index})});
    exported_program const& program = b.output({full, picked, b.call("aten::sum.dim_IntList", {x, arg::list({})})});
    CHECK(reread(program).module == program.module);
}

TEST_CASE("pt2_writer: tensors of one storage share it again, views and empty ones included") {
    exported_program program = read_model("mlp");
    auto const base = tensor::full({64}, dtype::f32, scalar(2.0));
    std::int64_t offset = 0;
    for (auto& [name, value] : program.state_dict) {
        value = base.as_strided(value.sizes(), std::vector<std::int64_t>(value.sizes().size(), 0), offset);
        offset += 3;
    }
    std::string const bytes = written(program);
    pt2_archive const archive = archive_of(bytes);
    CHECK(archive.bytes("data/weights/weight_0").size() == 256);
    CHECK(sentence([&] { static_cast<void>(archive.bytes("data/weights/weight_1")); }).find("has no record") !=
          std::string::npos);
    CHECK(difference(program, read_pt2(archive, {.find_op = find_known_op<>, .model = {}})) == "");
}

TEST_CASE("pt2_writer: a program may replace the file that its weights are read from") {
    std::string const path = (std::filesystem::temp_directory_path() / "graft_pt2_writer.pt2").string();
    write_pt2(path, read_model("digits_cnn"));
    exported_program const program = read_pt2(path, {.find_op = find_known_op<>, .model = {}});
    write_pt2(path, program);
    CHECK(difference(program, read_pt2(path, {.find_op = find_known_op<>, .model = {}})) == "");
    std::filesystem::remove(path);
    CHECK(sentence([&] { write_pt2("/nonexistent/folder/a.pt2", program); }) ==
          "cannot write the file '/nonexistent/folder/a.pt2'");
}

TEST_CASE("pt2_writer: a program made here says how Python calls it: inputs one by one, a tuple of results") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4}));
    exported_program const again = reread(b.output({b.call("aten::relu", {x}), x}));
    CHECK(again.call.forward_arg_names == std::vector<std::string>{"x"});
    CHECK(json_text(*again.call.in_spec) ==
          R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.tuple", )"
          R"("context": "null", "children_spec": [{"type": null, "context": null, "children_spec": []}]}, )"
          R"({"type": "builtins.dict", "context": "[]", "children_spec": []}]}])");
    CHECK(json_text(*again.call.out_spec) == R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [)"
                                             R"({"type": null, "context": null, "children_spec": []}, )"
                                             R"({"type": null, "context": null, "children_spec": []}]}])");
}

TEST_CASE("pt2_writer: trees of arguments and results are written as they were read, named tuples with their fields") {
    std::string const path = std::string{GRAFT_TEST_DATA} + "/trees/nested.pt2";
    exported_program const program = read_pt2(path, {.find_op = find_known_op<>, .model = {}});
    exported_program const again = reread(program);
    CHECK(difference(program, again) == "");
    CHECK(again.call.out_spec->at("parts").at(0).at("y").is_leaf());
}

TEST_CASE("pt2_writer: what the format cannot say is an error that names the node") {
    auto const error_of = [](auto const& change) {
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {4}));
        return raised([&] { static_cast<void>(written(b.output({change(b, x)}))); });
    };
    CHECK(error_of([](call_builder& b, arg const& x) { return b.call("my::op", {x}); }) ==
          "graft: pt2: nothing is known of the op my::op, which was not read from a file that names its arguments "
          "[at %op_default]");
    CHECK(error_of([](call_builder& b, arg const& x) {
              arg const made = b.call("aten::relu", {x});
              b.g().clear_val(static_cast<node_id>(made.bits));
              return made;
          }) == "graft: pt2: the node has no val, which the format needs [at %relu_default]");
    CHECK(error_of([](call_builder& b, arg const& x) {
              arg const made = b.call("aten::relu", {x});
              arg note(arg_kind::dict, {arg(7)});
              note.keys = {"debug_handle"};
              b.g().set_meta(static_cast<node_id>(made.bits), note);
              return made;
          }) == "graft: pt2: the metadata 'debug_handle' is no text [at %relu_default]");
    CHECK(error_of([](call_builder& b, arg const& x) {
              return b.call("operator.getitem", {x, 0});
          }) == "graft: pt2: the value 'x' is not known to have an item 0 [at %getitem]");
}

TEST_CASE("pt2_writer: a signature that does not fit the graph, and a text that is not UTF-8, are errors") {
    exported_program program = read_model("mlp");
    exported_program missing = program;
    missing.state_dict.erase(missing.state_dict.begin());
    CHECK(sentence([&] { static_cast<void>(written(missing)); }).find("is not in the state dict") != std::string::npos);
    program.torch_version = "\xff";
    CHECK(sentence([&] { static_cast<void>(written(program)); }) == "pt2: a name or text of the program is not UTF-8");
}

TEST_CASE("pt2_writer: operations on sizes keep the names that ExecuTorch's documentation has for them") {
    call_builder b;
    arg const rows = b.call("aten::sym_size.int", {b.input("x", make_spec(dtype::f32, {symbol("s0"), 4})), 0});
    exported_program const& program = b.output({b.call("executorch_prims::add.int", {rows, 1})});
    exported_program const again = reread(program);
    CHECK(again.module == program.module);
    CHECK(again.graph().target(again.graph().arg(again.graph().back(), 0)[0].node()) == executorch_prims::add.int_);
}

} // namespace
