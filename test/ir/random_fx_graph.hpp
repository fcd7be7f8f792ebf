#pragma once

#include <graft/ir/graph.hpp>

#include "toy.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace graft_test {

/// A graph with every kind of node, target and argument that FX prints, in which many calls look alike.
class random_fx_graph {
public:
    explicit random_fx_graph(std::uint32_t seed) : random_(seed) {}

    graft::graph make(std::size_t nodes) {
        using namespace graft;
        for (std::size_t i = 0; i < nodes; ++i) {
            node_id const n = i < 2 ? g_.placeholder(i == 0 ? "x" : "input") : node();
            if (below(6) == 0)
                g_.set_type(n, below(2) == 0 ? "int" : "typing.Optional[torch.Tensor]");
            nodes_.push_back(n);
        }
        node_id const result = g_.output(below(2) == 0 ? arg::node(any_node()) : arg::tuple({value(1), value(2)}));
        if (below(3) == 0)
            g_.set_type(result, "typing.List[int]");
        return std::move(g_);
    }

private:
    std::size_t below(std::size_t end) { return random_() % end; }
    graft::node_id any_node() {
        std::size_t const recent = nodes_.size() < 4 ? nodes_.size() : 4;
        return nodes_[below(2) == 0 ? nodes_.size() - 1 - below(recent) : below(nodes_.size())];
    }

    graft::node_id node() {
        using namespace graft;
        switch (below(12)) {
        case 0: return g_.get_attr("layer.0.weight");
        case 1: return g_.create_node(opcode::call_module, g_.intern_target("sub.conv"), arguments(), keywords());
        case 2: return g_.create_node(opcode::call_method, g_.intern_target("view"), arguments(), keywords());
        case 3:
            return g_.call_function("operator.getitem", {arg::node(any_node()), static_cast<std::int64_t>(below(2))});
        case 4: return g_.call_function("torch.ops.aten.add", arguments(), keywords());
        case 5: return g_.call_function(g_.intern_target("aten::relu", nullptr, dialect_tag::edge), arguments());
        case 6: return g_.call_function("unknown::op.overload", arguments(), keywords(), "named");
        case 7:
            return g_.call_function(toy::cat_t::info(), {arg::list({arg::node(any_node()), arg::node(any_node())})});
        default:
            return g_.call_function(below(2) == 0 ? toy::mul_t::info() : toy::add_t::info(),
                                    {arg::node(any_node()), value(1)});
        }
    }

    std::vector<graft::arg> arguments() {
        std::vector<graft::arg> args;
        for (std::size_t i = below(4); i > 0; --i)
            args.push_back(value(0));
        return args;
    }
    std::vector<graft::kwarg> keywords() {
        std::vector<graft::kwarg> kwargs;
        if (below(3) == 0)
            kwargs.push_back({"alpha", value(0)});
        if (below(3) == 0)
            kwargs.push_back({"dim", value(0)});
        return kwargs;
    }

    graft::arg value(int depth) {
        using namespace graft;
        switch (below(depth > 2 ? 15 : 20)) {
        case 0:
        case 1:
        case 2:
        case 3: return arg::node(any_node());
        case 4: return static_cast<std::int64_t>(below(3)) - 1;
        case 5: return std::numeric_limits<std::int64_t>::max();
        case 6: return static_cast<double>(below(4)) / 2 - 0.5;
        case 7: return std::numeric_limits<double>::infinity();
        case 8: return below(2) == 0;
        case 9: return below(2) == 0 ? arg{"text"} : arg{"x.y z"};
        case 10: return below(2) == 0 ? arg{dtype::f16} : arg{layout::sparse_coo};
        case 11: return arg::device(below(2) == 0 ? "cpu" : "cuda:1");
        case 12: return below(2) == 0 ? arg::ellipsis() : arg{memory_format::channels_last};
        case 13: return arg::complex(static_cast<double>(below(2)), -1.5);
        case 14: return {};
        case 15: return arg::list({value(depth + 1), value(depth + 1)});
        case 16: return arg::tuple({value(depth + 1)});
        case 17: return arg{arg_kind::slice, {value(depth + 1), value(depth + 1), nullptr}};
        case 18: return arg{arg_kind::range, {0, static_cast<std::int64_t>(below(9))}};
        default: {
            arg dict{arg_kind::dict, {value(depth + 1), value(depth + 1)}};
            dict.keys = {"k", "other.key"};
            return dict;
        }
        }
    }

    std::mt19937 random_;
    graft::graph g_;
    std::vector<graft::node_id> nodes_;
};

} // namespace graft_test
