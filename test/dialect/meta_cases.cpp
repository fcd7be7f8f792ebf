#include <graft/dialect/known_ops.hpp>

#include <graft/schema/infer.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace graft;
using nlohmann::json;

namespace {

op_info const& find_op(std::string_view name) {
    op_info const* const op = find_known_op(name);
    REQUIRE(op != nullptr);
    return *op;
}

json recorded(char const* file) {
    std::ifstream in(std::string(GRAFT_TEST_DATA "/meta/") + file);
    return json::parse(in);
}

std::vector<sym_int> integers_after(std::string_view text, std::size_t at) {
    std::vector<sym_int> values;
    while (text[at] != ']') {
        std::int64_t value = 0;
        char const* const begin = text.data() + at + 1;
        auto const [end, failure] = std::from_chars(begin, text.data() + text.size(), value);
        if (failure == std::errc())
            values.push_back(value);
        at = static_cast<std::size_t>(end - text.data());
    }
    return values;
}

/// "f32[2,3] strides [1,2] offset 4"; contiguous and at 0 unless it says otherwise.
tensor_spec parse_spec(std::string_view text) {
    std::size_t const sizes = text.find('[');
    tensor_spec spec = make_spec(parse_dtype(text.substr(0, sizes)), integers_after(text, sizes));
    REQUIRE(spec.dtype != dtype::undefined);
    if (std::size_t const at = text.find(" strides ["); at != text.npos)
        spec.strides = integers_after(text, at + 9);
    if (std::size_t const at = text.find(" offset "); at != text.npos)
        spec.storage_offset = std::stoll(std::string(text.substr(at + 8)));
    return spec;
}

/// The recorded calls of one file, made into calls; owns their tensors.
class reader {
public:
    call<tensor_spec> make_call(op_info const& op, json const& positional, json const& keywords) {
        call<tensor_spec> made(op);
        for (std::size_t i = 0; i < positional.size(); ++i)
            made.set(i, value(positional[i], op.arguments[i]));
        for (auto const& [name, given] : keywords.items())
            made.set(std::string_view(name),
                     value(given, op.arguments[static_cast<std::size_t>(op.find_argument(name))]));
        return made;
    }

private:
    using operand = argument<tensor_spec>;

    tensor_spec const* tensor(json const& text) {
        if (text.is_null())
            return nullptr;
        return &specs_.emplace_back(parse_spec(text.get_ref<std::string const&>()));
    }

    static scalar number(json const& value) {
        if (value.is_boolean())
            return value.get<bool>();
        if (value.is_number_integer())
            return value.get<std::int64_t>();
        json const& real = value.at("float");
        return real.is_string() ? std::stod(real.get<std::string>()) : real.get<double>();
    }

    operand list(json const& value, schema_argument const& slot) {
        if (slot.type == type_kind::tensor) {
            std::vector<tensor_spec const*> tensors;
            for (json const& item : value)
                tensors.push_back(tensor(item));
            return tensors;
        }
        std::vector<scalar> numbers;
        std::vector<sym_int> integers;
        for (json const& item : value) {
            numbers.push_back(number(item));
            if (numbers.back().is_integer())
                integers.push_back(numbers.back().to<std::int64_t>());
        }
        return integers.size() == numbers.size() ? operand(integers) : operand(numbers);
    }

    operand value(json const& given, schema_argument const& slot) {
        if (given.is_null())
            return std::nullopt;
        if (given.is_array())
            return list(given, slot);
        if (given.is_string())
            return *tensor(given);
        if (!given.is_object() || given.contains("float"))
            return number(given);
        std::string const& text = given.begin()->get_ref<std::string const&>();
        if (given.contains("dtype"))
            return parse_dtype("torch." + text);
        if (given.contains("layout"))
            return parse_layout("torch." + text).value();
        if (given.contains("memory_format"))
            return parse_memory_format("torch." + text).value();
        if (given.contains("device"))
            return parse_device(text).value();
        return std::string_view(text);
    }

    std::deque<tensor_spec> specs_;
};

/// What torch does not fix is taken from `from`: the strides of dimensions without a second
/// element.
tensor_spec with_free_strides(tensor_spec spec, tensor_spec const& from) {
    bool const single = from.numel() == 0 || from.numel() == 1;
    for (std::size_t d = 0; d < spec.dim() && d < from.dim(); ++d)
        if (single || from.sizes[d] == 1)
            spec.strides[d] = from.strides[d];
    return spec;
}

bool agrees(value_spec const& got, json const& expected, bool exactly = false) {
    if (expected.is_null())
        return got.is_none();
    if (!expected.is_string())
        return got.k == value_spec::kind::sym_int && got.integer == expected.get<std::int64_t>();
    tensor_spec wanted = parse_spec(expected.get_ref<std::string const&>());
    if (expected.get_ref<std::string const&>().ends_with('?'))
        wanted.strides = got.tensor.strides;
    return got.is_tensor() && (exactly ? wanted : with_free_strides(wanted, got.tensor)) == got.tensor;
}

bool agrees_with_all(value_spec const& got, json const& expected, bool exactly = false) {
    if (!got.is_list())
        return expected.size() == 1 && agrees(got, expected[0], exactly);
    bool equal = got.items.size() == expected.size();
    for (std::size_t i = 0; equal && i < expected.size(); ++i)
        equal = agrees(got.items[i], expected[i], exactly);
    return equal;
}

void check_inferred(char const* name_of_file, bool exactly) {
    json const file = recorded(name_of_file);
    for (auto const& [name, calls] : file.items())
        for (json const& recorded : calls) {
            CAPTURE(name);
            std::string const text = recorded.dump();
            CAPTURE(text);
            reader r;
            value_spec got;
            CHECK_NOTHROW(got = infer(r.make_call(find_op(name), recorded[0], recorded[1])));
            CHECK(agrees_with_all(got, recorded[2], exactly));
        }
}

} // namespace

TEST_CASE("meta: what torch returned is inferred") { check_inferred("accepted.json", false); }

TEST_CASE("meta: what torch.export records of tensors in any layout is inferred to the last stride") {
    check_inferred("layouts.json", true);
}

TEST_CASE("meta: what torch rejects without looking at elements is rejected") {
    json const file = recorded("rejected.json");
    for (auto const& [name, calls] : file.items())
        for (json const& recorded : calls) {
            CAPTURE(name);
            std::string const text = recorded.dump();
            CAPTURE(text);
            reader r;
            call<tensor_spec> const c = r.make_call(find_op(name), recorded[0], recorded[1]);
            CHECK_THROWS_AS(static_cast<void>(infer(c)), error);
        }
}
