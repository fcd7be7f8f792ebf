// Runs ops that work element by element on special values and compares what they give with what PyTorch's scalar code
// gave: `graft_special_values FOLDER`, which holds what `test/peers/special_values.py` recorded. What is no finite
// number but 0 agrees bit by bit. Each op runs on one element at a time, on long tensors with every value at every
// place of a register and tails of every length, on strided and on broadcast ones, prepared for the call, in place and
// lowered to the Edge dialect. `differences.txt` names what differs and why; the table of all is `table.md`, which
// `graft_special_values FOLDER --write` writes.

#include <graft/dialect/known_ops.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/run_kernel.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/transform/to_edge.hpp>

#include "../runtime/test_program.hpp"
#include "../sanitized.hpp"
#include "special_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// Calls an op in every way with every recorded combination of operands.
class case_runner {
public:
    case_runner(recorded_calls const& c, operands const& among, kernel_library library)
        : c_(c), library_(library), op_(find_known_op(c.op)) {
        pool_ = among.pool(c);
        if (c.has_number())
            numbers_ = among.numbers.at(c.number_kind);
        std::size_t const outer = c.has_number() ? numbers_.size() : c.has_pairs() ? pool_.size() : 1;
        std::size_t result = 0;
        for (std::size_t i = 0; i < outer; ++i)
            for (std::size_t j = 0; j < pool_.size(); ++j) {
                std::size_t const n = combinations_.size();
                char const outcome = c.outcomes[n];
                combinations_.push_back(
                    {c.has_pairs() || c.has_number() ? i : j, j, outcome == '.' ? result++ : 0, outcome});
            }
    }

    /// What is wrong, a line each.
    std::vector<std::string> run() {
        if (op_ == nullptr)
            return {"is not known"};
        kernel_ = library_.kernels.find_entry(*op_);
        if (kernel_ == nullptr)
            return {"has no kernel"};
        one_by_one();
        std::size_t const groups = c_.has_number() ? numbers_.size() : 1;
        for (std::size_t group = 0; group < groups; ++group) {
            std::vector<combination> chosen;
            for (combination const& k : combinations_)
                if (k.outcome == '.' && (!c_.has_number() || k.first == group))
                    chosen.push_back(k);
            if (!chosen.empty())
                long_tensors(chosen);
        }
        return wrong_;
    }

private:
    struct combination {
        std::size_t first, second, result;
        char outcome;
    };

    void complain(std::string way, std::string const& what) {
        if (ways_.insert(way).second)
            wrong_.push_back(std::move(way) + ": " + what);
    }

    /// The arguments of a call, in the order of the schema.
    template <class Set>
    void arguments(std::size_t number, tensor const& x, tensor const& y, Set set) const {
        std::size_t next = 0;
        for (std::size_t i = 0; i < op_->arguments.size(); ++i) {
            schema_argument const& slot = op_->arguments[i];
            auto const given = std::ranges::find(c_.fixed, slot.name, &fixed_argument::name);
            if (given != c_.fixed.end())
                set(i, *given);
            else if (next < c_.slots.size()) {
                std::string const& what = c_.slots[next++];
                if (what == "n")
                    set(i, numbers_[number]);
                else
                    set(i, what == "x" ? x : y);
            }
        }
    }

    /// Runs the op on operands.
    [[nodiscard]] std::vector<tensor> evaluated(std::size_t number, tensor const& x, tensor const& y) const {
        return evaluate(make_call(*op_, number, x, y), kernel_->run);
    }

    [[nodiscard]] call<tensor> make_call(op_info const& op, std::size_t number, tensor const& x,
                                         tensor const& y) const {
        call<tensor> made(op);
        arguments(number, x, y, [&]<class T>(std::size_t i, T const& value) {
            if constexpr (std::same_as<T, fixed_argument>)
                made.set(std::string_view(value.name), fixed(value.text));
            else
                made.set(op_->arguments[i].name, value);
        });
        return made;
    }

    static argument<tensor> fixed(std::string const& text) {
        if (text == "None")
            return std::nullopt;
        if (text.starts_with("torch."))
            return parse_dtype(text);
        if (text.starts_with('\''))
            return std::string_view(text).substr(1, text.size() - 2);
        return number_of(text);
    }

