#pragma once

// The ops that only who names them pays for.

#include <graft/library/every_op.ipp>
#include <graft/lower/model.ipp>
#include <graft/lower/read_pt2.ipp>

template graft::exported_program graft::read_pt2<graft::every_op>(std::string const&);
template class graft::basic_model<graft::every_op>;
