#pragma once

/// Everything. A folder's header, such as <graft/pattern.hpp>, costs less.

#include <graft/compiled_rules.hpp>
#include <graft/config.hpp>
#include <graft/core.hpp>
#include <graft/debug.hpp>
#include <graft/dialect.hpp>
#include <graft/io.hpp>
#include <graft/ir.hpp>
#include <graft/kernel.hpp>
#include <graft/lower.hpp>
#include <graft/memory.hpp>
#include <graft/meta.hpp>
#include <graft/partition.hpp>
#include <graft/pass.hpp>
#include <graft/pattern.hpp>
#include <graft/rewrite.hpp>
#include <graft/rule_text.hpp>
#include <graft/rulecheck.hpp>
#include <graft/runtime.hpp>
#include <graft/schema.hpp>
#include <graft/subgraph.hpp>
#include <graft/symbolic.hpp>
#include <graft/transform.hpp>
#include <graft/version.hpp>
