"""Records what torchao gives for its quantisation by blocks: record_torchao.py FOLDER

FOLDER receives `torchao.jsonl` and `torchao.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
Needs torchao.
"""
import pathlib
import sys

import torch
import torchao.quantization.quant_primitives  # noqa: F401  (registers its ops)

from record_calls import Recorder


def table():
    torch.manual_seed(0)
    for dtype in [torch.float32, torch.float16, torch.bfloat16]:
        x = torch.randn(4, 8).to(dtype)
        for block in [[1, 8], [4, 8], [1, 4], [2, 2], [1, 1]]:
            for mapping in ["SYMMETRIC", "SYMMETRIC_NO_CLIPPING_ERR", "ASYMMETRIC"]:
                for least, largest in [(None, None), (-8, 7)]:
                    yield "choose_qparams_affine", [x, mapping, block, torch.int8, least, largest, 1e-5, None, None, mapping == "SYMMETRIC"]
            shape = [n // b for n, b in zip(x.shape, block)]
            scale = (torch.rand(shape) + 0.5).to(dtype) / 8
            for target, least, largest in [(torch.int8, -8, 7), (torch.uint8, None, None), (torch.int8, -128, 127)]:
                zero = torch.randint(0, 7, shape, dtype=torch.int32)
                yield "quantize_affine", [x, block, scale, zero, target, least, largest]
                q = torch.randint(-8 if target == torch.int8 else 0, 8, x.shape).to(target)
                yield "dequantize_affine", [q, block, scale, zero, target, least, largest, dtype]
                yield "dequantize_affine", [q, block, scale, None, target, least, largest, torch.float32]
    x = torch.randn(4, 6)
    one, zero = torch.ones(4, 2), torch.zeros(4, 2, dtype=torch.int32)
    yield "quantize_affine", [x, [1, 4], one, zero, torch.int8, None, None]
    yield "quantize_affine", [x, [6], one, zero, torch.int8, None, None]
    yield "quantize_affine", [x, [1, 3], one, zero, torch.int8, -129, None]
    yield "quantize_affine", [x.double(), [1, 3], one, zero, torch.int8, None, None]
    yield "choose_qparams_affine", [x, "OTHER", [1, 3], torch.int8, None, None, None, None, None, False]
    yield "dequantize_affine", [zero, [1, 1], one, None, torch.int8, None, None, torch.float32]


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1]), "torchao")
    for name, args in table():
        recorder.call(f"torchao::{name}.default", args, {})


main()
