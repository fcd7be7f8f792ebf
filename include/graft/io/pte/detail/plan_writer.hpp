#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/detail/table.hpp>
#include <graft/io/pte/layout.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/vec.hpp>

#include <flatbuffers/flatbuffer_builder.h>

#include <concepts>
#include <cstdint>
#include <cstring> // memcpy
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace graft::detail {

/// Builds the tables of a program from the leaves to the root.
class pte_builder {
public:
    using table_offset = flatbuffers::Offset<flatbuffers::Table>;

    [[nodiscard]] auto text(std::string_view s) { return builder_.CreateString(s.data(), s.size()); }

    template <class T>
    [[nodiscard]] auto numbers(vec<T> const& items) {
        return builder_.CreateVector(items.data(), items.size());
    }
    [[nodiscard]] auto tables(vec<table_offset> const& items) { return numbers(items); }

    /// A table whose fields `fill` puts.
    template <class Fill>
    [[nodiscard]] table_offset table(Fill const& fill) {
        flatbuffers::uoffset_t const start = builder_.StartTable();
        fill();
        return table_offset(builder_.EndTable(start));
    }

    /// Puts a field; an integer that is 0 is what a field that is not there says.
    template <class T>
    void put(std::uint8_t field, T value) {
        if constexpr (std::integral<T>)
            builder_.AddElement<T>(pte_table::place(field), value, T{});
        else
            builder_.AddElement<T>(pte_table::place(field), value);
    }
    template <class T>
    void put(std::uint8_t field, flatbuffers::Offset<T> offset) {
        builder_.AddOffset(pte_table::place(field), offset);
    }

    /// The bytes, of which `root` is the last table.
    [[nodiscard]] std::string finish(table_offset root) {
        // The tables move by the size of the header, which must not change what they are aligned to.
        builder_.Finish(root, pte::identifier);
        return {reinterpret_cast<char const*>(builder_.GetBufferPointer()), builder_.GetSize()};
    }

private:
    flatbuffers::FlatBufferBuilder builder_{4096};
};

/// Writes the methods of a program as tables.
class pte_plan_writer {
public:
    using table_offset = pte_builder::table_offset;

    /// `add_segment` stores the bytes of a delegate and gives the number of their segment.
    pte_plan_writer(pte_builder& out, std::function<std::uint32_t(storage const&)> add_segment)
        : out_(&out), add_segment_(std::move(add_segment)) {}

    [[nodiscard]] table_offset write(pte_plan const& plan);

private:
    template <class Items, class Write>
    flatbuffers::Offset<flatbuffers::Vector<table_offset>> all(Items const& items, Write const& write_one) {
        vec<table_offset> offsets;
        offsets.reserve(items.size());
        for (auto const& item : items)
            offsets.push_back(write_one(item));
        return out_->tables(offsets);
    }

    // A table of two texts, and one of a single field.
    table_offset texts(std::string const& first, std::string const& second) {
        auto const a = out_->text(first), b = out_->text(second);
        return out_->table([&] {
            out_->put(0, a);
            out_->put(1, b);
        });
    }
    template <class T>
    table_offset single(T content) {
        return out_->table([&] { out_->put(0, content); });
    }

    //=== values ===//
    table_offset value(pte_value const& v);

    using written = std::pair<pte::value_kind, table_offset>;
    written content_of(std::monostate) {
        return {pte::value_kind::null, out_->table([] {})};
    }
    written content_of(std::int64_t number) { return {pte::value_kind::integer, single(number)}; }
    written content_of(bool truth) { return {pte::value_kind::boolean, single(std::uint8_t{truth})}; }
    written content_of(double number) { return {pte::value_kind::real, single(number)}; }
    written content_of(std::string const& s) { return {pte::value_kind::string, single(out_->text(s))}; }
    written content_of(pte_integers const& l) { return {pte::value_kind::integers, single(out_->numbers(l.items))}; }
    written content_of(pte_reals const& l) { return {pte::value_kind::reals, single(out_->numbers(l.items))}; }
    written content_of(pte_booleans const& l) {
        vec<std::uint8_t> const items(l.items.begin(), l.items.end());
        return {pte::value_kind::booleans, single(out_->numbers(items))};
    }
    written content_of(pte_tensors const& l) {
        return {l.optional ? pte::value_kind::optional_tensors : pte::value_kind::tensors,
                single(out_->numbers(l.items))};
    }

    written content_of(pte_tensor const& t);

    //=== instructions ===//
    table_offset instruction(pte_instruction const& i);

    table_offset frame(pte_frame const& f);

    table_offset chain(pte_chain const& c);

    //=== delegates ===//
    table_offset delegate(pte_delegate const& d);

    pte_builder* out_;
    std::function<std::uint32_t(storage const&)> add_segment_;
};

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)

