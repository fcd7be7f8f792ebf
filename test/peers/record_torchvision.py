"""Records what torchvision gives for its ops on regions, boxes and deformed convolutions: record_torchvision.py FOLDER

FOLDER receives `torchvision.jsonl` and `torchvision.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
Needs torchvision.
"""
import math
import pathlib
import sys

import torch
import torchvision  # noqa: F401  (registers its ops)

from record_calls import Recorder

# [image, x1, y1, x2, y2]: within, over each edge, outside, without extent, and turned around.
REGIONS = [[0, 0.5, 1, 4.25, 3.5], [1, -3, -2.5, 3, 2], [1, 3, 3, 12, 9], [0, 20, 20, 24, 24], [0, 2, 2, 2, 2],
           [1, 5, 4, 1, 2], [0, 0, 0, 6, 5]]


def regions():
    for dtype in [torch.float16, torch.float32, torch.float64]:
        rois = torch.tensor(REGIONS).to(dtype)
        x = torch.randn(2, 2, 5, 6).to(dtype)
        for given in [x, x.to(memory_format=torch.channels_last)] if dtype == torch.float32 else [x]:
            yield "roi_align", [given, rois, 1.0, 2, 3, 2, False]
            yield "roi_align", [given, rois, 0.5, 2, 2, -1, True]
        for samples in [0, 1, 3]:
            yield "roi_align", [x, rois, 0.75, 3, 2, samples, samples == 1]
        yield "roi_align", [x, rois[:0], 1.0, 2, 2, 2, False]
        x[0, 0, 2, 3], x[1, 1, 0, 0] = math.inf, math.nan
        for scale, size in [(1.0, (2, 3)), (0.5, (3, 2)), (2.0, (4, 4))]:
            yield "roi_pool", [x, rois, scale, *size]
        yield "roi_pool", [torch.full_like(x, -math.inf), rois, 1.0, 2, 2]
        x = torch.randn(2, 12, 4, 5).to(dtype)
        for scale, size in [(1.0, (2, 3)), (0.5, (3, 2)), (2.0, (1, 1))]:
            yield "ps_roi_pool", [x, rois, scale, *size]
            yield "ps_roi_align", [x, rois, scale, *size, 2]
            yield "ps_roi_align", [x, rois, scale, *size, -1]
    x, rois = torch.randn(2, 4, 3, 3), torch.tensor(REGIONS)
    for name, more in [("roi_align", [2, False]), ("roi_pool", []), ("ps_roi_align", [2]), ("ps_roi_pool", [])]:
        yield name, [x, rois[:, 1:], 1.0, 2, 2, *more]
        yield name, [x, rois.double(), 1.0, 2, 2, *more]
        yield name, [x.bfloat16(), rois.bfloat16(), 1.0, 2, 2, *more]
        yield name, [x, rois, 1.0, 0, 2, *more] if "ps" not in name else [x, rois, 1.0, 3, 2, *more]
        yield name, [x, rois, 1.0, -1, 2, *more] if "ps" not in name else [x, rois, 1.0, 3, 3, *more]


def boxes():
    for dtype in [torch.float32, torch.float64]:
        corner = torch.rand(12, 2) * 5
        dets = torch.cat([corner, corner + torch.rand(12, 2) * 4], 1).to(dtype)
        scores = torch.tensor([0.5, 0.25, 0.5, 0.9, 0.1, 0.5, 0.75, 0.3, 0.9, -1, math.nan, 0.2]).to(dtype)
        for threshold in [0.0, 0.1, 0.3, 0.5, 1.0, -1.0]:
            yield "nms", [dets, scores, threshold]
        yield "nms", [dets[:0], scores[:0], 0.5]
        yield "nms", [dets[:, [2, 3, 0, 1]], scores, 0.25]
        yield "nms", [torch.zeros_like(dets), scores, 0.25]
    for given, s in [(dets[0], scores), (corner, scores), (dets, scores[:3]), (dets, scores[None]), (dets, scores.float()),
                     (dets.half(), scores.half())]:
        yield "nms", [given, s, 0.5]


def deformed():
    for dtype in [torch.float16, torch.float32, torch.float64]:
        for groups, offset_groups, stride, pad, dilation, kernel in [
                (1, 1, (1, 1), (1, 1), (1, 1), (3, 3)), (2, 1, (2, 1), (0, 2), (1, 2), (3, 2)),
                (1, 2, (1, 1), (0, 0), (1, 1), (1, 1)), (4, 4, (1, 2), (2, 1), (2, 1), (2, 3))]:
            x = torch.randn(2, 4, 5, 5).to(dtype)
            weight = torch.randn(4, 4 // groups, *kernel).to(dtype)
            made = [(n + 2 * p - d * (k - 1) - 1) // s + 1
                    for n, p, d, k, s in zip((5, 5), pad, dilation, kernel, stride)]
            taps = offset_groups * kernel[0] * kernel[1]
            offset, mask = (torch.randn(2, 2 * taps, *made) * 2).to(dtype), torch.rand(2, taps, *made).to(dtype)
            bias = torch.randn(4).to(dtype)
            numbers = [*stride, *pad, *dilation, groups, offset_groups]
            yield "deform_conv2d", [x, weight, offset, mask, bias, *numbers, True]
            yield "deform_conv2d", [x, weight, offset, torch.zeros(2, 1).to(dtype), bias, *numbers, False]
    good = {"x": torch.randn(2, 4, 6, 5), "weight": torch.randn(4, 4, 3, 3), "offset": torch.randn(2, 18, 4, 3),
            "mask": torch.rand(2, 9, 4, 3), "bias": torch.randn(4)}
    for name, other in [("x", good["x"][0]), ("weight", torch.randn(4, 3, 3, 3)), ("weight", torch.randn(4, 4, 7, 3)),
                        ("offset", torch.randn(2, 17, 4, 3)), ("offset", torch.randn(2, 18, 4, 4)),
                        ("offset", torch.randn(1, 18, 4, 3)), ("mask", torch.rand(2, 8, 4, 3)),
                        ("mask", torch.rand(2, 9, 4, 4)), ("bias", torch.randn(3)), ("offset", good["offset"].double())]:
        yield "deform_conv2d", [*{**good, name: other}.values(), 1, 1, 0, 0, 1, 1, 1, 1, True]
    for at, number in [(2, -1), (6, 2), (6, 3), (7, 3)]:
        numbers = [1, 1, 0, 0, 1, 1, 1, 1]
        numbers[at] = number
        yield "deform_conv2d", [*good.values(), *numbers, True]
    yield "deform_conv2d", [t.bfloat16() for t in good.values()] + [1, 1, 0, 0, 1, 1, 1, 1, True]


def main():
    torch.manual_seed(0)
    recorder = Recorder(pathlib.Path(sys.argv[1]), "torchvision")
    for table in [regions(), boxes(), deformed()]:
        for name, args in table:
            recorder.call(f"torchvision::{name}.default", args, {})


main()
