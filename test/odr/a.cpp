#include <graft/graft.hpp>

const void* dtypes_of_b();

// Both units see one object, and neither defines what the other does.
int main() { return dtypes_of_b() == &graft::all_dtypes ? 0 : 1; }
