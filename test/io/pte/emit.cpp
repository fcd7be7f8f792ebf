#include <graft/io/pte/emit.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/io/pte/diff.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/io/pte/writer.hpp>
#include <graft/transform/debug_handles.hpp>

#include "../pte_fixture.hpp"
#include "../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

exported_program model(char const* name) {
    return read_pt2(GRAFT_TEST_DATA "/models/" + std::string(name) + "/model.pt2",
                    {.find_op = find_known_op<>, .model = {}});
}

TEST_CASE("pte_emit: several methods share their constants; some only return one") {
    exported_program const mlp = model("mlp");
    std::size_t const alone = emit_pte(mlp).buffers.size();
    pte_program const program =
        emit_pte({{"forward", &mlp}, {"again", &mlp}}, {{"version", std::int64_t{3}},
                                                        {"mean", tensor::full({2}, dtype::f32, 0.5)},
                                                        {"quantised", false},
                                                        {"scale", 0.25},
                                                        {"name", std::string("mlp")}});
    CHECK(program.plans.size() == 7);
    CHECK(program.buffers.size() == alone + 1);
    pte_program const again = read_pte(storage_of(to_bytes(program)));
    CHECK(diff(program, again).empty());
    pte_plan const* const version = again.find("version");
    REQUIRE(version != nullptr);
    CHECK((version->values.at(0) == pte_value(std::int64_t{3})));
    CHECK(version->chains.at(0).instructions.empty());
    CHECK((again.find("name")->values.at(0) == pte_value(std::string("mlp"))));
    CHECK((again.find("quantised")->values.at(0) == pte_value(false)));
    CHECK(std::get<pte_tensor>(again.find("mean")->values.at(0)).is_constant());
}

TEST_CASE("pte_emit: instructions say where they come from if that is asked for") {
    exported_program const mlp = model("mlp");
    CHECK(emit_pte(mlp).plans[0].chains[0].stack_traces.empty());
    pte_plan const plan = emit_pte(mlp, {.stack_traces = true}).plans[0];
    REQUIRE(plan.chains[0].stack_traces.size() == plan.chains[0].instructions.size());
    CHECK(!plan.chains[0].stack_traces[0].empty());
    CHECK(plan.chains[0].stack_traces[0].back().line > 0);
}

TEST_CASE("pte_emit: a debug map says which call each instruction comes from, those of control flow included") {
    for (char const* const name : {"mlp", "control_flow"}) {
        exported_program program = model(name);
        number_debug_handles(program);
        pte_debug_map map;
        pte_plan const plan = emit_pte(program, {.debug_map = &map}).plans[0];
        std::vector<std::uint64_t> const& handles = map.instructions.at("forward");
        REQUIRE(handles.size() == plan.chains[0].instructions.size());
        for (std::size_t i = 0; i < handles.size(); ++i) {
            pte_origin const& origin = map.origins.at("forward").at(handles[i]);
            CHECK(origin.debug_handle == handles[i]);
            CHECK(!origin.stack_trace.empty());
            pte_instruction const& instruction = plan.chains[0].instructions[i];
            bool const branches = origin.target == "torch.ops.higher_order.cond";
            CHECK((branches || instruction.action == pte_action::kernel));
            CHECK((!branches || instruction.action != pte_action::kernel ||
                   plan.operators.at(static_cast<std::size_t>(instruction.first)).name == "aten::alias_copy"));
        }
    }
    pte_debug_map unnumbered;
    static_cast<void>(emit_pte(model("mlp"), {.debug_map = &unnumbered}));
    CHECK(unnumbered.origins.at("forward").empty());
}

TEST_CASE("pte_emit: tensors lie at multiples of the alignment asked for") {
    pte_plan const plan = emit_pte(model("digits_cnn"), {.memory_alignment = 256}).plans[0];
    for (pte_value const& v : plan.values)
        if (auto const* const t = std::get_if<pte_tensor>(&v); t != nullptr && t->allocation)
            CHECK(t->allocation->offset % 256 == 0);
    CHECK(emit_pte(model("digits_cnn")).plans[0].buffer_sizes.at(1) <= 66816);
}

} // namespace
