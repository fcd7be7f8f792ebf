// Header-only: what holds in constants needs bodies.
#include <graft/pass/transformer.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>
#include <graft/pass/pass.hpp>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using arguments = std::vector<arg>;
using keyword_arguments = std::vector<kwarg>;

struct identity : transformer<identity> {};

struct add_to_mul : transformer<add_to_mul> {
    static constexpr std::string_view name = "add_to_mul";
    constexpr arg call_function(call_target const& target, arguments const& args, keyword_arguments const& kwargs) {
        if (target != toy::add)
            return transformer::call_function(target, args, kwargs);
        return transformer::call_function(toy::mul, args);
    }
};

struct add_to_mul_and_sub : transformer<add_to_mul_and_sub> {
    constexpr arg call_function(call_target const& target, arguments const& args, keyword_arguments const& kwargs) {
        if (target != toy::add)
            return transformer::call_function(target, args, kwargs);
        arg const product = transformer::call_function(toy::mul, args);
        return transformer::call_function(toy::sub, {product, args[1]});
    }
};

struct without_neg : transformer<without_neg> {
    constexpr arg call_function(call_target const& target, arguments const& args, keyword_arguments const& kwargs) {
        return target == toy::neg ? args[0] : transformer::call_function(target, args, kwargs);
    }
};

constexpr graph formula() {
    graph g;
    value const x = placeholder(g, "x"), y = placeholder(g, "y");
    value const sum = toy::add(x, y);
    value const product = toy::mul(toy::neg(sum), y);
    output(g, {product, sum});
    return g;
}

TEST_CASE("transformer: without handlers the graph stays, every kind of node included") {
    graph g = formula();
    CHECK_FALSE(identity{}(g));
    CHECK(g == formula());

    graph all;
    node_id const x = all.placeholder("x"), w = all.get_attr("layer.weight");
    arg const args[] = {arg::node(x), arg::list({arg::node(w), 1})};
    kwarg const kwargs[] = {{"flag", true}};
    node_id const m = all.create_node(opcode::call_module, all.intern_target("layer"), args, kwargs);
    arg const self[] = {arg::node(m)};
    node_id const t = all.create_node(opcode::call_method, all.intern_target("tanh"), self);
    all.output(arg::node(t));
    CHECK(identity{}.transform(all) == all);
    CHECK(fx_text(identity{}.transform(all)) == fx_text(all));
}

TEST_CASE("transformer: one call for another, which has the metadata but not the value") {
    graph g = formula();
    node_id const sum = g.at("add_tensor");
    arg trace{arg_kind::dict, {"line 1"}};
    trace.keys = {"stack_trace"};
    g.set_meta(sum, trace);
    g.set_val(sum, make_spec(dtype::f32, {2}));
    CHECK(add_to_mul{}(g));
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %mul_tensor_1 : [num_users=2] = call_function[target=torch.ops.toy.mul.Tensor](args = (%x, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.toy.neg.default](args = (%mul_tensor_1,), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.toy.mul.Tensor](args = (%neg_default, %y), kwargs = {})
    return (mul_tensor, mul_tensor_1))");
    CHECK(g.meta(g.at("mul_tensor_1"), "stack_trace") == "line 1");
    CHECK(g.val(g.at("mul_tensor_1")) == nullptr);
    CHECK_FALSE(add_to_mul{}(g));
}

TEST_CASE("transformer: one call for two, and one for none") {
    graph g = formula();
    CHECK(add_to_mul_and_sub{}(g));
    CHECK(without_neg{}(g));
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=3] = placeholder[target=y]
    %mul_tensor_1 : [num_users=1] = call_function[target=torch.ops.toy.mul.Tensor](args = (%x, %y), kwargs = {})
    %sub_tensor : [num_users=2] = call_function[target=torch.ops.toy.sub.Tensor](args = (%mul_tensor_1, %y), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.toy.mul.Tensor](args = (%sub_tensor, %y), kwargs = {})
    return (mul_tensor, sub_tensor))");
}

constexpr bool transforms_in_constants() {
    graph g = formula();
    return without_neg{}(g) && g.size() == 5;
}
static_assert(transforms_in_constants());

TEST_CASE("transformer: a handler decides over any kind of node, and over all of them") {
    struct attributes_to_inputs : transformer<attributes_to_inputs> {
        arg get_attr(call_target const& target, arguments const&, keyword_arguments const&) {
            return arg::node(result().placeholder(target.name()));
        }
    };
    struct counting : transformer<counting> {
        std::size_t nodes = 0;
        std::string last;
        arg run_node(node_id n) {
            ++nodes;
            last = source().name(n);
            return transformer::run_node(n);
        }
    };
    graph g;
    g.output(arg::node(g.get_attr("w")));
    CHECK(fx_text(attributes_to_inputs{}.transform(g)) == R"(graph():
    %w : [num_users=1] = placeholder[target=w]
    return w)");
    counting count;
    CHECK(count.transform(g) == g);
    CHECK(count.nodes == 2);
    CHECK(count.last == "output");
}

TEST_CASE("transformer: a handler that raises leaves the graph, and its error names the node") {
    struct failing : transformer<failing> {
        arg call_function(call_target const& target, arguments const& args, keyword_arguments const& kwargs) {
            if (target == toy::neg)
                raise(errc::unsupported, "no neg here");
            return transformer::call_function(target, args, kwargs);
        }
    };
    graph g = formula();
    CHECK(raised([&] { failing{}(g); }) == "graft: no neg here [at %neg_default]");
    CHECK(g == formula());
    graph unsorted = formula();
    unsorted.move_before(unsorted.at("neg_default"), unsorted.at("add_tensor"));
    CHECK(raised([&] { identity{}(unsorted); }) ==
          "graft: the node 'add_tensor' is used before it is defined [at %neg_default]");
}

TEST_CASE("transformer: a handler may use the transformer for another graph") {
    struct nested : transformer<nested> {
        std::size_t inner = 0;
        arg call_function(call_target const& target, arguments const& args, keyword_arguments const& kwargs) {
            if (inner == 0 && target == toy::add) {
                inner = 1;
                inner = transform(source()).size();
            }
            return transformer::call_function(target, args, kwargs);
        }
    };
    nested n;
    CHECK(n.transform(formula()) == formula());
    CHECK(n.inner == formula().size());
}

TEST_CASE("transformer: one with a name is a pass") {
    exported_program p;
    p.graph() = formula();
    any_pass const pass = add_to_mul{};
    CHECK(pass.name == "add_to_mul");
    CHECK(pass(p).modified);
    CHECK_FALSE(pass(p).modified);
}

} // namespace
