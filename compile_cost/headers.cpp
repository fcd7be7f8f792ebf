#include <graft/rewrite.hpp>
#include <graft/dialect/aten.hpp>
