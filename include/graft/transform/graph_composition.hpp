#pragma once

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/range.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// Calling an op with the values of a graph makes nodes, which stand before the node that is being composed.
///
/// A size that is symbolic becomes a `sym_size` of a tensor that has it, one of the arguments or else of the values
/// before, or is computed of such sizes; an error of the code `unsupported` if none has its symbols.
template <>
class composition_world<value> {
public:
    /// Makes nodes in `g`, before the node `composed`; what is known of the symbols simplifies their sizes.
    composition_world(graph& g, node_id composed, symbol_ranges ranges = {})
        : g_(g), composed_(composed), ranges_(ranges) {
        g.for_each_input(composed, [&](node_id input) { known_.push_back(input); });
    }

    /// The op that a call of `Op` makes.
    template <class Op>
    [[nodiscard]] static op_info const& op_of() {
        return Op::info();
    }
    /// Adds a call and the results of it.
    [[nodiscard]] vec<value> run(op_info const& op, view<argument<value> const> arguments) {
        return create(op, arguments);
    }
    /// What is known of a value; an error where nothing is.
    [[nodiscard]] tensor_spec spec(value const& v) const { return detail::recorded_tensor(g_, v.id); }

    /// What is known of the node that is composed; an error of the code `unsupported` if nothing is.
    [[nodiscard]] value_spec recorded() const {
        value_spec const* const val = g_.val(composed_);
        if (val == nullptr)
            raise(errc::unsupported, "nothing is known of the node '", g_.name(composed_), "'");
        return *val;
    }
    /// Says what the next call returns, if its op has no meta function or one that cannot tell.
    void expect(value_spec value) { expected_ = std::move(value); }

    /// The argument that is a number, of nodes that compute it where it is symbolic; an error as of a size.
    [[nodiscard]] arg number_of(sym_int const& wanted) {
        auto const scope = inserting_before(g_, composed_);
        return size(wanted);
    }

    /// Has this called with each call of an op that is made, before its value is inferred, such as to cast its inputs.
    void prepare_by(std::function<void(node_id)> prepare) { prepare_ = std::move(prepare); }

    /// The nodes made, in execution order.
    [[nodiscard]] vec<node_id> const& created() const { return created_; }

private:
    vec<value> create(op_info const& op, view<argument<value> const> arguments) {
        auto const scope = inserting_before(g_, composed_);
        value_spec expected = std::exchange(expected_, {});
        call_arguments all;
        std::size_t slot = 0;
        for (argument<value> const& given : arguments) {
            bool const default_none = given.kind == argument_kind::none && op.arguments[slot].has_default;
            if (given.kind != argument_kind::missing && !default_none)
                all.add(op, slot, to_arg(op, given));
            ++slot;
        }
        node_id const called = g_.call_function(op, all.args, all.kwargs);
        if (prepare_)
            prepare_(called);
        node_id const made = add(called, std::move(expected));
        if (op.returns.size() == 1 && !op.returns[0].list)
            return {{&g_, made}};
        vec<value> items;
        for (std::size_t i = 0; i < g_.val(made)->items.size(); ++i)
            items.push_back(
                {&g_, add(g_.call_function("operator.getitem", {arg::node(made), static_cast<std::int64_t>(i)}))});
        return items;
    }

    node_id add(node_id made, value_spec expected = {}) {
        created_.push_back(made);
        known_.push_back(made);
        g_.copy_meta(composed_, made);
        if (!expected.is_none())
            g_.set_val(made, std::move(expected));
        infer(g_, made, ranges_);
        return made;
    }

    arg to_arg(op_info const& op, argument<value> const& given) {
        switch (given.kind) {
        case argument_kind::tensor: return arg::node(given.tensor->id);
        case argument_kind::tensors: {
            vec<arg> items;
            for (value const* const item : given.tensors)
                items.push_back(item != nullptr ? arg::node(item->id) : arg{});
            return arg::list(std::move(items));
        }
        case argument_kind::integer: return size(given.integer);
        case argument_kind::integers: return sizes(op, given.integers);
        case argument_kind::real:
        case argument_kind::boolean: return number(given.number);
        case argument_kind::numbers: {
            vec<arg> items;
            for (scalar const item : given.numbers)
                items.push_back(number(item));
            return arg::list(std::move(items));
        }
        case argument_kind::string: return given.text;
        case argument_kind::dtype: return given.dtype;
        case argument_kind::layout: return given.layout;
        case argument_kind::memory_format: return given.memory_format;
        case argument_kind::missing:
        case argument_kind::none:
        case argument_kind::device: break;
        }
        return {};
    }

    static arg number(scalar value) {
        if (value.is_boolean())
            return value.to<bool>();
        if (value.is_complex())
            return arg::complex(value.real_part(), value.imaginary_part());
        return value.is_integer() ? arg(value.to<std::int64_t>()) : arg(value.to<double>());
    }

    // The one symbolic size of a view is written -1, as what is left.
    arg sizes(op_info const& op, vec<sym_int> const& values) {
        std::size_t symbolic = 0;
        bool empty = false, open = false;
        for (sym_int const& value : values) {
            symbolic += value.is_symbolic();
            empty = empty || value == 0;
            open = open || value == -1;
        }
        bool const is_view = &op == &aten::view.default_.info() || &op == &aten::reshape.default_.info();
        bool const infer_it = is_view && symbolic == 1 && !empty && !open;
        vec<arg> items;
        for (sym_int const& value : values)
            items.push_back(infer_it && value.is_symbolic() ? arg(std::int64_t{-1}) : size(value));
        return arg::list(std::move(items));
    }

