#!/usr/bin/env python3
"""Writes NAME.txt for every graph below: the text of a torch.fx graph, and what torch prints of it in its other forms.

Needs torch and tabulate. Run it in this folder.
"""
import contextlib
import io
import operator
import pathlib

import torch
import torch.fx
from torch._subclasses.fake_tensor import FakeTensorMode

aten = torch.ops.aten
fake = FakeTensorMode()


def value(graph, node, dtype, *sizes):
    with fake:
        node.meta["val"] = torch.empty(sizes, dtype=dtype)
    return node


def chain(g):
    x = g.placeholder("x")
    relu = g.call_function(aten.relu.default, (x,))
    add = g.call_function(aten.add.Tensor, (relu, x), {"alpha": 2})
    g.output(add)


def several_outputs(g):
    x = g.placeholder("x")
    y = g.placeholder("y")
    split = g.call_function(aten.split.Tensor, (x, 2, 1))
    a = g.call_function(operator.getitem, (split, 0))
    b = g.call_function(operator.getitem, (split, 1))
    g.output((a, [b, y], {"k": a}))


def nothing_used(g):
    x = g.placeholder("x")
    g.call_function(aten.relu.default, (x,))
    g.call_function(aten.sigmoid.default, (x,))
    g.output(None)


def literals(g):
    x = g.placeholder("x")
    a = g.call_function(aten.to.dtype, (x, torch.float16))
    b = g.call_function(aten.empty.memory_format, ([2, 3],), {"dtype": torch.float32, "device": torch.device("cpu"),
                                                              "memory_format": torch.contiguous_format})
    c = g.call_function(aten.sum.dim_IntList, (a, [-1, 0], True))
    d = g.call_function(aten.clamp.default, (c, None, 1e-05))
    e = g.call_function(aten.full.default, ((2, 2), float("inf")), {"layout": torch.strided})
    g.output((d, e, b, 1, 2.5, "text", True, None, float("nan")))


def operators(g):
    n = g.placeholder("n")
    m = g.placeholder("m")
    results = [g.call_function(f, (n, m)) for f in (operator.add, operator.sub, operator.mul, operator.floordiv,
                                                    operator.truediv, operator.mod, operator.pow, operator.eq,
                                                    operator.ne, operator.lt, operator.gt, operator.le, operator.ge,
                                                    operator.and_, operator.or_, operator.xor, operator.lshift,
                                                    operator.rshift, operator.matmul)]
    results += [g.call_function(f, (n,)) for f in (operator.neg, operator.pos, operator.invert, operator.not_)]
    results.append(g.call_function(operator.getitem, (n, (slice(None, m, None), Ellipsis, 0))))
    results.append(g.call_function(operator.setitem, (n, 0, m)))
    results.append(g.call_function(operator.iadd, (n, m)))
    g.output(tuple(results))


def functions(g):
    x = g.placeholder("x")
    a = g.call_function(torch.relu, (x,))
    b = g.call_function(torch.nn.functional.linear, (a, x), {"bias": None})
    c = g.call_function(getattr, (b, "shape"))
    d = g.call_function(len, (c,))
    e = g.call_function(aten.add, (x, d))
    g.output(e)


def methods(g):
    x = g.placeholder("x")
    v = g.call_method("view", (x, -1, 2))
    t = g.call_method("transpose", (v,), {"dim0": 0, "dim1": 1})
    g.output(t)


def attributes(g):
    x = g.placeholder("x")
    w = g.get_attr("weight")
    c = g.call_module("sub.conv", (x,), {})
    d = g.call_module("layers.0", (c,), {})
    g.output(g.call_function(aten.mul.Tensor, (d, w)))


def placeholders(g):
    a = g.placeholder("a", type_expr=int)
    b = g.placeholder("b", default_value=3)
    c = g.placeholder("c", type_expr=torch.Tensor, default_value=None)
    args = g.placeholder("*args")
    kwargs = g.placeholder("**kwargs")
    g.output((a, b, c, args, kwargs))


def used_twice(g):
    x = g.placeholder("x")
    y = g.call_function(aten.mul.Tensor, (x, x))
    z = g.call_function(aten.cat.default, ([y, x, y], -1))
    g.output((z, z))


def shapes(g):
    x = value(g, g.placeholder("x"), torch.float32, 2, 3)
    i = value(g, g.placeholder("i"), torch.int64)
    h = value(g, g.call_function(aten.to.dtype, (x, torch.bfloat16)), torch.bfloat16, 2, 3)
    k = value(g, g.call_function(aten.gt.Scalar, (x, 0)), torch.bool, 2, 3)
    s = value(g, g.call_function(aten.sum.default, (x,)), torch.float64)
    g.output((h, k, s, i))


def sources(g):
    x = value(g, g.placeholder("x"), torch.float32, 4)
    frame = '  File "/code/model.py", line {}, in forward\n    {}\n'
    a = value(g, g.call_function(aten.relu.default, (x,)), torch.float32, 4)
    b = g.call_function(aten.exp.default, (a,))
    c = g.call_function(aten.neg.default, (b,))
    d = g.call_function(aten.abs.default, (c,))
    a.meta["stack_trace"] = b.meta["stack_trace"] = frame.format(3, "y = exp(relu(x))")
    c.meta["stack_trace"] = frame.format(1, "return f(y)") + '  File "/code/f.py", line 9, in f\n    return -y\n'
    g.output(d)


def names(g):
    x = g.placeholder("input")
    y = g.call_function(aten.sum.default, (x,), name="sum")
    z = g.call_function(aten.max.default, (y,), name="x.y z")
    g.output(z)


class root(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))
        self.sub = torch.nn.Module()
        self.sub.conv = torch.nn.Identity()
        self.layers = torch.nn.Sequential(torch.nn.Identity())


def write(build):
    graph = torch.fx.Graph()
    build(graph)
    module = torch.fx.GraphModule(root(), graph, "GraphModule")
    tabular = io.StringIO()
    with contextlib.redirect_stdout(tabular):
        graph.print_tabular()
    text = f"--- graph\n{graph}\n--- tabular\n{tabular.getvalue()}--- readable\n"
    text += module.print_readable(print_output=False).rstrip("\n") + "\n"
    vals = [n for n in graph.nodes if "val" in n.meta]
    if vals:
        text += "--- vals\n"
        for n in vals:
            text += " ".join([n.name, str(n.meta["val"].dtype), *map(str, n.meta["val"].shape)]) + "\n"
    traced = [n for n in graph.nodes if n.meta.get("stack_trace")]
    if traced:
        text += "--- traces\n"
        for n in traced:
            text += n.name + " " + n.meta["stack_trace"].replace("\n", "\\n") + "\n"
    pathlib.Path(build.__name__ + ".txt").write_text(text)


if __name__ == "__main__":
    for build in (chain, several_outputs, nothing_used, literals, operators, functions, methods, attributes,
                  placeholders, used_twice, shapes, sources, names):
        write(build)
