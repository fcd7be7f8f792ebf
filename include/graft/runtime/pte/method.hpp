#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/control_flow.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/pte/call.hpp>
#include <graft/runtime/pte/memory.hpp>
#include <graft/runtime/run_number.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// A method of a program file, ready to run in the memory that the file plans. Constants are used where they lie, and
/// what runs change stays changed. The program must outlive the method.
class pte_method {
public:
    /// The kernels run those operators whose op is found by `find_op`: `find_aten_op<>`, or `dialect<ops>::find`, which
    /// brings no more than the ops in `ops::members` to the program. Raises, naming all of them, when the method needs
    /// operators or delegates that are not there.
    pte_method(pte_program const& program, std::string_view name, kernel_table kernels, op_lookup find_op,
               pte_limits limits = {});
    /// A temporary would be gone before it is used, and does not compile.
    template <temporary<pte_program> Temporary, class... Rest>
    pte_method(Temporary&& gone, Rest&&... rest) : pte_method(std::as_const(gone), static_cast<Rest&&>(rest)...) {
        static_assert(never_type<Temporary>,
                      "graft: the program must outlive the method: keep it in a variable and give that [E-USE-1]");
    }

    pte_method(pte_method const&) = delete;
    pte_method& operator=(pte_method const&) = delete;

    /// How many inputs the method takes.
    [[nodiscard]] std::size_t input_count() const { return plan_->inputs.size(); }

    /// What the method returns for these inputs, each in memory of its own. A number is a tensor with one element, None
    /// an undefined one; an undefined input is what the file says it is.
    [[nodiscard]] vec<tensor> run(graft::view<tensor const> inputs);

    /// Gives what runs have changed its first values again.
    void reset() { memory_.reset(); }

private:
    [[nodiscard]] static pte_plan const& find(pte_program const& program, std::string_view name);

    // The values that lie in the same place in every run: numbers that nothing computes, tensors of fixed sizes that no
    // instruction puts elsewhere.
    [[nodiscard]] vec<bool> steady_values() const;
    [[nodiscard]] bool is_number(std::int32_t v) const;
    [[nodiscard]] bool is_view(pte_instruction const& i) const {
        return plan_->operators[static_cast<std::size_t>(i.first)].name == "executorch_prim::et_view";
    }

    [[nodiscard]] bool is_steady(std::int32_t value) const;

    void set_input(std::size_t i, tensor const& given);

    [[nodiscard]] static tensor output(pte_variable const& s);

    void run_chain(std::size_t c, std::uint64_t& left);

    [[nodiscard]] bool truth(std::int32_t value);

    void run(pte_instruction const& i, std::optional<detail::pte_call>& prepared);

    static void move(pte_variable const& from, pte_variable& to) {
        to.number = from.number;
        to.tensor = from.tensor;
        to.is_number = from.is_number;
        to.is_none = from.is_none;
        to.is_constant = from.is_constant;
    }

    void call(pte_instruction const& i, std::optional<detail::pte_call>& prepared);

    [[nodiscard]] std::string name(pte_instruction const& i) const {
        return plan_->operators[static_cast<std::size_t>(i.first)].full_name();
    }

    [[nodiscard]] pte_variable& argument(pte_instruction const& i, std::size_t n) {
        if (n >= i.arguments.size())
            raise(errc::invalid_argument, name(i), ": a call of the program has too few arguments");
        return memory_[i.arguments[n]];
    }

    //=== operators that are no kernels; they write their last argument ===//
    [[nodiscard]] run_values arguments(pte_instruction const& i);

    void number(pte_instruction const& i, scalar value);

    void view(pte_instruction const& i);

    // Row `index` of a tensor, which has the rows up to that one from now on.
    void copy_index(pte_instruction const& i);

