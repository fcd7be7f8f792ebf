// Runs recorded calls of ops and compares what kernels and meta functions make of them with
// what PyTorch gave: `graft_opcases FOLDER`, which holds `<group>.jsonl` and `<group>.bin`
// files. Every kernel runs twice, in memory that begins as one byte and as its inverse: one that
// leaves a byte of its results unwritten, or makes it of memory that nobody wrote, fails.

#include <graft/core/fresh_memory.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/library/every_op.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/out_variant.hpp>
#include <graft/runtime/run_kernel.hpp>
#include <graft/runtime/run_number.hpp>
#include <graft/schema/runtime_op.hpp>

#include "recorded_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using graft::tensor;
using namespace graft_test;

std::vector<graft::value_spec> returned_specs(graft::value_spec const& value) {
    return value.is_list() ? value.items : graft::vec{value};
}

bool strides_agree(graft::tensor_spec const& got, tensor const& expected) {
    if (expected.numel() < 2)
        return true;
    for (std::size_t d = 0; d < expected.dim(); ++d)
        if (expected.sizes()[d] > 1 && !(got.strides[d] == expected.strides()[d]))
            return false;
    return true;
}

/// What is wrong with what a meta function infers.
std::string meta_complaint(recorded_case const& c, graft::value_spec const& value) {
    json const& outputs = c.line().at("out");
    std::string const known_difference = c.line().value("meta", "");
    std::vector<graft::value_spec> const specs = returned_specs(value);
    if (outputs.size() != specs.size())
        return "the meta function returns " + std::to_string(specs.size()) + " values, not " +
               std::to_string(outputs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (outputs[i].is_null() || !outputs[i].is_object() || !outputs[i].contains("tensor"))
            continue;
        // What depends on elements: only that there is a tensor is known.
        if (specs[i].is_none())
            continue;
        tensor const& expected = c.tensor_of(outputs[i]);
        graft::tensor_spec const& got = specs[i].tensor;
        std::vector<graft::sym_int> const sizes(expected.sizes().begin(), expected.sizes().end());
        if (got.dtype != expected.dtype() && known_difference != "dtype")
            return std::string("the meta function says ") + std::string(graft::fx_name(got.dtype)) + ", not " +
                   describe(expected);
        if (!(got.sizes == sizes) && known_difference != "shape")
            return "the meta function says " + graft::detail::shape_text(got.sizes) + ", not " + describe(expected);
        if (known_difference.empty() && got.sizes == sizes && !strides_agree(got, expected))
            return "the meta function says strides " + graft::detail::shape_text(got.strides) + ", not " +
                   list_text(expected.strides());
    }
    return {};
}

/// What is wrong with a plain number among the returned values.
std::string number_complaint(json const& expected, graft::scalar got) {
    if (expected.is_boolean() && got.is_boolean() && got.to<bool>() == expected.get<bool>())
        return {};
    if (expected.is_number_integer() && got.is_integer() && got.to<std::int64_t>() == expected.get<std::int64_t>())
        return {};
    if (expected.is_object() && expected.contains("float") && got.is_real()) {
        double const wanted = real_from(expected.at("float")), number = got.to<double>();
        if (number == wanted || (std::isnan(number) && std::isnan(wanted)))
            return {};
    }
    std::ostringstream text;
    text << std::setprecision(17) << got.to<double>();
    return "the number " + text.str() + " is returned, not " + expected.dump();
}

bool returns_tensors(graft::op_info const& op) {
    return std::all_of(op.returns.begin(), op.returns.end(),
                       [](graft::schema_argument const& r) { return r.type == graft::type_kind::tensor; });
}

/// Checks that a view shows the argument where PyTorch's does.
std::string view_complaint(recorded_case const& c, std::vector<tensor> const& results) {
    json const& view = c.line().at("view");
    std::size_t const of = view.at("of");
    json const& argument = c.line().at("args").at(of);
    if (!argument.is_object() || !argument.contains("tensor"))
        return {};
    for (std::size_t i = 0; i < results.size(); ++i) {
        json const& offset = view.at("storage_offset");
        std::int64_t const wanted = offset.is_array() ? offset.at(i).get<std::int64_t>() : offset.get<std::int64_t>();
        if (results[i].numel() != 0 &&
            (!results[i].shares_storage(c.tensor_of(argument)) || results[i].storage_offset() != wanted))
            return "the result is no view of the argument at offset " + std::to_string(wanted);
    }
    return {};
}

/// What runs a case: an op that is known, or an out-variant of one.
struct resolved_op {
    std::optional<graft::runtime_op> owner{};
    graft::op_info const* op = nullptr;
    graft::op_info const* functional = nullptr;
    graft::kernel_function kernel = nullptr;
    graft::prepare_function prepare = nullptr;

