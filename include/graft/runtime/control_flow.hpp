#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/node_action.hpp>
#include <graft/runtime/run_value.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {

namespace detail {

// Row `i`: a view of everything below the first dimension; zeros where there is no row.
[[nodiscard]] GRAFT_INLINE tensor row_of(tensor const& t, std::int64_t i);

// The rows of several tensors, which have equally many.
class row_range {
public:
    explicit row_range(run_value const& tensors);

    [[nodiscard]] std::int64_t size() const { return tensors_->front().tensor().size(0); }
    // How many rows to compute: where there are none, one of zeros, which tells the sizes of what is made.
    [[nodiscard]] std::int64_t turns() const { return size() == 0 ? 1 : size(); }
    void append_to(run_values& inputs, std::int64_t i) const {
        for (run_value const& v : *tensors_)
            inputs.push_back(row_of(v.tensor(), i));
    }

private:
    run_values const* tensors_;
};

// Tensors of so many rows that are made row by row; of none the first one tells the sizes.
class stacked_rows {
public:
    explicit stacked_rows(std::int64_t count) : count_(count) {}

    void set(std::int64_t i, run_value const* rows, std::size_t number);
    [[nodiscard]] run_values const& get() const { return made_; }

private:
    static void put(tensor const& whole, std::int64_t i, tensor const& part);

    std::int64_t count_;
    run_values made_;
};

inline void extend(run_values& to, run_values const& more) {
    for (run_value const& v : more)
        to.push_back(v);
}

// What a graph returns, always as a list.
[[nodiscard]] inline run_values as_list(run_value result) {
    return result.is_list() ? result.items() : run_values{std::move(result)};
}

} // namespace detail

namespace detail {

// True when both are the same numbers and tensors of the same bits.
[[nodiscard]] GRAFT_INLINE bool same_bits(run_values const& a, run_values const& b);

} // namespace detail

/// Runs a call of `torch.ops.higher_order.cond`; `run(module, inputs)` runs a graph, here and below.
template <class Run>
[[nodiscard]] run_value run_cond(Run&& run, run_values const& args) {
    return detail::as_list(run(args[args[0].truth() ? 1 : 2].module(), args[3].items()));
}

/// Runs a call of `while_loop`: the body replaces what is carried as long as the condition gives true. A loop that goes
/// on and changes nothing is an error, as it would not end. `each(carried)` is told what every turn leaves.
template <class Run, class Each>
[[nodiscard]] run_value run_while(Run&& run, run_values const& args, Each const& each) {
    run_values carried = args[2].items();
    auto const inputs = [&] {
        run_values all = carried;
        detail::extend(all, args[3].items());
        return all;
    };
    auto const goes_on = [&] {
        run_values const given = detail::as_list(run(args[0].module(), inputs()));
        if (given.size() != 1)
            raise(errc::invalid_argument, "the condition of a while_loop gives ", given.size(), " values, not 1");
        return given[0].truth();
    };
    for (std::uint64_t turn = 1; goes_on(); ++turn) {
        run_values next = detail::as_list(run(args[1].module(), inputs()));
        if (next.size() != carried.size())
            raise(errc::invalid_argument, "the body of a while_loop gives ", next.size(), " values, not ",
                  carried.size());
        // Now and then, as it costs as much as a copy.
        if (turn >= 1024 && (turn & (turn - 1)) == 0 && detail::same_bits(carried, next))
            raise(errc::invalid_argument, "a while_loop does not end: its body gives what it is given");
        carried = std::move(next);
        each(carried);
    }
    return carried;
}

/// \overload
template <class Run>
[[nodiscard]] run_value run_while(Run&& run, run_values const& args) {
    return run_while(run, args, [](run_values const&) {});
}

/// Runs a call of `while_loop_stack_output`: what a `while_loop` carries after each turn, stacked; without a turn, what
/// it is given.
template <class Run>
[[nodiscard]] run_value run_stacking_while(Run&& run, run_values const& args) {
    vec<run_values> turns;
    run_values const last = run_while(run, args, [&](run_values const& carried) { turns.push_back(carried); }).items();
    if (turns.empty())
        turns.push_back(last);
    detail::stacked_rows made(static_cast<std::int64_t>(turns.size()));
    for (std::size_t i = 0; i < turns.size(); ++i)
        made.set(static_cast<std::int64_t>(i), turns[i].data(), turns[i].size());
    return made.get();
}

/// Runs a call of `map_impl`: the body on each row, what it gives stacked.
template <class Run>
[[nodiscard]] run_value run_map(Run&& run, run_values const& args) {
    detail::row_range const rows(args[1]);
    detail::stacked_rows made(rows.size());
    for (std::int64_t i = 0; i < rows.turns(); ++i) {
        run_values inputs;
        rows.append_to(inputs, i);
        detail::extend(inputs, args[2].items());
        run_values const results = detail::as_list(run(args[0].module(), std::move(inputs)));
        made.set(i, results.data(), results.size());
    }
    return made.get();
}

/// Runs a call of `scan`: each row makes new carried values and a row of results.
template <class Run>
[[nodiscard]] run_value run_scan(Run&& run, run_values const& args) {
    run_values carried = args[1].items();
    std::size_t const kept = carried.size();
    detail::row_range const rows(args[2]);
    detail::stacked_rows made(rows.size());
    for (std::int64_t i = 0; i < rows.turns(); ++i) {
        run_values inputs = carried;
        rows.append_to(inputs, i);
        detail::extend(inputs, args[3].items());
        run_values const results = detail::as_list(run(args[0].module(), std::move(inputs)));
        if (results.size() < kept)
            raise(errc::invalid_argument, "the graph of a scan gives ", results.size(), " values, not the ", kept,
                  " that are carried");
        if (rows.size() != 0)
            carried.assign(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(kept));
        made.set(i, results.data() + kept, results.size() - kept);
    }
    detail::extend(carried, made.get());
    return carried;
}

