#include <graft/dialect/known_ops.hpp>

#include <graft/dialect/edge.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/schema/op_info.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

static_assert(known_ops::find("aten::add.Tensor") == &aten::add_tensor::info());
static_assert(known_ops::find("executorch_prim::add.Scalar") == &executorch_prim::add.Scalar.info());
static_assert(known_ops::find("my::op") == nullptr);

} // namespace

TEST_CASE("known_ops: the lookup of graphs finds them too") {
    op_lookup const lookup = find_known_op;
    CHECK(bool(lookup("aten::add.Tensor") == &aten::add_tensor::info()));
    CHECK(lookup("my::op") == nullptr);
    CHECK(every_known_op<>().data() == known_ops::ops().data());
}

TEST_CASE("known_ops: the op of every name that the Edge dialect constrains is described") {
    for (edge_group const& group : edge_groups)
        for (std::string_view names = group.ops; !names.empty();) {
            std::size_t const end = detail::first_name_size(names);
            CAPTURE(names.substr(0, end));
            CHECK(find_known_op(names.substr(0, end)) != nullptr);
            names.remove_prefix(std::min(end + 1, names.size()));
        }
}

TEST_CASE("known_ops: the columns of a constraint are arguments and returns of the op") {
    for (op_info const* const op : known_ops::ops()) {
        CAPTURE(op->name);
        dtype_constraint const constraint = edge_constraint(*op);
        for (std::string_view const column : constraint.columns()) {
            bool known = op->find_argument(column) >= 0;
            for (std::size_t i = 0; i < op->returns.size(); ++i)
                known = known || return_name(*op, i) == column;
            CHECK(known);
        }
    }
}

TEST_CASE("known_ops: every op whose meta function is element-wise is pointwise, and promotes if of several operands") {
    int found = 0;
    for (op_info const* const op : every_known_op()) {
        CAPTURE(op->name);
        detail::elementwise_form const* const form = detail::find_elementwise_form(op->meta);
        if (form == nullptr)
            continue;
        CHECK(is_elementwise(*op));
        CHECK(has(op->tags, op_tags::promotes) == (form->count > 1));
        ++found;
    }
    CHECK(found > 100);
}

TEST_CASE("known_ops: what may return its argument, draws numbers, writes or rearranges is not element-wise") {
    for (char const* const name :
         {"aten::positive", "aten::dropout", "aten::native_dropout", "aten::frexp.Tensor", "aten::add_.Tensor",
          "aten::rand", "aten::clone", "aten::_to_copy", "aten::copy", "aten::fill.Scalar", "aten::cumsum",
          "aten::where", "aten::alias", "aten::permute_copy", "aten::softmax.int"}) {
        CAPTURE(std::string_view(name));
        REQUIRE(find_known_op(name) != nullptr);
        CHECK_FALSE(is_elementwise(*find_known_op(name)));
    }
}
