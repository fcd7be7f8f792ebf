#include <graft/dialect/out_variant.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace {

using namespace graft;

op_info const& known(std::string_view name) {
    op_info const* const op = find_known_op<>(name);
    REQUIRE(op != nullptr);
    return *op;
}

TEST_CASE("out_variant: ops of ATen have one exactly if PyTorch does") {
    std::ifstream in(GRAFT_TEST_DATA "/schema/out_variants/names.tsv");
    std::set<std::string, std::less<>> names;
    for (std::string line; std::getline(in, line);)
        names.insert(line.substr(0, line.find('\t')));
    std::size_t count = 0;
    for (op_info const* const op : known_ops::ops())
        if (op->name.starts_with("aten::")) {
            CAPTURE(op->name);
            CHECK(has_out_variant(*op) == names.contains(op->name));
            count += has_out_variant(*op);
        }
    CHECK(count > 400);
}

TEST_CASE("out_variant: the schema is PyTorch's own") {
    std::map<std::string, std::string> torch;
    std::ifstream in(GRAFT_TEST_DATA "/schema/schemas.txt");
    for (std::string line; std::getline(in, line);)
        torch.emplace(line.substr(0, line.find('(')), line);
    std::size_t compared = 0;
    for (op_info const* const op : known_ops::ops())
        if (op->name.starts_with("aten::") && has_out_variant(*op))
            if (auto const found = torch.find(out_variant_name(*op)); found != torch.end()) {
                ++compared;
                CHECK(out_variant_schema(*op) == found->second);
            }
    CHECK(compared > 20);
    CHECK(out_variant_schema(known("aten::max.dim")) ==
          "aten::max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> "
          "(Tensor(a!) values, Tensor(b!) indices)");
    CHECK(out_variant_schema(known("aten::full")) ==
          "aten::full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)");
    CHECK(out_variant_schema(known("aten::split_copy.Tensor")) ==
          "aten::split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> ()");
}

TEST_CASE("out_variant: each is one op, which knows what it was made of and is found by its name") {
    op_info const& add = known("aten::add.Tensor");
    op_info const* const out = out_variant_of(add);
    REQUIRE(out != nullptr);
    CHECK(out->name == "aten::add.out");
    CHECK(out == out_variant_of(add));
    CHECK(functional_of(*out) == &add);
    CHECK(functional_of(add) == nullptr);
    CHECK(functional_of(known("aten::add_.Tensor")) == nullptr);
    CHECK(find_out_variant("aten::add.out", known_ops::ops()) == out);
    CHECK(find_out_variant("aten::add.nothing_out", known_ops::ops()) == nullptr);
    CHECK(out_variant_of(known("aten::dropout")) == nullptr);
    CHECK(out_variant_of(known("aten::relu_")) == nullptr);
    CHECK(out_variant_of(known("aten::view")) == nullptr);
    CHECK(out_variant_of(known("aten::sym_size.int")) == nullptr);
}

TEST_CASE("out_variant: it returns what it is given to write to") {
    tensor_spec const values = make_spec(dtype::f32, {3}), indices = make_spec(dtype::i64, {3}),
                      of = make_spec(dtype::f32, {3, 4});
    call<tensor_spec> c(*out_variant_of(known("aten::max.dim")));
    c.set("self", of);
    c.set("dim", 1);
    c.set("max", values);
    c.set("max_values", indices);
    value_spec const both = infer(c);
    REQUIRE(both.items.size() == 2);
    CHECK(both.items[0].tensor == values);
    CHECK(both.items[1].tensor == indices);
}

} // namespace