    void check(std::string const& way, std::vector<combination> const& chosen, std::vector<tensor> const& got) {
        for (std::size_t r = 0; r < c_.results.size() && r < got.size(); ++r) {
            elements const& wanted = c_.results[r];
            if (got[r].dtype() != wanted.type)
                return complain(way, std::string(fx_name(got[r].dtype())) + " is returned, not " +
                                         std::string(fx_name(wanted.type)));
            tensor const dense = got[r].contiguous();
            std::size_t const n = element_size(wanted.type), count = chosen.size();
            if (static_cast<std::size_t>(dense.numel()) != count)
                return complain(way, std::to_string(dense.numel()) + " elements are returned");
            auto const* const bytes = reinterpret_cast<char const*>(dense.data());
            for (std::size_t i = 0; i < count; ++i) {
                char const* const expected = wanted.bytes.data() + chosen[i].result * n;
                if (!agree(expected, bytes + i * n, wanted.type))
                    complain(way, "of " + operands_text(chosen[i]) + " is " + text_of(bytes + i * n, wanted.type) +
                                      ", not " + text_of(expected, wanted.type) + " (element " + std::to_string(i) +
                                      " of " + std::to_string(count) + ")");
            }
        }
    }

    [[nodiscard]] std::string operands_text(combination const& k) const {
        std::size_t const n = element_size(pool_.type);
        std::string const second = text_of(pool_.bytes.data() + k.second * n, pool_.type);
        if (c_.has_number()) {
            scalar const number = numbers_[k.first];
            return second + " with the number " +
                   (number.is_integer() ? std::to_string(number.to<std::int64_t>())
                                        : std::to_string(number.to<double>()));
        }
        return c_.has_pairs() ? text_of(pool_.bytes.data() + k.first * n, pool_.type) + " and " + second : second;
    }

    [[nodiscard]] tensor x_of(std::vector<combination> const& chosen, dim_vector const& sizes,
                              std::int64_t step = 1) const {
        std::vector<std::size_t> indices;
        for (combination const& k : chosen)
            indices.push_back(c_.has_pairs() ? k.first : k.second);
        return pool_.at(indices, sizes, step);
    }
    [[nodiscard]] tensor y_of(std::vector<combination> const& chosen, dim_vector const& sizes,
                              std::int64_t step = 1) const {
        std::vector<std::size_t> indices;
        for (combination const& k : chosen)
            indices.push_back(k.second);
        return pool_.at(indices, sizes, step);
    }

    /// Runs what may raise.
    template <class F>
    void attempt(std::string const& way, std::vector<combination> const& chosen, F f) {
        try {
            check(way, chosen, f());
        } catch (graft::error const& e) {
            complain(way, (chosen.size() == 1 ? "of " + operands_text(chosen[0]) + ": " : "") + e.sentence());
        }
    }

    void one_by_one() {
        for (combination const& k : combinations_) {
            std::vector const chosen{k};
            auto const run_one = [&] { return evaluated(k.first, x_of(chosen, {1}), y_of(chosen, {1})); };
            if (k.outcome == '.')
                attempt("one element", chosen, run_one);
            else if (k.outcome == 'e')
                try {
                    static_cast<void>(run_one());
                    complain("rejected by PyTorch", "of " + operands_text(k) + " is not rejected");
                } catch (graft::error const&) {
                }
        }
    }

