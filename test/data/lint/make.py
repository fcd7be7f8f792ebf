#!/usr/bin/env python3
"""Writes ops.txt and graphs.txt: what torch says of ops and of random graphs.

Usage: make.py FOLDER. Needs torch.
"""
import operator
import pathlib
import random
import sys

import torch
import torch.fx

aten = torch.ops.aten


def purity():
    """Every ATen overload, and whether torch's dead-code elimination keeps a call of it that nothing uses."""
    lines = []
    for name in sorted(torch._C._dispatch_get_all_op_names()):
        if not name.startswith("aten::") or name.count(".") > 1:
            continue
        packet, _, overload = name[len("aten::"):].partition(".")
        try:
            op = getattr(getattr(aten, packet), overload or "default")
        except (AttributeError, RuntimeError):
            continue
        impure = torch.fx.Graph().call_function(op).is_impure()
        lines.append(f"{name} {'impure' if impure else 'pure'}\n")
    return lines


UNARY = (aten.relu.default, aten.neg.default, aten.relu_.default, aten.bernoulli.default, aten.rand_like.default,
         aten.detach.default, aten.clone.default, aten.zero_.default)
BINARY = (aten.add.Tensor, aten.mul.Tensor, aten.add_.Tensor, aten.copy_.default)


def grow(r, g):
    nodes = [g.placeholder(name) for name in "xyz"[:r.randrange(1, 4)]]
    for _ in range(r.randrange(3, 14)):
        a, b = r.choice(nodes[-4:]), r.choice(nodes)
        kind = r.randrange(9)
        if kind < 3:
            n = g.call_function(r.choice(UNARY), (a,))
        elif kind < 5:
            n = g.call_function(r.choice(BINARY), (a, b))
        elif kind == 5:
            n = g.call_function(aten.cat.default, ([a, b],))
        elif kind == 6:
            n = g.call_method("size", (a, 0))
        elif kind == 7:
            n = g.get_attr("w")
        else:
            n = g.call_function(operator.setitem, (a, 0, b)) if r.random() < 0.3 else g.call_function(operator.add, (a, b))
        nodes.append(n)
    used = r.sample(nodes, min(len(nodes), r.randrange(0, 3)))
    g.output(tuple(used))




def first_fault(g):
    """The argument and the node that torch's lint names, `ok` when it is content."""
    try:
        g.lint()
        return "ok"
    except RuntimeError as e:
        words = str(e).split("'")
        return f"{words[1]} {words[3]}"


def graph_case(r):
    g = torch.fx.Graph()
    grow(r, g)
    text = str(g)
    edits = []
    for _ in range(r.randrange(0, 3)):
        nodes = [n for n in g.nodes if n.op != "output"]
        a, b = r.choice(nodes), r.choice(nodes)
        if a is not b:
            b.prepend(a)
            edits.append(f"{a.name} {b.name}")
    fault = first_fault(g)
    kept = None
    if fault == "ok":
        g.eliminate_dead_code()
        kept = " ".join(n.name for n in g.nodes)
    lines = [text] + [f"move {e}" for e in edits] + [f"lint {fault}"]
    return "\n".join(lines + ([f"kept {kept}"] if kept is not None else [])) + "\n\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ops.txt").write_text("".join(purity()))
    r = random.Random(20)
    (folder / "graphs.txt").write_text("".join(graph_case(r) for _ in range(150)))


if __name__ == "__main__":
    main()
