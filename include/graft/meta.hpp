#pragma once

#include <graft/config.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/hana.hpp>
#include <graft/meta/hash.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/scoped_assign.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/vec_parts.hpp>
#include <graft/meta/view.hpp>
