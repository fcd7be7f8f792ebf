#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/pte/memory.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// What runs a call of an operator of a program file.
enum class pte_operator_kind : std::uint8_t {
    unknown,
    out_variant, ///< a kernel whose results go to tensors that are given
    in_place,    ///< a kernel that writes to its first argument
    reading,     ///< a number off a tensor
    function,    ///< a function on numbers
    view,        ///< the same elements under other sizes
    copy_index,  ///< a row of a tensor that grows row by row
};

/// An operator and what runs it.
struct pte_bound_operator {
    pte_operator_kind kind = pte_operator_kind::unknown; ///< what runs it
    op_info const* op = nullptr; ///< of a kernel: the op that returns what the operator writes; of a reading: its op
    kernel_function kernel = nullptr; ///< of one that a kernel runs
};

/// Finds what runs the operators of program files, by name, among some kernels of ops that `find_op` finds.
class pte_operator_table {
public:
    pte_operator_table(kernel_table kernels, op_lookup find_op); ///< Of all operators that these kernels can run.

    /// O(log kernels).
    [[nodiscard]] pte_bound_operator find(std::string_view name) const;

private:
    using entry = std::pair<std::string, pte_bound_operator>;
    vec<entry> bound_;
};

} // namespace graft

namespace graft::detail {

/// True if some byte belongs to the elements of both.
[[nodiscard]] GRAFT_INLINE bool overlap(tensor const& a, tensor const& b);

/// A call of a kernel by an instruction: its arguments, and where its results go.
class pte_call {
public:
    /// Reads the arguments, of which there must be as many as the operator takes.
    pte_call(pte_memory& memory, pte_bound_operator const& what, vec<std::int32_t> const& arguments);

    /// Finds out the sizes of the results and where they lie; what depends on elements stays open.
    void prepare();

    /// Runs the kernel and puts its results where they go.
    void run();

    /// True if the sizes of the results depend on elements.
    [[nodiscard]] bool is_open() const { return open_; }
    /// Of the results that lie elsewhere before they go where they belong.
    [[nodiscard]] std::uint64_t own_bytes() const { return own_bytes_; }

private:
    void require(bool holds) const {
        if (!holds)
            raise(errc::invalid_argument, what_->op->name,
                  ": a call of the program has not as many arguments as the operator takes");
    }

    [[nodiscard]] bool has_constant(std::int32_t value) const;

    [[nodiscard]] tensor const* tensor_of(std::int32_t value);

    [[nodiscard]] argument<tensor> bind(std::int32_t value, schema_argument const& slot);

    // ExecuTorch has integers for what are types of their own here.
    [[nodiscard]] static argument<tensor> number(scalar n, schema_argument const& slot);

    // A file gives values to arguments without a word on types.
    [[nodiscard]] static bool fits(argument<tensor> const& given, schema_argument const& slot);

    void add_out(std::int32_t value, schema_argument const& result);

    // A result of these sizes lies in its value, unless it has another dtype there or something else needs the place.
    void add_result(value_spec const& spec);

    void store(tensor const& result, pte_variable& out);

