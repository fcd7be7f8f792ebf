#include <graft/transform/replace_sym_operations.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/infer.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/symbolic/substitute.hpp>

#include "../io/call_builder.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

symbol const s0("s0");

/// A program of a size s0 and of numbers that are made of it.
struct numbers {
    call_builder b;
    arg const rows = b.call("aten::sym_size.int", {b.input("x", make_spec(dtype::f32, {s0, 4})), 0});

    arg call(std::string_view target, std::vector<arg> const& args) {
        arg const made = b.call(target, args);
        infer(b.g(), static_cast<node_id>(made.bits));
        return made;
    }
    arg real() { return call("operator.truediv", {rows, 3}); }
    arg is_large() { return call("operator.gt", {rows, 3}); }
    arg is_small() { return call("operator.lt", {rows, 6}); }

    std::int64_t value(node_id n, std::int64_t size) {
        sym_bindings sizes;
        sizes.set(s0, size);
        return substitute(b.g().val(n)->integer, sizes).value();
    }

    // The calls after the last of the arguments that take the place of `number`; that they give the same is checked.
    std::string written(arg const& number) {
        auto const before = static_cast<node_id>(number.bits);
        std::vector<std::int64_t> expected;
        for (std::int64_t size = 0; size < 10; ++size)
            expected.push_back(value(before, size));
        graft::graph& g = b.output({number}).graph();
        node_id const last = g.prev(before);
        std::string calls = std::to_string(replace_sym_operations(g));
        for (node_id n = g.next(last); g.op(n) == opcode::call_function; n = g.next(n))
            calls += ' ' + std::string(g.target(n).name);
        node_id const after = g.arg(g.back(), 0)[0].node();
        for (std::int64_t size = 0; size < 10; ++size)
            CHECK(value(after, size) == expected[static_cast<std::size_t>(size)]);
        CHECK(replace_sym_operations(g) == 0);
        return calls;
    }
};

TEST_CASE("replace_sym_operations: what ExecuTorch has no operation for is said by those that it has") {
    auto const of_less = [](std::string_view target, std::vector<arg> more) {
        numbers n;
        more.insert(more.begin(), n.call("operator.sub", {n.rows, 5}));
        return n.written(n.call(target, more));
    };
    CHECK(of_less("operator.abs", {}) == "1 operator.neg torch.sym_max");
    CHECK(of_less("operator.ne", {0}) == "1 operator.eq torch.sym_not");
    CHECK(of_less("operator.lshift", {3}) == "1 operator.mul");
    CHECK(of_less("operator.rshift", {1}) == "1 operator.floordiv");
    CHECK(of_less("operator.pow", {1}) == "1");
    CHECK(of_less("operator.pow", {2}) == "1 operator.mul");
    CHECK(of_less("operator.pow", {5}) == "1 operator.mul operator.mul operator.mul");
}

TEST_CASE("replace_sym_operations: truths are counted") {
    auto const of_truths = [](std::string_view target) {
        numbers n;
        arg const large = n.is_large();
        return n.written(n.call(target, {large, n.is_small()}));
    };
    CHECK(of_truths("operator.and_") == "1 torch.sym_ite torch.sym_ite operator.add operator.eq");
    CHECK(of_truths("operator.or_") == "1 torch.sym_ite torch.sym_ite operator.add operator.ge");
    numbers n;
    CHECK(n.written(n.call("operator.not_", {n.is_large()})) == "1 torch.sym_not");
}

TEST_CASE("replace_sym_operations: the floor is the ceiling from below") {
    numbers n;
    exported_program& program = n.b.output({n.call("math.floor", {n.real()})});
    CHECK(replace_sym_operations(program.graph()) == 1);
    CHECK(fx_text(program.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %truediv : [num_users=1] = call_function[target=operator.truediv](args = (%sym_size_int, 3), kwargs = {})
    %neg : [num_users=1] = call_function[target=operator.neg](args = (%truediv,), kwargs = {})
    %ceil : [num_users=1] = call_function[target=math.ceil](args = (%neg,), kwargs = {})
    %neg_1 : [num_users=1] = call_function[target=operator.neg](args = (%ceil,), kwargs = {})
    return (neg_1,))");
}

TEST_CASE("replace_sym_operations: other calls stay") {
    auto const stays = [](std::string_view target, auto const& operands) {
        numbers n;
        arg const number = n.call(target, operands(n));
        exported_program& program = n.b.output({number});
        return replace_sym_operations(program.graph()) == 0 &&
               program.graph().contains(static_cast<node_id>(number.bits));
    };
    using args = std::vector<arg>;
    CHECK(stays("operator.mul", [](numbers& n) { return args{n.rows, n.rows}; })); // ExecuTorch has it
    CHECK(stays("operator.pow", [](numbers& n) { return args{2, n.rows}; }));      // nobody knows how often
    CHECK(stays("operator.pow", [](numbers& n) { return args{n.rows, 63}; }));     // more than 64 bits hold
    CHECK(stays("operator.pow", [](numbers& n) { return args{n.real(), 2}; }));    // rounds otherwise
    CHECK(stays("operator.lshift", [](numbers& n) { return args{1, n.rows}; }));   // nobody knows by how much
    CHECK(stays("operator.and_", [](numbers& n) { return args{n.rows, 3}; }));     // bits
    CHECK(stays("torch._sym_sqrt", [](numbers& n) { return args{n.rows}; }));
}

} // namespace
