#pragma once

#include "../../examples/graft_opt/cases.hpp"
#include "../../examples/graft_opt/library.hpp"
#include "../../examples/graft_opt/lowering.hpp"
#include "../../examples/graft_opt/options.hpp"
#include "../../examples/graft_opt/planning.hpp"
#include "../../examples/graft_opt/pte.hpp"
#include "../../examples/graft_opt/rewriting.hpp"
#include "../../examples/graft_opt/run.hpp"

#include <graft/core/fresh_memory.hpp>
#include <graft/debug/bisect_values.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/writer.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/ir/eliminate_common_subexpressions.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/unsupported.hpp>
#include <graft/transform/complex_to_real.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace graft_test {

using namespace graft;
namespace fs = std::filesystem;
using named_tensors = std::map<std::string, tensor>;

/// What became of one stage of one program.
enum class stage_outcome { right, wrong, no_kernel };

/// Told of every stage: when it begins, and what became of it. `what` is the reason, or the op without a kernel.
struct zoo_report {
    std::function<void(std::string const& stage)> begin;
    std::function<void(std::string const& stage, stage_outcome, std::string const& what)> end;
};

/// An interpreter that compares what each node gives, when it gives it, with recorded values by the node's name.
class value_checker : public interpreter<value_checker> {
public:
    value_checker(kernel_library library, named_tensors const& wanted, std::optional<tolerance> allowed)
        : interpreter(library), wanted_(wanted), allowed_(allowed) {}

    run_value run_node(node_id n) {
        run_value given = interpreter::run_node(n);
        auto const found = wanted_.find(std::string{g().name(n)});
        if (first_.empty() && found != wanted_.end() && given.is_tensor())
            compare_node(n, found->second, given.tensor());
        return given;
    }
    /// The first node whose value is another, and by how much; empty when there is none.
    [[nodiscard]] std::string const& first() const { return first_; }

private:
    void compare_node(node_id n, tensor const& wanted, tensor const& given) {
        std::string const node = "%" + std::string{g().name(n)} + " " + std::string{g().target(n).name};
        try {
            difference const d = allowed_ ? compare(wanted, given, *allowed_) : compare(wanted, given);
            if (!d.agrees())
                first_ = node + " is the first that differs, by " + std::to_string(d.max_abs);
        } catch (error const& e) {
            first_ = node + " is the first that differs: " + e.sentence();
        }
    }

    named_tensors const& wanted_;
    std::optional<tolerance> allowed_;
    std::string first_;
};

/// Takes one exported program through everything that graft does with programs, and compares each result with what
/// torch gave. The folder holds model.pt2, inputs*.safetensors and outputs*.safetensors; facts.json may say a
/// tolerance, and values.safetensors the values of nodes, by name, for the first case.
class zoo_program {
public:
    zoo_program(fs::path folder, zoo_report report) : folder_(std::move(folder)), report_(std::move(report)) {}

    void check() {
        std::optional<exported_program> read;
        stage("read", [&] {
            read.emplace(read_program((folder_ / "model.pt2").string()));
            read_all_cases(*read);
        });
        if (!read)
            return;
        lowered_program const aten{*read, level_of(*read)};
        original_ = &aten.program;
        // What is made of a program that is wrong must not crash; more is not asked of it, so that a fault is told once.
        comparing_ = check_level("exported", aten);
        bool const exported_right = comparing_;
        lowered_program edge = aten, backend = aten;
        if (!stage("to_edge", [&] { lower(edge, {::stage::to_edge, {}, {}}, {}, quiet_); }))
            return;
        bool const edge_right = check_level("edge", edge);
        if (stage("to_backend", [&] { lower(backend, {::stage::to_backend, {}, {}}, {}, quiet_); }))
            check_level("backend", backend);
        lowered_program for_pte = aten;
        options writes_pte;
        writes_pte.model = "model.pt2";
        writes_pte.stages = {{::stage::write_text, "model.pte", {}}};
        if (stage("to_backend for .pte", [&] { lower(for_pte, {::stage::to_backend, {}, {}}, writes_pte, quiet_); })) {
            check_pte("edge .pte", edge.program);
            check_pte("backend .pte", for_pte.program);
        }
        check_steps("exported", aten);
        comparing_ = exported_right && edge_right;
        check_steps("edge", edge);
    }

private:
    struct run_options {
        bool in_place;
        std::size_t threads;
    };
    struct one_case {
        std::vector<tensor> inputs;
        named_tensors expected;
    };

    /// Does one stage and says what became of it; false when it raised an error.
    template <class F>
    bool stage(std::string const& name, F const& f) {
        report_.begin(name);
        std::string wrong;
        try {
            f();
        } catch (std::exception const& e) {
            wrong = one_line(e.what());
            if (wrong.empty())
                wrong = "an error without a word";
        }
        report_.end(name, wrong.empty() ? stage_outcome::right : stage_outcome::wrong, wrong);
        return wrong.empty();
    }

