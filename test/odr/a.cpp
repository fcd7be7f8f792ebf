#include <graft/core/dtype.hpp>

const void* dtypes_of_b();

// Both units see one object; that includes all that the program includes, and defines nothing that another unit could.
int main() { return dtypes_of_b() == &graft::all_dtypes ? 0 : 1; }
