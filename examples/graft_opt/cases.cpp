#include "cases.hpp"

#include "library.hpp"

#include <graft/io/file/safetensors.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/random_inputs.hpp>
#include <graft/symbolic/range.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace graft;

/// Rows [begin, begin + count) of a tensor, without copying.
tensor rows_of(tensor const& t, std::int64_t begin, std::int64_t count) {
    dim_vector sizes = t.sizes();
    sizes[0] = count;
    return t.as_strided(sizes, t.strides(), t.storage_offset() + begin * t.strides()[0]);
}

/// How many rows of data the program takes at once, and whether it takes fewer.
struct batch_size {
    std::int64_t rows = 0;
    bool fixed = false;
};

batch_size batch_of(exported_program const& program, std::int64_t rows) {
    auto const inputs = program.signature.inputs_of(input_kind::user_input);
    auto const n = inputs.empty() ? std::nullopt : program.graph().find(inputs.front()->name);
    value_spec const* const val = n ? program.graph().val(*n) : nullptr;
    if (inputs.size() != 1 || val == nullptr || !val->is_tensor() || val->tensor.dim() == 0)
        raise(errc::invalid_argument, "a test set needs a program with one tensor as its input");
    sym_int const& batch = val->tensor.sizes.front();
    if (auto const fixed = batch.maybe_value())
        return {*fixed, true};
    return {std::min(rows, bounds(batch, program.range_constraints).max.value_or(rows)), false};
}

tensor const& single_data(safetensors const& file) {
    tensor const* data = nullptr;
    for (auto const& [name, value] : file.tensors)
        if (name != "labels" && name != "logits") {
            if (data != nullptr)
                raise(errc::invalid_argument, "a test set holds one tensor beside labels and logits");
            data = &value;
        }
    if (data == nullptr || data->dim() == 0)
        raise(errc::invalid_argument, "the file holds neither input_0 nor a test set");
    return *data;
}

bool is_numbered(safetensors const& file) {
    return std::any_of(file.tensors.begin(), file.tensors.end(),
                       [](auto const& entry) { return entry.first.starts_with("input_"); });
}

/// `batch_of(rows)` says how many rows the program takes at once.
template <class BatchOf>
test_cases read_test_set(BatchOf const& batch_of, safetensors const& file, safetensors const& reference) {
    test_cases cases;
    tensor const& data = single_data(file);
    std::int64_t const rows = data.size(0);
    batch_size const batch = batch_of(rows);
    auto const logits = reference.tensors.find("logits");
    auto const labels = file.tensors.find("labels");
    auto const has_rows = [&](tensor const& t) { return t.dim() > 0 && t.size(0) == rows; };
    if ((logits != reference.tensors.end() && !has_rows(logits->second)) ||
        (labels != file.tensors.end() &&
         (labels->second.dim() != 1 || !has_rows(labels->second) || labels->second.dtype() != dtype::i64)))
        raise(errc::invalid_argument, "labels are i64 and as many as there are rows, and so are logits");
    if (batch.rows <= 0 || (batch.fixed && rows % batch.rows != 0))
        raise(errc::invalid_argument, "the ", rows, " rows cannot be cut into batches of ", batch.rows);
    for (std::int64_t begin = 0; begin < rows; begin += batch.rows) {
        std::int64_t const count = std::min(batch.rows, rows - begin);
        cases.inputs.push_back({rows_of(data, begin, count)});
        cases.expected.emplace_back();
        if (logits != reference.tensors.end())
            cases.expected.back()["output_0"] = rows_of(logits->second, begin, count);
    }
    if (labels != file.tensors.end()) {
        tensor const flat = labels->second.contiguous();
        cases.labels.assign(flat.data<std::int64_t>(), flat.data<std::int64_t>() + rows);
    }
    cases.rows = static_cast<std::size_t>(rows);
    return cases;
}

} // namespace

test_cases read_cases(exported_program const& program, std::string const& inputs, std::string const& expect) {
    safetensors const file = read_safetensors(inputs);
    safetensors const reference = expect.empty() ? file : read_safetensors(expect);
    auto const specs = program.signature.inputs_of(input_kind::user_input);
    auto const is_tensor = [](input_spec const* spec) { return !spec->is_constant_input; };
    if (!is_numbered(file) && std::any_of(specs.begin(), specs.end(), is_tensor))
        return read_test_set([&](std::int64_t rows) { return batch_of(program, rows); }, file, reference);
    test_cases cases;
    cases.inputs.emplace_back();
    cases.rows = 1;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        auto const found = file.tensors.find("input_" + std::to_string(i));
        if (found == file.tensors.end() && !specs[i]->is_constant_input)
            raise(errc::invalid_argument, "'", inputs, "' has no input_", i, " (", specs[i]->name, ")");
        cases.inputs.back().push_back(found == file.tensors.end() ? tensor{} : found->second);
    }
    cases.expected.emplace_back();
    if (!expect.empty())
        cases.expected.back() = reference.tensors;
    return cases;
}

test_cases read_cases(std::size_t inputs, std::string const& file, std::string const& expect) {
    safetensors const given = read_safetensors(file);
    safetensors const reference = expect.empty() ? given : read_safetensors(expect);
    if (!is_numbered(given) && inputs == 1)
        return read_test_set([](std::int64_t) { return batch_size{1, true}; }, given, reference);
    test_cases cases;
    cases.rows = 1;
    cases.inputs.emplace_back();
    for (std::size_t i = 0; i < inputs; ++i) {
        auto const found = given.tensors.find("input_" + std::to_string(i));
        cases.inputs.back().push_back(found == given.tensors.end() ? tensor{} : found->second);
    }
    cases.expected.emplace_back();
    if (!expect.empty())
        cases.expected.back() = reference.tensors;
    return cases;
}

test_cases random_cases(exported_program const& program) {
    constexpr std::size_t wanted = 3;
    constexpr std::uint64_t last_seed = 15;
    executor run(program, graft_opt_library());
    test_cases cases;
    for (std::uint64_t seed = 0; cases.rows < wanted && seed <= last_seed; ++seed)
        try {
            vec<tensor> const made = random_inputs(program, seed);
            std::vector<tensor> inputs(made.begin(), made.end()), given;
            for (tensor const& t : inputs)
                given.push_back(t.defined() ? t.clone() : t);
            static_cast<void>(run.run(given));
            cases.inputs.push_back(std::move(inputs));
            cases.expected.emplace_back();
            ++cases.rows;
        } catch (error const&) {
            if (seed == last_seed && cases.rows == 0)
                throw;
        }
    return cases;
}

std::map<std::string, tensor> name_outputs(exported_program const& program, std::vector<tensor> const& outputs) {
    std::map<std::string, tensor> named;
    auto const inputs = program.signature.inputs_of(input_kind::user_input);
    std::size_t next = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        output_spec const& spec = program.signature.outputs[i];
        std::string name;
        if (spec.is_result())
            name = "output_" + std::to_string(next++);
        else if (spec.kind == output_kind::buffer_mutation)
            name = "mutated_buffer." + spec.target;
        else if (spec.kind == output_kind::user_input_mutation)
            for (std::size_t k = 0; k < inputs.size(); ++k)
                if (inputs[k]->name == spec.target)
                    name = "mutated_input_" + std::to_string(k);
        if (!name.empty() && outputs[i].defined())
            named[name] = outputs[i];
    }
    return named;
}