    static std::string one_line(std::string text) {
        std::ranges::replace(text, '\n', ' ');
        std::ranges::replace(text, '\t', ' ');
        return text.substr(0, 400);
    }

    void read_all_cases(exported_program const& program) {
        for (fs::directory_entry const& entry : fs::directory_iterator(folder_)) {
            std::string const name = entry.path().filename().string();
            if (!name.starts_with("inputs") || !name.ends_with(".safetensors"))
                continue;
            fs::path const outputs = folder_ / ("outputs" + name.substr(6));
            if (!fs::exists(outputs))
                continue;
            test_cases read = read_cases(program, entry.path().string(), outputs.string());
            cases_.emplace(name, one_case{std::move(read.inputs.at(0)), std::move(read.expected.at(0))});
        }
        if (fs::path const facts = folder_ / "facts.json"; fs::exists(facts)) {
            auto const json = nlohmann::json::parse(std::ifstream(facts), nullptr, false);
            if (json.is_object() && json.contains("tolerance") && json["tolerance"].is_number())
                allowed_ = tolerance{json["tolerance"], json["tolerance"]};
        }
    }

    // Each set of rules, and each pass alone.
    void check_steps(std::string const& name, lowered_program const& p) {
        for (char const* const set : {"canonical", "fold", "recompose", "quant", "all"})
            check_changed(name + " rules=" + set, p,
                          [&](lowered_program& r) { static_cast<void>(rewrite_with(r.program, set, false)); });
        check_changed(name + " eliminate_common_subexpressions", p, [](lowered_program& r) {
            static_cast<void>(eliminate_common_subexpressions(r.program.graph()));
            update_output_names(r.program);
        });
        for (std::string const& pass : pass_names()) {
            bool const without_complex = pass == complex_to_real.name;
            if (without_complex && gives_complex(p.program)) // pairs afterwards
                continue;
            check_changed(name + " " + pass, p, [&](lowered_program& r) {
                try {
                    lower(r, {::stage::passes, pass, {}}, {}, quiet_);
                } catch (error const& e) {
                    // A pass may want a lowered program, and not every call has a form without complex numbers.
                    if ((p.at != level::aten && !without_complex) || e.code() != errc::unsupported)
                        throw;
                }
            });
        }
    }

    // True if an input or a result of the program, or what it keeps, is complex.
    static bool gives_complex(exported_program const& program) {
        graph const& g = program.graph();
        bool found = false;
        auto const look = [&](node_id n) {
            value_spec const* const val = g.val(n);
            found = found || (val != nullptr && val->is_tensor() && is_complex(val->tensor.dtype));
        };
        for (input_spec const* const input : program.signature.inputs_of(input_kind::user_input))
            if (auto const n = g.find(input->name))
                look(*n);
        g.for_each_input(g.back(), look);
        return found;
    }

    // Verified, run in several ways, and written as .pt2 and read again; false where it gives other values than torch.
    bool check_level(std::string const& name, lowered_program const& p) {
        stage(name + " verify", [&] {
            if (auto const found = verify(p); !found.good)
                raise(errc::verification, found.text);
        });
        bool const right = check_run(name + " run", p.program);
        if (right && runs(p.program)) {
            check_run(name + " in place", p.program, {true, 1});
            check_same_bits(name + " two threads", p.program, {false, 2});
            check_fresh_memory(name + " fresh memory", p.program);
            check_changed(name + " reordered", p, [&](lowered_program& r) {
                lower(r, {::stage::passes, "reorder_for_memory", {}}, {}, quiet_);
            });
        }
        fs::path const file = fs::temp_directory_path() / ("graft_zoo." + std::to_string(getpid()) + ".pt2");
        std::optional<exported_program> again;
        stage(name + " .pt2", [&] {
            write_pt2(file.string(), p.program);
            again.emplace(read_program(file.string()));
            if (auto const found = verify({*again, p.at}); !found.good)
                raise(errc::verification, found.text);
        });
        if (again)
            check_run(name + " .pt2 run", *again);
        fs::remove(file);
        return right;
    }

    template <class F>
    void check_changed(std::string const& name, lowered_program const& p, F const& change) {
        lowered_program changed = p;
        if (stage(name, [&] { change(changed); }))
            check_run(name + " run", changed.program);
    }

    void check_pte(std::string const& name, exported_program const& p) {
        if (!runs(p))
            return;
        fs::path const file = fs::temp_directory_path() / ("graft_zoo." + std::to_string(getpid()) + ".pte");
        std::optional<pte_program> again;
        stage(name, [&] {
            ::write_program(file.string(), p, {});
            again.emplace(read_pte(file.string()));
        });
        if (again)
            stage(name + " run", [&] {
                for (auto const& [of, c] : cases_)
                    compare_with_case(of, c, run_named(*again, c.inputs), false);
            });
        again.reset();
        fs::remove(file);
    }