    resolved_op(recorded_case const& c, graft::kernel_table const& kernels)
        : op(graft::find_cpu_op<graft::every_op>(c.op_name())) {
        if (op != nullptr) {
            functional = graft::functional_of(*op);
        } else { // what writes an argument beside those for its results has no out-variant that is found
            owner.emplace(c.line().at("schema").get<std::string>());
            functional = graft::functional_form(owner->info(), graft::every_known_op<>());
            op = functional != nullptr ? &owner->info() : nullptr;
        }
        if (op == nullptr)
            return;
        if (auto const* const entry = kernels.find_entry(functional != nullptr ? *functional : *op); entry != nullptr) {
            kernel = entry->run;
            prepare = functional != nullptr || op->mutates() ? nullptr : entry->prepare;
        }
    }

    [[nodiscard]] std::vector<tensor> evaluate(graft::call<tensor> const& c) const {
        return functional != nullptr ? graft::evaluate_out(c, *functional, kernel) : graft::evaluate(c, kernel);
    }
    /// The results of a kernel that was prepared for the call, of whose arguments all are constant or none; nothing
    /// where none is.
    [[nodiscard]] std::vector<tensor> evaluate_prepared(graft::call<tensor> const& c, bool constant) const {
        if (prepare == nullptr)
            return {};
        std::vector<tensor> results = graft::results_for(c, graft::detail::allocate);
        if (!std::ranges::all_of(results, &tensor::defined))
            return {};
        graft::constant_arguments known;
        for (std::size_t slot = 0; constant && slot < op->arguments.size(); ++slot)
            known.add(slot);
        if (!prepare(c, results, known))
            return {};
        auto const run = [&](graft::call<tensor> const& same, std::span<tensor> made) {
            prepare(same, made, known)(same, made);
        };
        graft::run_kernel(run, c, results);
        return results;
    }
};

/// The numbers that an op returns, from what is known of its arguments or from their elements.
std::vector<graft::scalar> numbers_of(graft::call<tensor> const& made, resolved_op const& resolved) {
    std::vector<graft::scalar> numbers;
    graft::value_spec value;
    try {
        value = graft::infer(graft::detail::spec_call{made}.get());
    } catch (graft::error const& e) {
        if (e.code() != graft::errc::unsupported || resolved.kernel == nullptr)
            throw;
        for (tensor const& number : resolved.evaluate(made))
            numbers.push_back(number.item());
        return numbers;
    }
    for (graft::value_spec const& number : returned_specs(value))
        numbers.push_back(graft::detail::number_value(number));
    return numbers;
}

/// What is wrong with what an op returns and writes, and returns when it is prepared for the call.
std::string result_complaint(recorded_case const& c, resolved_op const& resolved) {
    graft::op_info const& op = *resolved.op;
    graft::call<tensor> const made = c.make_call(op);
    bool const only_meta = c.line().at("check") == "meta";
    json const& outputs = c.line().at("out");
    if (op.returns.empty()) {
        static_cast<void>(graft::infer(graft::detail::spec_call{made}.get()));
        return {};
    }
    if (!returns_tensors(op)) {
        std::vector<graft::scalar> const numbers = numbers_of(made, resolved);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (std::string const wrong = number_complaint(outputs[i], numbers[i]); !wrong.empty())
                return wrong;
        return {};
    }
    try {
        graft::value_spec const value = graft::infer(graft::detail::spec_call{made}.get());
        if (std::string const wrong = meta_complaint(c, value); !wrong.empty())
            return wrong;
    } catch (graft::error const& e) {
        if (e.code() != graft::errc::unsupported)
            throw;
    }
    json const allowed = c.line().value("tol", json::array());
    auto const returned_complaint = [&](std::vector<tensor> const& results) -> std::string {
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (outputs[i].is_null())
                continue;
            if (i >= results.size())
                return "the kernel returns " + std::to_string(results.size()) + " tensors";
            std::string const wrong =
                complaint(c.tensor_of(outputs[i]), results[i], i < allowed.size() ? allowed[i] : json(), only_meta);
            if (!wrong.empty())
                return "output " + std::to_string(i) + ": " + wrong;
        }
        return {};
    };
    std::vector<tensor> const results = resolved.evaluate(made);
    if (std::string const wrong = returned_complaint(results); !wrong.empty())
        return wrong;
    for (bool const constant : {false, true})
        if (std::vector<tensor> const prepared = resolved.evaluate_prepared(made, constant); !prepared.empty())
            if (std::string const wrong = returned_complaint(prepared); !wrong.empty())
                return (constant ? "prepared with constants: " : "prepared: ") + wrong;
    for (json const& written : c.line().value("mutated", json::array())) {
        graft::argument<tensor> const& argument = made[text_of(written.at("arg"))];
        if (argument.kind != graft::argument_kind::tensor)
            continue;
        // An op that writes to its first argument returns it: it may have other sizes then.
        bool const returned =
            graft::has(op.tags, graft::op_tags::inplace) && text_of(written.at("arg")) == op.arguments[0].name;
        if (returned && results[0].numel() <= argument.tensor->numel() && results[0].numel() != 0 &&
            !results[0].shares_storage(*argument.tensor))
            return "what is returned is not the argument that is written";
        std::string const wrong = complaint(c.tensor_of(written), returned ? results[0] : *argument.tensor,
                                            written.value("tol", json()), only_meta);
        if (!wrong.empty())
            return "argument '" + written.at("arg").get<std::string>() + "': " + wrong;
    }
    if (c.line().contains("view") && graft::has(op.tags, graft::op_tags::view))
        return view_complaint(c, results);
    return {};
}

