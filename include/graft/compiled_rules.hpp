#pragma once

#include <graft/config.hpp>
#include <graft/compiled_rules/compiled_rules.hpp>
