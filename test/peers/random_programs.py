#!/usr/bin/env python3
"""Draws programs from torch's own functions, exports them, and runs them through graft_zoo.

    pip install torch safetensors
    random_programs.py GRAFT_ZOO [--seed 1] [--count 100] [--out FOLDER] [--jobs 2] [--kinds pointwise,view,...]

A program is a chain of steps, each a function of earlier values. Every step is tried on tensors while it is drawn, and one
that fails, or leaves numbers too large to compare, is drawn again. A seed always gives the same program with the same torch.
FOLDER/seed_N holds model.pt2, inputs and outputs of one or two cases, facts.json with the tolerance, and values.safetensors
with the value of every node, by which graft_zoo names the first op that differs. The exit code is graft_zoo's.
"""
import argparse
import functools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import warnings

import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from torch.export import Dim
from torch.utils._pytree import tree_leaves

from exported import plain

FLOATS = [torch.float32] * 4 + [torch.float64, torch.bfloat16, torch.float16]
INTEGERS = [torch.int64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
NUMBERS = [0, 1, 2, -1, -3, 7, 0.5, -1.25, 2.5, True, False]


class Steps(torch.nn.Module):
    """Replays drawn steps: each a function of the values before it."""

    def __init__(self, steps, results, parameters, buffers, nested=False):
        super().__init__()
        self.steps, self.results, self.nested = steps, results, nested
        self.weights = torch.nn.ParameterList([torch.nn.Parameter(p, requires_grad=False) for p in parameters])
        self.count = len(buffers)
        for i, b in enumerate(buffers):
            self.register_buffer(f"state{i}", b, persistent=i % 2 == 0)

    def arranged(self, inputs):
        """The inputs as the module takes them: one by one, or all in a dict with a list."""
        return ({"first": inputs[0], "rest": list(inputs[1:])},) if self.nested else tuple(inputs)

    def forward(self, *inputs):
        if self.nested:
            inputs = [inputs[0]["first"], *inputs[0]["rest"]]
        values = [*inputs, *self.weights, *(getattr(self, f"state{i}") for i in range(self.count))]
        for function, operands in self.steps:
            out = function(*(values[i] for i in operands))
            values.extend(out if isinstance(out, (tuple, list)) else [out])
        results = tuple(values[i] for i in self.results)
        return {"last": results[-1], "others": results[:-1]} if self.nested else results


class Draw:
    """Random choices of one program, and the tensors that it begins with."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.g = torch.Generator().manual_seed(seed)

    def tensor(self, shape, dtype):
        if dtype == torch.bool:
            return torch.rand(shape, generator=self.g) > 0.5
        if dtype.is_floating_point or dtype.is_complex:
            return (torch.randn(shape, generator=self.g, dtype=torch.complex64 if dtype.is_complex else None) * 1.5).to(dtype)
        return torch.randint(0 if dtype == torch.uint8 else -9, 10, shape, generator=self.g).to(dtype)

    def shape(self, least=0, most=4):
        return [self.r.choice([1, 2, 3, 3, 4, 5]) for _ in range(self.r.randint(least, most))]

    def dtype(self):
        return self.r.choice([self.r.choice(FLOATS)] * 5 + [self.r.choice(INTEGERS)] * 2 + [torch.bool])

    def pick(self, values, accept=lambda t: True):
        """The position of a tensor that is accepted; later ones are likelier, so that chains grow long."""
        good = [i for i, t in enumerate(values) if isinstance(t, torch.Tensor) and accept(t)]
        return self.r.choices(good, weights=[1 + 2 * k for k in range(len(good))])[0] if good else None

    def dim(self, t):
        return self.r.randrange(-t.dim(), t.dim())

    def number(self):
        return self.r.choice(NUMBERS)


is_float = torch.is_floating_point
KINDS = {}


def kind(name, weight):
    """Registers a way to draw a step: it gives (function, positions of operands), or None where nothing fits."""
    def add(draw):
        KINDS[draw.__name__] = (name, weight, draw)
        return draw
    return add


UNARY = [torch.abs, torch.neg, torch.sign, torch.square, torch.clone, torch.relu, torch.zeros_like, torch.ones_like, torch.isnan, torch.signbit, lambda t: t.contiguous(),
         lambda t: t + 1, lambda t: t * 2, lambda t: 1 - t, lambda t: t / 2, lambda t: t // 2, lambda t: t % 3, lambda t: t ** 2, torch.positive, torch.isfinite]
UNARY_FLOAT = [torch.sigmoid, torch.tanh, torch.sin, torch.cos, torch.atan, torch.erf, torch.asinh, torch.expm1, torch.floor, torch.ceil, torch.trunc, torch.frac, torch.sinc,
               lambda t: torch.exp(t.clamp(max=4)), lambda t: torch.log1p(t.abs()), lambda t: torch.rsqrt(t.abs() + 0.5), lambda t: torch.log2(t.abs() + 1), torch.round,
               lambda t: torch.round(t, decimals=1), F.gelu, F.silu, F.mish, F.softplus, F.softsign, F.elu, F.celu, F.selu, F.hardswish, F.hardsigmoid, F.hardtanh, F.relu6, F.logsigmoid,
               lambda t: F.leaky_relu(t, 0.2), lambda t: F.hardshrink(t, 0.4), lambda t: F.threshold(t, 0.1, -2.0), lambda t: F.gelu(t, approximate="tanh"), torch.special.i0e,
               torch.special.expit, torch.special.erfcx, torch.digamma, lambda t: torch.special.zeta(t.abs() + 2, 2.0), lambda t: torch.special.entr(t.abs())]
BINARY = [torch.add, torch.sub, torch.mul, torch.maximum, torch.minimum, torch.eq, torch.ne, torch.lt, torch.ge, torch.logical_and, torch.logical_xor, torch.rsub,
          lambda a, b: torch.add(a, b, alpha=2), lambda a, b: torch.where(a > b, a, b), lambda a, b: a.to(b.dtype), lambda a, b: torch.isin(a, b)]
BINARY_FLOAT = [torch.atan2, torch.hypot, torch.copysign, torch.fmax, torch.fmin, torch.logaddexp, lambda a, b: a / (b.abs() + 1), lambda a, b: torch.xlogy(a, b.abs() + 0.5),
                lambda a, b: torch.lerp(a, b, 0.3), torch.heaviside, lambda a, b: (a - b) ** 2, lambda a, b: torch.pow(a.abs() + 0.5, b.clamp(-2, 2))]
BINARY_INTEGER = [torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor, torch.gcd, lambda a, b: a // (b.abs() + 1), lambda a, b: torch.remainder(a, b.abs() + 2),
                  lambda a, b: torch.fmod(a, b.abs() + 2), lambda a, b: a << (b.abs() % 3), lambda a, b: torch.div(a, b.abs() + 1, rounding_mode="trunc")]


@kind("pointwise", 8)
def unary(d, v):
    return d.r.choice(UNARY), [d.pick(v, lambda t: t.dtype != torch.bool)]


@kind("pointwise", 10)
def unary_float(d, v):
    return d.r.choice(UNARY_FLOAT), [d.pick(v, is_float)]


@kind("pointwise", 12)
def binary(d, v):
    first = d.pick(v)
    def broadcasts(t):
        return all(a == b or 1 in (a, b) for a, b in zip(reversed(t.shape), reversed(v[first].shape)))
    second = d.pick(v, broadcasts)
    kinds = (v[first], v[second])
    table = BINARY + (BINARY_FLOAT * 2 if all(is_float(t) for t in kinds) else []) + (BINARY_INTEGER if not any(is_float(t) or t.dtype == torch.bool or t.is_complex() for t in kinds) else [])
    return d.r.choice(table), [first, second]


@kind("scalar", 8)
def with_number(d, v):
    n, m = d.number(), d.number()
    f = d.r.choice([lambda t: t + n, lambda t: t * n, lambda t: n - t, lambda t: torch.add(t, n, alpha=2), lambda t: t > n, lambda t: t == n, lambda t: torch.clamp(t, n), lambda t: torch.clamp(t, max=n),
                    lambda t: t.masked_fill(t > 0, n), lambda t: torch.where(t > 0, t, n), lambda t: torch.where(t > 0, n, m), lambda t: torch.full_like(t, n), lambda t: torch.fill(t, n),
                    lambda t: t.new_full((2, 3), n), lambda t: torch.maximum(t, torch.tensor(n)), lambda t: t / (n if n else 3), lambda t: t ** 2.0, lambda t: torch.fmod(t, n or 2),
                    lambda t: torch.remainder(t, n or 2), lambda t: torch.nan_to_num(t, float(n)), lambda t: F.pad(t, (1, 2), value=n)])
    return f, [d.pick(v)]


@kind("dtype", 5)
def cast(d, v):
    to = d.dtype()
    return d.r.choice([lambda t: t.to(to), lambda t: t.type(to), lambda t: torch.zeros_like(t, dtype=to) + t.to(to)]), [d.pick(v)]


def reductions(t, dim, keep):
    plain = [lambda t: t.sum(dim, keepdim=keep), lambda t: t.prod(dim, keepdim=keep), lambda t: t.amax(dim, keepdim=keep), lambda t: t.amin(dim, keepdim=keep), lambda t: t.any(dim), lambda t: t.all(dim),
             lambda t: t.argmax(dim, keepdim=keep), lambda t: t.cumsum(dim), lambda t: t.max(dim), lambda t: t.sort(dim=dim, stable=True), lambda t: t.sum(), lambda t: t.flip(dim), lambda t: t.count_nonzero(dim)]
    real = [lambda t: t.mean(dim, keepdim=keep), lambda t: t.var(dim, keepdim=keep), lambda t: t.std(dim, correction=0), lambda t: t.logsumexp(dim, keepdim=keep), lambda t: t.softmax(dim),
            lambda t: t.log_softmax(dim), lambda t: t.norm(2, dim), lambda t: t.median(dim), lambda t: t.cumprod(dim), lambda t: F.normalize(t, dim=dim), lambda t: t.logcumsumexp(dim), lambda t: t.cummax(dim)]
    return plain + (real * 2 if is_float(t) else [])


@kind("reduction", 8)
def reduce(d, v):
    i = d.pick(v, lambda t: t.dim() > 0 and t.numel() > 0)
    return None if i is None else (d.r.choice(reductions(v[i], d.dim(v[i]), d.r.random() < 0.5)), [i])


@kind("order", 6)
def order(d, v):
    """What depends on the order of elements, among which there are equal ones."""
    i = d.pick(v, lambda t: t.dim() > 0 and t.numel() > 0 and t.dtype != torch.bool)
    if i is None:
        return None
    a, times, keep = d.dim(v[i]), d.r.choice([1, 2, 7, 20]), d.r.random() < 0.5
    k = d.r.randint(1, v[i].shape[a] * times)
    choose = d.r.choice([lambda t: t.sort(a)[0], lambda t: t.sort(dim=a, stable=True), lambda t: t.sort(dim=a, stable=True, descending=True), lambda t: t.argsort(stable=True), lambda t: t.topk(k, a), lambda t: t.topk(k, a, largest=False),
                         lambda t: t.kthvalue(k, a, keep), lambda t: t.median(a, keep), lambda t: t.nanmedian(a, keep), lambda t: t.mode(a, keep), lambda t: t.max(a, keep), lambda t: t.min(a, keep), lambda t: t.argmax(a, keep),
                         lambda t: t.argmin(a, keep), lambda t: t.argmax(), lambda t: t.cummax(a), lambda t: t.cummin(a), lambda t: t.aminmax(dim=a), lambda t: torch.searchsorted(t.sort(a)[0].movedim(a, -1).contiguous(), t.movedim(a, -1).contiguous(), right=keep),
                         lambda t: torch.bucketize(t, t.flatten().sort()[0], right=keep), lambda t: F.max_pool1d(t.flatten()[None], 2, return_indices=True) if t.numel() > 1 else t, lambda t: t.argwhere(), lambda t: t.median(), lambda t: t.logcumsumexp(a) if is_float(t) else t.cumsum(a)])
    def f(t):
        few = t.round().clamp(-2, 2) if is_float(t) else t % 3
        return choose(torch.cat([few] * times, a))
    return f, [i]


@kind("size", 3)
def size_as_number(d, v):
    """A size, or a number made of one, where an op takes a number."""
    i = d.pick(v, lambda t: t.dim() > 0 and t.dtype != torch.bool and not t.is_complex())
    if i is None:
        return None
    a = d.dim(v[i])
    number = d.r.choice([lambda t: t.shape[a], lambda t: t.shape[a] - 2, lambda t: t.shape[a] / 4, lambda t: 1 - t.shape[a] * 0.5])
    f = d.r.choice([lambda t, n: n - t, lambda t, n: torch.rsub(t, n, alpha=2), lambda t, n: t.clamp_min(n), lambda t, n: t.clamp_max(n), lambda t, n: t.clip(n, n + 1), lambda t, n: t.masked_fill(t > 0, n),
                    lambda t, n: t.masked_fill(t > n, 1), lambda t, n: torch.where(t > 0, t, n), lambda t, n: torch.where(t > n, n, t), lambda t, n: torch.lerp(t, t + 1, n), lambda t, n: torch.add(t, t, alpha=n),
                    lambda t, n: torch.addcmul(t, t, t, value=n), lambda t, n: torch.addcdiv(t, t, t.abs() + 1, value=n), lambda t, n: F.threshold(t, n, n + 1), lambda t, n: torch.copysign(t, n), lambda t, n: torch.xlogy(t, abs(n) + 1),
                    lambda t, n: torch.xlogy(n, t.abs() + 1), lambda t, n: torch.remainder(n, t.abs() + 1), lambda t, n: torch.remainder(t, abs(n) + 1), lambda t, n: torch.fmod(t, abs(n) + 1), lambda t, n: t.new_full((3,), n), lambda t, n: torch.full_like(t, n),
                    lambda t, n: torch.linspace(0, n, 5), lambda t, n: t.index_fill(0, torch.zeros(1, dtype=torch.int64), n), lambda t, n: torch.div(t, abs(n) + 1, rounding_mode="floor"), lambda t, n: t / (abs(n) + 1), lambda t, n: n / (t.abs() + 1),
                    lambda t, n: t * n, lambda t, n: t > n, lambda t, n: t.clone().fill_(n), lambda t, n: t.clone().add_(n), lambda t, n: F.hardtanh(t, -abs(n), abs(n) + 1), lambda t, n: t.abs() ** abs(n)])
    return (lambda t: f(t, number(t))), [i]


@kind("view", 16)
def view(d, v):
    i = d.pick(v, lambda t: t.dim() > 0)
    if i is None:
        return None
    t = v[i]
    a, b = d.dim(t), d.dim(t)
    size = t.shape[a]
    order = d.r.sample(range(t.dim()), t.dim())
    at, step = d.r.randrange(max(size, 1)), d.r.choice([1, 2])
    return d.r.choice([lambda t: t.transpose(a, b), lambda t: t.permute(order), lambda t: t.unsqueeze(a), lambda t: t.squeeze(), lambda t: t.flatten(), lambda t: t.reshape(-1), lambda t: t.select(a, at),
                       lambda t: t.movedim(a, b), lambda t: t.unflatten(a, (1, -1)), lambda t: t.expand(2, *t.shape), lambda t: t.narrow(a, at, 1), lambda t: t.unbind(a), lambda t: t.chunk(2, a),
                       lambda t: t.split(1, a), lambda t: t[..., ::step], lambda t: t[at::step] if a % t.dim() == 0 else t.roll(1, a), lambda t: t.rot90(1, (0, -1)), lambda t: t.diagonal(0, 0, -1),
                       lambda t: t.swapaxes(a, b).clone(), lambda t: t.clone().transpose(a, b), lambda t: t.repeat(2, *[1] * (t.dim() - 1)), lambda t: t.mT, lambda t: t.unfold(a, 1, 1),
                       lambda t: t.as_strided((2,), (1,)), lambda t: t.permute(order).clone().flatten(), lambda t: t.view(-1), lambda t: t.view_as(t.clone()), lambda t: t.detach()]), [i]


@kind("view", 6)
def unsaid_view(d, v):
    """What PyTorch returns as an argument or a view of it although the schema does not say so, so that writes to one are seen in the other."""
    i = d.pick(v, lambda t: t.dim() > 0)
    if i is None:
        return None
    letters = "abcdef"[:v[i].dim()]
    order = "".join(d.r.sample(letters, len(letters)))
    return d.r.choice([torch.atleast_1d, torch.atleast_2d, torch.atleast_3d, lambda t: torch.atleast_2d([t])[0], lambda t: F.dropout(t, 0.5, False), lambda t: F.dropout(t, 0.0, True),
                       lambda t: F.alpha_dropout(t, 0.5, False), lambda t: torch.feature_dropout(t, 0.5, False), lambda t: t.type_as(t), lambda t: t.sum_to_size(t.shape), lambda t: torch.broadcast_tensors(t)[0],
                       lambda t: torch.einsum(f"{letters}->{order}", t), lambda t: torch.unsafe_chunk(t, 2), lambda t: torch.unsafe_split(t, 1), lambda t: torch.tensor_split(t, 2), lambda t: torch.hsplit(t, 1),
                       lambda t: torch.meshgrid(t.flatten(), t.flatten(), indexing="ij"), lambda t: torch.cartesian_prod(t.flatten()), lambda t: t.unfold(0, 1, 1), lambda t: torch.broadcast_to(t, t.shape)]), [i]


WRITES = [lambda t, n: t.add_(n), lambda t, n: t.mul_(n), lambda t, n: t.fill_(n), lambda t, n: t.zero_(), lambda t, n: t.clamp_(-2, 2), lambda t, n: t.copy_(t.flip(0) if t.dim() else t + 1), lambda t, n: t.masked_fill_(t > 0, n),
          lambda t, n: t.neg_(), lambda t, n: t.abs_(), lambda t, n: t.sub_(t.clone().sum().to(t.dtype)), lambda t, n: t.pow_(2)]


@kind("write", 8)
def write_to_copy(d, v):
    """A write to a view of a copy, of which the copy or another view is what goes on."""
    i = d.pick(v, lambda t: t.dtype != torch.bool and t.dim() > 0 and t.numel() > 0)
    if i is None:
        return None
    write, n, a, at = d.r.choice(WRITES), d.number(), d.dim(v[i]), d.r.randrange(v[i].shape[0])
    look = d.r.choice([lambda t: t, lambda t: t[at], lambda t: t.select(a, 0), lambda t: t.reshape(-1), lambda t: t.transpose(0, -1), lambda t: t[..., ::2], lambda t: t.flatten(), lambda t: t.diagonal(0, 0, -1),
                       lambda t: t.unsqueeze(0), lambda t: t.narrow(a, 0, 1), lambda t: t.permute(*reversed(range(t.dim()))), lambda t: t.expand(2, *t.shape)[1], lambda t: t.expand(2, *t.shape).narrow(0, 0, 1),
                       lambda t: t.expand(t.shape[0], *t.shape).diagonal(), lambda t: t.unfold(0, min(2, t.shape[0]), 1)[:1]])
    def f(t):
        copy = t.clone()
        other = copy.reshape(-1)
        write(look(copy), n)
        return copy, other
    return f, [i]


@kind("write", 4)
def write_to_state(d, v):
    """A write to an input, a buffer, or whatever value there is; what was taken of it before sees it."""
    i = d.pick(v, lambda t: t.dtype != torch.bool and t.numel() > 0)
    write, n = d.r.choice(WRITES), d.number()
    def f(t):
        before = t.view(-1) if t.is_contiguous() else t
        write(t, n)
        return before, t
    return f, [i]


def look(d, t):
    """A view of the tensor that shows no element twice."""
    a, b = d.r.randrange(t.dim()), d.dim(t)
    size = t.shape[a]
    at, step, order = d.r.randrange(size), d.r.choice([1, 2, 3]), d.r.sample(range(t.dim()), t.dim())
    return d.r.choice([lambda t: t.transpose(a, b), lambda t: t.permute(order), lambda t: t.unsqueeze(a), lambda t: t.squeeze(), lambda t: t.squeeze(a), lambda t: t.select(a, at), lambda t: t.narrow(a, at, 1),
                       lambda t: t.movedim(a, b), lambda t: t.unflatten(a, (-1, 1)), lambda t: t.unbind(a)[at], lambda t: t.chunk(2, a)[0], lambda t: t.split(1, a)[at], lambda t: t.split([at, size - at], a)[1],
                       lambda t: t[..., ::step], lambda t: t[at:], lambda t: t[at::step], lambda t: t.diagonal(0, 0, -1), lambda t: t.view(-1), lambda t: t.flatten(), lambda t: t.mT, lambda t: t.swapaxes(a, b), lambda t: t.detach(),
                       lambda t: t[None], lambda t: t.expand(2, *t.shape)[1], lambda t: t.expand(3, *t.shape).narrow(0, 2, 1), lambda t: t.unfold(a, 1, step), lambda t: t.unfold(a, min(2, size), 1).select(a, 0),
                       lambda t: t.tensor_split(2, a)[1], lambda t: torch.atleast_3d(t), lambda t: t.view_as(t), lambda t: t.expand_as(t), lambda t: t.reshape(-1), lambda t: t.as_strided((1, size), (1, 1)),
                       lambda t: t.view(torch.int32) if t.dtype == torch.float32 else t, lambda t: t.reshape(*t.shape[::-1]), lambda t: torch.broadcast_to(t, (1, *t.shape)), lambda t: t.T, lambda t: torch.hsplit(t, 1)[0]])


def in_place(d, t):
    """A write to the whole tensor, or to parts of it by places and masks."""
    n, a = d.number(), d.dim(t) if t.dim() else 0
    like, mask = d.tensor(t.shape, t.dtype), d.tensor(t.shape, torch.bool)
    row = like.select(a, 0) if t.dim() and t.numel() else like
    places = torch.zeros(1, dtype=torch.int64)
    any_dtype = [lambda t: t.add_(n), lambda t: t.add_(like, alpha=2), lambda t: t.sub_(row.unsqueeze(a) if t.dim() else row), lambda t: t.mul_(like), lambda t: t.fill_(n), lambda t: t.zero_(), lambda t: t.copy_(row.unsqueeze(a) if t.dim() else row),
                 lambda t: t.copy_(like.double()), lambda t: t.neg_(), lambda t: t.abs_(), lambda t: t.sign_(), lambda t: t.square_(), lambda t: t.clamp_(-1, 2), lambda t: t.clamp_min_(0), lambda t: t.clip_(max=1), lambda t: t.relu_(),
                 lambda t: t.masked_fill_(mask, n), lambda t: t.masked_scatter_(mask, like), lambda t: t.index_fill_(a, places, n), lambda t: t.index_add_(a, places, like.narrow(a, 0, 1)), lambda t: t.index_copy_(a, places, like.narrow(a, 0, 1)),
                 lambda t: t.scatter_(a, torch.zeros_like(mask, dtype=torch.int64), n), lambda t: t.scatter_add_(a, torch.zeros_like(mask, dtype=torch.int64), like), lambda t: t.eq_(like), lambda t: t.lt_(n), lambda t: t.logical_not_(),
                 lambda t: t.cumsum_(a), lambda t: t.tril_(), lambda t: t.triu_(1), lambda t: t.fill_diagonal_(n), lambda t: t.remainder_(3), lambda t: t.pow_(2), lambda t: t.copy_(t.flip(0).clone()), lambda t: t.__setitem__(0, n),
                 lambda t: t.__setitem__((..., 0), 1), lambda t: t.__setitem__(mask, n), lambda t: t.squeeze_(), lambda t: t.unsqueeze_(a), lambda t: t.transpose_(0, -1).add_(1), lambda t: t.t_().mul_(2), lambda t: t.addcmul_(like, like, value=2)]
    real = [lambda t: t.div_(2), lambda t: t.sigmoid_(), lambda t: t.tanh_(), lambda t: t.round_(), lambda t: t.floor_(), lambda t: t.frac_(), lambda t: t.lerp_(like, 0.25), lambda t: t.atan2_(like), lambda t: t.addcdiv_(like, like.abs() + 1), lambda t: t.hypot_(like),
            lambda t: t.copysign_(like), lambda t: F.leaky_relu_(t, 0.1), lambda t: F.elu_(t), lambda t: t.nan_to_num_(), lambda t: F.hardtanh_(t), lambda t: t.erf_(), lambda t: F.silu(t, inplace=True), lambda t: F.hardswish(t, inplace=True), lambda t: t.renorm_(2, a, 1.0)]
    whole = [lambda t: t.bitwise_and_(3), lambda t: t.bitwise_xor_(like), lambda t: t.bitwise_not_(), lambda t: t.floor_divide_(2), lambda t: t.gcd_(like), lambda t: t.fmod_(3)]
    return d.r.choice(any_dtype + (real if is_float(t) else whole))


@kind("write", 10)
def write_through_views(d, v):
    """A write through views of views of a copy; the copy, what was taken before and what is taken behind see it."""
    i = d.pick(v, lambda t: t.dim() > 0 and t.numel() > 0 and t.dtype != torch.bool)
    if i is None:
        return None
    shown, looks = v[i].clone(), []
    for _ in range(d.r.randint(1, 3)):
        if shown.dim() == 0 or shown.numel() == 0:
            break
        looks.append(look(d, shown))
        shown = looks[-1](shown)
    write, early = in_place(d, shown), d.r.randrange(len(looks))
    def f(t):
        copy = t.clone()
        parts = [copy]
        for l in looks:
            parts.append(l(parts[-1]))
        write(parts[-1])
        return copy, parts[early], looks[0](copy)
    return f, [i]


@kind("index", 8)
def index(d, v):
    i = d.pick(v, lambda t: t.dim() > 0 and t.shape[0] > 1)
    if i is None:
        return None
    t, n = v[i], d.number()
    rows = d.tensor([3], torch.int64).abs() % t.shape[0]
    mask = d.tensor([t.shape[0]], torch.bool)
    def put(t):
        copy = t.clone()
        copy[0] = n
        copy[rows] = copy[0]
        return copy
    def slice_write(t):
        copy = t.clone()
        copy[1:] = copy[:-1].clone()
        return copy
    whole = torch.zeros_like(t, dtype=torch.int64)
    return d.r.choice([lambda t: t[rows], lambda t: t.index_select(0, rows), put, slice_write, lambda t: t.gather(0, whole), lambda t: t.scatter(0, whole, n), lambda t: t.scatter_add(0, whole, t), lambda t: t[:, None],
                       lambda t: t.index_fill(0, rows, n), lambda t: t.index_add(0, rows, t[rows]), lambda t: t.masked_fill(mask.reshape([-1] + [1] * (t.dim() - 1)), n), lambda t: torch.where(t.bool(), t, t.flip(0)),
                       lambda t: t.index_put((rows,), t[0]), lambda t: t.take(whole), lambda t: t.slice_scatter(t[:1] * 2, 0, 1, 2), lambda t: t.select_scatter(t[0], 0, 1), lambda t: t.topk(1, 0)]), [i]


@kind("join", 5)
def join(d, v):
    i = d.pick(v, lambda t: t.dim() > 0)
    if i is None:
        return None
    j = d.pick(v, lambda t: t.shape == v[i].shape)
    a = d.dim(v[i])
    return d.r.choice([lambda s, t: torch.cat([s, t], a), lambda s, t: torch.stack([s, t], a), lambda s, t: torch.hstack([s, t]), lambda s, t: torch.cat([s, t, s], 0), lambda s, t: torch.broadcast_tensors(s, t)]), [i, j]


@kind("layer", 7)
def layer(d, v):
    i = d.pick(v, lambda t: t.dtype == torch.float32 and t.dim() >= 2 and t.numel() > 1)
    if i is None:
        return None
    t = v[i]
    last = t.shape[-1]
    w, b = d.tensor([4, last], torch.float32), d.tensor([last], torch.float32)
    choices = [lambda t: F.linear(t, w), lambda t: t @ w.T, lambda t: F.layer_norm(t, (last,), b), lambda t: torch.einsum("...a,ba->...b", t, w), lambda t: F.batch_norm(t, None, None, None, None, True),
               lambda t: F.batch_norm(t, torch.zeros(t.shape[1]), torch.ones(t.shape[1]), training=False), lambda t: F.instance_norm(t) if t.dim() > 2 else t, lambda t: F.group_norm(t, 1), lambda t: F.rms_norm(t, (last,)),
               lambda t: torch.cdist(t, t), lambda t: F.glu(torch.cat([t, t], -1)), lambda t: F.dropout(t, 0.5, training=False), lambda t: F.cosine_similarity(t, t + 1, dim=-1)]
    if t.dim() in (3, 4):
        channels, flat = t.shape[1], t.dim() == 3
        k = d.tensor([2, channels] + [1] * (t.dim() - 2), torch.float32)
        choices += 3 * [lambda t: (F.conv1d if flat else F.conv2d)(t, k, padding=1), lambda t: (F.avg_pool1d if flat else F.avg_pool2d)(t, 2, ceil_mode=True, padding=1), lambda t: (F.max_pool1d if flat else F.max_pool2d)(t, 1),
                        lambda t: (F.adaptive_avg_pool1d if flat else F.adaptive_avg_pool2d)(t, 1), lambda t: F.interpolate(t, scale_factor=2), lambda t: F.scaled_dot_product_attention(t, t, t)]
    return d.r.choice(choices), [i]


@kind("layer", 8)
def larger_layer(d, v):
    """Layers and functions of whole images, sequences and batches, on the elements of a value laid out for them."""
    i = d.pick(v, lambda t: t.dtype in (torch.float32, torch.float64) and t.numel() > 0)
    if i is None:
        return None
    of, r = v[i].dtype, d.r
    channels, side = r.choice([2, 4]), r.choice([4, 5, 6])
    mode, padding, ceil = r.choice(["mean", "sum", "none"]), r.randint(0, 1), r.random() < 0.5
    def weight(*shape):
        return d.tensor(list(shape), of) * 0.5
    def laid(t, *shape):
        count = 1
        for n in shape:
            count *= n
        return t.reshape(-1).repeat(count // t.numel() + 1)[:count].reshape(shape) * 0.5
    image, volume, line = (lambda t: laid(t, 2, channels, side, side)), (lambda t: laid(t, 1, channels, 4, 4, 4)), (lambda t: laid(t, 2, channels, side))
    rows, square = (lambda t: laid(t, 3, 5)), (lambda t: laid(t, 2, 3, 3))
    classes, flags = torch.tensor([1, 0, 4]), torch.tensor([1.0, -1.0, 1.0], dtype=of)
    kernel, kernel3, kernel1 = weight(channels, channels, 3, 3), weight(channels, channels, 2, 2, 2), weight(channels, channels, 3)
    other, like, target = weight(3, 5), weight(2, 3, 3), d.tensor([3, 5], of).sigmoid()
    grid, r_mode = d.tensor([2, 3, 3, 2], of).tanh(), r.choice(["zeros", "border", "reflection"])
    weight_of_pairs = weight(2, 5, 5)
    table = weight(5, 3)
    return r.choice([
        lambda t: F.conv2d(image(t), kernel, stride=2, padding=padding), lambda t: F.conv2d(image(t), kernel[:, :1], groups=channels, dilation=1 + padding), lambda t: F.conv_transpose2d(image(t), kernel, stride=2, padding=padding, output_padding=1),
        lambda t: F.conv3d(volume(t), kernel3, padding=padding), lambda t: F.conv_transpose1d(line(t), kernel1, padding=padding), lambda t: F.conv_transpose3d(volume(t), kernel3), lambda t: F.conv2d(image(t), kernel, padding="same"),
        lambda t: F.max_pool2d(image(t), 3, 2, padding, ceil_mode=ceil), lambda t: F.max_pool2d(image(t), 2, return_indices=True), lambda t: F.avg_pool2d(image(t), 3, 2, padding, ceil_mode=ceil, count_include_pad=ceil),
        lambda t: F.max_pool3d(volume(t), 2, 1, padding), lambda t: F.avg_pool3d(volume(t), 2, ceil_mode=ceil), lambda t: F.lp_pool2d(image(t).abs() + 0.1, 2, 2), lambda t: F.adaptive_avg_pool2d(image(t), (3, 2)),
        lambda t: F.adaptive_max_pool2d(image(t), (2, 3), return_indices=True), lambda t: F.adaptive_avg_pool3d(volume(t), 2), lambda t: F.adaptive_max_pool1d(line(t), 2),
        lambda t: F.interpolate(image(t), scale_factor=1.5, mode="bilinear", align_corners=ceil), lambda t: F.interpolate(image(t), size=(7, 3), mode="bicubic"), lambda t: F.interpolate(line(t), size=7, mode="linear"),
        lambda t: F.interpolate(image(t), size=(3, 9), mode="nearest-exact"), lambda t: F.interpolate(volume(t), scale_factor=2, mode="trilinear"), lambda t: F.interpolate(image(t), size=(3, 3), mode="bilinear", antialias=True), lambda t: F.interpolate(image(t), size=(2, 3), mode="area"),
        lambda t: F.pixel_shuffle(laid(t, 1, 4, 3, 3), 2), lambda t: F.pixel_unshuffle(laid(t, 1, 1, 4, 4), 2), lambda t: F.channel_shuffle(laid(t, 1, 4, 2, 2), 2), lambda t: F.unfold(image(t), 2, padding=padding), lambda t: F.fold(laid(t, 1, 8, 4), (3, 3), 2),
        lambda t: F.grid_sample(image(t), grid, padding_mode=r_mode, align_corners=ceil), lambda t: F.affine_grid(laid(t, 1, 2, 3), (1, 1, 3, 4), align_corners=ceil), lambda t: F.pad(image(t), (1, 2, 0, 1), mode="reflect"), lambda t: F.pad(line(t), (1, 2), mode="replicate"),
        lambda t: F.pad(image(t), (1, -1, 2, 0), value=0.5), lambda t: F.pad(image(t), (1, 1, 1, 1), mode="circular"), lambda t: F.local_response_norm(image(t), 2), lambda t: F.group_norm(image(t), 2), lambda t: F.batch_norm(image(t), None, None, training=True), lambda t: F.instance_norm(image(t)),
        lambda t: F.cross_entropy(rows(t), classes, reduction=mode, label_smoothing=0.1 * padding), lambda t: F.nll_loss(rows(t).log_softmax(1), classes, reduction=mode), lambda t: F.binary_cross_entropy(rows(t).sigmoid(), target, reduction=mode), lambda t: F.binary_cross_entropy_with_logits(rows(t), target, reduction=mode),
        lambda t: F.kl_div(rows(t).log_softmax(1), target, reduction=mode), lambda t: F.smooth_l1_loss(rows(t), other, reduction=mode), lambda t: F.huber_loss(rows(t), other, delta=0.5), lambda t: F.mse_loss(rows(t), other, reduction=mode), lambda t: F.l1_loss(rows(t), other, reduction=mode),
        lambda t: F.poisson_nll_loss(rows(t), target), lambda t: F.gaussian_nll_loss(rows(t), other, target), lambda t: F.cosine_embedding_loss(rows(t), other, flags), lambda t: F.margin_ranking_loss(rows(t)[:, 0], other[:, 0], flags), lambda t: F.triplet_margin_loss(rows(t), other, target),
        lambda t: F.hinge_embedding_loss(rows(t)[:, 0], flags), lambda t: F.soft_margin_loss(rows(t)[:, 0], flags), lambda t: F.multi_margin_loss(rows(t), classes), lambda t: F.multilabel_soft_margin_loss(rows(t), target.round()),
        lambda t: F.embedding(classes, laid(t, 5, 3)), lambda t: F.embedding_bag(classes[None] % 3, laid(t, 5, 3), mode="mean"), lambda t: F.one_hot(rows(t).argmax(1), 6), lambda t: F.pairwise_distance(rows(t), other), lambda t: torch.pdist(rows(t)), lambda t: F.bilinear(rows(t), other, weight_of_pairs),
        lambda t: torch.tensordot(square(t), like, ([1, 2], [2, 0])), lambda t: torch.baddbmm(square(t), like, like, beta=0.5, alpha=2), lambda t: torch.addmm(table.T @ table, laid(t, 3, 5), table, alpha=0.5), lambda t: torch.addbmm(like[0], square(t), like), lambda t: torch.addmv(table[:, 0], table, laid(t, 3)),
        lambda t: torch.addr(like[0], laid(t, 3), laid(t, 3)), lambda t: torch.outer(laid(t, 3), table[:, 1]), lambda t: torch.kron(rows(t), table[:2]), lambda t: torch.linalg.cross(square(t), like), lambda t: torch.cov(rows(t)), lambda t: torch.corrcoef(rows(t)), lambda t: torch.trapezoid(rows(t)),
        lambda t: torch.diff(rows(t), n=2), lambda t: torch.gradient(rows(t))[0], lambda t: torch.diag_embed(rows(t), 1), lambda t: torch.block_diag(rows(t), table), lambda t: torch.combinations(laid(t, 4)), lambda t: torch.quantile(rows(t), 0.3, dim=1), lambda t: torch.nanquantile(rows(t), 0.7),
        lambda t: torch.renorm(rows(t), 2, 0, 1.0), lambda t: torch.cdist(square(t), like, p=1.0), lambda t: F.softmin(rows(t), 1), lambda t: torch.vander(laid(t, 4)), lambda t: torch.std_mean(rows(t), 1), lambda t: torch.var_mean(rows(t), (0, 1)), lambda t: torch.nansum(rows(t), 0), lambda t: torch.nanmean(rows(t)),
        lambda t: rows(t).scatter_reduce(1, classes[:, None], other, "amax"), lambda t: rows(t).scatter_reduce(1, classes[:, None], other, "mean"), lambda t: rows(t).scatter_reduce(0, classes[:, None] % 3, other, "prod", include_self=ceil), lambda t: rows(t).index_reduce(1, classes, other[:, :3], "amin"),
        lambda t: rows(t).put(classes, flags, accumulate=ceil), lambda t: rows(t).take_along_dim(classes[:, None], 1), lambda t: torch.histc(rows(t), 4, -1, 1), lambda t: torch.bincount(classes, flags.abs()) + laid(t, 5), lambda t: torch.cumulative_trapezoid(rows(t)), lambda t: torch.matmul(square(t), laid(t, 3)),
        lambda t: torch.einsum("bij,bjk->ik", square(t), like), lambda t: torch.einsum("ij,kj,k->i", rows(t), other, flags), lambda t: F.scaled_dot_product_attention(square(t)[:, None], like[:, None], like[:, None], is_causal=True), lambda t: torch.logit(rows(t).sigmoid(), 1e-3), lambda t: torch.dist(rows(t), other, 3),
        lambda t: torch.linalg.vector_norm(rows(t), 3, dim=1), lambda t: torch.linalg.matrix_norm(square(t)), lambda t: torch.clamp(rows(t), other - 1, other + 1), lambda t: torch.frexp(rows(t))[0], lambda t: torch.nextafter(rows(t), other), lambda t: torch.polygamma(1, target + 1), lambda t: torch.mvlgamma(target + 2, 2),
        lambda t: torch.logaddexp2(rows(t), other), lambda t: torch.ldexp(rows(t), classes[0]), lambda t: torch.heaviside(rows(t), other), lambda t: torch.float_power(rows(t).abs() + 0.1, 2).to(of), lambda t: torch.multiply(rows(t), 3), lambda t: torch.special.xlog1py(rows(t), target), lambda t: torch.special.log_ndtr(rows(t))]), [i]


@kind("complex", 3)
def to_complex(d, v):
    i = d.pick(v, lambda t: t.dtype in (torch.float32, torch.float64))
    if i is None:
        return None
    choices = [lambda t: torch.complex(t, t.cos()), lambda t: torch.polar(t.abs(), t), lambda t: t.to(torch.complex64), lambda t: t * (1 + 2j), lambda t: torch.view_as_complex(torch.stack([t, t.sin()], -1))]
    if v[i].dim() > 0:
        n, norm, dim = d.r.choice([None, 3, 4, 6]), d.r.choice([None, "ortho", "forward"]), d.dim(v[i])
        choices += [lambda t: torch.fft.fft(t, n, dim, norm), lambda t: torch.fft.rfft(t, n, dim, norm), lambda t: torch.fft.ihfft(t, n, dim, norm), lambda t: torch.fft.fftn(t, norm=norm), lambda t: torch.fft.rfftn(t)]
    return d.r.choice(choices), [i]


@kind("complex", 5)
def of_complex(d, v):
    i = d.pick(v, torch.is_complex)
    if i is None:
        return None
    choices = [torch.abs, torch.angle, torch.real, torch.imag, torch.conj, torch.neg, torch.sgn, torch.square, torch.sin, torch.tanh, torch.sigmoid, torch.view_as_real, torch.isnan, torch.sum, torch.mean,
               lambda t: t * t.conj(), lambda t: t.exp() if t.numel() < 9 else t / 2, lambda t: (t.abs() + 1) * t, lambda t: t / (t.abs() + 1), lambda t: t == t.conj(), lambda t: torch.where(t.real > 0, t, -t),
               lambda t: torch.sqrt(t + 2), lambda t: torch.log(t.abs() + 1 + 0.5j), lambda t: t.reshape(-1), lambda t: t.unsqueeze(0).expand(2, *t.shape), lambda t: torch.cat([t, t.conj()]) if t.dim() else t + 1j,
               lambda t: t.to(torch.complex128), lambda t: t - (0.5 - 1j), lambda t: t.clone().mul_(2j), lambda t: torch.outer(t.flatten(), t.flatten())]
    if v[i].dim() > 0:
        norm, dim = d.r.choice([None, "ortho", "forward"]), d.dim(v[i])
        choices += [lambda t: torch.fft.ifft(t, dim=dim, norm=norm), lambda t: torch.fft.irfft(t, 6, dim, norm), lambda t: torch.fft.hfft(t, 5, dim, norm), lambda t: torch.fft.ifftn(t), lambda t: torch.fft.fftshift(t),
                    lambda t: t.sum(dim), lambda t: t.flip(dim), lambda t: t.cumsum(dim), lambda t: t.select(dim, 0), lambda t: t.transpose(0, dim)]
    if v[i].dim() > 1:
        choices += [lambda t: t @ t.mH, lambda t: torch.matmul(t.mT, t)]
    return d.r.choice(choices), [i]


@kind("linalg", 4)
def linear_algebra(d, v):
    """Of a well conditioned matrix made of a value; where results are unique up to a sign, what does not depend on it."""
    i = d.pick(v, lambda t: t.dtype in (torch.float32, torch.float64) and t.numel() > 0)
    if i is None:
        return None
    side, power = d.r.choice([2, 3, 4]), d.r.choice([-2, 0, 1, 3, 5])
    eye, right, vector = torch.eye(side, dtype=v[i].dtype), d.tensor([2, side, 2], v[i].dtype), d.tensor([side], v[i].dtype)
    def tall(t):
        return t.reshape(-1).repeat(4 * side * side // t.numel() + 1)[:2 * side * side].reshape(2, side, side).tanh()
    def square(t):
        return tall(t) + 2 * eye
    def positive(t):
        return tall(t) @ tall(t).mT + eye
    L = torch.linalg
    return d.r.choice([
        lambda t: L.inv(square(t)), lambda t: L.solve(square(t), right), lambda t: L.solve(square(t), vector), lambda t: L.det(square(t)), lambda t: L.slogdet(square(t))[1], lambda t: torch.logdet(positive(t)),
        lambda t: L.cholesky(positive(t)), lambda t: torch.cholesky_solve(right, L.cholesky(positive(t))), lambda t: L.solve_triangular(square(t).tril(), right, upper=False), lambda t: torch.cholesky_inverse(L.cholesky(positive(t))),
        lambda t: L.qr(square(t))[1].abs(), lambda t: L.svdvals(square(t)), lambda t: L.eigvalsh(positive(t)), lambda t: L.eigh(positive(t))[0], lambda t: L.pinv(square(t)), lambda t: L.lstsq(square(t), right)[0],
        lambda t: L.matrix_power(square(t), power), lambda t: L.matrix_exp(tall(t)), lambda t: L.multi_dot([tall(t)[0], eye, square(t)[1]]), lambda t: L.matrix_rank(square(t)), lambda t: L.cond(square(t)), lambda t: L.norm(square(t)),
        lambda t: L.matrix_norm(square(t), "nuc"), lambda t: L.matrix_norm(square(t), 2), lambda t: L.vector_norm(tall(t), 1, dim=-1), lambda t: L.lu_factor(square(t))[0], lambda t: torch.lu_solve(right, *L.lu_factor(square(t))),
        lambda t: L.ldl_factor(positive(t))[0] @ eye, lambda t: L.inv_ex(square(t))[0], lambda t: L.tensorinv(square(t)[0].reshape(side, side), ind=1), lambda t: L.vander(vector), lambda t: L.vecdot(tall(t), square(t)),
        lambda t: torch.trace(tall(t)[0]), lambda t: torch.chain_matmul(tall(t)[0], eye), lambda t: L.diagonal(square(t)), lambda t: torch.triangular_solve(right, square(t).triu())[0]]), [i]


@kind("special", 3)
def special_function(d, v):
    i = d.pick(v, lambda t: t.dtype in (torch.float32, torch.float64))
    if i is None:
        return None
    f = d.r.choice([name for name in dir(torch.special) if not name.startswith("_")])
    f, degree = getattr(torch.special, f), d.r.randint(0, 4)
    def call(t):
        try:
            return f(t)
        except TypeError:
            pass
        try:
            return f(t, degree)
        except TypeError:
            return f(degree + 1, t)
    return call, [i]


@kind("values", 2)
def unusual_values(d, v):
    """Zeros with a sign, numbers too small to be normal, and the extremes of integers in the place of some elements."""
    i = d.pick(v, lambda t: t.dtype != torch.bool and not t.is_complex())
    if i is None:
        return None
    of = v[i].dtype
    number = d.r.choice([-0.0, torch.finfo(of).tiny / 4, -torch.finfo(of).tiny, torch.finfo(of).eps]) if of.is_floating_point else d.r.choice([torch.iinfo(of).min, torch.iinfo(of).max])
    return d.r.choice([lambda t: torch.where(t > 0, torch.full_like(t, number), t), lambda t: t.masked_fill(t < 1, number), lambda t: torch.full_like(t, number) * (t != 0)]), [i]


@kind("loop", 2)
def loop(d, v):
    i = d.pick(v, lambda t: t.dtype == torch.float32 and t.numel() > 0 and t.dim() > 0)
    if i is None:
        return None
    times, step = d.r.randint(1, 4), d.r.choice([lambda t: t.sin() + 0.5, lambda t: t * 0.5, lambda t: torch.tanh(t) - t.mean(), lambda t: t.flip(0)])
    def repeated(t):
        return torch._higher_order_ops.while_loop(lambda n, t: n < times, lambda n, t: (n + 1, step(t)), (torch.tensor(0), t.clone()))[1]
    def until_small(t):
        return torch._higher_order_ops.while_loop(lambda t: t.abs().sum() > 1, lambda t: (t * 0.25,), (t.clone(),))[0]
    which = d.r.randrange(2)
    def scanned(t):
        return torch._higher_order_ops.scan(lambda c, x: (step(c) + x, c * x), torch.ones_like(t[0]), t)[which]
    return d.r.choice([repeated, repeated, until_small] + ([scanned] if v[i].dim() > 1 else [])), [i]


@kind("control", 2)
def cond(d, v):
    i = d.pick(v, lambda t: is_float(t) and t.numel() > 0)
    if i is None:
        return None
    yes, no = d.r.sample([torch.sin, torch.cos, lambda t: t * 2, lambda t: t.clone() + 1, lambda t: t.neg()], 2)
    return lambda t: torch.cond(t.sum() > 0, yes, no, (t,)), [i]


@kind("region", 3)
def region(d, v):
    """A step without gradients, or under an autocast that casts nothing: a graph of its own in the program."""
    step = d.r.choice([unary_float, binary, unsaid_view, write_to_copy])(d, v)
    if step is None:
        return None
    function, operands = step
    without_grad = d.r.random() < 0.7

    def apart(*t):
        with torch.no_grad() if without_grad else torch.autocast("cpu", enabled=False):
            return function(*t)
    return apart, operands


def sane(t):
    if not isinstance(t, torch.Tensor) or t.numel() > 4096 or t.dim() > 5:
        return False
    return not (is_float(t) or t.is_complex()) or (bool(torch.isfinite(t).all()) and (t.numel() == 0 or float(t.abs().max()) < 1e3))


def draw(seed, kinds):
    """The module, its inputs, and further inputs of another size, or None."""
    d = Draw(seed)
    table = [(w, f) for name, w, f in KINDS.values() if not kinds or name in kinds]
    inputs = [d.tensor(d.shape(1 if i == 0 else 0), d.dtype()) for i in range(d.r.randint(1, 3))]
    parameters = [d.tensor(d.shape(), torch.float32) for _ in range(d.r.randint(0, 1))]
    buffers = [d.tensor(d.shape(), d.dtype()) for _ in range(d.r.randint(0, 2))]
    first = [t.clone() for t in (*inputs, *parameters, *buffers)]
    begin = len(first)
    steps = []
    count = begin

    def replay(candidate):
        values = [t.clone() for t in first]
        for function, operands in candidate:
            out = function(*(values[i] for i in operands))
            values.extend(out if isinstance(out, (tuple, list)) else [out])
        return values

    values = replay([])
    for _ in range(40):
        if len(steps) >= d.r.randint(4, 14):
            break
        try:
            chosen = d.r.choices([f for _, f in table], weights=[w for w, _ in table])[0](d, values)
            if chosen is None or None in chosen[1]:
                continue
            tried = replay([*steps, chosen])
        except (RuntimeError, TypeError, IndexError, ValueError, NotImplementedError, AssertionError):
            continue
        if all(sane(t) for t in tried):
            steps.append(chosen)
            values = tried
    made = range(begin, len(values))
    if not made:
        return None
    kept = [i for i, t in enumerate(values) if t.dtype != torch.complex128]  # which safetensors does not hold
    results = sorted({kept[-1], *d.r.sample(kept, min(3, len(kept)))})
    return Steps(steps, results, parameters, buffers, nested=seed % 7 == 5), tuple(inputs)


class Recorder(torch.fx.Interpreter):
    """Keeps a copy of what every node gives when it gives it."""

    def __init__(self, module):
        super().__init__(module)
        self.values = {}

    def run_node(self, n):
        out = super().run_node(n)
        if n.op == "call_function" and isinstance(out, torch.Tensor) and out.dtype != torch.complex128:
            self.values[n.name] = plain(out)
        return out


def run_eager(module, inputs):
    """The results, and what the call has changed, by the names of cases; the module stays as it was."""
    held = {n: t.clone() for n, t in (*module.named_buffers(), *module.named_parameters())}
    given = [t.clone() for t in inputs]
    outputs = {f"output_{i}": plain(t) for i, t in enumerate(tree_leaves(module(*module.arranged(given))))}
    for name, b in module.named_buffers():
        if not torch.equal(b.nan_to_num(), held[name].nan_to_num()):
            outputs[f"mutated_buffer.{name}"] = b.clone().contiguous()
    for name, t in (*module.named_buffers(), *module.named_parameters()):
        t.data.copy_(held[name])
    for i, (before, after) in enumerate(zip(inputs, given)):
        if not torch.equal(before, after):
            outputs[f"mutated_input_{i}"] = after.contiguous()
    return outputs


def moved_by_rounding(module, inputs, outputs, times=8):
    """How far the results move when inputs and state move by a rounding error: infinite where a decision turns over."""
    g = torch.Generator().manual_seed(0)

    def nearby(t):
        return t * (1 + torch.finfo(t.dtype).eps * torch.randn(t.shape, generator=g).to(t.dtype)) if is_float(t) else t.clone()

    held = {n: t.clone() for n, t in (*module.named_buffers(), *module.named_parameters())}
    farthest = 0.0
    for _ in range(times):
        for name, t in (*module.named_buffers(), *module.named_parameters()):
            t.data.copy_(nearby(held[name]))
        moved = run_eager(module, [nearby(t) for t in inputs])
        for name, t in outputs.items():
            if name.startswith("output_") and is_float(t):
                if moved[name].shape != t.shape:
                    return float("inf")
                farthest = max([farthest, *((moved[name].double() - t.double()).abs() / (1 + t.double().abs())).flatten().tolist()])
    for name, t in (*module.named_buffers(), *module.named_parameters()):
        t.data.copy_(held[name])
    return farthest


def tolerance_of(module, inputs, outputs):
    """Eight times what rounding alone does, at least what the dtypes hold; None where the results say nothing: where they are not finite, or rounding decides them."""
    if any(not bool(torch.isfinite(t.to(torch.complex128)).all()) for t in outputs.values()):
        return None
    coarse = {torch.float16: 4e-3, torch.bfloat16: 3e-2}
    values = [t.dtype for t in (*inputs, *module.buffers(), *outputs.values()) if is_float(t)]
    least = max([1e-4] + [coarse[k] for k in values if k in coarse])
    rounding = moved_by_rounding(module, inputs, outputs)
    return max(least, 8 * rounding) if rounding <= 10 * least else None


def write_program(seed, folder, kinds):
    drawn = draw(seed, kinds)
    if drawn is None:
        return "nothing fits"
    module, inputs = drawn
    module.eval()
    try:
        outputs = run_eager(module, inputs)
        allowed = tolerance_of(module, inputs, outputs)
        if allowed is None:
            return "its results are not finite, or decided by rounding"
        dynamic = seed % 4 == 3 and inputs[0].dim() > 0 and inputs[0].shape[0] > 1
        shapes = module.arranged([{0: Dim("batch", min=2, max=64)} if dynamic and i == 0 else None for i in range(len(inputs))])
        given = module.arranged(inputs)
        try:
            program = torch.export.export(module, given, dynamic_shapes=(shapes,) if dynamic else None, strict=False)
        except Exception:
            dynamic = False
            program = torch.export.export(module, given, strict=False)
        folder.mkdir(parents=True)
        torch.export.save(program, str(folder / "model.pt2"))
        again = torch.export.load(str(folder / "model.pt2")).module()
        recorder = Recorder(again)
        recorder.run(*[t.clone() for t in inputs])
    except Exception as e:
        shutil.rmtree(folder, ignore_errors=True)
        return f"{type(e).__name__}: {str(e).splitlines()[0] if str(e) else ''}"
    save_file({f"input_{i}": t.contiguous() for i, t in enumerate(inputs)}, str(folder / "inputs.safetensors"))
    save_file(outputs, str(folder / "outputs.safetensors"))
    save_file({n: t for n, t in recorder.values.items()}, str(folder / "values.safetensors"))
    if dynamic:
        try:
            more = (torch.cat([inputs[0], inputs[0][:1]]), *inputs[1:])
            again = run_eager(module, more)
            save_file({f"input_{i}": t.contiguous() for i, t in enumerate(more)}, str(folder / "inputs.case1.safetensors"))
            save_file(again, str(folder / "outputs.case1.safetensors"))
        except Exception:
            pass  # the other size does not fit everything that was drawn
    (folder / "facts.json").write_text(json.dumps({"seed": seed, "tolerance": allowed}))
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graft_zoo")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--out", type=pathlib.Path, help="where programs stay; otherwise those that fail are drawn again by their seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kinds", default="", help="only steps of these kinds: " + ", ".join(sorted({k[0] for k in KINDS.values()})))
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or pathlib.Path(temporary)
        kinds = {k for k in arguments.kinds.split(",") if k}
        left = {}
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            folder = out / f"seed_{seed}"
            if not folder.exists():
                why = write_program(seed, folder, kinds)
                if why is not None:
                    left[seed] = why
        print(f"{arguments.count - len(left)} programs drawn, {len(left)} seeds gave none that torch exports")
        return subprocess.run([arguments.graft_zoo, "--jobs", str(arguments.jobs), str(out)]).returncode


if __name__ == "__main__":
    sys.exit(main())