namespace detail {

// What `combine` makes of the first rows up to each, neighbours first, as torch does: a function of floats is
// associative but for their rounding.
template <class Combine>
[[nodiscard]] vec<run_values> combined_rows(Combine const& combine, vec<run_values> rows) {
    if (rows.size() < 2)
        return rows;
    vec<run_values> pairs;
    for (std::size_t i = 0; i + 1 < rows.size(); i += 2)
        pairs.push_back(combine(rows[i], rows[i + 1]));
    pairs = combined_rows(combine, std::move(pairs));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (2 * i + 2 < rows.size())
            rows[2 * i + 2] = combine(pairs[i], rows[2 * i + 2]);
        rows[2 * i + 1] = std::move(pairs[i]);
    }
    return rows;
}

} // namespace detail

/// Runs a call of `associative_scan`: row by row what the graph makes of all rows up to it.
template <class Run>
[[nodiscard]] run_value run_associative_scan(Run&& run, run_values const& args) {
    detail::row_range const given(args[1]);
    detail::stacked_rows made(given.size());
    vec<run_values> rows(static_cast<std::size_t>(given.turns()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        given.append_to(rows[i], static_cast<std::int64_t>(i));
    auto const combine = [&](run_values inputs, run_values const& later) {
        detail::extend(inputs, later);
        detail::extend(inputs, args[2].items());
        return detail::as_list(run(args[0].module(), std::move(inputs)));
    };
    rows = detail::combined_rows(combine, std::move(rows));
    for (std::size_t i = 0; i < rows.size(); ++i)
        made.set(static_cast<std::int64_t>(i), rows[i].data(), rows[i].size());
    return made.get();
}

/// Runs a call of control flow.
template <class Run>
[[nodiscard]] run_value run_control_flow(node_action action, Run&& run, run_values const& args) {
    switch (action) {
    case node_action::cond: return run_cond(run, args);
    case node_action::while_loop: return run_while(run, args);
    case node_action::stacking_while_loop: return run_stacking_while(run, args);
    case node_action::map: return run_map(run, args);
    case node_action::scan: return run_scan(run, args);
    case node_action::associative_scan: return run_associative_scan(run, args);
    default: raise(errc::internal, "a call that is no control flow is run as such");
    }
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/dim_vector.hpp>

#    include <algorithm>
#    include <cstring>

namespace graft::detail {

GRAFT_INLINE tensor row_of(tensor const& t, std::int64_t i) {
    dim_vector sizes(t.sizes().begin() + 1, t.sizes().end()), strides(t.strides().begin() + 1, t.strides().end());
    if (t.size(0) == 0)
        return tensor::zeros(std::move(sizes), t.dtype());
    std::int64_t const begin = t.numel() == 0 ? 0 : i * t.stride(0); // where there is nothing there is no row behind it
    return t.as_strided(std::move(sizes), std::move(strides), t.storage_offset() + begin);
}

GRAFT_INLINE row_range::row_range(run_value const& tensors) : tensors_(&tensors.items()) {
    if (tensors_->empty())
        raise(errc::invalid_argument, "control flow goes over the rows of no tensor");
    for (run_value const& v : *tensors_) {
        if (v.tensor().dim() == 0)
            raise(errc::invalid_argument, "control flow goes over the rows of a tensor of rank 0");
        if (v.tensor().size(0) != size())
            raise(errc::invalid_argument, "control flow goes over tensors of ", size(), " and of ", v.tensor().size(0),
                  " rows");
    }
}

GRAFT_INLINE void stacked_rows::set(std::int64_t i, run_value const* rows, std::size_t number) {
    if (i == 0)
        for (std::size_t k = 0; k < number; ++k) {
            dim_vector sizes = rows[k].tensor().sizes();
            sizes.insert(sizes.begin(), count_);
            made_.push_back(tensor::empty(std::move(sizes), rows[k].tensor().dtype()));
        }
    if (number != made_.size())
        raise(errc::invalid_argument, "a graph that control flow calls gives ", made_.size(), " values, then ", number);
    for (std::size_t k = 0; k < number && i < count_; ++k)
        put(made_[k].tensor(), i, rows[k].tensor());
}

GRAFT_INLINE void stacked_rows::put(tensor const& whole, std::int64_t i, tensor const& part) {
    tensor const to = row_of(whole, i), from = part.contiguous();
    if (to.sizes() != from.sizes() || to.dtype() != from.dtype())
        raise(errc::invalid_argument, "the rows that control flow computes differ in dtype or sizes");
    if (from.nbytes() != 0)
        std::memcpy(to.data(), from.data(), from.nbytes());
}

GRAFT_INLINE bool same_bits(run_values const& a, run_values const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](run_value const& x, run_value const& y) {
        if (x.is_number() && y.is_number())
            return x.number() == y.number();
        if (!x.is_tensor() || !y.is_tensor() || x.tensor().dtype() != y.tensor().dtype() ||
            x.tensor().sizes() != y.tensor().sizes())
            return false;
        tensor const left = x.tensor().contiguous(), right = y.tensor().contiguous();
        return left.nbytes() == 0 || std::memcmp(left.data(), right.data(), left.nbytes()) == 0;
    });
}

} // namespace graft::detail
#endif