namespace graft::detail {

GRAFT_INLINE pte_plan_writer::table_offset pte_plan_writer::write(pte_plan const& plan) {
    auto const name = out_->text(plan.name);
    table_offset const container = texts(plan.in_spec, plan.out_spec);
    auto const values = all(plan.values, [this](pte_value const& v) { return value(v); });
    auto const inputs = out_->numbers(plan.inputs), outputs = out_->numbers(plan.outputs);
    auto const chains = all(plan.chains, [this](pte_chain const& c) { return chain(c); });
    auto const operators = all(plan.operators, [this](pte_operator const& o) { return texts(o.name, o.overload); });
    auto const delegates = all(plan.delegates, [this](pte_delegate const& d) { return delegate(d); });
    auto const sizes = out_->numbers(plan.buffer_sizes);
    return out_->table([&] {
        out_->put(pte::plan::name, name);
        out_->put(pte::plan::container, container);
        out_->put(pte::plan::values, values);
        out_->put(pte::plan::inputs, inputs);
        out_->put(pte::plan::outputs, outputs);
        out_->put(pte::plan::chains, chains);
        out_->put(pte::plan::operators, operators);
        out_->put(pte::plan::delegates, delegates);
        out_->put(pte::plan::buffer_sizes, sizes);
    });
}

GRAFT_INLINE pte_plan_writer::table_offset pte_plan_writer::value(pte_value const& v) {
    auto const [kind, content] = std::visit([this](auto const& held) { return this->content_of(held); }, v);
    return out_->table([&, k = kind, c = content] {
        out_->put(pte::value::kind, static_cast<std::uint8_t>(k));
        out_->put(pte::value::content, c);
    });
}

GRAFT_INLINE pte_plan_writer::written pte_plan_writer::content_of(pte_tensor const& t) {
    auto const sizes = out_->numbers(t.sizes);
    auto const order = out_->numbers(t.dim_order);
    table_offset allocation, extra;
    if (t.allocation)
        allocation = out_->table([&] {
            out_->put(pte::allocation::memory_id, t.allocation->memory_id);
            out_->put(pte::allocation::offset_low, static_cast<std::uint32_t>(t.allocation->offset));
            out_->put(pte::allocation::offset_high, static_cast<std::uint32_t>(t.allocation->offset >> 32));
        });
    bool const more = t.mutable_segment != 0 || !t.fully_qualified_name.empty() || t.external || t.device_type != 0 ||
                      t.device_index != 0;
    if (more) {
        auto const name = out_->text(t.fully_qualified_name);
        extra = out_->table([&] {
            out_->put(pte::extra::mutable_segment, t.mutable_segment);
            out_->put(pte::extra::fully_qualified_name, name);
            out_->put(pte::extra::location, std::uint8_t{t.external});
            out_->put(pte::extra::device_type, t.device_type);
            out_->put(pte::extra::device_index, t.device_index);
        });
    }
    return {pte::value_kind::tensor, out_->table([&] {
                out_->put(pte::tensor::scalar_type, pte_number(t.dtype));
                out_->put(pte::tensor::storage_offset, t.storage_offset);
                out_->put(pte::tensor::sizes, sizes);
                out_->put(pte::tensor::dim_order, order);
                out_->put(pte::tensor::requires_grad, std::uint8_t{t.requires_grad});
                out_->put(pte::tensor::data_buffer, t.data_buffer);
                if (t.allocation)
                    out_->put(pte::tensor::allocation, allocation);
                out_->put(pte::tensor::layout, t.layout);
                out_->put(pte::tensor::dynamism, static_cast<std::uint8_t>(t.dynamism));
                if (more)
                    out_->put(pte::tensor::extra, extra);
            })};
}

GRAFT_INLINE pte_plan_writer::table_offset pte_plan_writer::instruction(pte_instruction const& i) {
    bool const calls = i.action == pte_action::kernel || i.action == pte_action::delegate;
    auto const arguments = calls ? out_->numbers(i.arguments) : 0;
    table_offset const what = out_->table([&] {
        out_->put(pte::pair::first, i.first);
        if (calls)
            out_->put(pte::call::arguments, arguments);
        else if (i.action != pte_action::free)
            out_->put(pte::pair::second, i.second);
    });
    return out_->table([&] {
        out_->put(pte::instruction::kind, static_cast<std::uint8_t>(static_cast<int>(i.action) + 1));
        out_->put(pte::instruction::content, what);
    });
}

GRAFT_INLINE pte_plan_writer::table_offset pte_plan_writer::frame(pte_frame const& f) {
    auto const file = out_->text(f.file), name = out_->text(f.name), context = out_->text(f.context);
    return out_->table([&] {
        out_->put(pte::frame::file, file);
        out_->put(pte::frame::line, f.line);
        out_->put(pte::frame::name, name);
        out_->put(pte::frame::context, context);
    });
}

GRAFT_INLINE pte_plan_writer::table_offset pte_plan_writer::chain(pte_chain const& c) {
    auto const inputs = out_->numbers(c.inputs), outputs = out_->numbers(c.outputs);
    auto const instructions = all(c.instructions, [this](pte_instruction const& i) { return instruction(i); });
    auto const traces = all(c.stack_traces, [this](vec<pte_frame> const& frames) {
        auto const lines = all(frames, [this](pte_frame const& f) { return frame(f); });
        return single(lines);
    });
    return out_->table([&] {
        out_->put(pte::chain::inputs, inputs);
        out_->put(pte::chain::outputs, outputs);
        out_->put(pte::chain::instructions, instructions);
        if (!c.stack_traces.empty())
            out_->put(pte::chain::stack_traces, traces);
    });
}

GRAFT_INLINE pte_plan_writer::table_offset pte_plan_writer::delegate(pte_delegate const& d) {
    auto const id = out_->text(d.id);
    std::uint32_t const segment = add_segment_(d.data);
    table_offset const data = out_->table([&] {
        out_->put(pte::delegate_data::location, std::uint8_t{1});
        out_->put(pte::delegate_data::index, segment);
    });
    auto const specs = all(d.compile_specs, [this](auto const& spec) {
        auto const key = out_->text(spec.first);
        vec<std::uint8_t> const bytes(spec.second.begin(), spec.second.end());
        auto const value_bytes = out_->numbers(bytes);
        return out_->table([&] {
            out_->put(pte::compile_spec::key, key);
            out_->put(pte::compile_spec::value, value_bytes);
        });
    });
    return out_->table([&] {
        out_->put(pte::delegate::id, id);
        out_->put(pte::delegate::processed, data);
        out_->put(pte::delegate::compile_specs, specs);
    });
}

} // namespace graft::detail
#endif
