#pragma once

#include "case.hpp"

#include <string>
#include <string_view>

namespace corpus {

/// Each runs one case of its kind: nothing when graft does what FX did, else what differs.
std::string check_cse(test_case const& c);
std::string check_dce(test_case const& c);
std::string check_fuse(test_case const& c);
std::string check_match(test_case const& c);
std::string check_names(test_case const& c);
std::string check_order(test_case const& c);
std::string check_partition(test_case const& c);
std::string check_pattern_partition(test_case const& c);
std::string check_print(test_case const& c);
std::string check_rewrite(test_case const& c);
std::string check_schedule(test_case const& c);
std::string check_source_partitions(test_case const& c);
std::string check_topo(test_case const& c);

/// A kind of case and its check.
struct kind_check {
    std::string_view kind;
    std::string (*check)(test_case const&);
};

inline constexpr kind_check all_checks[] = {
    {"cse", check_cse},
    {"dce", check_dce},
    {"fuse", check_fuse},
    {"match", check_match},
    {"names", check_names},
    {"order", check_order},
    {"partition", check_partition},
    {"pattern_partition", check_pattern_partition},
    {"print", check_print},
    {"rewrite", check_rewrite},
    {"schedule", check_schedule},
    {"source_partitions", check_source_partitions},
    {"topo", check_topo},
};

} // namespace corpus