    [[nodiscard]] static bool runs(exported_program const& p) {
        return unsupported_calls(p, graft_opt_library()).empty();
    }

    // Runs all cases on planned memory; false where a result is not right.
    bool check_run(std::string const& name, exported_program const& p, run_options how = {false, 1}) {
        if (auto const missing = unsupported_calls(p, graft_opt_library()); !missing.empty()) {
            report_.begin(name);
            std::set<std::string> ops;
            for (unsupported_call const& call : missing)
                ops.insert(call.op);
            for (std::string const& op : ops)
                report_.end(name, stage_outcome::no_kernel, op);
            return true;
        }
        return stage(name, [&] {
            memory_plan const plan = plan_of(p, how.in_place);
            for (auto const& [of, c] : cases_)
                compare_with_case(of, c, run_named(p, c.inputs, &plan, how.threads), true, &p);
        });
    }

    // These options change no bit.
    void check_same_bits(std::string const& name, exported_program const& p, run_options how) {
        stage(name, [&] {
            memory_plan const plan = plan_of(p, how.in_place);
            for (auto const& [of, c] : cases_) {
                named_tensors const plain = run_named(p, c.inputs, &plan),
                                    other = run_named(p, c.inputs, &plan, how.threads);
                for (auto const& [output, value] : plain)
                    if (!same_bits(value, other.at(output)))
                        raise(errc::internal, of, ": ", output, " has other bits");
            }
        });
    }

    // Whatever memory begins as, the bits stay: kernels write all of their results.
    void check_fresh_memory(std::string const& name, exported_program const& p) {
        stage(name, [&] {
            memory_plan const plan = plan_of(p);
            auto const run_on = [&](std::byte pattern, one_case const& c) {
                fresh_memory const begins_as(pattern);
                return run_named(p, c.inputs, &plan);
            };
            for (auto const& [of, c] : cases_) {
                named_tensors const one = run_on(std::byte{0xa5}, c), other = run_on(std::byte{0x5a}, c);
                for (auto const& [output, value] : one)
                    if (!same_bits(value, other.at(output)))
                        raise(errc::internal, of, ": ", output, " depends on what memory begins as");
            }
        });
    }

    static bool same_bits(tensor const& a, tensor const& b) {
        tensor const left = a.contiguous(), right = b.contiguous();
        return left.dtype() == right.dtype() && left.sizes() == right.sizes() &&
               std::memcmp(left.data(), right.data(), left.nbytes()) == 0;
    }

    // Raises where an output is not what torch gave; `buffers` says whether those that change are outputs.
    void compare_with_case(std::string const& name, one_case const& c, named_tensors const& got, bool buffers,
                           exported_program const* ran = nullptr) {
        for (auto const& [output, value] : comparing_ ? c.expected : named_tensors{}) {
            if (!buffers && output.starts_with("mutated_buffer."))
                continue;
            auto const found = got.find(output);
            if (found == got.end())
                raise(errc::invalid_argument, name, ": ", output, " is not returned");
            difference const d = allowed_ ? compare(value, found->second, *allowed_) : compare(value, found->second);
            if (!d.agrees())
                raise(errc::internal, name, ": ", output, " differs by ", std::to_string(d.max_abs), " in ",
                      d.mismatches, " of ", d.elements, " values", where(c, ran));
        }
    }

    // The first node that made the difference: by recorded values, or else beside the program as it was exported.
    std::string where(one_case const& c, exported_program const* ran) {
        try {
            if (ran != nullptr && ran != original_) {
                same_outputs const test(*original_, c.inputs, graft_opt_library(), allowed_);
                auto const node = find_differing_node(*original_, *ran, test);
                return node ? "; %" + node->name + " " + target_of(*ran, node->name) + " is the first that differs"
                            : "";
            }
            if (fs::path const values = folder_ / "values.safetensors"; fs::exists(values)) {
                safetensors const recorded = read_safetensors(values.string());
                value_checker checker(graft_opt_library(), recorded.tensors, allowed_);
                static_cast<void>(checker.run(*original_, clone_all(c.inputs)));
                return checker.first().empty() ? "" : "; " + checker.first();
            }
        } catch (std::exception const& e) {
            return "; " + one_line(e.what());
        }
        return "";
    }

    static std::string target_of(exported_program const& p, std::string const& node) {
        return std::string{p.graph().target(p.graph().at(node)).name};
    }

    fs::path folder_;
    zoo_report report_;
    std::ostream quiet_{nullptr};
    exported_program const* original_ = nullptr;
    bool comparing_ = true;
    std::map<std::string, one_case> cases_; // by the name of the file of inputs
    std::optional<tolerance> allowed_;
};

} // namespace graft_test