    void long_tensors(std::vector<combination> const& chosen) {
        constexpr std::size_t places = 16;
        std::size_t const number = chosen[0].first, count = chosen.size();
        std::size_t const whole = count * ((2 * places + count - 1) / count);
        std::vector<combination> turned;
        // A quarter of the places where sanitizers take ten times as long.
        for (std::size_t start = 0; start < places; start += is_sanitized ? 5 : 1) {
            turned.clear();
            for (std::size_t i = 0; i < whole + start; ++i)
                turned.push_back(chosen[(i + start * 7) % count]);
            dim_vector const sizes{static_cast<std::int64_t>(turned.size())};
            attempt("long", turned, [&] { return evaluated(number, x_of(turned, sizes), y_of(turned, sizes)); });
        }
        dim_vector const sizes{static_cast<std::int64_t>(turned.size())};
        tensor const x = x_of(turned, sizes), y = y_of(turned, sizes);
        attempt("strided", turned, [&] { return evaluated(number, x_of(turned, sizes, 2), y_of(turned, sizes, 2)); });
        if (c_.has_pairs() && count == combinations_.size())
            attempt("broadcast", chosen, [&] {
                std::vector<std::size_t> all;
                for (std::size_t i = 0; i < pool_.size(); ++i)
                    all.push_back(i);
                auto const n = static_cast<std::int64_t>(all.size());
                return evaluated(number, pool_.at(all, {n, 1}), pool_.at(all, {1, n}));
            });
        if (kernel_->prepare != nullptr && !op_->mutates())
            attempt("prepared", turned, [&] {
                call<tensor> const made = make_call(*op_, number, x, y);
                std::vector<tensor> results = results_for(made, detail::allocate);
                constant_arguments const none;
                if (!kernel_->prepare(made, results, none))
                    return std::vector<tensor>();
                auto const run = [&](call<tensor> const& given, std::span<tensor> written) {
                    kernel_->prepare(given, written, none)(given, written);
                };
                run_kernel(run, made, results);
                return results;
            });
        in_place(turned, number, x, y);
        attempt("lowered", turned, [&] { return lowered(number, x, y); });
    }

    void in_place(std::vector<combination> const& chosen, std::size_t number, tensor const& x, tensor const& y) {
        std::string name = c_.op;
        std::size_t const dot = name.find('.');
        name.insert(std::min(dot, name.size()), "_");
        op_info const* const writing = find_known_op(name);
        if (writing == nullptr || !has(writing->tags, op_tags::inplace) || c_.slots[0] != "x" ||
            c_.results[0].type != pool_.type || c_.results.size() != 1)
            return;
        auto const* const entry = library_.kernels.find_entry(*writing);
        if (entry == nullptr)
            return;
        attempt("in place", chosen,
                [&] { return std::vector<tensor>(evaluate(make_call(*writing, number, x.clone(), y), entry->run)); });
    }

    std::vector<tensor> lowered(std::size_t number, tensor const& x, tensor const& y) const {
        graft_test::program_builder builder;
        std::vector<arg> given;
        std::vector<kwarg> keywords;
        std::vector<tensor> inputs;
        std::optional<node_id> nodes[2];
        arguments(number, x, y, [&]<class T>(std::size_t i, T const& value) {
            schema_argument const& slot = op_->arguments[i];
            arg made;
            if constexpr (std::same_as<T, fixed_argument>) {
                if (value.text.starts_with("torch."))
                    made = parse_dtype(value.text);
                else if (value.text.starts_with('\''))
                    made = std::string_view(value.text).substr(1, value.text.size() - 2);
                else if (value.text != "None")
                    made = number_arg(number_of(value.text));
            } else if constexpr (std::same_as<T, scalar>) {
                made = number_arg(value);
            } else {
                std::optional<node_id>& node = nodes[&value == &x ? 0 : 1];
                if (!node) {
                    node = builder.input(&value == &x ? "x" : "y", spec_of(value)).id;
                    inputs.push_back(value);
                }
                made = arg::node(*node);
            }
            if (slot.kwarg_only)
                keywords.push_back({slot.name, made});
            else {
                while (given.size() < i)
                    given.push_back(arg{});
                given.push_back(made);
            }
        });
        node_id const n = builder.g().call_function(*op_, given, keywords);
        std::vector<value> results;
        for (std::size_t i = 0; i < c_.results.size(); ++i)
            results.push_back(c_.results.size() == 1 ? value{&builder.g(), n}
                                                     : builder.item({&builder.g(), n}, static_cast<int>(i)));
        exported_program program = builder.finish(results);
        program.verifiers = {"TRAINING"};
        static_cast<void>(to_edge(program));
        return executor(program, library_).run(inputs);
    }
    static arg number_arg(scalar number) {
        if (number.is_boolean())
            return number.to<bool>();
        return number.is_integer() ? arg(number.to<std::int64_t>()) : arg(number.to<double>());
    }

