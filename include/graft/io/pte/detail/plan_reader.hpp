#pragma once

#include <graft/core/error.hpp>
#include <graft/core/storage.hpp>
#include <graft/io/pte/detail/table.hpp>
#include <graft/io/pte/layout.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <string>
#include <utility>

namespace graft::detail {

/// Reads the methods of a program out of verified tables.
class pte_plan_reader {
public:
    /// `delegate_data(table)` is what a reference to a delegate's bytes refers to. All that is read takes no more than
    /// `limit` elements: tables that several others refer to are read for each of them.
    pte_plan_reader(view<storage const> inline_data, view<storage const> segments, std::uint64_t limit)
        : inline_data_(inline_data), segments_(segments), left_(limit) {}

    [[nodiscard]] pte_plan read(pte_table t) {
        pte_plan plan;
        plan.name = text(t, pte::plan::name);
        pte_table const container = t.table(pte::plan::container);
        plan.in_spec = text(container, pte::container::inputs);
        plan.out_spec = text(container, pte::container::outputs);
        plan.values = all<pte_value>(t, pte::plan::values, [this](pte_table v) { return value(v); });
        plan.inputs = numbers<std::int32_t>(t, pte::plan::inputs);
        plan.outputs = numbers<std::int32_t>(t, pte::plan::outputs);
        plan.chains = all<pte_chain>(t, pte::plan::chains, [this](pte_table c) { return chain(c); });
        plan.operators = all<pte_operator>(t, pte::plan::operators, [this](pte_table o) {
            return pte_operator{text(o, pte::op_name::name), text(o, pte::op_name::overload)};
        });
        plan.delegates = all<pte_delegate>(t, pte::plan::delegates, [this](pte_table d) { return delegate(d); });
        plan.buffer_sizes = numbers<std::int64_t>(t, pte::plan::buffer_sizes);
        return plan;
    }

    [[nodiscard]] std::string text(pte_table t, std::uint8_t field) {
        spend(t.text(field).size());
        return std::string(t.text(field));
    }

    /// The elements of a vector of numbers.
    template <class T>
    [[nodiscard]] vec<T> numbers(pte_table t, std::uint8_t field) {
        std::size_t const count = t.count(field);
        spend(count);
        vec<T> result;
        result.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            result.push_back(t.number_at<T>(field, i));
        return result;
    }

    /// What `read` makes of each table of a vector.
    template <class T, class Read>
    [[nodiscard]] vec<T> all(pte_table t, std::uint8_t field, Read read) {
        std::size_t const count = t.count(field);
        spend(8 * count);
        vec<T> result;
        result.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            result.push_back(read(t.table_at(field, i)));
        return result;
    }

private:
    void spend(std::uint64_t elements) {
        if (elements > left_)
            raise(errc::file, "the tables of the program refer to the same bytes over and over");
        left_ -= elements;
    }

    [[nodiscard]] pte_tensor tensor(pte_table t) {
        pte_tensor r;
        auto const type = t.number<std::int8_t>(pte::tensor::scalar_type);
        r.dtype = dtype_of_pte(type);
        if (r.dtype == dtype::undefined)
            raise(errc::unsupported, "a tensor of the program has the scalar type ", type,
                  ", whose elements graft does not have");
        r.sizes = numbers<std::int32_t>(t, pte::tensor::sizes);
        r.dim_order = numbers<std::uint8_t>(t, pte::tensor::dim_order);
        r.storage_offset = t.number<std::int32_t>(pte::tensor::storage_offset);
        r.requires_grad = t.truth(pte::tensor::requires_grad);
        r.data_buffer = t.number<std::uint32_t>(pte::tensor::data_buffer);
        if (pte_table const a = t.table(pte::tensor::allocation); a.exists())
            r.allocation = pte_allocation{a.number<std::uint32_t>(pte::allocation::memory_id),
                                          std::uint64_t{a.number<std::uint32_t>(pte::allocation::offset_high)} << 32 |
                                              a.number<std::uint32_t>(pte::allocation::offset_low)};
        r.layout = t.number<std::int8_t>(pte::tensor::layout);
        auto const dynamism = t.number<std::uint8_t>(pte::tensor::dynamism);
        if (dynamism > static_cast<std::uint8_t>(pte_dynamism::unbounded))
            raise(errc::file, "a tensor of the program has the unknown dynamism ", dynamism);
        r.dynamism = static_cast<pte_dynamism>(dynamism);
        if (pte_table const e = t.table(pte::tensor::extra); e.exists()) {
            r.mutable_segment = e.number<std::uint64_t>(pte::extra::mutable_segment);
            r.fully_qualified_name = text(e, pte::extra::fully_qualified_name);
            r.external = e.number<std::uint8_t>(pte::extra::location) == 1;
            r.device_type = e.number<std::uint8_t>(pte::extra::device_type);
            r.device_index = e.number<std::int8_t>(pte::extra::device_index);
        }
        return r;
    }

