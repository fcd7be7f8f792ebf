#pragma once

namespace graft {

/// What a call of the op counts in the weight of a graph, which a rewrite that is certified to end never raises:
/// the op's own `static constexpr int weight`, or 2. A fused op weighs more than the heaviest call it stands for and
/// less than all of them. The weight of an op of another dialect is a specialisation, before the op is first used:
/// `template <> inline constexpr int weight<aten::mm_default> = 64;`.
template <class Op>
inline constexpr int weight = [] {
    if constexpr (requires { Op::weight; })
        return Op::weight;
    else
        return 2;
}();

} // namespace graft
