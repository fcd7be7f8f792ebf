#pragma once

#include <graft/config.hpp>
#include <graft/rulecheck/check_result.hpp>
#include <graft/rulecheck/check_rule.hpp>
#include <graft/rulecheck/critical_pairs.hpp>
#include <graft/rulecheck/critical_pairs_peak.hpp>
#include <graft/rulecheck/lint.hpp>
#include <graft/rulecheck/lint_check.hpp>
#include <graft/rulecheck/lint_constraint.hpp>
#include <graft/rulecheck/lint_finding.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/rulecheck/shrink_case.hpp>
#include <graft/rulecheck/side_difference.hpp>
#include <graft/rulecheck/side_runner.hpp>
