#pragma once

#include <graft/core/tensor.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/runtime/interpreter.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graft_test {

/// How a world rounds: as the kernels do, or with errors that are larger than those of any other way to compute a
/// value: all up, all down, or now so and now so.
enum class rounding { exact, up, down, mixed };

/// Calls `f` with a reference to each element of a tensor, or to both parts of each complex one, in row-major order.
template <class F>
void for_each_element(graft::tensor const& t, F const& f) {
    std::int64_t const parts = graft::is_complex(t.dtype()) ? 2 : 1;
    graft::visit_dtype(graft::real_part(t.dtype()), [&]<class T>() {
        std::vector<std::int64_t> at(t.dim());
        for (bool more = t.numel() != 0; more;) {
            std::int64_t offset = 0;
            for (std::size_t d = 0; d < at.size(); ++d)
                offset += at[d] * t.strides()[d];
            for (std::int64_t part = 0; part < parts; ++part)
                if constexpr (graft::real_element<T>)
                    f(reinterpret_cast<T*>(t.data())[offset * parts + part]);
            more = false;
            for (std::size_t d = at.size(); d-- > 0 && !more;) {
                more = ++at[d] < t.sizes()[d];
                at[d] = more ? at[d] : 0;
            }
        }
    });
}

/// Calls `f` with a tensor, or each one of a list.
template <class F>
void for_each_tensor(graft::run_value const& value, F const& f) {
    if (value.is_tensor())
        f(value.tensor());
    else if (value.is_list())
        for (graft::run_value const& item : value.items())
            for_each_tensor(item, f);
}

/// The values of the nodes of one graph for one set of inputs, kept as nodes are added. What a node computes is what
/// its kernel gives, or that with an error of a few units in the last place, so that a program whose results depend on
/// how its values are rounded is one whose worlds differ.
class random_world : public graft::interpreter<random_world> {
public:
    random_world(graft::kernel_library library, rounding how) : interpreter(library), how_(how) {}

    /// Gives a node a value: of a placeholder.
    void set(graft::node_id n, graft::run_value value) { values_.insert_or_assign(n, std::move(value)); }
    /// Gives a node the value that a node has in another world, or a part of it, and whether it is exact.
    void set_like(graft::node_id n, random_world const& other, graft::node_id of, graft::tensor const& part) {
        set(n, part);
        for_each_tensor(other.at(of), [&](graft::tensor const& t) {
            if (!other.exact(t))
                inexact_.insert(t.get_storage().data());
        });
    }
    /// The value of a node; None of one that names a graph.
    [[nodiscard]] graft::run_value const& at(graft::node_id n) const {
        static graft::run_value const none; // of a graph
        auto const found = values_.find(n);
        return found == values_.end() ? none : found->second;
    }
    /// Forgets the value of a node, as if it had never been.
    void forget(graft::node_id n) {
        auto const found = values_.find(n);
        if (found == values_.end())
            return;
        graft::run_value const old = std::move(found->second);
        values_.erase(found);
        for_each_tensor(old, [&](graft::tensor const& t) {
            bool used = false;
            for (auto const& [other, value] : values_)
                for_each_tensor(value, [&](graft::tensor const& v) { used = used || v.shares_storage(t); });
            if (!used)
                inexact_.erase(t.get_storage().data());
        });
    }
    /// The bytes of what a call may write to, and whether they are exact, to be put back.
    struct snapshot {
        graft::tensor of;
        std::vector<std::byte> bytes;
        bool exact;
    };
    /// Takes a snapshot of the storage of a tensor.
    [[nodiscard]] snapshot remember(graft::tensor const& t) const {
        graft::storage const& s = t.get_storage();
        return {t, {s.data(), s.data() + s.size()}, exact(t)};
    }
    /// Puts back what a snapshot says.
    void put_back(snapshot const& old) {
        std::ranges::copy(old.bytes, old.of.get_storage().data());
        if (old.exact)
            inexact_.erase(old.of.get_storage().data());
    }
    /// Computes what has no value yet.
    void run_new(graft::graph_module const& module) {
        outer_ = &module.graph;
        static_cast<void>(run(module, {}));
    }

    /// Puts an error on every element of a value that is not exact.
    void round_value(graft::tensor const& t) {
        inexact_.insert(t.get_storage().data());
        if (how_ != rounding::exact)
            for_each_element(t, [&](auto& element) { round_element(element); });
    }
    /// True of a tensor whose elements are the same numbers however they are computed.
    [[nodiscard]] bool exact(graft::tensor const& t) const { return !inexact_.contains(t.get_storage().data()); }
    [[nodiscard]] rounding how() const { return how_; }

    /// What a call computes anew, or writes to, is rounded, unless `is_exact` says that it is exact.
    std::function<bool(graft::graph const&, graft::node_id, random_world const&, graft::tensor const&)> is_exact;

    graft::run_value run_node(graft::node_id n) {
        if (&g() != outer_)
            return interpreter::run_node(n);
        if (auto const found = values_.find(n); found != values_.end())
            return found->second;
        graft::run_value made = interpreter::run_node(n);
        if (g().op(n) == graft::opcode::call_function) {
            round_results(n, made);
            values_.emplace(n, made);
        }
        return made;
    }

private:
    void round_results(graft::node_id n, graft::run_value const& made) {
        graft::op_info const* const op = g().target(n).op;
        if (g().target(n).name == "operator.getitem")
            return;
        std::set<void const*> inputs;
        g().for_each_input(n, [&](graft::node_id input) {
            if (auto const found = values_.find(input); found != values_.end())
                for_each_tensor(found->second, [&](graft::tensor const& t) { inputs.insert(t.get_storage().data()); });
        });
        for_each_tensor(made, [&](graft::tensor const& t) {
            if (!inputs.contains(t.get_storage().data()) && !is_exact(g(), n, *this, t))
                round_value(t);
        });
        for (std::size_t i = 0; op != nullptr && i < op->arguments.size(); ++i)
            if (auto const a = g().schema_arg(n, i); op->arguments[i].writes && a && a->is_node())
                if (graft::tensor const& t = values_.at(a->node()).tensor(); !is_exact(g(), n, *this, t))
                    round_value(t);
    }

    [[nodiscard]] bool rounds_up() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return how_ == rounding::up || (how_ == rounding::mixed && (state_ >> 40 & 1) != 0);
    }

    template <class T>
    void round_element(T& element) {
        if constexpr (!std::is_integral_v<T>) {
            double const unit = sizeof(T) > 2 ? 0x1p-20 : graft::dtype_of<T> == graft::dtype::f16 ? 0x1p-10 : 0x1p-7;
            double const x = static_cast<double>(element);
            // What is next to 0 may be what is left of larger numbers: of `sinc(1)`, say, where pi has few digits.
            if (std::abs(x) < (sizeof(T) == 2 ? 0x1p-12 : 0x1p-22))
                element = static_cast<T>(rounds_up() ? (sizeof(T) == 2 ? 0x1p-14 : 0x1p-36)
                                                     : (sizeof(T) == 2 ? -0x1p-14 : 0));
            else
                element = static_cast<T>(x * (rounds_up() ? 1 + unit : 1 - unit));
        }
    }

    rounding how_;
    graft::graph const* outer_ = nullptr;
    std::uint64_t state_ = 1;
    std::map<graft::node_id, graft::run_value> values_;
    std::set<void const*> inexact_; // storages
};

} // namespace graft_test