    pte_memory* memory_;
    pte_bound_operator const* what_;
    call<tensor> call_;
    vec<pte_variable const*> inputs_;
    vec<std::int32_t> outs_;
    vec<tensor> results_;
    std::uint64_t own_bytes_ = 0;
    bool open_ = false;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/dim_vector.hpp>
#    include <graft/core/dtype.hpp>
#    include <graft/core/shape.hpp>
#    include <graft/dialect/aten/symbolic.hpp>
#    include <graft/dialect/out_variant_name.hpp>
#    include <graft/dialect/sym_operation.hpp>
#    include <graft/io/pte/program.hpp>
#    include <graft/kernel/base/copy.hpp>
#    include <graft/meta/sort.hpp>
#    include <graft/runtime/evaluate.hpp>
#    include <graft/runtime/out_variant.hpp>
#    include <graft/runtime/run_kernel.hpp>

#    include <algorithm>
#    include <complex>
#    include <cstddef>
#    include <functional>
#    include <variant>

namespace graft {
namespace detail {

// What program files read numbers off tensors by; these need not be among a program's own ops.
inline constexpr op_info const* pte_readers[] = {
    &aten::sym_size.int_.info(), &aten::sym_stride.int_.info(), &aten::sym_numel.default_.info(),
    &aten::sym_storage_offset.default_.info(), &aten::_local_scalar_dense.default_.info()};

} // namespace detail

GRAFT_INLINE pte_operator_table::pte_operator_table(kernel_table kernels, op_lookup find_op) {
    for (kernel_entry const& e : kernels.entries()) {
        op_info const* const op = e.run == nullptr ? nullptr : find_op(e.name);
        if (op == nullptr)
            continue;
        bool const writes = op->mutates();
        auto const kind = writes ? pte_operator_kind::in_place : pte_operator_kind::out_variant;
        bound_.emplace_back(writes ? std::string(e.name) : out_variant_name(*op), pte_bound_operator{kind, op, e.run});
    }
    // Of two that would go by one name, it is the one that is known by it: `arange.start_step`, not `arange.start`.
    sort(bound_, [](entry const& a, entry const& b) {
        return a.first != b.first ? a.first < b.first
                                  : has_own_out_name(*a.second.op) && !has_own_out_name(*b.second.op);
    });
}

GRAFT_INLINE pte_bound_operator pte_operator_table::find(std::string_view name) const {
    if (name == "executorch_prim::et_view.default")
        return {pte_operator_kind::view};
    if (name == "executorch_prim::et_copy_index.tensor")
        return {pte_operator_kind::copy_index};
    for (op_info const* const op : detail::pte_readers)
        if (op->name == name)
            return {pte_operator_kind::reading, op};
    if (find_sym_target(name) != nullptr)
        return {pte_operator_kind::function};
    auto const found = std::lower_bound(bound_.begin(), bound_.end(), name,
                                        [](entry const& e, std::string_view n) { return e.first < n; });
    return found != bound_.end() && found->first == name ? found->second : pte_bound_operator{};
}

} // namespace graft

namespace graft::detail {

GRAFT_INLINE bool overlap(tensor const& a, tensor const& b) {
    auto const end = [](tensor const& t) {
        return t.data() + element_span(t.sizes(), t.strides()) * static_cast<std::int64_t>(t.element_size());
    };
    if (!a.defined() || !b.defined() || a.numel() == 0 || b.numel() == 0)
        return false;
    std::less<std::byte const*> const before;
    return before(a.data(), end(b)) && before(b.data(), end(a));
}

GRAFT_INLINE pte_call::pte_call(pte_memory& memory, pte_bound_operator const& what, vec<std::int32_t> const& arguments)
    : memory_(&memory), what_(&what), call_(*what.op) {
    std::size_t next = 0;
    bool const writes = what.kind == pte_operator_kind::in_place;
    for (std::size_t i = 0; i < what.op->arguments.size(); ++i)
        if (schema_argument const& slot = what.op->arguments[i]; writes || is_out_variant_argument(*what.op, slot)) {
            require(next < arguments.size());
            if (slot.writes && has_constant(arguments[next]))
                raise(errc::invalid_argument, what.op->name, ": value %", arguments[next],
                      ", a constant, is written to");
            argument<tensor> given = bind(arguments[next], slot);
            if (!fits(given, slot))
                raise(errc::invalid_argument, what.op->name, ": value %", arguments[next], " is no '", slot.name,
                      "', which is ", slot.type_name, slot.list ? "[]" : "");
            call_.set(i, std::move(given));
            ++next;
        }
    for (std::size_t r = 0; !writes && r < what.op->returns.size(); ++r) {
        require(next < arguments.size());
        add_out(arguments[next++], what.op->returns[r]);
    }
    require(next + 1 == arguments.size() || (writes && next == arguments.size()));
    int const dtype = what.op->find_argument("dtype");
    if (dtype >= 0 && !is_out_variant_argument(*what.op, what.op->arguments[static_cast<std::size_t>(dtype)]) &&
        !outs_.empty())
        call_.set(dtype, memory[outs_[0]].spec()->dtype);
    call_.check();
}

GRAFT_INLINE void pte_call::prepare() {
    results_.clear();
    if (what_->kind == pte_operator_kind::in_place)
        return;
    value_spec value;
    open_ = false;
    attempt([&] { value = infer(spec_call{call_}.get()); },
            [&](error const& e) {
                if (e.code() != errc::unsupported)
                    raise(e);
                open_ = true;
            });
    if (open_) {
        results_.resize(outs_.size());
        return;
    }
    if (value.is_list())
        for (value_spec const& item : value.items)
            add_result(item);
    else
        add_result(value);
    if (results_.size() != outs_.size())
        raise(errc::invalid_argument, what_->op->name, ": ", results_.size(), " results for ", outs_.size(),
              " tensors");
}

GRAFT_INLINE void pte_call::run() {
    for (pte_variable const* const input : inputs_)
        if (!input->is_constant)
            require_truths(input->tensor);
    if (what_->kind == pte_operator_kind::in_place) {
        static_cast<void>(evaluate(call_, what_->kernel));
        return;
    }
    vec<tensor> results = results_;
    run_kernel(what_->kernel, call_, results);
    for (std::size_t r = 0; r < outs_.size(); ++r)
        if (results[r].defined())
            store(results[r], (*memory_)[outs_[r]]);
}

GRAFT_INLINE bool pte_call::has_constant(std::int32_t value) const {
    bool found = (*memory_)[value].is_constant;
    if (auto const* const list = std::get_if<pte_tensors>((*memory_)[value].declared))
        for (std::int32_t const item : list->items)
            found = found || (item >= 0 && (*memory_)[item].is_constant);
    return found;
}

GRAFT_INLINE tensor const* pte_call::tensor_of(std::int32_t value) {
    pte_variable const& s = (*memory_)[value];
    if (s.is_none)
        return nullptr;
    if (!s.tensor.defined())
        raise(errc::invalid_argument, what_->op->name, ": value %", value,
              s.spec() == nullptr ? " is no tensor" : " is used before it is known");
    inputs_.push_back(&s);
    return &s.tensor;
}

GRAFT_INLINE argument<tensor> pte_call::bind(std::int32_t value, schema_argument const& slot) {
    pte_variable const& s = (*memory_)[value];
    if (s.is_none)
        return std::nullopt;
    if (s.is_number)
        return number(s.number, slot);
    if (auto const* const text = std::get_if<std::string>(s.declared))
        return std::string_view(*text);
    argument<tensor> list;
    if (auto const* const integers = std::get_if<pte_integers>(s.declared)) {
        list.kind = argument_kind::integers;
        for (std::int64_t const i : integers->items)
            list.integers.push_back((*memory_)[static_cast<std::int32_t>(i)].number.to<std::int64_t>());
    } else if (auto const* const tensors = std::get_if<pte_tensors>(s.declared)) {
        list.kind = argument_kind::tensors;
        for (std::int32_t const i : tensors->items)
            list.tensors.push_back(i < 0 ? nullptr : tensor_of(i));
    } else if (auto const* const reals = std::get_if<pte_reals>(s.declared)) {
        list.kind = argument_kind::numbers;
        list.numbers.assign(reals->items.begin(), reals->items.end());
    } else if (auto const* const booleans = std::get_if<pte_booleans>(s.declared)) {
        list.kind = argument_kind::numbers;
        list.numbers.assign(booleans->items.begin(), booleans->items.end());
    } else if (slot.type == type_kind::scalar && s.is_constant && s.tensor.dtype() == dtype::c128 &&
               s.tensor.numel() == 1) {
        auto const& number = *s.tensor.data<std::complex<double>>(); // the format has none but in tensors
        return scalar::complex(number.real(), number.imag());
    } else {
        list.kind = argument_kind::tensor;
        list.tensor = tensor_of(value);
    }
    return list;
}

GRAFT_INLINE argument<tensor> pte_call::number(scalar n, schema_argument const& slot) {
    if (slot.list || !n.is_integer())
        return n;
    switch (slot.type) {
    case type_kind::dtype: {
        dtype const d = dtype_of_pte(n.to<std::int64_t>());
        if (d == dtype::undefined)
            raise(errc::unsupported, "argument '", slot.name, "' is a dtype that graft does not have");
        return d;
    }
    case type_kind::layout: return layout::strided;
    case type_kind::memory_format: return static_cast<memory_format>(n.to<std::int64_t>() & 3);
    case type_kind::boolean: return n.to<std::int64_t>() != 0;
    default: return n;
    }
}

GRAFT_INLINE bool pte_call::fits(argument<tensor> const& given, schema_argument const& slot) {
    argument_kind const k = given.kind;
    if (k == argument_kind::none)
        return slot.optional;
    switch (slot.type) {
    case type_kind::tensor:
        return !slot.list ? k == argument_kind::tensor
                          : k == argument_kind::tensors &&
                                (slot.optional_elements ||
                                 std::count(given.tensors.begin(), given.tensors.end(), nullptr) == 0);
    case type_kind::integer: return k == (slot.list ? argument_kind::integers : argument_kind::integer);
    case type_kind::boolean: return k == (slot.list ? argument_kind::numbers : argument_kind::boolean);
    case type_kind::real:
    case type_kind::scalar: return slot.list ? k == argument_kind::numbers : given.is_number();
    case type_kind::string: return !slot.list && k == argument_kind::string;
    case type_kind::dtype: return !slot.list && k == argument_kind::dtype;
    case type_kind::layout: return !slot.list && k == argument_kind::layout;
    case type_kind::memory_format: return !slot.list && k == argument_kind::memory_format;
    default: return false;
    }
}

GRAFT_INLINE void pte_call::add_out(std::int32_t value, schema_argument const& result) {
    if (auto const* const list = std::get_if<pte_tensors>((*memory_)[value].declared); result.list && list) {
        for (std::int32_t const item : list->items) {
            require(item >= 0);
            outs_.push_back(item);
        }
    } else {
        outs_.push_back(value);
    }
    for (std::int32_t const out : outs_)
        if ((*memory_)[out].spec() == nullptr)
            raise(errc::invalid_argument, what_->op->name, ": value %", out, ", which is written, is no tensor");
}

GRAFT_INLINE void pte_call::add_result(value_spec const& spec) {
    if (results_.size() >= outs_.size() || !spec.is_tensor()) {
        results_.emplace_back();
        return;
    }
    pte_variable& out = (*memory_)[outs_[results_.size()]];
    dim_vector sizes = concrete(spec.tensor.sizes);
    memory_->place(out, sizes);
    bool direct = out.tensor.dtype() == spec.tensor.dtype && out.tensor.is_contiguous();
    for (pte_variable const* const input : inputs_)
        direct = direct && !overlap(input->tensor, out.tensor);
    for (tensor const& other : results_)
        direct = direct && !overlap(other, out.tensor);
    results_.push_back(direct ? out.tensor : tensor::empty(std::move(sizes), spec.tensor.dtype));
    own_bytes_ += direct ? 0 : results_.back().nbytes();
}

GRAFT_INLINE void pte_call::store(tensor const& result, pte_variable& out) {
    if (result.data() == out.tensor.data() && result.sizes() == out.tensor.sizes() &&
        result.dtype() == out.tensor.dtype())
        return;
    if (open_ || result.sizes() != out.tensor.sizes())
        memory_->place(out, result.sizes());
    dtype const first = call_[0].kind == argument_kind::tensor ? call_[0].tensor->dtype() : dtype::undefined;
    if (!writes_result(*what_->op, result.dtype(), out.tensor.dtype(), first))
        raise(errc::invalid_argument, what_->op->name, ": the result is ", torch_name(result.dtype()),
              ", but it is written to ", torch_name(out.tensor.dtype()));
    bool const shared = overlap(result, out.tensor);
    kernel::copy(shared ? result.clone() : result, out.tensor);
}

} // namespace graft::detail
#endif