    pte_plan const* plan_;
    pte_limits limits_;
    detail::pte_memory memory_;
    vec<bool> steady_;
    vec<pte_bound_operator> operators_;
    vec<vec<std::optional<detail::pte_call>>> prepared_; // by chain and instruction
    std::uint64_t kept_ = 0;                             // bytes of results that prepared calls have of their own
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/dim_vector.hpp>
#    include <graft/kernel/base/copy.hpp>

#    include <utility>
#    include <variant>

namespace graft {

GRAFT_INLINE pte_method::pte_method(pte_program const& program, std::string_view name, kernel_table kernels,
                                    op_lookup find_op, pte_limits limits)
    : plan_(&find(program, name)), limits_(limits), memory_(program, *plan_, limits), steady_(steady_values()) {
    pte_operator_table const table(kernels, find_op);
    std::string missing;
    for (pte_delegate const& d : plan_->delegates)
        missing += (missing.empty() ? "" : ", ") + ("delegate '" + d.id + "'");
    for (pte_operator const& o : plan_->operators) {
        operators_.push_back(table.find(o.full_name()));
        if (operators_.back().kind == pte_operator_kind::unknown)
            missing += (missing.empty() ? "" : ", ") + o.full_name();
    }
    if (!missing.empty())
        raise(errc::unsupported, "method '", plan_->name, "' needs what there is not: ", missing);
    for (pte_chain const& chain : plan_->chains)
        prepared_.emplace_back(chain.instructions.size());
}

GRAFT_INLINE vec<tensor> pte_method::run(graft::view<tensor const> inputs) {
    if (inputs.size() != plan_->inputs.size())
        raise(errc::invalid_argument, "method '", plan_->name, "' takes ", plan_->inputs.size(), " inputs, not ",
              inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        set_input(i, inputs[i]);
    storage_limit const most(limits_.bytes);
    std::uint64_t left = limits_.instructions;
    for (std::size_t c = 0; c < plan_->chains.size(); ++c)
        run_chain(c, left);
    vec<tensor> outputs;
    std::uint64_t bytes = 0;
    for (std::int32_t const v : plan_->outputs) {
        bytes += memory_[v].tensor.nbytes();
        if (bytes > limits_.bytes)
            raise(errc::unsupported, "method '", plan_->name, "' returns more than ", limits_.bytes, " bytes");
        outputs.push_back(output(memory_[v]));
    }
    return outputs;
}

GRAFT_INLINE pte_plan const& pte_method::find(pte_program const& program, std::string_view name) {
    if (pte_plan const* const plan = program.find(name))
        return *plan;
    std::string names;
    for (pte_plan const& plan : program.plans)
        names += (names.empty() ? "'" : ", '") + plan.name + "'";
    raise(errc::invalid_argument, "the program has no method '", name, "', only ", names);
}

GRAFT_INLINE vec<bool> pte_method::steady_values() const {
    vec<bool> steady;
    for (pte_value const& v : plan_->values) {
        auto const* const t = std::get_if<pte_tensor>(&v);
        steady.push_back(t == nullptr || (t->dynamism == pte_dynamism::fixed && (t->allocation || t->is_constant())));
    }
    auto const forget = [&](std::int32_t v) { steady[static_cast<std::size_t>(v)] = false; };
    for (std::int32_t const v : plan_->inputs)
        if (!std::holds_alternative<pte_tensor>(plan_->values[static_cast<std::size_t>(v)]))
            forget(v);
    for (pte_chain const& chain : plan_->chains)
        for (pte_instruction const& i : chain.instructions) {
            if (i.action == pte_action::move)
                forget(i.second);
            if (i.action == pte_action::free)
                forget(i.first);
            // Operators on numbers write their last argument, kernels the tensors that lie there.
            if (i.action == pte_action::kernel && !i.arguments.empty() && (is_number(i.arguments.back()) || is_view(i)))
                forget(i.arguments.back());
        }
    return steady;
}

GRAFT_INLINE bool pte_method::is_number(std::int32_t v) const {
    pte_value const& value = plan_->values[static_cast<std::size_t>(v)];
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<bool>(value) ||
           std::holds_alternative<double>(value);
}

GRAFT_INLINE bool pte_method::is_steady(std::int32_t value) const {
    if (!steady_[static_cast<std::size_t>(value)])
        return false;
    pte_value const& v = plan_->values[static_cast<std::size_t>(value)];
    bool steady = true;
    if (auto const* const list = std::get_if<pte_integers>(&v))
        for (std::int64_t const item : list->items)
            steady = steady && steady_[static_cast<std::size_t>(item)];
    if (auto const* const list = std::get_if<pte_tensors>(&v))
        for (std::int32_t const item : list->items)
            steady = steady && (item < 0 || steady_[static_cast<std::size_t>(item)]);
    return steady;
}

GRAFT_INLINE void pte_method::set_input(std::size_t i, tensor const& given) {
    pte_variable& s = memory_[plan_->inputs[i]];
    if (!given.defined())
        return;
    if (s.is_number) {
        s.number = given.item();
        return;
    }
    pte_tensor const* const spec = s.spec();
    if (spec == nullptr || spec->dtype != given.dtype() || spec->sizes.size() != given.dim())
        raise(errc::invalid_argument, "input ", i, " of method '", plan_->name, "' is no ", torch_name(given.dtype()),
              " tensor of rank ", given.dim());
    memory_.place(s, given.sizes());
    kernel::copy(given, s.tensor);
}

GRAFT_INLINE tensor pte_method::output(pte_variable const& s) {
    if (s.is_number)
        return tensor::full({},
                            s.number.is_real()      ? dtype::f64
                            : s.number.is_boolean() ? dtype::boolean
                                                    : dtype::i64,
                            s.number);
    detail::require_truths(s.tensor);
    return s.tensor.clone();
}

GRAFT_INLINE void pte_method::run_chain(std::size_t c, std::uint64_t& left) {
    vec<pte_instruction> const& all = plan_->chains[c].instructions;
    for (std::size_t at = 0; at < all.size();) {
        if (left-- == 0)
            raise(errc::unsupported, "method '", plan_->name, "' runs more than ", limits_.instructions,
                  " instructions");
        pte_instruction const& i = all[at];
        if (i.action == pte_action::jump_false && !truth(i.first)) {
            at = static_cast<std::size_t>(i.second);
            continue;
        }
        attempt([&] { run(i, prepared_[c][at]); },
                [&](error const& e) {
                    raise(e.code(), "instruction ", at, " of method '", plan_->name, "': ", e.sentence());
                });
        ++at;
    }
}

GRAFT_INLINE bool pte_method::truth(std::int32_t value) {
    pte_variable const& s = memory_[value];
    if (s.is_number)
        return s.number.to<bool>();
    if (!s.tensor.defined())
        raise(errc::invalid_argument, "a jump asks value %", value, ", which is neither true nor false");
    detail::require_truths(s.tensor);
    return s.tensor.item().to<bool>();
}

GRAFT_INLINE void pte_method::run(pte_instruction const& i, std::optional<detail::pte_call>& prepared) {
    switch (i.action) {
    case pte_action::kernel: return call(i, prepared);
    case pte_action::delegate: raise(errc::unsupported, "there are no delegates");
    case pte_action::move: return move(memory_[i.first], memory_[i.second]);
    case pte_action::free:
        if (memory_[i.first].room.owner() == nullptr)
            memory_[i.first].tensor = {};
        return;
    case pte_action::jump_false: return;
    }
}

GRAFT_INLINE void pte_method::call(pte_instruction const& i, std::optional<detail::pte_call>& prepared) {
    pte_bound_operator const& what = operators_[static_cast<std::size_t>(i.first)];
    switch (what.kind) {
    case pte_operator_kind::out_variant:
    case pte_operator_kind::in_place: break;
    case pte_operator_kind::reading: return number(i, run_reading(*what.op, arguments(i)));
    case pte_operator_kind::function: return number(i, run_function(name(i), arguments(i)));
    case pte_operator_kind::view: return view(i);
    case pte_operator_kind::copy_index: return copy_index(i);
    case pte_operator_kind::unknown: raise(errc::internal, "an operator that is not there is called");
    }
    if (prepared) {
        prepared->run();
        return;
    }
    detail::pte_call made(memory_, what, i.arguments);
    made.prepare();
    made.run();
    bool stays = !made.is_open();
    for (std::int32_t const v : i.arguments)
        stays = stays && is_steady(v);
    if (stays && made.own_bytes() <= limits_.bytes - kept_) {
        kept_ += made.own_bytes();
        prepared = std::move(made);
    }
}

GRAFT_INLINE run_values pte_method::arguments(pte_instruction const& i) {
    run_values values;
    for (std::size_t n = 0; n + 1 < i.arguments.size(); ++n) {
        pte_variable const& s = argument(i, n);
        detail::require_truths(s.tensor);
        if (s.is_number)
            values.emplace_back(s.number);
        else
            values.push_back(s.tensor.defined() ? run_value(s.tensor) : run_value());
    }
    if (values.empty() || (values.size() < 2 && name(i).ends_with(".int")))
        raise(errc::invalid_argument, name(i), ": a call of the program has too few arguments");
    return values;
}

GRAFT_INLINE void pte_method::number(pte_instruction const& i, scalar value) {
    pte_variable& to = memory_[i.arguments.back()];
    if (!to.is_number)
        raise(errc::invalid_argument, name(i), ": value %", i.arguments.back(), ", which is written, is no number");
    to.number = value;
}

GRAFT_INLINE void pte_method::view(pte_instruction const& i) {
    pte_variable const &from = argument(i, 0), &sizes = argument(i, 1);
    pte_variable& to = argument(i, 2);
    auto const* const list = std::get_if<pte_integers>(sizes.declared);
    if (!from.tensor.defined() || list == nullptr || to.spec() == nullptr || from.tensor.dtype() != to.spec()->dtype)
        raise(errc::invalid_argument, "a view needs a tensor, sizes and another tensor of the same dtype");
    dim_vector wanted;
    std::int64_t known = 1;
    for (std::int64_t const item : list->items) {
        wanted.push_back(memory_[static_cast<std::int32_t>(item)].number.to<std::int64_t>());
        if (wanted.back() != -1)
            known = checked_mul(known, wanted.back());
    }
    for (std::int64_t& size : wanted)
        if (size == -1)
            size = known == 0 ? 0 : from.tensor.numel() / known;
    to.tensor = from.tensor.view(std::move(wanted));
    to.is_constant = from.is_constant;
}

GRAFT_INLINE void pte_method::copy_index(pte_instruction const& i) {
    pte_variable& to = argument(i, 0);
    pte_variable const &from = argument(i, 1), &index = argument(i, 2);
    std::int64_t const row = index.number.to<std::int64_t>();
    if (!from.tensor.defined() || to.spec() == nullptr || row < 0 || to.spec()->dtype != from.tensor.dtype())
        raise(errc::invalid_argument, "there is no such row to copy a tensor to");
    dim_vector sizes = from.tensor.sizes();
    sizes.insert(sizes.begin(), checked_add(row, 1));
    if (to.room.owner() == nullptr)
        raise(errc::unsupported, "a tensor that grows row by row has no place in the plan");
    memory_.place(to, sizes);
    detail::require_truths(from.tensor);
    tensor place = detail::row_of(to.tensor, row);
    kernel::copy(from.tensor, place);
}

} // namespace graft
#endif
