#include <graft/dialect/known_ops.hpp>

#include <graft/dialect/edge.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/schema/op_info.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string_view>
#include <vector>

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

namespace {

std::string_view packet_of(op_info const& op) { return op.name.substr(0, op.name.find('.')); }

// How many numbers of an op are tensors of another, which takes all others as it does; none unless so.
int numbers_as_tensors(op_info const& op, op_info const& other) {
    int count = 0;
    for (schema_argument const& argument : op.arguments) {
        int const at = other.find_argument(argument.name);
        if (at < 0 || other.arguments.size() != op.arguments.size() || other.mutates())
            return 0;
        schema_argument const& there = other.arguments[static_cast<std::size_t>(at)];
        bool const becomes = argument.type == type_kind::scalar && there.type == type_kind::tensor && !there.list;
        if (!becomes && there.type != argument.type)
            return 0;
        count += becomes;
    }
    return count;
}

} // namespace

TEST_CASE("known_ops: an element-wise op of numbers that is not core says which op of its packet takes tensors") {
    std::map<std::string_view, std::vector<op_info const*>> packets;
    for (op_info const* const op : known_ops::ops())
        packets[packet_of(*op)].push_back(op);
    int said = 0;
    for (op_info const* const op : known_ops::ops()) {
        CAPTURE(op->name);
        op_info const* most = nullptr;
        for (op_info const* const other : packets[packet_of(*op)])
            if (numbers_as_tensors(*op, *other) > (most == nullptr ? 0 : numbers_as_tensors(*op, *most)))
                most = other;
        if (op->of_tensors != nullptr || (is_elementwise(*op) && !has(op->tags, op_tags::core) && !op->original))
            CHECK(bool(op->of_tensors == most));
        said += op->of_tensors != nullptr;
    }
    CHECK(said > 20);
}
