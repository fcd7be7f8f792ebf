#pragma once

#include <graft/schema/argument.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/op_info.hpp>

#include "recorded_call.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

inline std::string_view text_of(json const& value) { return value.get_ref<std::string const&>(); }

/// A recorded call of an op that is known.
class recorded_case : public recorded_call {
public:
    using recorded_call::recorded_call;

    [[nodiscard]] graft::call<graft::tensor> make_call(graft::op_info const& op) const {
        graft::call<graft::tensor> made(op);
        json const& args = line().at("args");
        for (std::size_t i = 0; i < args.size(); ++i)
            made.set(i, value(args[i], op.arguments[i]));
        for (auto const& [name, given] : line().at("kwargs").items()) {
            int const slot = op.find_argument(name);
            if (slot < 0)
                throw not_supported("the keyword " + name);
            made.set(slot, value(given, op.arguments[static_cast<std::size_t>(slot)]));
        }
        return made;
    }

private:
    using operand = graft::argument<graft::tensor>;

    operand list(json const& given, graft::schema_argument const& slot) const {
        if (slot.type == graft::type_kind::tensor) {
            std::vector<graft::tensor const*> tensors;
            for (json const& item : given)
                tensors.push_back(item.is_null() ? nullptr : &tensor_of(item));
            return tensors;
        }
        std::vector<graft::scalar> numbers;
        std::vector<graft::sym_int> integers;
        for (json const& item : given) {
            numbers.push_back(number_from(item));
            if (numbers.back().is_integer())
                integers.push_back(numbers.back().to<std::int64_t>());
        }
        return integers.size() == numbers.size() ? operand(integers) : operand(numbers);
    }

    operand value(json const& given, graft::schema_argument const& slot) const {
        if (given.is_null())
            return std::nullopt;
        if (given.is_array())
            return list(given, slot);
        if (slot.type == graft::type_kind::memory_format && given.is_number())
            return static_cast<graft::memory_format>(given.get<int>());
        if (!given.is_object() || given.contains("float") || given.contains("complex"))
            return number_from(given);
        if (given.contains("tensor"))
            return tensor_of(given);
        if (given.contains("dtype"))
            return dtype_named(given.at("dtype"));
        if (given.contains("str"))
            return text_of(given.at("str"));
        std::string const text = "torch." + given.begin()->get<std::string>();
        if (given.contains("layout"))
            return graft::parse_layout(text).value();
        if (given.contains("memory_format"))
            return graft::parse_memory_format(text).value();
        return graft::parse_device(given.at("device").get<std::string>()).value();
    }
};

} // namespace graft_test
