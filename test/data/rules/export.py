"""Exports the programs of this folder: python export.py FOLDER, with torch 2.15."""
import json
import math
import pathlib
import struct
import sys

import torch
from torch import nn
from torch.nn import functional as F


class Sdpa(nn.Module):
    """sdpa with a mask, and gelu with the error function."""

    def forward(self, q, k, v, mask):
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return 0.5 * y * (1 + torch.erf(y / math.sqrt(2)))


class Attention(nn.Module):
    """Attention that is written out, a linear layer, and gelu with the hyperbolic tangent."""

    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 4)

    def forward(self, q, k, v, mask):
        y = self.out(torch.softmax(q @ k.transpose(-2, -1) / 2 + mask, -1) @ v)
        return 0.5 * y * (1 + torch.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * torch.pow(y, 3))))


class Gated(nn.Module):
    """rms_norm as a module and written out, silu, log(softmax), all in f16 but the last."""

    def __init__(self):
        super().__init__()
        self.norm = nn.RMSNorm(8)
        self.weight = nn.Parameter(torch.rand(8) + 0.5)
        self.gate = nn.Linear(8, 8)

    def forward(self, x):
        y = F.silu(self.gate(self.norm(x)))
        z = y.float()
        z = z * torch.rsqrt(z.pow(2).mean(-1, keepdim=True) + 1e-5)
        return torch.log(torch.softmax((z.to(x.dtype) * self.weight).float(), -1)).half()


class Images(nn.Module):
    """Convolutions with batch norm, one by groups, hardswish as a function and written out, hardtanh and relu."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.grouped = nn.Conv2d(4, 6, 2, groups=2)
        self.plain = nn.BatchNorm2d(6, affine=False)
        self.scale = nn.Parameter(torch.rand(6, 1, 1) + 0.5)

    def forward(self, x):
        x = F.hardswish(self.norm(self.conv(x)))
        x = self.plain(self.grouped(x)) * self.scale
        x = x * F.relu6(x + 3) / 6
        return F.adaptive_avg_pool2d(F.relu(F.hardtanh(x, -2, 2)), 1)


def write(path, tensors):
    header, data = {}, b""
    for name, t in tensors.items():
        raw = t.detach().contiguous().numpy().tobytes()
        kind = {torch.float32: "F32", torch.float16: "F16"}[t.dtype]
        header[name] = {"dtype": kind, "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def export(folder, name, module, *inputs):
    module = module.eval()
    for norm in module.modules():
        if isinstance(norm, nn.BatchNorm2d):
            norm.running_mean.uniform_(-1, 1)
            norm.running_var.uniform_(0.5, 2)
    target = folder / name
    target.mkdir(exist_ok=True)
    program = torch.export.export(module, inputs).run_decompositions()
    program._example_inputs = None
    for node in list(program.graph.nodes):
        if node.target is torch.ops.aten._assert_tensor_metadata.default:
            program.graph.erase_node(node)
        for key in ("stack_trace", "nn_module_stack", "source_fn_stack", "from_node", "torch_fn"):
            node.meta.pop(key, None)
    torch.export.save(program, target / "model.decomposed.pt2")
    write(target / "inputs.safetensors", {f"input_{i}": t for i, t in enumerate(inputs)})
    write(target / "outputs.safetensors", {"output_0": module(*inputs)})
    return program


if __name__ == "__main__":
    torch.manual_seed(1)
    torch.set_num_threads(1)
    here = pathlib.Path(sys.argv[1])
    mask = torch.zeros(5, 5).masked_fill(torch.ones(5, 5).triu(1).bool(), -math.inf)
    heads = [torch.randn(2, 3, 5, 4) for _ in range(3)]
    export(here, "sdpa", Sdpa(), *heads, mask)
    export(here, "attention", Attention(), *heads, mask)
    export(here, "gated", Gated().half(), torch.randn(3, 8).half())
    export(here, "images", Images(), torch.randn(2, 3, 8, 8))
