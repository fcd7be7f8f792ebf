#include <graft/core/dtype.hpp>
#include <graft/rewrite/driver.hpp>

#include <cstddef>

template struct graft::rewrite_by_rules<>;

const void* dtypes_of_b();
std::size_t rewrites_of_b();

// Both units see one object; that includes all that the program includes, and defines nothing that another unit could.
// It rewrites by the driver that is compiled here.
int main() { return dtypes_of_b() == &graft::all_dtypes && rewrites_of_b() == 1 ? 0 : 1; }
