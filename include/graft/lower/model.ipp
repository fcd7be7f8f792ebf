#pragma once

#include <graft/lower/cpu_library.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/lower/model.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/memory/exact.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/transform/decompose_options.hpp>

#include <type_traits>
#include <utility>

namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET {

template <class Ops>
struct basic_model<Ops>::parts {
    exported_program program;
    memory_plan plan;
    executor run;

    parts(exported_program given, model_options const& options)
        : program(lowered(std::move(given), options)),
          plan(options.plan ? plan_exact(find_bounded(program).planned) : memory_plan{}),
          run(program, cpu_library<Ops>(), options.plan ? &plan : nullptr) {
        run.use_threads(options.threads);
    }

    static exported_program lowered(exported_program program, model_options const& options) {
        if (!options.lower)
            return program;
        level const at = level_of(program);
        if (at == level::aten)
            static_cast<void>(to_edge_passes(decompositions())(program));
        if (at != level::backend)
            static_cast<void>(to_backend_passes(cpu_library<Ops>())(program));
        return program;
    }

    // Those of ATen are known.
    static decompose_options decompositions() {
        decompose_options options;
        if constexpr (!std::is_same_v<Ops, cpu_ops>)
            options.compositions = decomposition_table<Ops>();
        return options;
    }
};

template <class Ops>
basic_model<Ops>::basic_model(std::string const& path, model_options const& options)
    : basic_model(read_pt2<Ops>(path), options) {}
template <class Ops>
basic_model<Ops>::basic_model(exported_program program, model_options const& options)
    : parts_(std::make_unique<parts>(std::move(program), options)) {}
template <class Ops>
basic_model<Ops>::basic_model(basic_model&&) noexcept = default;
template <class Ops>
basic_model<Ops>& basic_model<Ops>::operator=(basic_model&&) noexcept = default;
template <class Ops>
basic_model<Ops>::~basic_model() = default;

template <class Ops>
vec<tensor> basic_model<Ops>::operator()(view<tensor const> inputs) {
    vec<tensor> const all = parts_->run.run(inputs);
    vec<tensor> outputs;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (parts_->program.signature.outputs[i].is_result())
            outputs.push_back(all[i]);
    return outputs;
}
template <class Ops>
tree<tensor> basic_model<Ops>::call(vec<tree<tensor>> args, vec<tree<tensor>::item> kwargs) {
    return parts_->run.call(std::move(args), std::move(kwargs));
}
template <class Ops>
exported_program const& basic_model<Ops>::program() const {
    return parts_->program;
}
template <class Ops>
memory_plan const& basic_model<Ops>::plan() const {
    return parts_->plan;
}

} // namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET
