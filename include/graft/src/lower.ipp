#pragma once

// Reading, lowering and running models.

#include <graft/lower/lowering_passes.ipp>
#include <graft/lower/model.ipp>
#include <graft/lower/read_pt2.ipp>

template graft::exported_program graft::read_pt2<graft::cpu_ops>(std::string const&);
template class graft::basic_model<graft::cpu_ops>;
