#pragma once

#include <graft/config.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/rewrite/builder.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/matcher.hpp>
#include <graft/rewrite/prepared_rules.hpp>
#include <graft/rewrite/result.hpp>
#include <graft/rewrite/rule.hpp>
#include <graft/rewrite/rule_set.hpp>
