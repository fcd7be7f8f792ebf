#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/tree.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

namespace graft {

/// The tree of the program's arguments, as torch's `in_spec`: a tuple of the positional ones and a dict of the others.
/// Where the program says nothing of it, its inputs are positional, one by one.
[[nodiscard]] GRAFT_INLINE tree_spec in_spec_of(exported_program const& program);

/// The tree of what the program returns, as torch's `out_spec`. Where the program says nothing of it, a tuple.
[[nodiscard]] GRAFT_INLINE tree_spec out_spec_of(exported_program const& program);

/// The user inputs of the program, in the order of its signature, for arguments as Python gives them: the positional
/// ones, and others by name in any order. Others than the program takes are an error that shows both trees.
[[nodiscard]] GRAFT_INLINE vec<tensor> flat_arguments(exported_program const& program, vec<tree<tensor>> args,
                                                      vec<tree<tensor>::item> kwargs = {});

/// What Python returns for these outputs of the program, which are those of its signature. A constant is a tensor
/// without dimensions, or undefined where it is None or a text.
[[nodiscard]] GRAFT_INLINE tree<tensor> nested_results(exported_program const& program, view<tensor const> outputs);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/ir/flatten.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <utility>
#    include <variant>

namespace graft {
namespace detail {

// The tensor for an output that is a constant.
inline tensor constant_result(constant_value const& value) {
    if (auto const* const truth = std::get_if<bool>(&value))
        return tensor::full({}, dtype::boolean, *truth);
    if (auto const* const integer = std::get_if<std::int64_t>(&value))
        return tensor::full({}, dtype::i64, *integer);
    if (auto const* const real = std::get_if<double>(&value))
        return tensor::full({}, dtype::f64, *real);
    return {};
}

} // namespace detail

GRAFT_INLINE tree_spec in_spec_of(exported_program const& program) {
    if (program.call.in_spec)
        return *program.call.in_spec;
    vec<tree_spec> inputs(program.signature.inputs_of(input_kind::user_input).size());
    return tree_spec::tuple({tree_spec::tuple(std::move(inputs)), tree_spec::dict({})});
}

GRAFT_INLINE tree_spec out_spec_of(exported_program const& program) {
    if (program.call.out_spec)
        return *program.call.out_spec;
    vec<tree_spec> results;
    for (output_spec const& spec : program.signature.outputs)
        if (spec.is_returned())
            results.emplace_back();
    return tree_spec::tuple(std::move(results));
}

GRAFT_INLINE vec<tensor> flat_arguments(exported_program const& program, vec<tree<tensor>> args,
                                        vec<tree<tensor>::item> kwargs) {
    using arguments = tree<tensor>;
    vec<arguments> both;
    both.push_back(arguments::tuple(std::move(args)));
    both.push_back(arguments::dict(std::move(kwargs)));
    return flatten_as(in_spec_of(program), arguments::tuple(std::move(both)), "the arguments of the program");
}

GRAFT_INLINE tree<tensor> nested_results(exported_program const& program, view<tensor const> outputs) {
    vec<output_spec> const& specs = program.signature.outputs;
    if (outputs.size() != specs.size())
        raise(errc::invalid_argument, "the program has ", specs.size(), " outputs, not ", outputs.size());
    vec<tensor> results;
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (specs[i].is_returned())
            results.push_back(outputs[i].defined() ? outputs[i] : detail::constant_result(specs[i].value));
    return unflatten(out_spec_of(program), std::move(results));
}

} // namespace graft
#endif
