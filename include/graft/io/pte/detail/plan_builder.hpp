#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/debug_map.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace graft::detail {

/// Finds out when the storages of a method are in use while its instructions are written one after the other, and then
/// where each lies. What is in use before a loop and within it stays so to the loop's end.
class pte_lifetimes {
public:
    /// A new storage, which is not in use yet.
    [[nodiscard]] std::uint32_t add(std::uint64_t bytes) {
        lifetime use;
        use.node = static_cast<node_id>(uses_.size());
        use.bytes = bytes;
        uses_.push_back(use);
        used_.push_back(false);
        return use.node;
    }

    /// The storage takes that many bytes at least.
    void require(std::uint32_t storage, std::uint64_t bytes) {
        uses_[storage].bytes = std::max(uses_[storage].bytes, bytes);
    }

    /// The next instruction.
    void advance() { ++now_; }

    /// The storage is in use now.
    void touch(std::uint32_t storage) {
        lifetime& use = uses_[storage];
        if (!used_[storage])
            use.first = now_;
        used_[storage] = true;
        use.last = std::max(use.last, now_);
        auto const outer = std::upper_bound(loops_.begin(), loops_.end(), use.first,
                                            [](auto const& first, loop const& l) { return first < l.begin; });
        if (outer != loops_.end())
            outer->touched.push_back(storage);
    }

    /// The storage is in use from before the first instruction on.
    void touch_before(std::uint32_t storage) {
        uses_[storage].first = 0;
        used_[storage] = true;
    }

    /// What is written from here to `end_loop` runs again and again.
    void begin_loop() {
        advance();
        loops_.push_back({now_, {}});
    }
    /// What was in use before the loop that ends here, and within it, is in use until now.
    void end_loop() {
        advance();
        loop const ended = std::move(loops_.back());
        loops_.pop_back();
        for (std::uint32_t const storage : ended.touched)
            touch(storage);
    }

    /// The storage stays in use to the end.
    void keep(std::uint32_t storage) { kept_.push_back(storage); }

    /// Where each storage lies.
    [[nodiscard]] memory_plan plan(std::uint64_t alignment) {
        advance();
        for (std::uint32_t const storage : kept_)
            touch(storage);
        return plan_greedy(uses_, alignment);
    }

private:
    struct loop {
        std::uint32_t begin;
        vec<std::uint32_t> touched; // storages in use before the loop
    };

    vec<lifetime> uses_;
    vec<bool> used_;
    vec<loop> loops_; // the outermost first
    vec<std::uint32_t> kept_;
    std::uint32_t now_ = 0;
};

} // namespace graft::detail

namespace graft {

/// The frames of a Python stack trace: `File "x.py", line 3, in forward`, and the line of the program behind it.
[[nodiscard]] GRAFT_INLINE vec<pte_frame> parse_stack_trace(std::string_view trace);

} // namespace graft

namespace graft::detail {

/// Writes the values and instructions of a method one after the other, and plans its memory at the end. Tensors are
/// row-major.
class pte_plan_builder {
public:
    /// A method of this name without values and instructions.
    explicit pte_plan_builder(std::string name, symbol_ranges ranges = {}) : ranges_(ranges) {
        plan_.name = std::move(name);
        plan_.chains.emplace_back();
    }

    //=== values; all but the first function give one that nothing writes to, and that may be used again ===//
    /// A value of its own.
    std::int32_t add(pte_value value) {
        plan_.values.push_back(std::move(value));
        storages_.push_back(no_storage);
        return static_cast<std::int32_t>(plan_.values.size() - 1);
    }
    /// The number of a value that is this.
    /// @{
    std::int32_t none() { return once(none_, {}); }
    std::int32_t integer(std::int64_t n) { return once(integers_[n], n); }
    std::int32_t boolean(bool truth) { return once(truths_[truth ? 1 : 0], truth); }
    std::int32_t real(double n) { return once(reals_[std::bit_cast<std::uint64_t>(n)], n); }
    std::int32_t string(std::string_view s) { return add(std::string(s)); }
    /// @}
    /// Of numbers that are values.
    std::int32_t integers(vec<std::int64_t> items) {
        std::optional<std::int32_t>& known = lists_[items];
        return once(known, pte_integers{std::move(items)});
    }

    /// A tensor of fixed elements, number `buffer` of the program.
    std::int32_t constant(tensor_spec const& spec, std::uint32_t buffer) {
        pte_tensor t = describe(spec);
        t.data_buffer = buffer;
        return add(t);
    }

