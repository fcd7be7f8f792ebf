"""Records what PyTorch gives for ops that few layers call, and for gradients: record_nn.py FOLDER

FOLDER receives `nn.jsonl` and `nn.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
"""
import itertools
import pathlib
import sys

import torch

from record_calls import Recorder

GRADIENTS = {"sigmoid_backward": [[]], "tanh_backward": [[]], "threshold_backward": [[0.5]],
             "silu_backward": [[]], "mish_backward": [[]], "logit_backward": [[None], [0.1], [1e-6]],
             "elu_backward": [], "glu_backward": [], "hardshrink_backward": [[0.5]], "softshrink_backward": [[0.5]],
             "hardsigmoid_backward": [[]], "hardswish_backward": [[]], "hardtanh_backward": [[-1.0, 1.0]],
             "leaky_relu_backward": [[0.1, False], [0.1, True]], "softplus_backward": [[1, 20], [2.0, 1.0]]}


def gradients(x, grad):
    for name, others in GRADIENTS.items():
        for rest in others:
            yield f"{name}.default", [grad, x, *rest], {}
    for approximate in ("none", "tanh"):
        yield "gelu_backward.default", [grad, x], {"approximate": approximate}
    yield "native_dropout_backward.default", [grad, x > 0, 1.25], {}
    for given in (False, True):
        yield "elu_backward.default", [grad, 1.5, 1.1, 0.7, given, x.clamp_min(-1)], {}
    yield "glu_backward.default", [grad[: len(x) // 2], x, 0], {}
    yield "log_sigmoid_backward.default", [grad, x, (-x.abs()).exp()], {}
    yield "_prelu_kernel_backward.default", [grad, x, torch.full_like(x, 0.25)], {}
    for name in ("_softmax_backward_data", "_log_softmax_backward_data"):
        y = x[:6].reshape(2, 3).softmax(1)
        yield f"{name}.default", [grad[:6].reshape(2, 3), y if name == "_softmax_backward_data" else y.log(), 1,
                                  x.dtype], {}
    yield "select_backward.default", [grad[:4], [3, 4], 0, 1], {}
    yield "slice_backward.default", [grad[:4].reshape(2, 2), [2, 5], 1, 1, 5, 2], {}
    yield "diagonal_backward.default", [grad[:3], [3, 4], 1, 0, 1], {}
    target = x.flip(0).sign()
    for reduction in (0, 1, 2):
        g = grad if reduction == 0 else grad[0]
        yield "mse_loss_backward.default", [g, x, target, reduction], {}
        for beta in (1.0, 0.3):
            yield "smooth_l1_loss_backward.default", [g, x, target, reduction, beta], {}
            yield "huber_loss_backward.default", [g, x, target, reduction, beta], {}
        yield "soft_margin_loss_backward.default", [g, x, target, reduction], {}
        for weight in (None, grad.abs()):
            yield "binary_cross_entropy_backward.default", [g, x.sigmoid(), x.flip(0).sigmoid(), weight, reduction], {}


def of_training(dtype):
    """Gradients of batch normalisations, of the logarithms at targets and of attention."""
    x, grad, weight = torch.randn(3, 2, 4).to(dtype), torch.randn(3, 2, 4).to(dtype), torch.randn(2).to(dtype)
    mean, var = torch.randn(2).to(dtype), (torch.rand(2) + 0.5).to(dtype)
    for w in (None, weight):
        yield "native_batch_norm_backward.default", [grad, x, w, mean, var, mean, var, True, 1e-5, [True] * 3], {}
        yield "native_batch_norm_backward.default", [grad, x, w, mean, var, None, None, False, 0.1, [True] * 3], {}
    for w in (None, weight):
        for reduction in (0, 1, 2):
            for ignored in (-100, 1):
                rest = [w, reduction, ignored, torch.tensor(1.5).to(dtype)]
                whole, at = reduction == 0, torch.tensor([1, 0, 1])
                g = grad[:, 0, 0].clone() if whole else grad[0, 0, 0]
                yield "nll_loss_backward.default", [g, x[:, :, 0].clone(), at, *rest], {}
                g, wide = grad[:, :1].clone() if whole else g, at.repeat_interleave(4).reshape(3, 1, 4)
                yield "nll_loss2d_backward.default", [g, x[:, :, None].clone(), wide, *rest], {}
    query, key, value, grad = (torch.randn(2, 2, 3, 4).to(dtype) for _ in range(4))
    for causal, mask in ((False, None), (True, None), (False, torch.randn(3, 3).to(dtype))):
        options = {"attn_mask": mask, "scale": 0.3 if causal else None}
        out = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(query, key, value, 0.0, causal, **options)
        yield "_scaled_dot_product_flash_attention_for_cpu_backward.default", [
            grad, query, key, value, *out, 0.0, causal], options


def quarters(dtype, *shape):
    """Numbers of which few make a sum that any dtype holds."""
    return (torch.randint(-8, 9, shape) / 4).to(dtype)


def laid_out(x):
    """A tensor as it is, and with channels last."""
    yield x
    if x.dim() > 3:
        yield x.contiguous(memory_format=torch.channels_last if x.dim() == 4 else torch.channels_last_3d)


def of_paddings(dtype):
    for sizes, pads in (([3], ([1, 2], [-1, 1])), ([3, 2], ([1, 0, 1, 2], [-1, 1, 2, 0])),
                        ([2, 2, 3], ([2, 1, 0, 1, 1, 1], [2, -2, 1, 0, 0, 0]))):
        for mode in ("replication", "reflection"):
            name = f"{mode}_pad{len(sizes)}d_backward.default"
            for pad in pads:
                padded = [n + pad[-2 * d - 2] + pad[-2 * d - 1] for d, n in enumerate(sizes)]
                for x in laid_out(quarters(dtype, 1, 2, *sizes)) if pad is pads[0] else (quarters(dtype, 1, *sizes),):
                    yield name, [quarters(dtype, *x.shape[: x.dim() - len(sizes)], *padded), x, pad], {}
            yield name, [quarters(dtype, 1, *sizes), quarters(dtype, 1, *sizes), pads[0]], {}


def of_poolings(dtype):
    for sizes in ((1, 2, 2, 3, 4), (2, 3, 4, 3)):
        for x in laid_out(quarters(dtype, *sizes)) if len(sizes) == 5 else (quarters(dtype, *sizes),):
            for kernel, stride, padding, ceil in (([2], [], [0], False), ([2, 3, 2], [1, 2, 2], [1, 1, 0], True)):
                pool = [kernel, stride, padding]
                pooled, at = torch.ops.aten.max_pool3d_with_indices(x.float(), *pool, [1], ceil)
                grad = quarters(dtype, *pooled.shape)
                if dtype in (torch.float32, torch.float64):
                    for counts, divisor in ((True, None), (False, None), (False, 3)):
                        rest = [*pool, ceil, counts, divisor]
                        yield "avg_pool3d_backward.default", [grad, x, *rest], {}
                yield "max_pool3d_with_indices_backward.default", [grad, x, *pool, [1], ceil, at], {}
            _, at = torch.ops.aten.adaptive_max_pool3d(x.float(), [2, 3, 2])
            grad = quarters(dtype, *at.shape)
            yield "adaptive_max_pool3d_backward.default", [grad, x, at], {}
            yield "_adaptive_avg_pool3d_backward.default", [grad, x], {}
    for x in (*laid_out(quarters(dtype, 2, 2, 4, 5)), quarters(dtype, 2, 4, 5)):
        _, at = torch.ops.aten.adaptive_max_pool2d(x.float(), [3, 2])
        yield "adaptive_max_pool2d_backward.default", [quarters(dtype, *at.shape), x, at], {}


def of_resizings(dtype):
    lines, planes, volumes = (quarters(dtype, 1, 2, *sizes) for sizes in ([5], [5, 4], [3, 5, 4]))
    for prefix in ("upsample_nearest", "_upsample_nearest_exact"):
        for small, scales in (([3], [None]), ([3], [1.7]), ([5], [2.0]), ([11], [0.4]), ([1], [None])):
            yield f"{prefix}1d_backward.default", [lines, [5], [1, 2, *small], *scales], {}
        yield f"{prefix}1d_backward.default", [planes[:, :, 0].clone(), [4], [1, 2, 2], 8.0], {}
        for grad in laid_out(planes):
            yield f"{prefix}2d_backward.default", [grad, [5, 4], [1, 2, 2, 2], None, 2.5], {}
            yield f"{prefix}2d_backward.default", [grad, [5, 4], [1, 2, 7, 3]], {}
        for grad in laid_out(volumes):
            yield f"{prefix}3d_backward.default", [grad, [3, 5, 4], [1, 2, 2, 3, 5], 1.5, 1.7, None], {}
    for aligned in (False, True):
        for small, scales in (([3], [None]), ([3], [1.7]), ([5], [2.0]), ([11], [0.4]), ([1], [None])):
            yield "upsample_linear1d_backward.default", [lines, [5], [1, 2, *small], aligned, *scales], {}
        yield "upsample_linear1d_backward.default", [lines[:, :, :1].clone(), [1], [1, 2, 3], aligned], {}
        for grad in laid_out(planes):
            for name in ("upsample_bilinear2d_backward.default", "upsample_bicubic2d_backward.default"):
                yield name, [grad, [5, 4], [1, 2, 2, 3], aligned, None, 1.3], {}
                yield name, [grad, [5, 4], [1, 2, 7, 4], aligned, None, 1.5], {}
                yield name, [grad, [5, 4], [1, 2, 5, 4], aligned, 1.5, 1.5], {}
        for grad in laid_out(volumes):
            rest = [[3, 5, 4], [1, 2, 2, 3, 5], aligned, 1.5, 1.7, None]
            yield "upsample_trilinear3d_backward.default", [grad, *rest], {}


def of_distances(dtype):
    """And of what is resized without aliases and of places in images and volumes: of floats that are not narrow."""
    a, b = torch.randn(2, 1, 3, 4).to(dtype), torch.randn(2, 5, 4).to(dtype)
    b[0, 0] = a[0, 0, 0]
    for p in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, float("inf")):
        for x, y in ((a, b),) if p != 2 else ((a, b), (a[0, 0], b[1]), (a[0, 0, :0], b[1])):
            apart = torch.cdist(x.float(), y.float(), p).to(dtype)
            yield "_cdist_backward.default", [torch.randn(apart.shape).to(dtype), x, y, p, apart], {}
        pairs = torch.pdist(b[0].float(), p).to(dtype)
        yield "_pdist_backward.default", [torch.randn(10).to(dtype), b[0].clone(), p, pairs], {}
    plane = quarters(dtype, 1, 2, 5, 4)
    for name, aligned in itertools.product(("bilinear", "bicubic"), (False, True)):
        for small, scales in (([2, 3], [None, 1.3]), ([7, 9], [None, 0.5]), ([5, 4], [1.5, 1.5]), ([1, 1], [])):
            for grad in laid_out(plane):
                rest = [[5, 4], [1, 2, *small], aligned, *scales]
                yield f"_upsample_{name}2d_aa_backward.default", [grad, *rest], {}
        grad = plane[:, :, :1, :1].clone()
        yield f"_upsample_{name}2d_aa_backward.default", [grad, [1, 1], [1, 2, 3, 4], aligned], {}
    image, volume = quarters(dtype, 1, 2, 4, 5), quarters(dtype, 1, 2, 3, 2, 4)
    for mode, padding, aligned in itertools.product(range(3), range(3), (False, True)):
        # No place is a border or a corner, where roundings decide.
        grid, wide = (torch.randint(-20, 20, s).to(dtype) / 8 + 0.046875 for s in ((1, 3, 2, 2), (1, 2, 1, 3, 3)))
        rest = [mode, padding, aligned, [True, True]]
        yield "grid_sampler_2d_backward.default", [quarters(dtype, 1, 2, 3, 2), image, grid, *rest], {}
        if mode < 2:
            yield "grid_sampler_3d_backward.default", [quarters(dtype, 1, 2, 2, 1, 3), volume, wide, *rest], {}


def of_lookups(dtype):
    """And of places in images and volumes, of rows in bags, of norms, of slopes and of masks."""
    # Of halves of elements any dtype holds all sums.
    image, volume = quarters(dtype, 1, 1, 2, 4), quarters(dtype, 1, 1, 2, 4, 2)
    for padding in range(3):
        grid, wide = (torch.randint(-6, 6, s).to(dtype) / 4 for s in ((1, 3, 1, 2), (1, 1, 3, 1, 3)))
        rest = [0, padding, False, [True, True]]
        yield "grid_sampler_2d_backward.default", [quarters(dtype, 1, 1, 3, 1), image, grid, *rest], {}
        yield "grid_sampler_3d_backward.default", [quarters(dtype, 1, 1, 1, 3, 1), volume, wide, *rest], {}
    none, words, begins = torch.tensor([], dtype=torch.int64), torch.tensor([1, 2, 1, 4, 0]), torch.tensor([0, 2, 2])
    grad, table, weights = quarters(dtype, 3, 2), quarters(dtype, 5, 2), quarters(dtype, 5)
    for mode in range(3):
        _, bags, sizes, maxima = torch.ops.aten._embedding_bag(table.double(), words, begins, False, mode)
        of_sums = weights if mode == 0 else None
        for by_frequency, w, unused in ((False, None, -1), (True, of_sums, -1), (False, None, 1)):
            rest = [sizes, maxima, 5, by_frequency, mode]
            yield "_embedding_bag_dense_backward.default", [grad, words, bags, *rest, w, unused], {}
            yield "_embedding_bag_backward.default", [grad, words, begins, bags, *rest, False, w, unused], {}
            if mode == 0:
                yield "_embedding_bag_backward.default", [grad, words, begins, none, *rest, False, w, unused], {}
        for noted in (none, bags)[mode:]:
            yield "_embedding_bag_per_sample_weights_backward.default", [grad, table, words, begins, noted, mode, 2], {}
    v, g = torch.randn(3, 2, 4).to(dtype), torch.randn(3, 2, 4).to(dtype)
    for dim, sizes in ((0, (3, 1, 1)), (2, (1, 1, 4))):
        others = [d for d in range(3) if d != dim]
        norms = v.to(torch.promote_types(dtype, torch.float32)).norm(dim=others, keepdim=True)
        yield "_weight_norm_interface_backward.default", [g, v, torch.randn(sizes).to(dtype), norms, dim], {}
    for training, is_result in itertools.product((False, True), (False, True)):
        yield "rrelu_with_noise_backward.default", [g, v, v.abs(), 0.1, 0.3, training, is_result], {}
    yield "rrelu_with_noise.default", [v, g, 0.1, 0.3, False], {}
    for mask, sizes in ((v > 0, [3, 2, 4]), (v[:, :1, :1] > 0, [3, 10]), (v[0] > 9, [0])):
        yield "masked_scatter_backward.default", [g, mask, sizes], {}


def of_levels(dtype):
    x, scales = torch.randn(3, 4).to(dtype), torch.tensor([0.5, 0.25, 0.1])
    points = torch.tensor([1, 0, -2], dtype=torch.int32)
    name = "fake_quantize_per_tensor_affine_cachemask"
    for scale, point in ((0.5, 1), (0.1, 0), (0.1, 9)):
        yield f"{name}.default", [x, scale, point, -8, 7], {}
        for on in (0, 1):
            given = [torch.tensor([scale]), torch.tensor([point], dtype=torch.int32), torch.tensor([on])]
            yield f"_{name}_tensor_qparams.default", [x, *given, -8, 7], {}
    yield "fake_quantize_per_channel_affine_cachemask.default", [x, scales, points, 0, -8, 7], {}
    yield "fake_quantize_per_channel_affine_cachemask.default", [x.T.contiguous(), scales, points, 1, -2, 3], {}
    for name in (name, "fake_quantize_per_channel_affine_cachemask"):
        yield f"{name}_backward.default", [x, x > 0], {}


def sequences(dtype):
    log_probs = torch.randn(6, 3, 5, dtype=dtype).log_softmax(-1)
    targets = torch.tensor([[1, 2, 2], [3, 3, 1], [4, 1, 2]])
    whole = torch.tensor([1, 2, 2, 3, 3, 4])
    for inputs, labels in (([6, 6, 6], [3, 3, 3]), ([6, 5, 2], [3, 2, 0])):
        for reduction in (0, 1, 2):
            yield "ctc_loss.IntList", [log_probs, targets, inputs, labels, 0, reduction, False], {}
            given = [log_probs, targets.int(), torch.tensor(inputs), torch.tensor(labels), 0, reduction]
            yield "ctc_loss.Tensor", given, {}
    yield "ctc_loss.IntList", [log_probs, whole, [6, 6, 5], [3, 2, 1], 0, 0, False], {}
    yield "ctc_loss.IntList", [log_probs, targets, [1, 2, 6], [3, 3, 3], 0, 0, False], {}
    yield "ctc_loss.IntList", [log_probs, targets, [1, 2, 6], [3, 3, 3], 0, 1, True], {}
    yield "ctc_loss.IntList", [log_probs[:, 0], targets[0], [6], [3], 4, 0, False], {}
    yield "ctc_loss.IntList", [log_probs, targets, [7, 6, 6], [3, 3, 3], 0, 0, False], {}
    yield "_ctc_loss.default", [log_probs, targets, [6, 6, 6], [3, 3, 3], 0, False], {}
    yield "_ctc_loss.Tensor", [log_probs, targets, torch.tensor([6, 6, 6]), torch.tensor([3, 3, 3]), 0, False], {}


def layers(dtype):
    r = lambda *s: torch.randn(*s, dtype=dtype)
    images, volumes = r(1, 3, 6, 5), r(1, 2, 4, 4, 3)
    yield "fractional_max_pool2d.default", [images, [2, 3], [3, 2], torch.rand(1, 3, 2, dtype=dtype)], {}
    yield "fractional_max_pool2d.default", [images[0], [2, 2], [4, 1], torch.rand(1, 3, 2, dtype=dtype)], {}
    yield "fractional_max_pool2d.default", [images, [8, 2], [3, 2], torch.rand(1, 3, 2, dtype=dtype)], {}
    holes = images.clone()
    holes[0, 0, 1, 1] = float("nan")
    yield "fractional_max_pool2d.default", [holes, [2, 2], [5, 3], torch.rand(1, 3, 2, dtype=dtype)], {}
    yield "fractional_max_pool3d.default", [volumes, [2, 2, 1], [2, 2, 2], torch.rand(1, 2, 3, dtype=dtype)], {}
    yield "fractional_max_pool3d.default", [volumes[0], [1, 2, 2], [3, 2, 1], torch.rand(1, 2, 3, dtype=dtype)], {}
    for mode in (0, 1, 2):
        for padding in (0, 1, 2):
            for aligned in (False, True):
                grid = 3 * torch.rand(1, 2, 3, 2, 3, dtype=dtype) - 1.5
                name = "grid_sampler" if aligned and padding == 1 else "grid_sampler_3d"
                yield f"{name}.default", [volumes, grid, mode, padding, aligned], {}
    places = 3 * torch.rand(1, 3, 2, 2, dtype=dtype) - 1.5
    if dtype == torch.float32:
        yield "_grid_sampler_2d_cpu_fallback.default", [images, places, 0, 0, False], {}
    weight, deep = r(4, 3, 3, 2), r(4, 2, 2, 3, 2)
    for bias in (None, r(4)):
        for transposed in (False, True):
            w = weight.transpose(0, 1).contiguous() if transposed else weight
            yield "_convolution.default", [images, w, bias, [2, 1], [1, 0], [1, 1], transposed, [0, 0], 1, False, False,
                                           False, False], {}
        yield "slow_conv_dilated2d.default", [images, weight, [3, 2], bias, [1, 2], [1, 1], [2, 1]], {}
        yield "slow_conv_dilated3d.default", [volumes, deep, [2, 3, 2], bias, [1, 1, 1], [1, 1, 0], [2, 1, 1]], {}
        w = weight.transpose(0, 1).contiguous()
        yield "slow_conv_transpose2d.default", [images, w, [3, 2], bias, [2, 2], [1, 0], [1, 0], [1, 1]], {}
        w = deep.transpose(0, 1).contiguous()
        yield "slow_conv_transpose3d.default", [volumes, w, [2, 3, 2], bias, [2, 1, 1], [0, 1, 0], [1, 0, 0],
                                                [1, 1, 1]], {}
        yield "_slow_conv2d_forward.default", [images, weight, [3, 2], bias, [1, 1], [1, 0]], {}
        yield "slow_conv3d_forward.default", [volumes, deep, [2, 3, 2], bias, [1, 1, 1], [0, 1, 0]], {}
    yield "conv_tbc.default", [r(6, 2, 3), r(3, 3, 4), r(4), 1], {}
    yield "conv_tbc.default", [r(6, 2, 3), r(2, 3, 4), r(4)], {}
    mean, variance = r(3), torch.rand(3, dtype=dtype) + 0.5
    for training in (False, True):
        for affine in ((None, None), (r(3), r(3))):
            yield "native_batch_norm.default", [images, *affine, mean, variance, training, 0.1, 1e-5], {}
    yield "native_batch_norm.default", [images, None, None, None, None, True, 0.1, 1e-5], {}
    yield "_batch_norm_no_update.default", [images, r(3), r(3), mean, variance, 0.1, 1e-5], {}
    yield "_batch_norm_with_update_functional.default", [images, r(3), r(3), mean, variance, 0.1, 1e-5], {}
    yield "_trilinear.default", [r(2, 3), r(4, 3, 5), r(2, 5), [1, 3], [0], [1, 2], [2, 3]], {}
    yield "_trilinear.default", [r(3), r(3), r(3), [], [], [], []], {}
    yield "rrelu_with_noise_functional.default", [r(7), torch.zeros(7, dtype=dtype), 0.1, 0.3, False], {}
    table, words = r(7, 3), torch.tensor([1, 2, 4, 5, 4, 3])
    for mode in (0, 1, 2):
        for last, padding in ((False, -1), (True, -1), (False, 4)):
            bags = [table, words, torch.tensor([0, 2, 6]), False, mode, False, None, last, padding]
            yield "_embedding_bag_forward_only.default", bags, {}
    yield "_embedding_bag_forward_only.default", [table, words, torch.tensor([0, 2]), False, 0, False, r(6)], {}


def main():
    torch.manual_seed(0)
    recorder = Recorder(pathlib.Path(sys.argv[1]), "nn")
    x = torch.tensor([0.0, -0.25, 0.3, -0.5, 0.5, 1.0, -1.0, 1.75, -2.5, 3.0, -3.0, 0.9])
    for dtype in [torch.float32, torch.float64]:
        for calls in (gradients(x.to(dtype), torch.randn(12, dtype=dtype)), sequences(dtype), layers(dtype)):
            for name, args, kwargs in calls:
                recorder.call(name, args, kwargs)
    for dtype in [torch.float16, torch.bfloat16]:
        for name, args, kwargs in gradients(x[:6].to(dtype), torch.randn(6).to(dtype)):
            recorder.call(name, args, kwargs)
    for calls in (of_training, of_paddings, of_poolings, of_resizings, of_distances, of_lookups, of_levels):
        narrow = [] if calls is of_distances else [torch.float16, torch.bfloat16]
        for dtype in [torch.float32, torch.float64, *narrow]:
            for name, args, kwargs in calls(dtype):
                recorder.call(name, args, kwargs)


main()
