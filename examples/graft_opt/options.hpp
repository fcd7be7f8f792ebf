#pragma once

#include <graft/memory/lifetime.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// One thing graft-opt is asked to do; they are done in the order in which they are written.
struct stage {
    enum kind {
        to_edge,
        to_backend,
        passes,
        rules,
        explain,
        verify,
        partition,
        source_partitions,
        match,
        replace,
        print_ir,
        dot,
        plan,
        run,
        write_text,
        diff,
        check,
    };
    kind what{};
    std::string argument{}; // names, a file, or the form to print
    std::string second{};   // of replace the file of the replacement, of explain the node
};

/// The command line of graft-opt.
struct options {
    std::string model;
    std::vector<stage> stages;
    bool print_before_all = false, print_after_all = false;
    bool print_pass_order = false, print_diff = false, time_passes = false;
    bool rule_stats = false, profile = false;
    std::string inputs, expect, trace, debug_map;
    std::optional<double> tolerance;
    graft::lifetime_options planned;
    std::uint64_t plan_alignment = 16;
    bool plan_in_place = false, strict = false;
    std::size_t threads = 1;
    std::optional<std::byte> fresh_memory; // what memory begins as

    /// True if the program is written for ExecuTorch, which has no ops of ours.
    [[nodiscard]] bool writes_pte() const;
};

/// Thrown for a command line that is not one of graft-opt's.
struct usage_error {
    std::string why;
};

/// Reads the command line; raises `usage_error`.
options parse_options(std::vector<std::string> const& arguments);

/// What `graft-opt --help` prints.
std::string usage();
