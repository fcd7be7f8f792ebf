// Lowers recorded calls of ops to the Edge dialect, a program each, and runs what they become: `graft_lowering FOLDER`,
// which holds `<group>.jsonl` and `<group>.bin` files. An op passes when each of its calls is a valid program of the
// Edge dialect afterwards and gives what PyTorch gave; `kept.txt` names those that stay, one a line. Kernels run in
// memory that begins as one byte and as its inverse, and what differs fails.

#include <graft/core/fresh_memory.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/library/every_op.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/schema/runtime_op.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/transform/complex_to_real.hpp>
#include <graft/transform/to_edge.hpp>

#include "../runtime/test_program.hpp"
#include "recorded_call.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// The program that makes one recorded call of an op.
class call_program {
public:
    call_program(recorded_call const& c, op_info const& op) : call_(c) {
        graph& g = builder_.g();
        std::vector<arg> given;
        for (json const& argument : c.line().at("args"))
            given.push_back(to_arg(argument, op.arguments[given.size()]));
        std::vector<kwarg> keywords;
        for (auto const& [name, argument] : c.line().at("kwargs").items()) {
            int const slot = op.find_argument(name);
            if (slot < 0)
                throw not_supported("the keyword " + name);
            schema_argument const& parameter = op.arguments[static_cast<std::size_t>(slot)];
            keywords.push_back({parameter.name, to_arg(argument, parameter)});
        }
        node_id const n = g.call_function(op, given, keywords);
        json const& outputs = c.line().at("out");
        bool const single = op.returns.size() == 1 && !op.returns[0].list;
        std::vector<value> results;
        for (std::size_t i = 0; i < outputs.size() && !op.returns.empty(); ++i)
            results.push_back(single ? value{&g, n} : builder_.item({&g, n}, static_cast<int>(i)));
        if (op.meta == nullptr || c.line().value("meta", "") == "raises")
            g.set_val(n, recorded_spec(outputs, single));
        program = builder_.finish(results);
        program.verifiers = {"TRAINING"};
    }

    exported_program program;
    std::vector<tensor> inputs{}; // of the program, in order

private:
    // What torch.export knows of a tensor whose sizes depend on elements.
    static tensor_spec unknown_sizes(tensor const& t) {
        std::vector<sym_int> sizes(t.sizes().begin(), t.sizes().end());
        if (!sizes.empty())
            sizes.front() = symbol("u0");
        return make_spec(t.dtype(), std::move(sizes));
    }

    // What is known of the value that a call gave.
    value_spec recorded_spec(json const& outputs, bool single) {
        std::vector<value_spec> items;
        for (json const& output : outputs) {
            bool const is_tensor = output.is_object() && output.contains("tensor");
            items.push_back(is_tensor ? value_spec(unknown_sizes(call_.tensor_of(output))) : value_spec());
        }
        return single ? items.at(0) : value_spec::of_list(std::move(items));
    }

    node_id placeholder_of(json const& entry) {
        auto const index = entry.at("tensor").get<std::size_t>();
        auto const [at, is_new] = placeholders_.emplace(index, no_node);
        if (is_new) {
            inputs.push_back(call_.tensor_of(entry));
            at->second = builder_.input("x" + std::to_string(index), spec_of(inputs.back())).id;
        }
        return at->second;
    }

    arg to_arg(json const& given, schema_argument const& slot) {
        if (given.is_null())
            return {};
        if (given.is_array()) {
            std::vector<arg> items;
            for (json const& item : given)
                items.push_back(to_arg(item, slot));
            return arg::list(std::move(items));
        }
        if (slot.type == type_kind::memory_format && given.is_number())
            return static_cast<memory_format>(given.get<int>());
        if (!given.is_object() || given.contains("float") || given.contains("complex")) {
            scalar const number = number_from(given);
            if (number.is_boolean())
                return number.to<bool>();
            return number.is_integer() ? arg(number.to<std::int64_t>()) : arg(number.to<double>());
        }
        if (given.contains("tensor"))
            return arg::node(placeholder_of(given));
        if (given.contains("dtype"))
            return dtype_named(given.at("dtype"));
        if (given.contains("str"))
            return std::string_view(given.at("str").get_ref<std::string const&>());
        if (given.contains("device"))
            return arg::device(given.at("device").get_ref<std::string const&>());
        std::string const text = "torch." + given.begin()->get<std::string>();
        if (given.contains("layout"))
            return parse_layout(text).value();
        return parse_memory_format(text).value();
    }

