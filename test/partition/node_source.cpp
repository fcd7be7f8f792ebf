#include <graft/partition/node_source.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;

// A graph of one call with this metadata.
struct one_node {
    graph g;
    node_id n = g.call_function("user.f", {});

    using texts = std::vector<std::pair<std::string_view, std::string_view>>;

    explicit one_node(texts const& meta) {
        arg dict(arg_kind::dict, {});
        for (auto const& [key, text] : meta) {
            dict.keys.push_back(key);
            dict.items.push_back(text);
        }
        g.set_meta(n, dict);
    }

    // `source|use`, empty when it came from none of these.
    [[nodiscard]] std::string find(std::vector<std::string_view> const& wanted) const {
        auto const found = find_node_source(g, n, wanted);
        return found ? std::string(wanted[found->wanted]) + "|" + std::string(found->use) : "";
    }
};

constexpr std::string_view modules = "L__self__,,__main__.Net;L__self__seq,seq,torch.nn.modules.container.Sequential;"
                                     "L__self__seq_0@1,seq.0,torch.nn.modules.linear.Linear";

TEST_CASE("find_node_source: the innermost module counts, its use is its path") {
    one_node const t(one_node::texts{{"nn_module_stack", modules}});
    CHECK(t.find({"torch.nn.modules.linear.Linear"}) == "torch.nn.modules.linear.Linear|seq.0");
    CHECK(t.find({"Linear"}) == "Linear|seq.0");
    CHECK(t.find({"type:torch.nn.modules.linear.Linear"}) == "type:torch.nn.modules.linear.Linear|seq.0");
    CHECK(t.find({"type:Linear"}).empty());
    CHECK(t.find({"Net", "Sequential", "near", "linear.Linear"}).empty());
    auto const second = find_node_source(t.g, t.n, vec<std::string_view>{"Linear"});
    REQUIRE(second);
    CHECK(second->call == "L__self__seq_0@1");
    one_node root(one_node::texts{{"nn_module_stack", "L__self__,,__main__.Net"}});
    CHECK(root.find({"Net"}) == "Net|");
    root.g.set_op(root.n, opcode::call_method);
    CHECK(root.find({"Net"}).empty());
}

TEST_CASE("find_node_source: the name of the function goes before the module") {
    one_node const t({{"torch_fn", "linear_2;builtin_function_or_method.linear"}, {"nn_module_stack", modules}});
    CHECK(t.find({"Linear", "linear"}) == "linear|linear_2");
    CHECK(t.find({"str:linear"}) == "str:linear|linear_2");
    CHECK(find_node_source(t.g, t.n, vec<std::string_view>{"linear"})->call == "linear_2");
    CHECK(t.find({"fn:linear", "Linear"}) == "Linear|seq.0");
    CHECK(t.find({"builtin_function_or_method"}).empty());
}

TEST_CASE("find_node_source: where there is a source_fn_stack, its last entry decides") {
    one_node const t({{"source_fn_stack", "outer,my.Outer;relu_1,torch.nn.functional.relu"},
                      {"torch_fn", "linear_2;builtin_function_or_method.linear"},
                      {"nn_module_stack", modules}});
    CHECK(t.find({"Outer", "Linear", "linear"}).empty());
    CHECK(t.find({"Linear", "relu"}) == "relu|relu_1");
    CHECK(t.find({"fn:torch.nn.functional.relu"}) == "fn:torch.nn.functional.relu|relu_1");
    one_node const kinds(one_node::texts{{"source_fn_stack", "relu_1,type:my.ReLU"}});
    CHECK(kinds.find({"fn:my.ReLU", "str:my.ReLU"}).empty());
    CHECK(kinds.find({"ReLU"}) == "ReLU|relu_1");
}

TEST_CASE("find_node_source: metadata that is cut short means nothing") {
    for (std::string_view const text : {"", ";", ",", ",,", "x", "x;", "x;y", ";y.", "a,b;", ".;."}) {
        CAPTURE(text);
        for (std::string_view const key : {"source_fn_stack", "torch_fn", "nn_module_stack"})
            CHECK(one_node(one_node::texts{{key, text}}).find({"Linear", "linear"}).empty());
    }
    CHECK(one_node(one_node::texts{}).find({"Linear"}).empty());
}

} // namespace
