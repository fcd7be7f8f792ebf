"""Times torch.fx's replace_pattern on blocks of add, mul, sub, add, of which the first two match
`mul(add(x, y), y) -> sub(x, y)`. Prints: what,nodes,ns_per_node"""
import operator
import sys
import time

import torch
from torch import fx


def blocks(nodes):
    graph = fx.Graph()
    a, b = graph.placeholder("a"), graph.placeholder("b")
    for _ in range(nodes // 4):
        product = graph.call_function(operator.mul, (graph.call_function(operator.add, (a, b)), b))
        difference = graph.call_function(operator.sub, (product, a))
        a = b
        b = graph.call_function(operator.add, (difference, a))
    graph.output(b)
    return fx.GraphModule(torch.nn.Module(), graph)


def pattern(x, y):
    return (x + y) * y


def replacement(x, y):
    return x - y


for size in [int(size) for size in sys.argv[1:]] or [1000, 10000]:
    module = blocks(size)
    begin = time.perf_counter()
    matches = fx.replace_pattern(module, pattern, replacement)
    took = time.perf_counter() - begin
    if len(matches) != size // 4:
        print(f"FX: {len(matches)} matches rather than {size // 4}", file=sys.stderr)
    print(f"FX replace_pattern,{size},{took * 1e9 / size:.1f}", flush=True)