    recorded_call const& call_;
    program_builder builder_;
    std::map<std::size_t, node_id> placeholders_;
};

/// An op that is made of others rounds between them, which shows where numbers are short, or were complex.
json widened(json const& allowed, dtype d, bool was_complex) {
    bool const is_short = d == dtype::f16 || d == dtype::bf16;
    if (!is_floating_point(d) || (is_short ? allowed.is_null() : !was_complex))
        return allowed;
    double const step = d == dtype::f16 ? 0x1p-10 : d == dtype::bf16 ? 0x1p-7 : d == dtype::f32 ? 0x1p-20 : 0x1p-42;
    if (allowed.is_null())
        return {{"atol", 4 * step}, {"rtol", 4 * step}};
    return {{"atol", std::max(allowed.value("atol", 0.0), 4 * step)},
            {"rtol", std::max(allowed.value("rtol", 0.0), 4 * step)}};
}

/// What programs without complex numbers take and give in place of a tensor.
tensor without_complex(tensor const& t) { return is_complex(t.dtype()) ? t.view_as_real() : t; }

/// True if squares and exponentials of complex numbers are finite, and reciprocals, which `complex_to_real` computes.
bool are_moderate(std::vector<tensor> const& inputs) {
    return std::ranges::all_of(inputs, [](tensor const& t) {
        if (!is_complex(t.dtype()))
            return true;
        tensor const parts = detail::as_dense(t.view_as_real(), dtype::f64);
        for (std::int64_t i = 0; i < parts.numel(); i += 2) {
            double const length = std::hypot(parts.data<double>()[i], parts.data<double>()[i + 1]);
            if (!(length > 1e-18 && length < 88))
                return false;
        }
        return true;
    });
}

/// The JSON of an output that is a Python constant.
json to_json(constant_value const& constant) {
    return std::visit(
        []<class T>(T const& value) -> json {
            if constexpr (std::is_same_v<T, std::monostate>)
                return nullptr;
            else
                return value;
        },
        constant);
}

/// What is wrong with what a lowered call gives.
std::string run_complaint(recorded_call const& c, exported_program const& lowered, std::vector<tensor> const& inputs,
                          kernel_library library) {
    bool const only_meta = c.line().at("check") == "meta";
    json const& outputs = c.line().at("out");
    json const allowed = c.line().value("tol", json::array());
    std::vector<tensor> const got = executor(lowered, library).run(inputs);
    bool was_complex = false;
    for (json const& t : c.line().at("tensors"))
        was_complex = was_complex || is_complex(dtype_named(t.at("dtype")));
    std::size_t next = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (lowered.signature.outputs[i].kind != output_kind::user_output)
            continue;
        std::size_t const k = next++;
        if (!outputs[k].is_object() || !outputs[k].contains("tensor")) {
            json const constant = to_json(lowered.signature.outputs[i].value);
            if (lowered.signature.outputs[i].name.empty() && constant != outputs[k])
                return "output " + std::to_string(k) + " is the constant " + constant.dump();
            continue;
        }
        std::string const wrong =
            complaint(without_complex(c.tensor_of(outputs[k])), got[i],
                      widened(k < allowed.size() ? allowed[k] : json(), got[i].dtype(), was_complex), only_meta);
        if (!wrong.empty())
            return "output " + std::to_string(k) + ": " + wrong;
    }
    return {};
}

