#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

namespace detail {

GRAFT_INLINE std::size_t fold_known_numbers_in(graph_module& module, bool returned);

} // namespace detail

/// Writes integers and truths that are known before the program runs, such as whether a tensor is floating-point or
/// how large a dimension without a symbol is, in the place of the calls that ask for them, as torch.export does while
/// it traces. One that the program returns becomes a constant of its signature; one that a graph of control flow
/// returns stays a call. Returns how many calls are gone.
struct fold_known_numbers_pass {
    static constexpr std::string_view name = "fold_known_numbers"; ///< by which constraints name it
    /// Runs it.
    std::size_t operator()(exported_program& program) const {
        std::size_t const count = detail::fold_known_numbers_in(program.module, true);
        if (count != 0)
            update_output_names(program);
        return count;
    }
};
inline constexpr fold_known_numbers_pass fold_known_numbers{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <optional>

namespace graft::detail {

// Writes what calls of one graph are known to give in their place.
class known_number_folder {
public:
    explicit known_number_folder(graph& g) : g_(g) {}

    // `returned` says whether those that the graph returns become literals as well.
    std::size_t run(bool returned) {
        vec<node_id> known;
        for (node_id const n : g_.nodes()) {
            if (known_literal(n))
                known.push_back(n);
            if (takes_one(n) && (returned || g_.op(n) != opcode::output))
                write_literals(n);
        }
        std::size_t count = 0;
        for (std::size_t i = known.size(); i-- > 0;)
            if (g_.use_count(known[i]) == 0) {
                g_.erase_node(known[i]);
                ++count;
            }
        return count;
    }

private:
    // The integer or truth that a call gives; none of one that depends on a symbol, does something, or is real.
    [[nodiscard]] std::optional<arg> known_literal(node_id n) const {
        value_spec const* const val = g_.val(n);
        bool const truth = val != nullptr && val->k == value_spec::kind::sym_bool;
        if (val == nullptr || (!truth && val->k != value_spec::kind::sym_int) || val->integer.is_symbolic() ||
            g_.op(n) != opcode::call_function || is_impure(g_, n))
            return std::nullopt;
        return truth ? arg(val->integer.value() != 0) : arg(val->integer.value());
    }

    [[nodiscard]] bool takes_one(node_id n) const {
        bool found = false;
        g_.for_each_input(n, [&](node_id input) { found = found || known_literal(input).has_value(); });
        return found;
    }

    void write_literals(node_id n) {
        call_arguments const given =
            map_arguments(g_, n, [&](node_id input) { return known_literal(input).value_or(arg::node(input)); });
        g_.set_args(n, given.args, given.kwargs);
    }

    graph& g_;
};

GRAFT_INLINE std::size_t fold_known_numbers_in(graph_module& module, bool returned) {
    std::size_t count = known_number_folder(module.graph).run(returned);
    for (submodule& inner : module.submodules)
        count += fold_known_numbers_in(inner.module, false);
    return count;
}

} // namespace graft::detail
#endif