/// What is wrong when a call that PyTorch rejects is not.
std::string rejection_complaint(recorded_case const& c, resolved_op const& resolved) {
    graft::op_info const& op = *resolved.op;
    try {
        graft::call<tensor> const made = c.make_call(op);
        if (returns_tensors(op))
            static_cast<void>(resolved.evaluate(made));
        else
            static_cast<void>(numbers_of(made, resolved));
    } catch (graft::error const&) {
        return {};
    }
    return "it is not rejected: " + c.line().at("error").at("message").get<std::string>();
}

enum class outcome { passed, failed, unsupported };

struct report {
    outcome what = outcome::passed;
    std::string why{};
};

report run(recorded_case const& c, graft::kernel_table const& kernels) {
    resolved_op const resolved(c, kernels);
    graft::op_info const* const op = resolved.op;
    if (op == nullptr)
        return {outcome::unsupported, "the op is not known"};
    if (resolved.kernel == nullptr && returns_tensors(*op) && !op->returns.empty())
        return {outcome::unsupported, "there is no kernel"};
    try {
        std::string why =
            c.line().at("check") == "error" ? rejection_complaint(c, resolved) : result_complaint(c, resolved);
        return {why.empty() ? outcome::passed : outcome::failed, std::move(why)};
    } catch (not_supported const& e) {
        return {outcome::unsupported, e.what()};
    } catch (graft::error const& e) {
        return {e.code() == graft::errc::unsupported ? outcome::unsupported : outcome::failed, e.what()};
    } catch (std::exception const& e) {
        return {outcome::failed, std::string("not a graft::error: ") + e.what()};
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: graft_opcases FOLDER\n";
        return 2;
    }
    graft::fresh_memory const filled(std::byte{0xA5});
    graft::kernel_table const kernels = graft::cpu_library<graft::every_op>().kernels;
    std::map<std::string, std::array<std::size_t, 3>> by_op;
    std::array<std::size_t, 3> total{};
    for (std::filesystem::path const& group : groups_of(argv[1])) {
        std::vector<char> const data = bytes_of(std::filesystem::path(group).replace_extension(".bin"));
        std::ifstream lines(group);
        std::array<std::size_t, 3> in_group{};
        for (std::string text; std::getline(lines, text);) {
            json const line = json::parse(text);
            report result;
            try {
                result = run(recorded_case(line, data), kernels);
            } catch (not_supported const& e) {
                result = {outcome::unsupported, e.what()};
            } catch (graft::error const& e) {
                result = {outcome::failed, std::string("the record cannot be read: ") + e.what()};
            }
            auto const index = static_cast<std::size_t>(result.what);
            ++by_op[line.at("op")][index];
            ++in_group[index];
            ++total[index];
            if (result.what != outcome::passed)
                std::cout << group.stem().string() << ' ' << line.at("id").get<std::string>()
                          << (result.what == outcome::failed ? ": " : ": unsupported: ") << result.why << '\n';
        }
        std::cout << group.stem().string() << ": " << in_group[0] << " passed, " << in_group[1] << " failed, "
                  << in_group[2] << " unsupported\n";
    }
    for (auto const& [op, counts] : by_op)
        if (counts[1] + counts[2] != 0)
            std::cout << op << ": " << counts[0] << " passed, " << counts[1] << " failed, " << counts[2]
                      << " unsupported\n";
    // What is not supported has not passed.
    std::cout << total[0] << " passed, " << total[1] + total[2] << " failed\n";
    return total[1] + total[2] == 0 ? 0 : 1;
}