    //=== tensors in planned memory ===//
    /// A tensor whose place is found when the plan is finished; one without a largest size has none.
    std::int32_t tensor(tensor_spec const& spec);
    /// A tensor of the elements of `base` in other sizes, in the planned storage of `base` if it has one.
    std::int32_t view(tensor_spec const& spec, std::int32_t base);
    /// A new value that can hold what another one holds.
    std::int32_t like(std::int32_t value);
    /// The tensor that a value is; another kind is an error.
    [[nodiscard]] pte_tensor& described(std::int32_t value) {
        return std::get<pte_tensor>(plan_.values[static_cast<std::size_t>(value)]);
    }
    /// True when the value is a tensor.
    [[nodiscard]] bool is_tensor(std::int32_t value) const {
        return std::holds_alternative<pte_tensor>(plan_.values[static_cast<std::size_t>(value)]);
    }
    /// The planned storage of a value, or `no_storage`.
    [[nodiscard]] std::uint32_t storage_of(std::int32_t value) const {
        return storages_[static_cast<std::size_t>(value)];
    }
    static constexpr std::uint32_t no_storage = 0xffffffff; ///< the storage of a value that has none

    //=== instructions ===//
    /// Calls the operator of this name, such as `aten::add.out`.
    void call(std::string_view name, vec<std::int32_t> arguments) {
        lifetimes_.advance();
        for (std::int32_t const v : arguments)
            touch(v);
        append({pte_action::kernel, operator_number(name), 0, std::move(arguments)});
    }
    /// Gives `to` what `from` is.
    void move(std::int32_t from, std::int32_t to) {
        lifetimes_.advance();
        append({pte_action::move, from, to});
    }
    /// Goes on elsewhere if the value is false: where `land` or `jump_to` says.
    [[nodiscard]] std::size_t jump_unless(std::int32_t value) {
        lifetimes_.advance();
        touch(value);
        append({pte_action::jump_false, value, 0});
        return next() - 1;
    }
    /// Goes on elsewhere: where `land` or `jump_to` says.
    [[nodiscard]] std::size_t jump() { return jump_unless(boolean(false)); }
    void land(std::size_t jump) { jump_to(jump, next()); } ///< A jump leads to the next instruction.
    /// A jump leads to that instruction.
    void jump_to(std::size_t jump, std::size_t instruction) {
        plan_.chains[0].instructions[jump].second = static_cast<std::int32_t>(instruction);
    }
    /// The number of the next instruction.
    [[nodiscard]] std::size_t next() const { return plan_.chains[0].instructions.size(); }
    /// The value is in use at the last instruction.
    void touch(std::int32_t value);
    [[nodiscard]] pte_lifetimes& lifetimes() { return lifetimes_; } ///< When its storages are in use.

    /// Where the instructions to come come from.
    void come_from(pte_origin origin) {
        frames_ = parse_stack_trace(origin.stack_trace);
        origin_ = std::move(origin);
    }
    [[nodiscard]] pte_origin const& origin() const { return origin_; } ///< Where the instructions to come come from.

    /// Says which calls the instructions come from.
    void describe(pte_debug_map& map) const {
        map.instructions[plan_.name] = handles_;
        map.origins[plan_.name] = origins_;
    }

    /// The method, with its memory planned. Without `traces` it does not say where its instructions come from.
    [[nodiscard]] pte_plan finish(std::uint64_t alignment, bool traces);
    [[nodiscard]] pte_plan& plan() { return plan_; } ///< The method as it is so far.

private:
    std::int32_t once(std::optional<std::int32_t>& known, pte_value value) {
        if (!known)
            known = add(std::move(value));
        return *known;
    }

    [[nodiscard]] pte_tensor describe(tensor_spec const& spec) const;

    [[nodiscard]] static std::uint64_t bytes_of(pte_tensor const& t);

    std::int32_t operator_number(std::string_view name);

    void append(pte_instruction i);

