#pragma once

#include <graft/core/attempt.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>

namespace graft::detail {

/// True if a tensor has the dtype and sizes of the spec.
[[nodiscard]] inline bool fits(tensor const& t, tensor_spec const& spec) {
    return t.dtype() == spec.dtype && std::equal(t.sizes().begin(), t.sizes().end(), spec.sizes.begin(),
                                                 spec.sizes.end(), [](auto a, sym_int const& b) { return b == a; });
}

/// Raises unless `results`, which were placed where a program says that they are, have the dtypes and sizes that the op
/// gives for these arguments: a kernel writes what its arguments call for. What the program leaves out is allocated.
///
/// False where sizes depend on elements, so that the results have to be made when the call runs.
[[nodiscard]] inline bool settle_results(call<tensor> const& c, vec<tensor>& results) {
    if (c.op().meta == nullptr)
        return true;
    bool known = true;
    value_spec value;
    attempt([&] { value = infer(spec_call{c}.get()); },
            [&](error const& e) {
                if (e.code() != errc::unsupported)
                    raise(e);
                known = false;
            });
    if (!known)
        return false;
    view<value_spec const> const given = value.is_list() ? view(value.items) : view(&value, 1);
    if (given.size() != results.size())
        raise(errc::invalid_argument, c.op().name, ": the program says that it gives ", results.size(),
              " values, but it gives ", given.size());
    bool const is_list = !c.op().returns.empty() && c.op().returns[0].list;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!given[i].is_tensor() && !results[i].defined())
            continue;
        if (is_list && given[i].k == value_spec::kind::none) // of a size that depends on elements
            return false;
        if (given[i].is_tensor() && !results[i].defined())
            results[i] = allocate(given[i].tensor);
        else if (!given[i].is_tensor() || !fits(results[i], given[i].tensor))
            raise(errc::invalid_argument, c.op().name, ": the program says that it gives ", text(spec_of(results[i])),
                  ", but it gives ", given[i].is_tensor() ? text(given[i].tensor) : "no tensor");
    }
    return true;
}

} // namespace graft::detail