    arg size(sym_int const& wanted) {
        if (!wanted.is_symbolic())
            return wanted.value();
        if (node_id const known = find_number(wanted); known != no_node)
            return arg::node(known);
        // A sum of products.
        std::optional<arg> sum;
        for (sym_term const& term : wanted.terms())
            sum = joined("operator.add", sum, product(term));
        return wanted.constant() == 0 ? *std::move(sum) : joined("operator.add", sum, arg(wanted.constant()));
    }

    arg product(sym_term const& term) {
        if (node_id const known = find_number(sym_int::of_terms(0, {term})); known != no_node)
            return arg::node(known);
        std::optional<arg> all;
        if (term.coefficient != 1)
            all = arg(term.coefficient);
        if (node_id const known = find_number(sym_int::of_terms(0, {{1, term.factors}})); known != no_node)
            return joined("operator.mul", all, arg::node(known));
        for (sym_factor const& factor : term.factors)
            for (std::uint32_t i = 0; i < factor.exponent; ++i)
                all = joined("operator.mul", all, atom(factor.atom));
        return *std::move(all);
    }

    arg joined(std::string_view function, std::optional<arg> const& left, arg right) {
        return left ? arg::node(add(g_.call_function(function, {*left, std::move(right)}))) : right;
    }

    arg atom(sym_atom const& wanted) {
        if (wanted.function == sym_function::symbol) {
            sym_int const symbol(wanted.name);
            if (node_id const known = find_number(symbol); known != no_node)
                return arg::node(known);
            if (std::optional<arg> const part = of_multiple(symbol))
                return *part;
            if (know_earlier())
                return atom(wanted);
            return missing(symbol);
        }
        if (wanted.function == sym_function::real)
            return arg(std::bit_cast<double>(wanted.operands[0].value()));
        for (auto const& [function, target] : functions)
            if (function == wanted.function && wanted.operands.size() <= 2) {
                vec<arg> operands;
                for (sym_int const& operand : wanted.operands)
                    operands.push_back(size(operand));
                return arg::node(add(g_.call_function(target, std::move(operands))));
            }
        return missing(sym_int(wanted.function, wanted.operands));
    }

    // A symbol of which only a multiple is known, such as the s of a tensor with 4*s rows.
    std::optional<arg> of_multiple(sym_int const& symbol) {
        for (std::size_t i = 0; i < known_.size(); ++i) {
            tensor_spec const* const known = detail::tensor_of(g_.val(known_[i]));
            for (std::size_t d = 0; known != nullptr && d < known->dim(); ++d) {
                sym_int const whole = known->sizes[d];
                if (whole.terms().size() != 1 || !(whole == symbol * whole.terms()[0].coefficient))
                    continue;
                arg const factor(whole.terms()[0].coefficient);
                return arg::node(add(g_.call_function("operator.floordiv", {size(whole), factor})));
            }
        }
        return std::nullopt;
    }

    // Asks the nodes before the one that is composed as well, the first time that its own inputs do not have a size.
    bool know_earlier() {
        if (std::exchange(knows_earlier_, true))
            return false;
        for (node_id const n : g_.nodes()) {
            if (n == composed_)
                break;
            known_.push_back(n);
        }
        return true;
    }

    [[noreturn]] static arg missing(sym_int const& wanted) {
        std::string text;
        append_to(text, wanted);
        raise(errc::unsupported, "no tensor has the size ", text);
    }

    // The node that is this number, or the size of a tensor; none if there is none.
    node_id find_number(sym_int const& wanted) {
        for (node_id const n : known_)
            if (value_spec const* const val = g_.val(n);
                val != nullptr && val->k == value_spec::kind::sym_int && val->integer == wanted)
                return n;
        for (std::size_t i = 0; i < known_.size(); ++i) {
            tensor_spec const* const known = detail::tensor_of(g_.val(known_[i]));
            for (std::size_t d = 0; known != nullptr && d < known->dim(); ++d)
                if (known->sizes[d] == wanted)
                    return add(g_.call_function(decltype(aten::sym_size.int_)::info(),
                                                {arg::node(known_[i]), static_cast<std::int64_t>(d)}));
        }
        return no_node;
    }

    static constexpr std::pair<sym_function, std::string_view> functions[] = {
        {sym_function::floor_div, "operator.floordiv"},
        {sym_function::clean_div, "operator.floordiv"},
        {sym_function::mod, "operator.mod"},
        {sym_function::python_mod, "operator.mod"},
        {sym_function::to_float, "torch.sym_float"},
        {sym_function::trunc_to_int, "math.trunc"},
        {sym_function::max, "torch.sym_max"},
        {sym_function::min, "torch.sym_min"}};

    graph& g_;
    node_id composed_;
    symbol_ranges ranges_;
    value_spec expected_; // of the next call
    std::function<void(node_id)> prepare_;
    vec<node_id> known_, created_;
    bool knows_earlier_ = false;
};

} // namespace graft
