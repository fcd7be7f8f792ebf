#include <graft/dialect/edge_yaml.hpp>

#include <graft/dialect/dtypes_of.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/verify.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"

#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;

// The entry that the documentation shows.
constexpr std::string_view documented = R"(- func: sigmoid
  namespace: edge
  inherits: aten::sigmoid
  type_alias:
    T0: [Bool, Byte, Char, Int, Long, Short]
    T1: [Double, Float]
    T2: [Float]
  type_constraint:
  - self: T0
    __ret_0: T2
  - self: T1
    __ret_0: T1
)";

std::string file_text() {
    std::ifstream in(GRAFT_TEST_DATA "/edge/edge.yaml");
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string written(edge_yaml const& yaml) { return edge_yaml_text(yaml.entries()); }

// True when both admit the same of random dtypes.
bool agree(dtype_constraint const& a, dtype_constraint const& b) {
    std::mt19937 random(5);
    bool same = a.column_count == b.column_count;
    for (int i = 0; same && i < 4000; ++i) {
        std::vector<dtype> types;
        for (std::size_t c = 0; c < a.column_count; ++c)
            types.push_back(i % 2 == 0 && c > 0 ? types[random() % c] : all_dtypes[random() % all_dtypes.size()]);
        view<dtype const> const given(types.data(), types.size());
        same = a.admits(given) == b.admits(given);
    }
    return same;
}

TEST_CASE("edge_yaml: the entry of the documentation is read, and written as it was") {
    edge_yaml const yaml{std::string(documented)};
    REQUIRE(yaml.entries().size() == 1);
    edge_yaml_entry const& entry = yaml.entries()[0];
    CHECK(entry.func == "sigmoid");
    CHECK(entry.name_space == "edge");
    CHECK(yaml.find("aten::sigmoid") == &entry);
    CHECK(yaml.find("sigmoid") == nullptr);
    CHECK(entry.constraint.admits({{{"self", dtype::f64}, {"__ret_0", dtype::f64}}}));
    CHECK_FALSE(entry.constraint.admits({{{"self", dtype::f64}, {"__ret_0", dtype::f32}}}));
    CHECK(written(yaml) == documented);
}

TEST_CASE("edge_yaml: the types that are allowed print as in the documentation") {
    edge_yaml const yaml{std::string(documented)};
    op_info const& sigmoid = aten::sigmoid.default_.info();
    edge_schema const s = schema(sigmoid, yaml(sigmoid));
    CHECK(s.text == "aten::sigmoid(Tensor self) -> Tensor");
    CHECK(text(s.arguments[0].allowed_types) == "{torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, "
                                                "torch.int64, torch.float32, torch.float64}");
    CHECK(text(s.returns[0].allowed_types) == "{torch.float32, torch.float64}");
    CHECK(text(dtype_set()) == "set()");
}

TEST_CASE("edge_yaml: entries of ExecuTorch's own file say what the table of the Edge dialect says") {
    edge_yaml const yaml(file_text());
    CHECK(yaml.entries().size() == 5);
    for (edge_yaml_entry const& entry : yaml.entries()) {
        CAPTURE(entry.inherits);
        op_info const* const op = find_known_op<>(entry.inherits);
        REQUIRE(op != nullptr);
        dtype_constraint const table = edge_constraint(*op);
        CHECK(agree(entry.constraint, table));
        for (std::string_view const column : table.columns())
            CHECK(entry.constraint.allowed_types(column) == table.allowed_types(column));
    }
}

TEST_CASE("edge_yaml: what was read is written as it was, but for comments and entries of too many rows") {
    std::string const file = file_text();
    std::string const text = written(edge_yaml(file));
    for (std::string_view const op : {"_log_softmax", "_to_copy", "sigmoid", "sub.Scalar"}) {
        std::string const begin = "- func: aten::" + std::string(op) + "\n";
        std::size_t const at = file.find(begin), here = text.find(begin);
        REQUIRE(at != file.npos);
        REQUIRE(here != text.npos);
        CHECK(file.substr(at, file.find("\n\n", at) - at) == text.substr(here, text.find("\n\n", here) - here));
    }
    CHECK(written(edge_yaml(text)) == text);
}

TEST_CASE("edge_yaml: what is written of graft's own ops is read as the constraints that they have") {
    std::string const text = edge_yaml_text(known_ops::ops());
    edge_yaml const yaml(text);
    CHECK(yaml.entries().size() > 130);
    CHECK(written(yaml) == text);
    for (op_info const* const op : known_ops::ops()) {
        CAPTURE(op->name);
        CHECK((yaml.find(op->name) != nullptr) == !edge_constraint_text(op->name).empty());
        dtype_constraint const read = yaml(*op), own = edge_constraint(*op);
        REQUIRE(read.column_count == own.column_count);
        CHECK(read.row_count == own.row_count);
        CHECK(read.rows == own.rows);
        CHECK(read.aliases == own.aliases);
        CHECK(std::equal(own.columns().begin(), own.columns().end(), read.columns().begin()));
    }
}

TEST_CASE("edge_yaml: a program is verified by the constraints that were read") {
    graft_test::call_builder b;
    exported_program& program = b.output({b.call("aten::sigmoid", {b.input("x", make_spec(dtype::f16, {2}))})});
    graph& g = program.graph();
    node_id const call = g.arg(g.back(), 0)[0].node();
    g.set_target(call, g.intern_target(aten::sigmoid.default_.info(), dialect_tag::edge));
    CHECK(verify_edge(program).empty());
    edge_rules rules;
    {
        edge_yaml const yaml{std::string(documented)};
        rules.constraint = yaml;
    }
    vec<violation> const found = verify_edge(program, rules);
    REQUIRE(found.size() == 1);
    CHECK(found[0].sentence == "the dtypes of aten::sigmoid do not go together: self=f16 __ret_0=f16; the nearest that "
                               "do: self=b8 __ret_0=f32");
}

TEST_CASE("edge_yaml: other layouts of the same are read") {
    edge_yaml const yaml(R"(# a comment
---
-   func: f   # and another
    type_constraint:
      -  self: A
         __ret_0: A
    inherits: my::f.out
    type_alias:
       A: [ Float ,Half]
)");
    REQUIRE(yaml.entries().size() == 1);
    CHECK(yaml.entries()[0].name_space == "edge");
    CHECK(yaml.find("my::f.out")->constraint.allowed_types("self") == dtype_set({dtype::f32, dtype::f16}));
    CHECK(edge_yaml("").entries().empty());
    CHECK(edge_yaml("# nothing\n\n").entries().empty());
    std::string windows{documented};
    for (std::size_t at = 0; (at = windows.find('\n', at)) != windows.npos; at += 2)
        windows.insert(at, 1, '\r');
    CHECK(written(edge_yaml(windows)) == documented);
}

// What is said when `part` of the documentation's entry is replaced.
std::string mistake(std::string_view part, std::string_view by) {
    std::string text{documented};
    text.replace(text.find(part), part.size(), by);
    return raised([&] { static_cast<void>(edge_yaml(text)); });
}

TEST_CASE("edge_yaml: an error names the line and the column") {
    CHECK(mistake("[Float]", "[Floating]") ==
          "graft: edge.yaml: line 7, column 10: unknown dtype: 'Floating' [at byte 152]");
    CHECK(mistake("__ret_0: T2", "__ret_0: T3").find("line 10, column 14: unknown alias: 'T3'") != std::string::npos);
    CHECK(mistake("    __ret_0: T1", "    other: T1").find("line 12, column 5: no column of the first row: 'other'") !=
          std::string::npos);
    CHECK(mistake("    __ret_0: T1", "    self: T1").find("line 12, column 5: column given twice: 'self'") !=
          std::string::npos);
    CHECK(mistake("    __ret_0: T1\n", "").find("line 11, column 5: a column is missing") != std::string::npos);
    CHECK(mistake("T1: [", "T0: [").find("line 6, column 5: alias defined twice: 'T0'") != std::string::npos);
    CHECK(mistake("  inherits", "  inherit").find("line 3, column 3: an entry has no such key: 'inherit'") !=
          std::string::npos);
    CHECK(mistake("  inherits: aten::sigmoid\n", "").find("needs: 'inherits'") != std::string::npos);
    CHECK(mistake("namespace: edge", "func: edge").find("line 2, column 3: this key is there twice: 'func'") !=
          std::string::npos);
    CHECK(mistake("[Double, Float]", "[Double, Float").find("line 6, column 9: a list") != std::string::npos);
    CHECK(mistake("[Double, Float]", "[]").find("line 6, column 10: a word is missing") != std::string::npos);
    CHECK(mistake("  namespace", " namespace").find("line 2, column 2: this line begins at a column") !=
          std::string::npos);
    CHECK(mistake("    T1", "\tT1").find("line 6, column 1: a tab before a word") != std::string::npos);
    CHECK(mistake("self: T1", "self T1").find("line 11, column 5: 'KEY: VALUE' is expected: 'self T1'") !=
          std::string::npos);
    CHECK(mistake("sigmoid", "'sigmoid'").find("line 1, column 9: this is no plain word") != std::string::npos);
    CHECK(raised([] { static_cast<void>(edge_yaml("func: f")); }).find("line 1, column 1: '- func: NAME'") !=
          std::string::npos);
    std::string const twice = std::string(documented) + std::string(documented);
    CHECK(raised([&] { static_cast<void>(edge_yaml(twice)); }).find("line 15, column 13: an entry before inherits") !=
          std::string::npos);
}

TEST_CASE("edge_yaml: more aliases, columns or rows than there may be are an error") {
    auto const repeated = [](int count, auto const& line) {
        std::string lines;
        for (int i = 0; i < count; ++i)
            lines += line(std::to_string(i));
        return lines;
    };
    auto const many = [&](std::string const& aliases, std::string const& rows) {
        std::string const text =
            "- func: f\n  inherits: my::f\n  type_alias:\n" + aliases + "  type_constraint:\n" + rows;
        return raised([&] { static_cast<void>(edge_yaml(text)); });
    };
    std::string const alias = "    T0: [Float]\n", row = "  - self: T0\n";
    CHECK(many(repeated(33, [](std::string const& i) { return "    T" + i + ": [Float]\n"; }), row)
              .find("line 36, column 5: too many of a kind: 'T32'") != std::string::npos);
    CHECK(many(alias, row + repeated(16, [](std::string const& i) { return "    a" + i + ": T0\n"; }))
              .find("too many of a kind: 'a15'") != std::string::npos);
    CHECK(many(alias, repeated(257, [&](std::string const&) { return row; })).find("line 262") != std::string::npos);
    CHECK(many(alias, repeated(256, [&](std::string const&) { return row; })) == "(nothing raised)");
}

TEST_CASE("edge_yaml: a text with bytes changed is read or refused") {
    std::string const good = file_text();
    std::mt19937 random(11);
    for (int i = 0; i < 300; ++i) {
        std::string text = good.substr(0, 1200);
        for (int k = 0; k < 3; ++k)
            text[random() % text.size()] = std::string_view(" \n-:[],#T0\tx\0", 13)[random() % 13];
        try {
            static_cast<void>(written(edge_yaml(text)));
        } catch (error const& e) {
            CHECK(e.code() == errc::parse);
            CHECK(e.sentence().starts_with("edge.yaml: line "));
        }
    }
}

} // namespace
