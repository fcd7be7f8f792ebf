#include "../../examples/graft_opt/planning.hpp"

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/memory/in_place.hpp>
#include <graft/runtime/executor.hpp>

#include "../runtime/test_program.hpp"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// What the op computes with.
dtype operands_of(op_info const& op) {
    detail::elementwise_form const* const form = detail::find_elementwise_form(op.meta);
    return form != nullptr && form->domain == dtype_domain::integral ? dtype::i32 : dtype::f32;
}

/// op(x * y, y, ...), numbers where it takes numbers; nothing when it takes anything else.
std::optional<exported_program> program_of(op_info const& op) {
    program_builder b;
    value_spec const spec = make_spec(operands_of(op), {5, 7});
    value const x = b.input("x", spec), y = b.input("y", spec);
    std::vector<arg> args;
    bool first = true;
    for (schema_argument const& a : op.arguments) {
        if (a.has_default && !a.optional)
            break;
        if (a.list || a.kwarg_only || (a.type == type_kind::tensor && a.name == "value"))
            return {};
        if (a.name == "condition" || a.name == "mask") {
            args.push_back(arg::node(aten::gt.Scalar(y, 0.5).id));
            continue;
        }
        if (a.type == type_kind::tensor)
            args.push_back(arg::node(first ? aten::mul.Tensor(x, y).id : y.id));
        else if (a.type == type_kind::scalar || a.type == type_kind::real)
            args.push_back(operands_of(op) == dtype::i32 ? arg(3) : arg(0.5));
        else
            return {};
        first = false;
    }
    return b.finish({{&b.g(), b.g().call_function(op, args)}});
}

template <class T>
tensor operand(dtype d, int i) {
    tensor t = tensor::empty({5, 7}, d);
    for (int k = 0; k < 35; ++k)
        t.data<T>()[k] = static_cast<T>(1 + (k * (3 + i)) % 11) / T(std::is_same_v<T, float> ? 13 : 1);
    return t;
}

std::vector<tensor> outputs(exported_program const& p, memory_plan const* plan, dtype d) {
    std::vector<tensor> inputs;
    for (int i = 0; i < 2; ++i)
        inputs.push_back(d == dtype::i32 ? operand<std::int32_t>(d, i) : operand<float>(d, i));
    return clone_all(executor(p, cpu_library(), plan).run(inputs));
}

TEST_CASE("planning: every element-wise op may write over its operand") {
    std::ifstream schemas(std::string{GRAFT_TEST_DATA} + "/dialect/schemas.txt");
    int merged = 0;
    for (std::string line; std::getline(schemas, line);) {
        std::string const name = line.substr(0, line.find('('));
        op_info const* const op = find_known_op<>(name);
        if (op == nullptr || !is_elementwise(*op) || !cpu_library().supports(*op))
            continue;
        std::optional<exported_program> const p = program_of(*op);
        if (!p)
            continue;
        dtype const d = operands_of(*op);
        memory_plan const apart = plan_of(*p), over = plan_of(*p, true);
        node_id const n = p->graph().at(p->signature.outputs[0].name);
        auto const operand = p->graph().find("mul_tensor"); // none where no tensor comes first
        merged += operand && over.offset(n) == over.offset(*operand);
        CHECK_MESSAGE(compare(outputs(*p, &apart, d)[0], outputs(*p, &over, d)[0], tolerance{}).agrees(), name);
    }
    CHECK(merged >= 100);
}

TEST_CASE("planning: says what is planned, and draws it") {
    program_builder b;
    value const x = b.input("x", f32_spec({4}));
    exported_program const p = b.finish({aten::tanh(aten::neg(x))});
    std::string const all = "planned               32 bytes (sweep)\nall values            48 bytes (3)\n"
                            "lower bound           32 bytes\ngap                    0 bytes (0.0 %)\n";
    CHECK(plan_text(p, "", {}) == all);
    options inner;
    inner.planned = {.inputs = false, .outputs = false};
    inner.plan_alignment = 64;
    CHECK(plan_text(p, "", inner).starts_with("planned               64 bytes"));
    options in_place;
    in_place.plan_in_place = true;
    CHECK(plan_text(p, "", in_place).find("all values            32 bytes (3)") != std::string::npos);
}

} // namespace