/// What became of the calls of one op.
struct op_result {
    std::size_t calls = 0;
    std::set<std::string> left; // what the verifier says
    std::string wrong;          // the first call that gives something else
};

void run(recorded_call const& c, kernel_library library, op_result& result) {
    op_info const* const op = find_cpu_op<every_op>(c.op_name());
    if (op == nullptr) {
        result.left.insert("the op is not known");
        return;
    }
    try {
        call_program made(c, *op);
        exported_program lowered = made.program;
        static_cast<void>(to_edge(lowered, {.preserve_ops = {}, .compositions = decomposition_table<every_op>()}));
        if (!are_moderate(made.inputs))
            return;
        complex_to_real(lowered); // the Edge dialect knows next to no complex numbers
        std::ranges::transform(made.inputs, made.inputs.begin(), without_complex);
        auto const violations = verify_edge(lowered);
        bool valid = true;
        for (violation const& v : violations)
            if (auto const at = lowered.graph().find(v.node); !at || lowered.graph().op(*at) != opcode::placeholder) {
                // The recorded inputs lie in memory as they please.
                result.left.insert(v.sentence);
                valid = false;
            }
        if (!valid || c.line().at("check") == "error")
            return;
        std::string const wrong = run_complaint(c, lowered, made.inputs, library);
        if (!wrong.empty() && result.wrong.empty())
            result.wrong = c.line().at("id").get<std::string>() + ": " + wrong;
    } catch (not_supported const&) {
    } catch (graft::error const& e) {
        if (e.code() == errc::unsupported)
            result.left.insert(e.sentence());
        else if (result.wrong.empty())
            result.wrong = c.line().at("id").get<std::string>() + ": " + e.what();
    } catch (std::exception const& e) {
        if (result.wrong.empty())
            result.wrong = c.line().at("id").get<std::string>() + ": " + e.what();
    }
}

/// An op that writes its result to an argument for it.
bool is_out(std::string_view name) {
    for (std::string_view const end : {"_out", ".out", ".out_mode", ".dim_max", ".dim_min", ".grad_input", ".values"})
        if (name.ends_with(end))
            return true;
    return false;
}

/// The first word of every line: ops that need not lower.
std::set<std::string> kept_ops(std::filesystem::path const& path) {
    std::set<std::string> names;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);)
        names.insert(line.substr(0, line.find(' ')));
    return names;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: graft_lowering FOLDER\n";
        return 2;
    }
    fresh_memory const filled(std::byte{0xA5});
    kernel_library const library = cpu_library<every_op>();
    std::set<std::string> const kept = kept_ops(std::filesystem::path(argv[1]) / "kept.txt");
    std::map<std::string, op_result> by_op;
    for (std::filesystem::path const& group : groups_of(argv[1])) {
        std::vector<char> const data = bytes_of(std::filesystem::path(group).replace_extension(".bin"));
        std::ifstream lines(group);
        for (std::string text; std::getline(lines, text);) {
            json const line = json::parse(text);
            std::string name = line.at("op");
            if (line.at("check") == "error" || is_out(name))
                continue;
            op_result& result = by_op[name];
            ++result.calls;
            try {
                run(recorded_call(line, data), library, result);
            } catch (not_supported const&) {
            }
        }
    }
    std::size_t passed = 0, whole = 0, failed = 0;
    for (auto const& [name, result] : by_op) {
        bool const good = result.left.empty() && result.wrong.empty();
        bool const expected = kept.contains(name);
        ++(good ? passed : expected && result.wrong.empty() ? whole : failed);
        if (good && expected)
            std::cout << name << ": is said to be kept, but lowers\n";
        for (std::string const& sentence : result.left)
            std::cout << name << (expected ? ": kept: " : ": ") << sentence << '\n';
        if (!result.wrong.empty())
            std::cout << name << ": wrong: " << result.wrong << '\n';
    }
    std::cout << by_op.size() << " ops: " << passed << " lowered, " << whole << " kept, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
