// What is known of every op is compiled once, with graft-opt's tables, for those tests that include this.
#pragma once

#include "../examples/graft_opt/ops.hpp"
