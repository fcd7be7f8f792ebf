#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Makes products of f32 with constant weights, the addition and the clamp or the activation that alone read them, one
/// call of `packed::linear`. Returns how many there were.
struct fuse_linear_epilogues_pass {
    static constexpr std::string_view name = "fuse_linear_epilogues"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;          ///< runs it
};
inline constexpr fuse_linear_epilogues_pass fuse_linear_epilogues{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/arithmetic.hpp>
#    include <graft/dialect/aten/linear_algebra.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/packed_linear.hpp>
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/transform/epilogue.hpp>

namespace graft {
namespace detail {

class linear_epilogues {
public:
    explicit linear_epilogues(graph& g) : g_(g) {}

    std::size_t run() {
        vec<node_id> linears;
        for (node_id const n : g_.nodes())
            if (is_fusible(n))
                linears.push_back(n);
        std::size_t count = 0;
        for (node_id const n : linears)
            count += fuse(n);
        if (count != 0)
            eliminate_dead_code(g_);
        return count;
    }

private:
    [[nodiscard]] tensor_spec const* spec(node_id n) const {
        tensor_spec const* const known = tensor_of(g_.val(n));
        return known != nullptr && known->dtype == dtype::f32 ? known : nullptr;
    }
    [[nodiscard]] node_id node_at(node_id n, std::size_t i) const {
        auto const a = g_.schema_arg(n, i);
        return a && a->is_node() ? a->node() : no_node;
    }

    // A product of f32 with constant weights.
    [[nodiscard]] bool is_fusible(node_id n) const {
        if (g_.target(n) != aten::linear)
            return false;
        node_id const w = node_at(n, 1), b = node_at(n, 2);
        return spec(n) != nullptr && w != no_node && g_.is_constant(w) && spec(w) != nullptr && spec(w)->dim() == 2 &&
               (b == no_node || (g_.is_constant(b) && spec(b) != nullptr && spec(b)->dim() == 1 &&
                                 spec(b)->sizes[0] == spec(w)->sizes[0]));
    }

    // The call that alone reads the value.
    [[nodiscard]] node_id only_reader(node_id n) const {
        node_id const user = g_.has_one_user(n) ? g_.users(n).front() : no_node;
        return user != no_node && g_.op(user) == opcode::call_function ? user : no_node;
    }

    // What a node adds to `n`, of the same sizes, once.
    [[nodiscard]] node_id added_to(node_id n, node_id sum) const {
        auto const alpha = g_.schema_arg(sum, 2);
        bool const plain = !alpha || (alpha->kind() == arg_kind::integer && alpha->integer() == 1);
        if (g_.target(sum) != aten::add.Tensor || !plain)
            return no_node;
        node_id const a = node_at(sum, 0), b = node_at(sum, 1), other = a == n ? b : a;
        bool const fits = a != b && other != no_node && spec(other) != nullptr && spec(sum) != nullptr &&
                          spec(other)->sizes == spec(n)->sizes && spec(sum)->sizes == spec(n)->sizes;
        return fits ? other : no_node;
    }

    bool fuse(node_id n) {
        node_id last = n, other = no_node;
        epilogue then;
        if (node_id const reader = only_reader(last); reader != no_node)
            if (other = added_to(last, reader); other != no_node)
                last = reader;
        if (node_id const reader = only_reader(last); reader != no_node && node_at(reader, 0) == last)
            if (auto const e = epilogue_of(g_, reader); e && spec(reader) != nullptr) {
                then = *e;
                last = reader;
            }
        if (last == n)
            return false;
        auto const argument = [&](std::size_t i) {
            auto const a = g_.schema_arg(n, i);
            return a ? to_arg(*a) : arg{};
        };
        auto const scope = inserting_before(g_, last);
        node_id const made =
            g_.call_function(g_.intern_target(packed::linear.info(), dialect_tag::backend),
                             {argument(0), argument(1), argument(2), other == no_node ? arg{} : arg::node(other),
                              then.min, then.max, then.activation()},
                             {}, {});
        g_.copy_meta(last, made);
        node_id const sources[] = {n, last};
        g_.add_origins(made, g_.intern_string("fuse_linear_epilogues"), sources);
        infer(g_, made);
        g_.replace_all_uses_with(last, made);
        return true;
    }

    graph& g_;
};

} // namespace detail

GRAFT_INLINE std::size_t fuse_linear_epilogues_pass::operator()(exported_program& program) const {
    std::size_t const count = detail::linear_epilogues{program.graph()}.run();
    if (count != 0)
        update_output_names(program);
    return count;
}

} // namespace graft
#endif
