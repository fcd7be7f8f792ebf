// Of each library that graft brings along, a header that needs it: Boost, FlatBuffers, nlohmann::json.
#include <graft/core/dtype.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/io/pte/layout.hpp>
#include <graft/pass/schedule.hpp>

int main() { return graft::torch_name(graft::dtype::f32) == "torch.float32" ? 0 : 1; }