    [[nodiscard]] pte_value value(pte_table t) {
        pte_table const v = t.table(pte::value::content);
        switch (pte::value_kind{t.number<std::uint8_t>(pte::value::kind)}) {
        case pte::value_kind::missing:
        case pte::value_kind::null: return {};
        case pte::value_kind::integer: return v.number<std::int64_t>(pte::number::value);
        case pte::value_kind::boolean: return v.truth(pte::boolean::value);
        case pte::value_kind::real: return v.number<double>(pte::number::value);
        case pte::value_kind::tensor: return tensor(v);
        case pte::value_kind::string: return text(v, pte::string::value);
        case pte::value_kind::integers: return pte_integers{numbers<std::int64_t>(v, pte::list::items)};
        case pte::value_kind::reals: return pte_reals{numbers<double>(v, pte::list::items)};
        case pte::value_kind::booleans: {
            pte_booleans list;
            for (std::uint8_t const item : numbers<std::uint8_t>(v, pte::list::items))
                list.items.push_back(item != 0);
            return list;
        }
        case pte::value_kind::tensors: return pte_tensors{numbers<std::int32_t>(v, pte::list::items), false};
        case pte::value_kind::optional_tensors: return pte_tensors{numbers<std::int32_t>(v, pte::list::items), true};
        }
        raise(errc::file, "a value of the program is of an unknown kind");
    }

    [[nodiscard]] pte_instruction instruction(pte_table t) {
        pte_table const c = t.table(pte::instruction::content);
        auto const kind = t.number<std::uint8_t>(pte::instruction::kind);
        if (kind == 0)
            raise(errc::file, "an instruction of the program says nothing");
        pte_instruction r;
        r.action = static_cast<pte_action>(kind - 1);
        r.first = c.number<std::int32_t>(pte::pair::first);
        if (r.action == pte_action::kernel || r.action == pte_action::delegate)
            r.arguments = numbers<std::int32_t>(c, pte::call::arguments);
        else if (r.action != pte_action::free)
            r.second = c.number<std::int32_t>(pte::pair::second);
        return r;
    }

    [[nodiscard]] pte_chain chain(pte_table t) {
        pte_chain r;
        r.inputs = numbers<std::int32_t>(t, pte::chain::inputs);
        r.outputs = numbers<std::int32_t>(t, pte::chain::outputs);
        r.instructions =
            all<pte_instruction>(t, pte::chain::instructions, [this](pte_table i) { return instruction(i); });
        r.stack_traces = all<vec<pte_frame>>(t, pte::chain::stack_traces, [this](pte_table f) {
            return all<pte_frame>(f, pte::frames::items, [this](pte_table line) {
                return pte_frame{text(line, pte::frame::file), text(line, pte::frame::name),
                                 text(line, pte::frame::context), line.number<std::int32_t>(pte::frame::line)};
            });
        });
        return r;
    }

    [[nodiscard]] pte_delegate delegate(pte_table t) {
        pte_delegate r;
        r.id = text(t, pte::delegate::id);
        pte_table const data = t.table(pte::delegate::processed);
        auto const index = data.number<std::uint32_t>(pte::delegate_data::index);
        auto const location = data.number<std::uint8_t>(pte::delegate_data::location);
        view<storage const> const where = location == 0 ? inline_data_ : segments_;
        if (data.exists() && (location > 1 || index >= where.size()))
            raise(errc::file, "the bytes of delegate '", r.id, "' are number ", index, " of ", where.size());
        if (data.exists())
            r.data = where[index];
        r.compile_specs =
            all<std::pair<std::string, std::string>>(t, pte::delegate::compile_specs, [this](pte_table s) {
                auto const bytes = s.bytes(pte::compile_spec::value);
                spend(bytes.size());
                return std::pair{text(s, pte::compile_spec::key),
                                 std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size())};
            });
        return r;
    }

    view<storage const> inline_data_, segments_;
    std::uint64_t left_;
};

} // namespace graft::detail