    recorded_calls const& c_;
    kernel_library library_;
    op_info const* op_;
    kernel_entry const* kernel_ = nullptr;
    elements pool_;
    std::vector<scalar> numbers_;
    std::vector<combination> combinations_;
    std::vector<std::string> wrong_;
    std::set<std::string> ways_;
};

/// The table of all ops and dtypes.
std::string table_of(std::vector<recorded_calls> const& cases, notes const& differences, notes const& vector_code) {
    std::vector<std::string> dtypes;
    std::map<std::string, std::set<std::string>> ops;
    for (recorded_calls const& c : cases) {
        ops[c.op].insert(c.operand_dtype);
        if (std::ranges::find(dtypes, c.operand_dtype) == dtypes.end())
            dtypes.push_back(c.operand_dtype);
    }
    std::ranges::sort(dtypes, {}, short_dtype);
    std::string out = "| op |", line = "|---|";
    for (std::string const& d : dtypes)
        out += " " + d + " |", line += "---|";
    out += "\n" + line + "\n";
    for (auto const& [op, of] : ops) {
        out += "| `" + op.substr(6) + "` |";
        for (std::string const& d : dtypes)
            out += !of.contains(d)                 ? " |"
                   : differences.contains({op, d}) ? " differs |"
                   : vector_code.contains({op, d}) ? " scalar |"
                                                   : " agrees |";
        out += "\n";
    }
    auto const list = [&out](std::string const& title, notes const& of) {
        out += "\n" + title + "\n\n";
        for (auto const& [key, why] : of)
            out += "- `" + key.first.substr(6) + "` of " + key.second + ": " + why + "\n";
    };
    list("What differs, `lowered` alone or where a product and a sum are `fused`:", differences);
    list("What PyTorch's vector code gives where its scalar code, which graft follows, gives something else:",
         vector_code);
    return out;
}

std::string name_of(recorded_calls const& c) {
    std::string name = c.op + " " + c.operand_dtype + (c.has_number() ? " " + c.number_kind : "");
    for (fixed_argument const& f : c.fixed)
        name += " " + f.name + "=" + f.text;
    return name;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> const arguments(argv + 1, argv + argc);
    if (arguments.empty() || arguments.size() > 2 || (arguments.size() == 2 && arguments[1] != "--write")) {
        std::cerr << "usage: graft_special_values FOLDER [--write]\n";
        return 2;
    }
    std::filesystem::path const folder = arguments[0];
    operands const among(folder / "values.txt");
    std::vector<recorded_calls> const cases = read_cases(folder, among);
    notes const differences = read_notes(folder / "differences.txt");
    kernel_library const library = cpu_library();
    std::size_t passed = 0, failed = 0;
    std::set<std::pair<std::string, std::string>> differing;
    for (recorded_calls const& c : cases) {
        std::vector<std::string> wrong = case_runner(c, among, library).run();
        std::pair const key(c.op, c.operand_dtype);
        if (!wrong.empty())
            differing.insert(key);
        if (auto const known = differences.find(key); known != differences.end())
            std::erase_if(wrong, [&](std::string const& text) {
                return !known->second.starts_with("lowered: ") || text.starts_with("lowered: ");
            });
        ++(wrong.empty() ? passed : failed);
        for (std::string const& text : wrong)
            std::cout << name_of(c) << ": " << text << '\n';
    }
    for (auto const& [key, why] : differences)
        if (!differing.contains(key) && !why.starts_with("fused: ")) {
            std::cout << key.first << ' ' << key.second << ": is said to differ, but agrees\n";
            ++failed;
        }
    std::string const table = table_of(cases, differences, read_notes(folder / "vector.txt"));
    if (arguments.size() == 2)
        std::ofstream(folder / "table.md") << table;
    std::ifstream committed(folder / "table.md");
    if (std::string(std::istreambuf_iterator<char>(committed), {}) != table) {
        std::cout << "table.md is not the table of these results: write it by graft_special_values FOLDER --write\n";
        ++failed;
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
