// What the single header is for: one include, and no library but headers.
#include <graft/graft.hpp>

int main() { return graft::torch_name(graft::dtype::f32) == "torch.float32" ? 0 : 1; }
