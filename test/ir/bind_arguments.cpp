// Header-only: what holds in constants needs bodies.
#include <graft/ir/bind_arguments.hpp>

#include <graft/ir/text/parse.hpp>
#include <graft/schema/op.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using namespace graft;

struct add_t : op<add_t> {
    static constexpr schema_text text{"my::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
struct pool_t : op<pool_t> {
    static constexpr schema_text text{
        "my::pool(Tensor self, int[2] kernel, int[2] padding=0, bool ceil=False, float scale=1.0, "
        "str? mode=None) -> Tensor"};
};
struct cat_t : op<cat_t> {
    static constexpr schema_text text{"my::cat(Tensor[] tensors, int dim=0) -> Tensor"};
};
struct index_t : op<index_t> {
    static constexpr schema_text text{"my::index(Tensor self, Tensor?[] indices, float[] weights=[]) -> Tensor"};
};
struct view_t : op<view_t> {
    static constexpr schema_text text{"my::view(Tensor self, SymInt[] size) -> Tensor"};
};
struct make_t : op<make_t> {
    static constexpr schema_text text{
        "my::make(Tensor self, *, ScalarType? dtype=None, Device? device=None, MemoryFormat? "
        "memory_format=None) -> Tensor"};
};
struct assert_t : op<assert_t> {
    static constexpr schema_text text{"my::assert(Scalar self) -> ()"};
};

constexpr op_info const* find_op(std::string_view name) {
    for (op_info const* op : {&add_t::info(), &pool_t::info(), &cat_t::info(), &index_t::info(), &view_t::info(),
                              &make_t::info(), &assert_t::info()})
        if (op->name == name)
            return op;
    return nullptr;
}

// The graph with the given line between its inputs and its output.
graph with_call(std::string_view line) {
    return parse("graph():\n"
                 "    %x : f32[2, 3] = placeholder[target=x]\n"
                 "    %y : i64[3] = placeholder[target=y]\n"
                 "    %s : SymInt(s7) = placeholder[target=s]\n"
                 "    %b : SymBool(1) = placeholder[target=b]\n"
                 "    %no = placeholder[target=no]\n    " +
                     std::string(line),
                 find_op);
}

constexpr call<tensor_spec> bind(graph const& g) {
    return bind_arguments<tensor_spec>(g, g.back(), [&g](node_id n) -> tensor_spec const& { return g.val(n)->tensor; });
}

std::string error_of(std::string_view line) {
    graph const g = with_call(line);
    try {
        static_cast<void>(bind(g));
    } catch (graft::error const& e) {
        CHECK(e.node() == "r");
        return e.sentence();
    }
    return "no error";
}

constexpr bool fills_every_slot() {
    graph const g = parse("graph():\n"
                          "    %x : f32[2, 3] = placeholder[target=x]\n"
                          "    %r = call_function[target=torch.ops.my.pool.default](args = (%x, 3), "
                          "kwargs = {ceil: True})",
                          find_op);
    call<tensor_spec> const c = bind(g);
    return c.tensor("self") == make_spec(dtype::f32, {2, 3}) && c.integers("kernel")[1] == 3 &&
           c.integers("padding").size() == 2 && c.integers("padding")[0] == 0 && c.boolean("ceil") &&
           c.real("scale") == 1.0 && !c.has("mode");
}
static_assert(fills_every_slot());

} // namespace

TEST_CASE("bind_arguments: every slot is filled from arguments, keywords or defaults") {
    CHECK(fills_every_slot());
    graph const g =
        with_call("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x,), kwargs = {other: %y, alpha: 0.5})");
    call<tensor_spec> const c = bind(g);
    CHECK(c.tensor("other").dtype == dtype::i64);
    CHECK(c.number("alpha") == scalar(0.5));
}

TEST_CASE("bind_arguments: lists of tensors may have absent elements, numbers become reals") {
    graph const g = with_call("%r = call_function[target=torch.ops.my.index.default](args = (%x, "
                              "[None, %y], [1, 0.5]), kwargs = {})");
    call<tensor_spec> const c = bind(g);
    REQUIRE(c.tensors("indices").size() == 2);
    CHECK(c.tensors("indices")[0] == nullptr);
    CHECK(c.tensors("indices")[1]->dtype == dtype::i64);
    CHECK(c.numbers("weights")[0].to<double>() == 1.0);
    CHECK(c.numbers("weights")[1].to<double>() == 0.5);
}

TEST_CASE("bind_arguments: a node that computes an integer is its recorded expression") {
    graph const g =
        with_call("%r = call_function[target=torch.ops.my.view.default](args = (%x, [%s, 4]), kwargs = {})");
    call<tensor_spec> const c = bind(g);
    CHECK(c.integers("size")[0] == sym_int(symbol("s7")));
    CHECK(c.integers("size")[1] == 4);
    graph const checked =
        with_call("%r = call_function[target=torch.ops.my.assert.default](args = (%b,), kwargs = {})");
    CHECK(bind(checked).number("self") == scalar(true));
}

TEST_CASE("bind_arguments: numbers may come from the caller") {
    graph const g =
        with_call("%r = call_function[target=torch.ops.my.view.default](args = (%x, [%s, 4]), kwargs = {})");
    auto const tensor_of = [&g](node_id n) -> tensor_spec const& { return g.val(n)->tensor; };
    auto const seven = [](node_id) { return 7; };
    CHECK(bind_arguments<tensor_spec>(g, g.back(), tensor_of, seven).integers("size")[0] == 7);
}

TEST_CASE("bind_arguments: a number that is known when the program runs may stand for a tensor") {
    graph const g = with_call("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x, %s), kwargs = {})");
    CHECK(bind(g).integer("other") == sym_int(symbol("s7")));
    graph const known = with_call("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x, %b), kwargs = {})");
    CHECK(bind(known)["other"].kind == argument_kind::boolean);
}

TEST_CASE("bind_arguments: enumerations and devices keep their kind") {
    graph const g = with_call("%r = call_function[target=torch.ops.my.make.default](args = (%x,), kwargs = {dtype: "
                              "torch.float16, device: cpu, memory_format: torch.channels_last})");
    call<tensor_spec> const c = bind(g);
    CHECK(c.dtype("dtype") == dtype::f16);
    CHECK(c.device("device") == device{});
    CHECK(c.memory_format("memory_format") == memory_format::channels_last);
}

TEST_CASE("bind_arguments: a wrong call is an error that names op and argument") {
    CHECK(error_of("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x,), kwargs = {})") ==
          "my::add.Tensor: argument 'other' has no default and is not given");
    CHECK(error_of("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x, %y, 2), kwargs = {})") ==
          "my::add.Tensor: 3 positional arguments are given, where the operator takes 2");
    CHECK(error_of("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x, %y), kwargs = {beta: 1})") ==
          "my::add.Tensor: there is no argument 'beta'");
    CHECK(error_of("%r = call_function[target=torch.ops.my.add.Tensor](args = (%x, %y), kwargs = {self: %x})") ==
          "my::add.Tensor: argument 'self' is given twice");
    CHECK(error_of("%r = call_function[target=torch.ops.my.pool.default](args = (%x, %y), kwargs = {})") ==
          "my::pool: argument 'kernel' takes int[], not a tensor");
    CHECK(error_of("%r = call_function[target=torch.ops.my.cat.default](args = ([%x, 1],), kwargs = {})") ==
          "my::cat: argument 'tensors' has an integer in its list");
    CHECK(error_of("%r = call_function[target=torch.ops.my.view.default](args = (%x, [%no]), kwargs = {})") ==
          "the node 'no' is not known to be a number");
    CHECK(error_of("%r = call_function[target=torch.ops.my.none.default](args = (), kwargs = {})") ==
          "my::none: no op of this name is known");
}
