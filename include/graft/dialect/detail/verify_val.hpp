#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/violation.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>

namespace graft::detail {

// A tensor that there cannot be, as a sentence; empty for one that there can.
[[nodiscard]] inline std::string impossible_tensor(tensor_spec const& spec) {
    if (spec.dtype == dtype::undefined)
        return "has no dtype";
    if (spec.sizes.size() != spec.strides.size())
        return join({"has ", spec.sizes.size(), " sizes, but ", spec.strides.size(), " strides"});
    auto const is_negative = [](sym_int const& size) { return known_lt(size, 0) == true; };
    if (std::any_of(spec.sizes.begin(), spec.sizes.end(), is_negative))
        return "has a negative size";
    return {};
}

inline void verify_possible(violation_log& log, node_id n, value_spec const& val) {
    if (val.is_tensor())
        if (std::string const why = impossible_tensor(val.tensor); !why.empty())
            log.add(n, "the val ", why);
    for (value_spec const& item : val.items)
        verify_possible(log, n, item);
}

// True for a value that meta functions may be asked about.
[[nodiscard]] inline bool is_possible(value_spec const* val) {
    return val != nullptr && (!val->is_tensor() || impossible_tensor(val->tensor).empty()) &&
           std::all_of(val->items.begin(), val->items.end(), [](value_spec const& item) { return is_possible(&item); });
}

// True when no values of the symbols make them equal, as far as can be told.
[[nodiscard]] inline bool differ(tensor_spec const& a, tensor_spec const& b) {
    if (a.dtype != b.dtype || a.sizes.size() != b.sizes.size())
        return true;
    for (std::size_t i = 0; i < a.sizes.size(); ++i)
        if (known_eq(a.sizes[i], b.sizes[i]) == false)
            return true;
    return false;
}

// Adds a violation where a recorded value has another dtype, rank or size than its op gives for these arguments.
inline void verify_inferred(violation_log& log, node_id n, value_spec const& recorded, value_spec const& inferred) {
    if (recorded.is_tensor() && inferred.is_tensor() && differ(recorded.tensor, inferred.tensor))
        log.add(n, "the val is ", text(recorded.tensor), ", but ", log.of().target(n).name, " gives ",
                text(inferred.tensor));
    else if (recorded.is_list() && inferred.is_list() && recorded.items.size() != inferred.items.size())
        log.add(n, "the val has ", recorded.items.size(), " items, but ", log.of().target(n).name, " gives ",
                inferred.items.size());
    else
        for (std::size_t i = 0; i < recorded.items.size() && i < inferred.items.size(); ++i)
            verify_inferred(log, n, recorded.items[i], inferred.items[i]);
}

// Checks the recorded value of a call whose arguments are all known.
inline void verify_result(violation_log& log, node_id n, call<tensor_spec> const& bound) {
    value_spec const* const recorded = log.of().val(n);
    if (recorded == nullptr || bound.op().meta == nullptr)
        return;
    try {
        verify_inferred(log, n, *recorded, infer(bound));
    } catch (error const& e) {
        // What depends on the elements of tensors is not known here.
        if (e.code() != errc::unsupported)
            log.add(n, e.sentence());
    } catch (std::exception const&) {
        log.add(n, "nothing is known of what ", bound.op().name, " gives for these arguments");
    }
}

} // namespace graft::detail
