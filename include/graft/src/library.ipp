#pragma once

// The ops that only who names them pays for.

#define GRAFT_LIBRARY_BODIES
#include <graft/library/every_op.ipp>
#include <graft/lower/model.ipp>

template class graft::basic_model<graft::every_op>;
