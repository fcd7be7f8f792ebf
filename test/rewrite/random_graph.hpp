#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/value.hpp>

#include "../ir/toy.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

/// A graph of toy ops with three inputs, in which values have many users and many calls look alike.
inline graft::graph random_graph(std::uint32_t seed, std::size_t calls, bool with_effects) {
    using namespace graft;
    using namespace graft::literals;
    std::mt19937 random{seed};
    auto const below = [&](std::size_t end) { return random() % end; };
    graph g;
    std::vector<value> values;
    for (char const* const name : {"a", "b", "c"})
        values.push_back(placeholder(g, name));
    // One value in two is a recent one, so that chains are long.
    auto const pick = [&] {
        std::size_t const recent = std::min<std::size_t>(values.size(), 4);
        return values[below(2) == 0 ? values.size() - 1 - below(recent) : below(values.size())];
    };
    auto const literal = [&] { return static_cast<std::int64_t>(1 + below(3)); };
    auto const any_call = [&]() -> value {
        value const x = pick(), y = pick(), z = pick();
        switch (below(with_effects ? 17 : 15)) {
        case 0:
        case 1: return toy::add(x, y);
        case 2: return toy::add(x, y, "alpha"_a = literal());
        case 3: return toy::sub(x, "other"_a = y);
        case 4: return toy::sub(x, y, "alpha"_a = literal());
        case 5:
        case 6: return toy::mul(x, y);
        case 7: return toy::mul(x, literal());
        case 8: return toy::mul(literal(), x);
        case 9:
        case 10: return toy::neg(x);
        case 11: return toy::relu(x);
        case 12: return below(2) == 0 ? toy::fma(x, y, z) : toy::fma(x, literal(), z);
        case 13: return toy::cat(std::vector{x, y}, static_cast<std::int64_t>(below(2)));
        case 14: {
            value const both = toy::minmax(x);
            for (std::int64_t const i : {0, 1})
                values.push_back({&g, g.call_function("operator.getitem", {arg::node(both.id), i})});
            return below(2) == 0 ? toy::add(values.back(), values[values.size() - 2]) : toy::neg(values.back());
        }
        case 15: return toy::view(x, std::vector{2});
        default: return toy::relu_(x);
        }
    };
    for (std::size_t i = 0; i < calls; ++i)
        values.push_back(any_call());
    std::vector<value> results;
    for (int i = 0; i < 3; ++i)
        results.push_back(toy::grow(pick()));
    output(g, results);
    return g;
}

/// Runs a graph of toy ops on integers modulo 2^64: every op is a function on them for which the rules of the
/// tests hold exactly. Tensors are cells, so that what is written is seen through every view.
class evaluator {
public:
    using cell = std::shared_ptr<std::uint64_t>;

    explicit evaluator(graft::graph const& g) : g_(g) {}

    /// What the graph returns for these inputs, then what the inputs have become.
    std::vector<std::uint64_t> run(std::vector<std::uint64_t> const& inputs) {
        std::vector<std::uint64_t> results;
        std::vector<cell> given;
        cells_.clear();
        for (graft::node_id const n : g_.nodes()) {
            if (g_.op(n) == graft::opcode::placeholder) {
                given.push_back(std::make_shared<std::uint64_t>(inputs[given.size()]));
                cells_[n] = {given.back()};
            } else if (g_.op(n) == graft::opcode::output) {
                for (std::size_t i = 0; i < g_.arg(n, 0).size(); ++i)
                    results.push_back(number(g_.arg(n, 0)[i]));
            } else {
                cells_[n] = call(n);
            }
        }
        for (cell const& c : given)
            results.push_back(*c);
        return results;
    }

private:
    std::uint64_t number(graft::arg_ref a) const {
        return a.is_node() ? *cells_.at(a.node())[0] : static_cast<std::uint64_t>(a.integer());
    }

    // The argument in a slot, or `otherwise`.
    std::uint64_t number(graft::node_id n, std::size_t slot, std::uint64_t otherwise = 0) const {
        auto const a = g_.schema_arg(n, slot);
        return a ? number(*a) : otherwise;
    }

    std::vector<cell> call(graft::node_id n) const {
        auto const fresh = [](std::uint64_t v) { return std::vector{std::make_shared<std::uint64_t>(v)}; };
        std::string_view const op = g_.target(n).name;
        if (op == "operator.getitem")
            return {cells_.at(g_.arg(n, 0).node())[static_cast<std::size_t>(g_.arg(n, 1).integer())]};
        if (op == "toy::view")
            return cells_.at(g_.schema_arg(n, 0)->node());
        if (op == "toy::relu_") {
            auto const changed = cells_.at(g_.schema_arg(n, 0)->node());
            *changed[0] |= 1;
            return changed;
        }
        if (op == "toy::cat") {
            std::uint64_t sum = number(n, 1) * 77;
            graft::arg_ref const items = *g_.schema_arg(n, 0);
            for (std::size_t i = 0; i < items.size(); ++i)
                sum = sum * 31 + number(items[i]);
            return fresh(sum);
        }
        std::uint64_t const x = number(n, 0);
        if (op == "toy::minmax")
            return {fresh(x + 7)[0], fresh(x * 3)[0]};
        if (op == "toy::neg")
            return fresh(0 - x);
        if (op == "toy::relu")
            return fresh(x | 1);
        if (op == "toy::grow")
            return fresh(x * 5 + 1);
        if (op == "toy::mul.Tensor")
            return fresh(x * number(n, 1));
        if (op == "toy::fma")
            return fresh(x * number(n, 1) + number(n, 2));
        std::uint64_t const scaled = number(n, 2, 1) * number(n, 1);
        return fresh(op == "toy::add.Tensor" ? x + scaled : x - scaled);
    }

    graft::graph const& g_;
    std::map<graft::node_id, std::vector<cell>> cells_;
};

} // namespace graft_test
