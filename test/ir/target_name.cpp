#include <graft/ir/target_name.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace graft;

std::string name_of(std::string_view target, bool is_function = true, dialect_tag dialect = dialect_tag::aten) {
    auto const name = detail::name_from_target({.name = target, .dialect = dialect}, is_function);
    return {name.begin(), name.end()};
}

std::string overload_of(std::string_view target) {
    auto const name = detail::overload_name(target);
    return {name.begin(), name.end()};
}

TEST_CASE("target_name: an op is named after its overload, in the edge dialect after its namespace too") {
    CHECK(name_of("aten::add.Tensor") == "add.tensor");
    CHECK(name_of("aten::relu") == "relu.default");
    CHECK(name_of("aten::add.Tensor", true, dialect_tag::edge) == "aten.add.tensor");
    CHECK(name_of("aten::_native_batch_norm_legit_no_training") == "_native_batch_norm_legit_no_training.default");
}

TEST_CASE("target_name: a function is named after the last part of its path") {
    CHECK(name_of("operator.getitem") == "getitem");
    CHECK(name_of("torch.ops.higher_order.cond") == "cond");
    CHECK(name_of("add") == "add");
}

TEST_CASE("target_name: a module or method keeps its path, without the underscores of magic") {
    CHECK(name_of("layers.0.weight", false) == "layers.0.weight");
    CHECK(name_of("__add__", false) == "add");
    CHECK(name_of("____", false) == "____");
    CHECK(name_of("__x", false) == "__x");
    CHECK(name_of("", false).empty());
}

TEST_CASE("target_name: an upper case letter after a lower case one begins a word, as in FX") {
    CHECK(name_of("mod.pascalCase", false) == "mod.pascal_case");
    CHECK(name_of("mod.ALL_CAPS", false) == "mod.all_caps");
    CHECK(name_of("ReLU6", false) == "re_lu6");
    CHECK(name_of("aB1C", false) == "a_b1c");
}

TEST_CASE("target_name: the overload of an op without one is default") {
    CHECK(overload_of("aten::add.Tensor") == "add.Tensor");
    CHECK(overload_of("aten::relu") == "relu.default");
    CHECK(overload_of("aten::relu_") == "relu_.default");
}

TEST_CASE("target_name: the namespace ends at the first double colon") {
    CHECK(detail::namespace_size("aten::add") == 4);
    CHECK(detail::namespace_size("a::b::c") == 1);
    CHECK(detail::namespace_size("add") == 3);
    CHECK(detail::namespace_size("") == 0);
}

} // namespace
