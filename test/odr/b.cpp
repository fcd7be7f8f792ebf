#include <graft/graft.hpp>

const void* dtypes_of_b();
const void* dtypes_of_b() { return &graft::all_dtypes; }
