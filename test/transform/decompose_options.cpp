#include <graft/transform/decompose_options.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/to_edge.hpp>

#include "../runtime/test_program.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

struct twice_t : composite_op<twice_t> {
    static constexpr schema_text text{"mine::twice(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(aten::mul.Scalar, k->tensor("self"), 2); }
};
inline constexpr twice_t twice;

struct own_ops : dialect<own_ops> {
    using members = op_list<twice_t>;
};

exported_program lowered(decompose_options const& options) {
    program_builder b;
    exported_program program = b.finish({twice(b.input("x", f32_spec({2})))});
    static_cast<void>(to_edge(program, options));
    return program;
}

std::string target_of_first_call(exported_program const& program) {
    graph const& g = program.graph();
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            return std::string{g.target(n).name};
    return {};
}

TEST_CASE("decompose_options: lowering knows the compositions of another dialect that it is given") {
    CHECK(target_of_first_call(lowered({})) == "mine::twice");
    decompose_options options;
    options.compositions = decomposition_table<own_ops>();
    CHECK(target_of_first_call(lowered(options)) == "aten::mul.Scalar");
    options.preserve_ops = {twice};
    CHECK(target_of_first_call(lowered(options)) == "mine::twice");
}

} // namespace
