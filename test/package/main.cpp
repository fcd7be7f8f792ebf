#include <graft/graft.hpp>

int main() { return graft::torch_name(graft::dtype::f32) == "torch.float32" ? 0 : 1; }
