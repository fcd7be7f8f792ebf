// A unit that is compiled with graft::compiled: it declares what is compiled there.
#include <graft/lower/model.hpp>

#if !defined(GRAFT_SEPARATE_COMPILATION)
#    error "graft::compiled does not say how its users are compiled"
#endif

int main(int argc, char** argv) { return argc == 2 && graft::model{argv[1]}.program().graph().size() == 0; }
