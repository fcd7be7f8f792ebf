#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/pass/pass.hpp>
#include <graft/runtime/library.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

/// Evaluates every call that depends on constants alone and puts its value in the program as a constant;
/// returns how many values were put in. They share memory, which lives as long as any of them.
///
/// What is made of no tensor, such as `arange` and what is computed of it, is put in as well, where it has `most_made`
/// bytes at most. The calls that make it stay where something else uses them, and so does what is computed of one
/// number, as of `full`, alone.
struct constant_prop_pass {
    static constexpr std::string_view name = "constant_prop"; ///< by which constraints name it
    static constexpr std::size_t most_made = 1 << 20;         ///< bytes of a value that is made of no tensor
    std::size_t operator()(exported_program& program, kernel_library const& library) const; ///< runs it
    /// A pass with a copy of the library, whose tables must outlive it.
    [[nodiscard]] any_pass operator()(kernel_library const& library) const {
        return make_pass(std::string{name},
                         [library](exported_program& program) { return constant_prop_pass{}(program, library); });
    }
};
inline constexpr constant_prop_pass constant_prop{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/dim_vector.hpp>
#    include <graft/ir/bind_arguments.hpp>
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/memory/lifetime.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/runtime/evaluate.hpp>
#    include <graft/runtime/evaluate_pattern.hpp>
#    include <graft/runtime/permuted_result.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <optional>

namespace graft {
namespace detail {

// One storage of which tensors are given a part each, so that many take as few pages as one.
class tensor_block {
public:
    // What a tensor of this size takes.
    static constexpr std::size_t padded(std::size_t bytes) { return round_up(bytes, storage::alignment); }

    explicit tensor_block(std::size_t bytes) : bytes_(storage::allocate(bytes)) {}

    // A tensor of its own when no part is left.
    tensor take(tensor_spec const& spec) {
        dim_vector const sizes = concrete(spec.sizes);
        std::size_t const bytes = static_cast<std::size_t>(numel(sizes)) * element_size(spec.dtype);
        if (padded(bytes) > bytes_.size() - taken_)
            return allocate(spec);
        storage const part({bytes_.owner(), bytes_.data() + taken_}, bytes);
        taken_ += padded(bytes);
        return {part, spec.dtype, sizes, contiguous_strides(sizes), 0};
    }

private:
    storage bytes_;
    std::size_t taken_ = 0;
};

// Evaluates what depends on constants alone and makes new constants of it.
class constant_propagator {
public:
    constant_propagator(exported_program& program, kernel_library library)
        : program_(program), library_(library), writes_(program.graph()), results_(program.graph().capacity()),
          known_(program.graph().capacity()), needed_(program.graph().capacity()), stays_(program.graph().capacity()),
          block_(0) {}

    std::size_t run() {
        graph& g = program_.graph();
        for (input_spec const& spec : program_.signature.inputs)
            if (auto const n = g.find(spec.name); n && g.is_constant(*n)) {
                results_[*n] = {*program_.find_state(spec)};
                known_[*n] = material::constant;
            }
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::call_function)
                known_[n] = material_of(n);
        mark_needed();
        block_ = tensor_block{bytes_that_stay()};
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::call_function && needed_[n])
                fold(n);
        std::size_t const folded = replace_used();
        eliminate_dead_code(g);
        update_output_names(program_);
        return folded;
    }

private:
    // What the value of a call is made of, the later ones with what is before them.
    enum class material : std::uint8_t { unknown, one_number, no_tensor, constant };

    // What is written to later is no constant: each run begins with what it is at first.
    [[nodiscard]] material material_of(node_id n) {
        graph const& g = program_.graph();
        value_spec const* const val = g.val(n);
        target_info const target = g.target(n);
        bool const computable =
            target.op != nullptr ? library_.supports(*target.op) : target.name == "operator.getitem";
        if (!computable || val == nullptr || (!val->is_tensor() && val->items.empty()) || is_impure(g, n) ||
            writes_.is_written(n))
            return material::unknown;
        bool known = true, any = false;
        material result = material::one_number;
        g.for_each_input(n, [&](node_id input) {
            any = true;
            known = known && known_[input] != material::unknown;
            result = std::max(result, known_[input]);
        });
        if (!any && target.op != nullptr && !holds_one_number(*target.op))
            result = material::no_tensor;
        return known && (result == material::constant || is_small(*val)) ? result : material::unknown;
    }

    [[nodiscard]] static bool holds_one_number(op_info const& op) {
        return has(op.tags, op_tags::fills) || has(op.tags, op_tags::zeros) || has(op.tags, op_tags::ones);
    }

    // True if it has no more bytes than what is made of no tensor may have.
    [[nodiscard]] static bool is_small(value_spec const& val) {
        if (!val.is_tensor())
            return std::all_of(val.items.begin(), val.items.end(), &is_small);
        std::optional<std::uint64_t> const bytes = max_bytes(val.tensor);
        return bytes && *bytes <= constant_prop_pass::most_made;
    }

    // One number is asked for only by what becomes a constant.
    void mark_needed() {
        graph const& g = program_.graph();
        vec<node_id> calls;
        for (node_id const n : g.nodes())
            if (known_[n] != material::unknown)
                calls.push_back(n);
        for (auto n = calls.rbegin(); n != calls.rend(); ++n) {
            bool needed = false;
            g.for_each_use(*n, [&](node_id user) { needed = needed || needed_[user]; });
            stays_[*n] = stays(*n);
            needed_[*n] = needed || stays_[*n];
        }
    }

    // True if what it gives is one tensor that something else uses, and that is worth to be a constant.
    [[nodiscard]] bool stays(node_id n) const {
        graph const& g = program_.graph();
        bool used = false, made_of_others = false;
        g.for_each_use(n, [&](node_id user) { used = used || known_[user] == material::unknown; });
        g.for_each_input(n, [&](node_id) { made_of_others = true; });
        return used && made_of_others && known_[n] > material::one_number && !g.val(n)->is_list();
    }

    [[nodiscard]] std::size_t bytes_that_stay() const {
        std::size_t sum = 0;
        for (node_id const n : program_.graph().nodes())
            if (stays_[n] && program_.graph().val(n)->is_tensor())
                sum += tensor_block::padded(max_bytes(program_.graph().val(n)->tensor).value_or(0));
        return sum;
    }

    void fold(node_id n) {
        graph const& g = program_.graph();
        if (!g.target(n).is_op()) {
            auto const item = static_cast<std::size_t>(g.arg(n, 1).integer());
            results_[n] = {results_[g.arg(n, 0).node()].at(item)};
            return;
        }
        auto const tensor_of = [this](node_id input) -> tensor const& { return results_[input].front(); };
        call<tensor> const bound = bind_arguments<tensor>(g, n, tensor_of);
        kernel_function const kernel = stays_[n] ? library_.kernels.find(bound.op()) : nullptr;
        results_[n] = kernel == nullptr
                          ? evaluate(bound, library_)
                          : evaluate(bound, kernel, [&](tensor_spec const& spec) { return block_.take(spec); });
        value_spec const& val = *g.val(n);
        for (std::size_t i = 0; i < results_[n].size(); ++i)
            if (value_spec const& of = val.is_list() ? val.items.at(i) : val;
                of.is_tensor() && results_[n][i].defined())
                results_[n][i] = laid_out(results_[n][i], of.tensor);
    }

    // Folded values that something else uses become placeholders before the user's inputs.
    std::size_t replace_used() {
        graph& g = program_.graph();
        vec<input_spec>& inputs = program_.signature.inputs;
        auto const first_input = std::find_if(inputs.begin(), inputs.end(),
                                              [](input_spec const& s) { return s.kind == input_kind::user_input; });
        node_id before = first_input == inputs.end() ? no_node : g.find(first_input->name).value_or(no_node);
        for (node_id const n : g.nodes())
            if (before == no_node && g.op(n) != opcode::placeholder)
                before = n;
        auto const scope = inserting_before(g, before);
        vec<input_spec> made;
        std::size_t const end = results_.size();
        for (node_id n = 0; n < end; ++n)
            if (g.contains(n) && results_[n].size() == 1 && stays_[n])
                made.push_back(replace_by_constant(n, results_[n].front()));
        inputs.insert(first_input, made.begin(), made.end());
        return made.size();
    }

    // A result, whose elements lie as those who use it are told.
    [[nodiscard]] static tensor laid_out(tensor const& value, tensor_spec const& spec) {
        if (auto const strides = permuted_strides(spec, value.sizes()))
            return value.strides() == *strides ? value : with_strides(value, *strides);
        return is_contiguous(spec) ? value.contiguous() : value;
    }

    input_spec replace_by_constant(node_id folded, tensor const& value) {
        graph& g = program_.graph();
        node_id const n = g.placeholder("_prop_tensor_constant" + std::to_string(next_++));
        g.set_val(n, spec_of(value));
        g.set_constant(n, true);
        g.copy_meta(folded, n);
        node_id const source[] = {folded};
        g.add_origins(n, g.intern_string("constant_prop"), source);
        g.replace_all_uses_with(folded, n);
        std::string const name{g.name(n)};
        std::string target = name;
        while (program_.constants.contains(target))
            target += '_';
        program_.constants[target] = value;
        return {.kind = input_kind::constant_tensor, .name = name, .target = target, .value = {}};
    }

    exported_program& program_;
    kernel_library library_;
    write_finder writes_;
    vec<vec<tensor>> results_; // by node; empty for what is not constant
    vec<material> known_;      // by node, before it has results
    vec<bool> needed_;         // by node: becomes a constant, or is an argument of what does
    vec<bool> stays_;          // by node: becomes a constant
    tensor_block block_;
    std::size_t next_ = 0;
};

} // namespace detail

GRAFT_INLINE std::size_t constant_prop_pass::operator()(exported_program& program,
                                                        kernel_library const& library) const {
    return detail::constant_propagator{program, library}.run();
}

} // namespace graft
#endif