    symbol_ranges ranges_;
    pte_plan plan_;
    pte_lifetimes lifetimes_;
    vec<std::uint32_t> storages_; // by value
    pte_origin origin_;
    vec<pte_frame> frames_;
    vec<std::uint64_t> handles_; // by instruction
    std::map<std::uint64_t, pte_origin> origins_;
    std::map<std::string, std::int32_t> operators_;
    std::optional<std::int32_t> none_, truths_[2];
    std::map<std::int64_t, std::optional<std::int32_t>> integers_;
    std::map<std::uint64_t, std::optional<std::int32_t>> reals_; // by their bits
    std::map<vec<std::int64_t>, std::optional<std::int32_t>> lists_;
};

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/error.hpp>

#    include <algorithm>
#    include <charconv>
#    include <limits>

namespace graft {

GRAFT_INLINE vec<pte_frame> parse_stack_trace(std::string_view trace) {
    vec<pte_frame> frames;
    while (!trace.empty()) {
        std::string_view line = trace.substr(0, trace.find('\n'));
        trace.remove_prefix(line.size() == trace.size() ? line.size() : line.size() + 1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        constexpr std::string_view file = "File \"", number = "\", line ", name = ", in ";
        std::size_t const in = line.find(number);
        if (line.starts_with(file) && in != line.npos) {
            pte_frame f;
            f.file = line.substr(file.size(), in - file.size());
            std::string_view const rest = line.substr(in + number.size());
            std::from_chars(rest.data(), rest.data() + rest.size(), f.line);
            if (std::size_t const at = rest.find(name); at != rest.npos)
                f.name = rest.substr(at + name.size());
            frames.push_back(f);
        } else if (!frames.empty() && frames.back().context.empty()) {
            frames.back().context = line;
        }
    }
    return frames;
}

} // namespace graft

namespace graft::detail {

GRAFT_INLINE std::int32_t pte_plan_builder::tensor(tensor_spec const& spec) {
    pte_tensor const t = describe(spec);
    std::int32_t const v = add(t);
    if (t.dynamism != pte_dynamism::unbounded)
        storages_.back() = lifetimes_.add(bytes_of(t));
    return v;
}

GRAFT_INLINE std::int32_t pte_plan_builder::view(tensor_spec const& spec, std::int32_t base) {
    pte_tensor const t = describe(spec);
    std::int32_t const v = add(t);
    storages_.back() = storage_of(base);
    if (storages_.back() != no_storage)
        lifetimes_.require(storages_.back(), bytes_of(t));
    return v;
}

GRAFT_INLINE std::int32_t pte_plan_builder::like(std::int32_t value) {
    pte_value made = plan_.values[static_cast<std::size_t>(value)];
    auto* const t = std::get_if<pte_tensor>(&made);
    if (t != nullptr) {
        t->data_buffer = 0;
        t->fully_qualified_name.clear();
    }
    bool const planned = t != nullptr && t->dynamism != pte_dynamism::unbounded;
    std::uint64_t const bytes = planned ? bytes_of(*t) : 0;
    std::int32_t const v = add(std::move(made));
    if (planned)
        storages_.back() = lifetimes_.add(bytes);
    return v;
}

GRAFT_INLINE void pte_plan_builder::touch(std::int32_t value) {
    if (storage_of(value) != no_storage)
        lifetimes_.touch(storage_of(value));
    if (auto const* const list = std::get_if<pte_tensors>(&plan_.values[static_cast<std::size_t>(value)]))
        for (std::int32_t const item : list->items)
            if (item >= 0)
                touch(item);
}

GRAFT_INLINE pte_plan pte_plan_builder::finish(std::uint64_t alignment, bool traces) {
    memory_plan const memory = lifetimes_.plan(alignment);
    plan_.buffer_sizes = {0, static_cast<std::int64_t>(memory.planned_bytes)};
    for (std::size_t v = 0; v < plan_.values.size(); ++v)
        if (storages_[v] != no_storage)
            std::get<pte_tensor>(plan_.values[v]).allocation = pte_allocation{1, memory.offsets[storages_[v]]};
    if (!traces)
        plan_.chains[0].stack_traces.clear();
    return std::move(plan_);
}

GRAFT_INLINE pte_tensor pte_plan_builder::describe(tensor_spec const& spec) const {
    pte_tensor t;
    t.dtype = spec.dtype;
    for (std::size_t d = 0; d < spec.sizes.size(); ++d) {
        std::int64_t size = 0;
        if (!spec.sizes[d].is_symbolic()) {
            size = spec.sizes[d].value();
        } else {
            std::optional<std::int64_t> const most = bounds(spec.sizes[d], ranges_).max;
            bool const bounded = most && *most <= std::numeric_limits<std::int32_t>::max();
            t.dynamism = bounded ? std::max(t.dynamism, pte_dynamism::bounded) : pte_dynamism::unbounded;
            size = bounded ? *most : 0;
        }
        if (size > std::numeric_limits<std::int32_t>::max())
            raise(errc::unsupported, "a tensor of ", size, " rows is larger than ExecuTorch allows");
        t.sizes.push_back(static_cast<std::int32_t>(size));
        t.dim_order.push_back(static_cast<std::uint8_t>(d));
    }
    return t;
}

GRAFT_INLINE std::uint64_t pte_plan_builder::bytes_of(pte_tensor const& t) {
    auto bytes = static_cast<std::int64_t>(element_size(t.dtype));
    for (std::int32_t const size : t.sizes)
        bytes = checked_mul(bytes, size);
    return static_cast<std::uint64_t>(bytes);
}

GRAFT_INLINE std::int32_t pte_plan_builder::operator_number(std::string_view name) {
    auto const [found, added] =
        operators_.try_emplace(std::string(name), static_cast<std::int32_t>(plan_.operators.size()));
    if (added) {
        std::size_t const dot = std::min(name.find('.'), name.size());
        std::size_t const overload = std::min(dot + 1, name.size());
        plan_.operators.push_back({std::string(name.substr(0, dot)), std::string(name.substr(overload))});
    }
    return found->second;
}

GRAFT_INLINE void pte_plan_builder::append(pte_instruction i) {
    plan_.chains[0].instructions.push_back(std::move(i));
    plan_.chains[0].stack_traces.push_back(frames_);
    handles_.push_back(origin_.debug_handle);
    if (origin_.debug_handle != 0)
        origins_.try_emplace(origin_.debug_handle, origin_);
}

} // namespace graft::detail
#endif
