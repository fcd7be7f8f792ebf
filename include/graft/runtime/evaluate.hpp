#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/run_kernel.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <list>

namespace graft {

namespace detail {

// The spec of a tensor with strides along dimensions of size 1 as if their elements, and those inside, lay row by row:
// no element tells these strides, which may be others than those that were recorded of the tensor.
[[nodiscard]] inline tensor_spec with_strides_along_ones(tensor_spec spec) {
    for (std::size_t d = spec.dim(); d-- > 0;)
        if (spec.sizes[d] == 1)
            spec.strides[d] = d + 1 == spec.dim() ? sym_int(1) : spec.sizes[d + 1] * spec.strides[d + 1];
    return spec;
}

// A call with specs in the place of its tensors, as meta functions take it.
class spec_call {
public:
    explicit spec_call(call<tensor> const& c)
        : call_(c, [this](tensor const& t) { return &specs_.emplace_back(spec_of(t)); }) {}
    // One of a program, in which only strides that elements tell are as the program was checked with.
    [[nodiscard]] static spec_call of_program(call<tensor> const& c) { return {c, &with_strides_along_ones}; }
    [[nodiscard]] graft::call<tensor_spec> const& get() const { return call_; }

private:
    spec_call(call<tensor> const& c, tensor_spec (*change)(tensor_spec))
        : call_(c, [&](tensor const& t) { return &specs_.emplace_back(change(spec_of(t))); }) {}

    std::list<tensor_spec> specs_; // addresses stay
    graft::call<tensor_spec> call_;
};

inline dim_vector concrete(vec<sym_int> const& sizes) {
    dim_vector result;
    for (sym_int const& size : sizes)
        result.push_back(size.value());
    return result;
}

// A new tensor of this spec; its strides are row-major whatever the spec says.
inline tensor allocate(tensor_spec const& spec) { return tensor::empty(concrete(spec.sizes), spec.dtype); }

// Tensors that `make` returns for the results; a result that is no tensor is an undefined one.
template <class Make>
vec<tensor> allocate_results(value_spec const& value, Make&& make) {
    vec<tensor> results;
    if (value.is_list())
        for (value_spec const& item : value.items)
            results.push_back(item.is_tensor() ? make(item.tensor) : tensor());
    else if (value.is_tensor())
        results.push_back(make(value.tensor));
    return results;
}
inline vec<tensor> allocate_results(value_spec const& value) { return allocate_results(value, allocate); }

} // namespace detail

/// The results of a call as its kernel takes them: made by `make` of the specs that the op's meta function infers;
/// undefined where sizes depend on the elements, as the kernel then makes them.
template <class Make>
[[nodiscard]] vec<tensor> results_for(call<tensor> const& c, Make&& make) {
    vec<tensor> results;
    attempt([&] { results = detail::allocate_results(infer(detail::spec_call{c}.get()), make); },
            [&](error const& e) {
                if (e.code() != errc::unsupported)
                    raise(e);
                results.resize(c.op().returns.size());
            });
    return results;
}

/// Runs one call: the results are inferred by the op's meta function, made by `make` of their specs, and written by its
/// kernel. An op without a kernel is an error that names it.
template <class Make>
[[nodiscard]] vec<tensor> evaluate(call<tensor> const& c, kernel_function kernel, Make&& make) {
    c.check();
    if (kernel == nullptr)
        raise(errc::unsupported, c.op().name, ": there is no kernel for this op");
    vec<tensor> results = results_for(c, make);
    run_kernel(kernel, c, results);
    return results;
}

/// Runs one call and gives its results as new tensors. An op without a kernel is an error that names it.
[[nodiscard]] inline vec<tensor> evaluate(call<tensor> const& c, kernel_function kernel) {
    return evaluate(c, kernel, detail::allocate);
}

} // namespace graft
