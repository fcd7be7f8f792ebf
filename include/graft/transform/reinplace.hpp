#pragma once

#include <graft/config.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <set>
#include <string_view>

namespace graft {

/// Makes calls of these ops write into their first argument where nobody sees that: it is a value that is used for the
/// last time, or a buffer whose new value the result is. `in_place_ops` are those that may be called, such as a user's
/// `inplace<>`. Returns how many calls became in-place ones.
struct reinplace_pass {
    static constexpr std::string_view name = "reinplace"; ///< by which constraints name it
    /// Runs it.
    std::size_t operator()(exported_program& program, std::set<std::string_view> const& ops,
                           view<op_info const* const> in_place_ops) const;
    /// By the in-place ops of a dialect; a template, so that only who calls it pays for their table.
    template <class Dialect = known_ops>
    std::size_t operator()(exported_program& program,
                           std::set<std::string_view> const& ops = {aten::index_put.default_.info().name}) const {
        return (*this)(program, ops, every_known_op<Dialect>());
    }
};
inline constexpr reinplace_pass reinplace{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/graph.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstdint>
#    include <map>

namespace graft {
namespace detail {

// By an op, the op among these that writes into its first argument what it computes of the same arguments.
[[nodiscard]] inline std::map<op_info const*, op_info const*> in_place_twins(view<op_info const* const> ops) {
    std::map<op_info const*, op_info const*> twins;
    for (op_info const* const op : ops)
        if (op->functional != nullptr && op->arguments[0].writes &&
            have_same_types(op->arguments, op->functional->arguments))
            twins.emplace(op->functional, op);
    return twins;
}

// Decides which tensors may be written to.
class reinplacer {
public:
    explicit reinplacer(exported_program& program) : g_(program.graph()), position_(g_.capacity(), 0) {
        std::uint32_t at = 0;
        for (node_id const n : g_.nodes())
            position_[n] = ++at;
        std::map<std::string_view, node_id> buffers;
        for (input_spec const& input : program.signature.inputs)
            if (input.kind == input_kind::buffer)
                buffers.emplace(input.target, g_.find(input.name).value_or(no_node));
        for (output_spec const& output : program.signature.outputs)
            if (output.kind == output_kind::buffer_mutation && buffers.contains(output.target))
                replaced_by_[buffers.at(output.target)] = g_.find(output.name).value_or(no_node);
    }

    // True when nobody sees that `n` writes into its first argument.
    [[nodiscard]] bool may_write(node_id n) const {
        if (g_.arg_count(n) == 0 || !g_.arg(n, 0).is_node())
            return false;
        node_id const to = g_.arg(n, 0).node();
        value_spec const *const before = g_.val(to), *const after = g_.val(n);
        if (before == nullptr || after == nullptr || !before->is_tensor() || !(*before == *after))
            return false;
        auto const found = replaced_by_.find(to);
        bool const own = is_fresh(to) || (found != replaced_by_.end() && found->second == n);
        return own && g_.use_count(to) != 0 && g_.all_uses(to, [&](node_id user) {
            return position_[user] <= position_[n] && !shares(user) && (user != n || uses_once(n, to));
        });
    }

private:
    [[nodiscard]] bool is_fresh(node_id n) const {
        op_info const* const op = g_.target(n).op;
        return g_.op(n) == opcode::call_function && op != nullptr && !op->returns_alias() && !op->mutates() &&
               op->returns.size() == 1;
    }
    // True for a user whose result may be the tensor itself.
    [[nodiscard]] bool shares(node_id user) const {
        op_info const* const op = g_.target(user).op;
        return g_.op(user) != opcode::call_function || op == nullptr || op->returns_alias();
    }
    [[nodiscard]] bool uses_once(node_id n, node_id to) const {
        std::size_t uses = 0;
        g_.for_each_input(n, [&](node_id input) { uses += input == to; });
        return uses == 1;
    }

    graph const& g_;
    vec<std::uint32_t> position_;
    std::map<node_id, node_id> replaced_by_; // by a buffer: the node that has its new value
};

} // namespace detail

GRAFT_INLINE std::size_t reinplace_pass::operator()(exported_program& program, std::set<std::string_view> const& ops,
                                                    view<op_info const* const> in_place_ops) const {
    graph& g = program.graph();
    detail::reinplacer const work(program);
    std::map<op_info const*, op_info const*> const twins = detail::in_place_twins(in_place_ops);
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        target_info const target = g.target(n);
        if (g.op(n) != opcode::call_function || target.op == nullptr || !ops.contains(target.name) ||
            !work.may_write(n))
            continue;
        if (auto const twin = twins.find(target.op); twin != twins.end()) {
            g.set_target(n, g.intern_target(*twin->second, target.dialect));
            ++count;
        }
    }
    return count;
}

} // namespace graft
#endif
