#!/usr/bin/env python3
"""Writes random_NN.txt: random graphs, the part of each of their nodes, and what torch's split_module makes of them.

Needs torch. Run it in this folder.
"""
import operator
import pathlib
import random

import torch
import torch.fx
from torch.fx.passes.split_module import split_module

aten = torch.ops.aten
OPTIONS = ("keep_original_order", "keep_original_node_name", "tuple_return")


class root(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.v = torch.nn.Buffer(torch.ones(2))
        self.sub = torch.nn.Module()
        self.sub.conv = torch.nn.Identity()


def build(r):
    g = torch.fx.Graph()
    nodes = [g.placeholder("x"), g.placeholder("y", type_expr=torch.Tensor), g.get_attr("w")]
    for _ in range(r.randrange(4, 12)):
        x, y = r.choice(nodes[-4:]), r.choice(nodes)
        kind = r.randrange(7)
        if kind < 2:
            nodes.append(g.call_function(r.choice((aten.relu.default, torch.relu)), (x,)))
        elif kind < 4:
            nodes.append(g.call_function(r.choice((aten.add.Tensor, operator.mul)), (x, y)))
        elif kind == 4:
            nodes.append(g.call_function(aten.cat.default, ([x, y],), {"dim": 1}))
        elif kind == 5:
            nodes.append(g.call_module("sub.conv", (x,)))
        else:
            nodes.append(g.call_method("view", (x, -1)))
        if r.random() < 0.1:
            nodes.append(g.get_attr("v"))
    results = [n for n in nodes if not n.users and n.op != "placeholder"] or nodes[-1:]
    if r.random() < 0.2:
        results.append(nodes[0])
    g.output(results[0] if len(results) == 1 else tuple(results))
    return torch.fx.GraphModule(root(), g)


def write(number):
    r = random.Random(number)
    while True:
        m = build(r)
        options = {name: True for name in OPTIONS if r.random() < 0.25}
        count, part, parts = r.randrange(1, 5), 0, {}
        for n in m.graph.nodes:
            if n.op.startswith("call"):
                part = part if r.random() < 0.5 else min(part + 1, count) if r.random() < 0.9 else r.randrange(count)
                parts[n.name] = part
        before = str(m.graph)
        try:
            made = split_module(m, m, lambda n: parts[n.name], **options)
        except KeyError:  # the graph returns an attribute that no part takes
            continue
        except RuntimeError as e:
            if r.random() < 0.9:
                continue
            text = f"--- error\n{str(e).splitlines()[0]}\n"
        else:
            text = f"--- expect\n{made.graph}\n"
            for name, child in made.named_children():
                if name.startswith("submod_"):
                    text += f"--- expect {name}\n{child.graph}\n"
        break
    head = f"--- graph\n{before}\n--- options\n{' '.join(options)}\n--- parts\n"
    head += "".join(f"{name} {part}\n" for name, part in parts.items())
    pathlib.Path(f"random_{number:02}.txt").write_text(head + text)


if __name__ == "__main__":
    for number in range(24):
        write(number)
