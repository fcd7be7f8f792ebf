"""Networks of torch.nn's layers, losses and functionals, and of higher-order operators."""
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.nn.utils import parametrizations

from networks import Built, Network, noise, program, simple, varied, whole


def layers(name, *made, **options):
    """A chain of layers, made when they are needed."""
    inputs = options.pop("inputs")
    simple(f"nn_{name}", lambda self, *x: self.net(*x), *inputs, parts=lambda: {"net": nn.Sequential(*(m() for m in made))}, **options)


# Convolutions.
for n in (1, 2, 3):
    conv, transposed = getattr(nn, f"Conv{n}d"), getattr(nn, f"ConvTranspose{n}d")
    size = {1: (33,), 2: (13, 11), 3: (7, 8, 6)}[n]
    for i, mode in enumerate(("zeros", "reflect", "replicate", "circular")):
        if n == 3 and mode == "reflect":
            continue
        layers(f"conv{n}d_{mode}", lambda c=conv, m=mode, i=i: c(6, 9, 3, stride=1 + i % 2, padding=2, dilation=1 + i // 2, groups=3, padding_mode=m), nn.GELU, lambda c=conv: c(9, 4, 3, padding="same"),
               inputs=[noise(2, 6, *size)], dynamic=(0,), more=[(noise(3, 6, *size, seed=7),)])
    layers(f"conv_transpose{n}d", lambda c=transposed: c(6, 8, 3, stride=2, padding=1, output_padding=1, groups=2, dilation=2), nn.SiLU, lambda c=transposed: c(8, 3, 2, stride=2), inputs=[noise(2, 6, *size)])
    pools = [lambda n=n: getattr(nn, f"MaxPool{n}d")(3, stride=2, padding=1, ceil_mode=True), lambda n=n: getattr(nn, f"AvgPool{n}d")(2, stride=1, ceil_mode=True, count_include_pad=False), lambda n=n: getattr(nn, f"LPPool{n}d")(2.0, 2, ceil_mode=True)]
    layers(f"pools{n}d", *pools, inputs=[noise(2, 4, *(2 * s for s in size)).abs()])
    layers(f"adaptive_pools{n}d", lambda n=n: getattr(nn, f"AdaptiveAvgPool{n}d")(5), lambda n=n: getattr(nn, f"AdaptiveMaxPool{n}d")(3), inputs=[noise(2, 4, *size)])
    simple(f"nn_unpool{n}d", lambda self, x: self.unpool(*self.pool(x)), noise(2, 3, *[8] * n), parts=lambda n=n: {"pool": getattr(nn, f"MaxPool{n}d")(2, return_indices=True), "unpool": getattr(nn, f"MaxUnpool{n}d")(2)})
    for norm in ("BatchNorm", "InstanceNorm"):
        layers(f"{norm.lower()}{n}d_train", lambda c=conv: c(4, 6, 3), lambda n=n, norm=norm: getattr(nn, f"{norm}{n}d")(6, affine=True, track_running_stats=True), nn.ReLU, inputs=[noise(4, 4, *size)], train=True)
        layers(f"{norm.lower()}{n}d_eval", lambda n=n, norm=norm: getattr(nn, f"{norm}{n}d")(4, affine=True, track_running_stats=norm == "BatchNorm", momentum=None), nn.Mish, inputs=[noise(4, 4, *size)], dynamic=(0,), more=[(noise(2, 4, *size, seed=8),)])
    for pad in ("Reflection", "Replication", "Constant", "Zero", "Circular"):
        layers(f"pad{n}d_{pad.lower()}", lambda n=n, pad=pad: getattr(nn, f"{pad}Pad{n}d")(*([tuple([1, 2] * n), 0.5] if pad == "Constant" else [tuple([1, 2] * n)])), lambda c=conv: c(3, 4, 3), inputs=[noise(2, 3, *size)])
layers("shuffles", lambda: nn.PixelShuffle(2), lambda: nn.ChannelShuffle(2), lambda: nn.PixelUnshuffle(3), inputs=[noise(2, 16, 6, 9)])
layers("fractional_pool", lambda: nn.FractionalMaxPool2d(2, output_size=(5, 4), _random_samples=torch.tensor([[[0.3, 0.7]] * 3])), inputs=[noise(1, 3, 12, 13)])
layers("norms", lambda: nn.GroupNorm(2, 6), lambda: nn.LocalResponseNorm(3), lambda: nn.LayerNorm([6, 5, 4]), lambda: nn.RMSNorm(4), inputs=[noise(3, 6, 5, 4)])
for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area"):
    for align in ((None, True) if mode in ("bilinear", "bicubic") else (None,)):
        simple(f"nn_resize_{mode.replace('-', '_')}{'_aligned' if align else ''}", lambda self, x, m=mode, a=align: (F.interpolate(x, scale_factor=1.7, mode=m, align_corners=a), F.interpolate(x, size=(5, 3), mode=m, align_corners=a), F.interpolate(x, scale_factor=(0.6, 2.0), mode=m, align_corners=a, recompute_scale_factor=True)), noise(2, 3, 9, 7))
simple("nn_resize_antialiased", lambda self, x: (F.interpolate(x, size=(5, 4), mode="bilinear", antialias=True), F.interpolate(x, size=(12, 4), mode="bicubic", antialias=True)), noise(2, 3, 9, 11))
simple("nn_resize_volume", lambda self, x: (F.interpolate(x, scale_factor=2, mode="trilinear"), F.interpolate(x, size=(3, 9, 5), mode="nearest-exact")), noise(2, 3, 5, 6, 7))
for mode, padding in itertools.product(("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")):
    simple(f"nn_grid_sample_{mode}_{padding}", lambda self, x, t, m=mode, p=padding: F.grid_sample(x, F.affine_grid(t, (2, 3, 6, 9), align_corners=m == "bicubic"), m, p, align_corners=m == "bicubic"), noise(2, 3, 7, 8), noise(2, 2, 3, seed=4))
# Activations.
ACTIVATIONS = [nn.ELU, nn.Hardshrink, nn.Hardsigmoid, nn.Hardtanh, nn.Hardswish, nn.LeakyReLU, nn.LogSigmoid, nn.PReLU, nn.ReLU6, nn.RReLU, nn.SELU, nn.CELU, nn.GELU, nn.Sigmoid, nn.SiLU, nn.Mish, nn.Softplus,
               nn.Softshrink, nn.Softsign, nn.Tanh, nn.Tanhshrink, lambda: nn.Threshold(0.1, 2.0), lambda: nn.GLU(1), lambda: nn.Softmin(1), lambda: nn.Softmax(1), lambda: nn.LogSoftmax(1), lambda: nn.GELU("tanh"), nn.Softmax2d]
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    simple(f"nn_activations_{str(dtype)[6:]}", lambda self, x: tuple(a(x) for a in self.all), noise(2, 6, 5, 3, dtype=dtype), parts=lambda dtype=dtype: {"all": nn.ModuleList([a() for a in ACTIVATIONS]).to(dtype)})
simple("nn_activations_in_place", lambda self, x: self.net(x * 2), noise(3, 8), parts=lambda: {"net": nn.Sequential(nn.Linear(8, 8), nn.ELU(inplace=True), nn.Linear(8, 8), nn.Hardswish(inplace=True), nn.Linear(8, 8), nn.SELU(inplace=True), nn.Linear(8, 8), nn.Threshold(0.0, -1.0, inplace=True), nn.LeakyReLU(0.3, inplace=True), nn.CELU(0.7, inplace=True), nn.RReLU(inplace=True))})
# Losses.
LOSSES = {"l1": nn.L1Loss, "mse": nn.MSELoss, "huber": nn.HuberLoss, "smooth_l1": nn.SmoothL1Loss, "soft_margin": nn.SoftMarginLoss, "bce": nn.BCEWithLogitsLoss, "poisson": nn.PoissonNLLLoss, "kl": nn.KLDivLoss, "hinge": nn.HingeEmbeddingLoss, "multilabel": nn.MultiLabelSoftMarginLoss}
for name, loss in LOSSES.items():
    simple(f"nn_loss_{name}", lambda self, x, y: tuple(l(x, y) for l in self.all), noise(4, 5), (lambda name=name: torch.where(noise(4, 5, seed=2) > 0, 1.0, -1.0) if name in ("soft_margin", "hinge") else noise(4, 5, seed=3).sigmoid()), parts=lambda loss=loss: {"all": nn.ModuleList([loss(reduction=r) for r in ("none", "sum", "mean")])})
for name, make, given in (("cross_entropy", lambda r: nn.CrossEntropyLoss(weight=torch.rand(5) + 0.1, ignore_index=2, label_smoothing=0.1, reduction=r), (noise(4, 5, 3), whole(5, 4, 3))), ("cross_entropy_soft", lambda r: nn.CrossEntropyLoss(reduction=r), (noise(4, 5), noise(4, 5, seed=3).softmax(1))),
                          ("nll", lambda r: nn.NLLLoss(weight=torch.rand(5), ignore_index=1, reduction=r), (noise(4, 5).log_softmax(1), whole(5, 4))), ("multi_margin", lambda r: nn.MultiMarginLoss(margin=0.8, reduction=r), (noise(4, 5), whole(5, 4))),
                          ("multilabel_margin", lambda r: nn.MultiLabelMarginLoss(reduction=r), (noise(2, 4), torch.tensor([[3, 0, -1, 1], [1, -1, 2, 0]]))), ("cosine", lambda r: nn.CosineEmbeddingLoss(margin=0.2, reduction=r), (noise(4, 5), noise(4, 5, seed=3), torch.tensor([1, -1, 1, -1]))),
                          ("ranking", lambda r: nn.MarginRankingLoss(margin=0.2, reduction=r), (noise(4), noise(4, seed=3), torch.tensor([1, -1, 1, -1]))), ("triplet", lambda r: nn.TripletMarginLoss(p=1.5, swap=True, reduction=r), (noise(4, 5), noise(4, 5, seed=3), noise(4, 5, seed=4))),
                          ("triplet_distance", lambda r: nn.TripletMarginWithDistanceLoss(distance_function=nn.CosineSimilarity(), reduction=r), (noise(4, 5), noise(4, 5, seed=3), noise(4, 5, seed=4))), ("gaussian", lambda r: nn.GaussianNLLLoss(full=True, reduction=r), (noise(4, 5), noise(4, 5, seed=3), noise(4, 5, seed=4).abs())),
                          ("ctc", lambda r: nn.CTCLoss(reduction=r, zero_infinity=True), (noise(12, 3, 6).log_softmax(2), whole(5, 3, 4) + 1, torch.tensor([12, 10, 8]), torch.tensor([4, 3, 2])))):
    simple(f"nn_loss_{name}", lambda self, *x: tuple(l(*x) for l in self.all), *given, parts=lambda make=make: {"all": nn.ModuleList([make(r) for r in ("none", "sum", "mean")])})
simple("nn_adaptive_log_softmax", lambda self, x, y: (*self.net(x, y), self.net.log_prob(x), self.net.predict(x)), noise(6, 16), whole(20, 6), parts=lambda: {"net": nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10], div_value=2.0)})
simple("nn_distances", lambda self, x, y: (F.pairwise_distance(x, y, p=1), F.cosine_similarity(x, y), torch.cdist(x, y), torch.cdist(x, y, p=1), F.pdist(x), torch.cdist(x, y, p=float("inf"))), noise(5, 7), noise(5, 7, seed=4))
# Embeddings.
for mode in ("sum", "mean", "max"):
    simple(f"nn_embedding_bag_{mode}", lambda self, x, o, w, m=mode: (self.bag(x, o, per_sample_weights=w if m == "sum" else None), self.bag(x.view(4, 3))), whole(20, 12), torch.tensor([0, 4, 4, 9]), noise(12).abs(), parts=lambda m=mode: {"bag": nn.EmbeddingBag(20, 8, mode=m, padding_idx=3)})
simple("nn_embedding_max_norm", lambda self, x: self.e(x), whole(20, 3, 4), parts=lambda: {"e": nn.Embedding(20, 8, padding_idx=1, max_norm=None, scale_grad_by_freq=True)})
simple("nn_one_hot_bilinear", lambda self, x, y: self.b(F.one_hot(x, 7).float(), y), whole(7, 4), noise(4, 5), parts=lambda: {"b": nn.Bilinear(7, 5, 3)})
# Recurrent networks.
for kind, options in itertools.product(("RNN", "GRU", "LSTM"), ({}, {"bidirectional": True, "num_layers": 2}, {"batch_first": True, "bias": False, "num_layers": 3}, {"proj_size": 5, "bidirectional": True, "batch_first": True})):
    if "proj_size" in options and kind != "LSTM":
        continue
    label = "_".join([kind.lower(), *options]) or kind
    simple(f"nn_{label}", lambda self, x: self.net(x), noise(6, 3, 7), parts=lambda k=kind, o=options: {"net": getattr(nn, k)(7, 9, **o)})
    d, layers_, out = (2 if options.get("bidirectional") else 1), options.get("num_layers", 1), options.get("proj_size") or 9
    batch = 6 if options.get("batch_first") else 3
    h = noise(d * layers_, batch, out, seed=5)
    state = (h, noise(d * layers_, batch, 9, seed=6)) if kind == "LSTM" else h
    simple(f"nn_{label}_state", lambda self, x, s: self.net(x, s), noise(6, 3, 7), state, parts=lambda k=kind, o=options: {"net": getattr(nn, k)(7, 9, **o)})


def packed(self, x, lengths):
    y, h = self.net(nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False))
    return nn.utils.rnn.pad_packed_sequence(y, batch_first=True, total_length=x.shape[1])[0], h


for kind in ("RNN", "GRU", "LSTM"):
    simple(f"nn_packed_{kind.lower()}", packed, noise(3, 6, 7), torch.tensor([4, 6, 2]), parts=lambda k=kind: {"net": getattr(nn, k)(7, 9, bidirectional=True, num_layers=2, batch_first=True)})
simple("nn_cells", lambda self, x, h, c: (self.r(x, h), self.g(x, h), *self.l(x, (h, c)), self.r(x)), noise(3, 7), noise(3, 9), noise(3, 9, seed=4), parts=lambda: {"r": nn.RNNCell(7, 9, nonlinearity="relu"), "g": nn.GRUCell(7, 9, bias=False), "l": nn.LSTMCell(7, 9)})
for dtype in (torch.float64, torch.bfloat16, torch.float16):
    simple(f"nn_lstm_gru_{str(dtype)[6:]}", lambda self, x: self.g(self.l(x)[0]), noise(6, 3, 8, dtype=dtype), parts=lambda d=dtype: {"l": nn.LSTM(8, 8, 2).to(d), "g": nn.GRU(8, 6, bidirectional=True).to(d)})
# Attention.
HEADS = {"plain": ({}, {}), "weights_per_head": ({}, {"average_attn_weights": False}), "no_weights": ({}, {"need_weights": False}), "bias_kv": ({"add_bias_kv": True, "add_zero_attn": True}, {}), "no_bias": ({"bias": False}, {"need_weights": False}),
         "other_sizes": ({"kdim": 6, "vdim": 10}, {}), "batch_first": ({"batch_first": True}, {"need_weights": False})}
for name, (made, called) in HEADS.items():
    k, v = noise(5, 3, made.get("kdim", 12), seed=4), noise(5, 3, made.get("vdim", 12), seed=6)
    q = noise(7, 3, 12) if not made.get("batch_first") else noise(5, 7, 12)
    simple(f"nn_heads_{name}", lambda self, q, k, v, c=called: self.net(q, k, v, **c), q, k, v, parts=lambda m=made: {"net": nn.MultiheadAttention(12, 3, **m)})
for name, mask, padding in (("bool", torch.triu(torch.ones(6, 6, dtype=torch.bool), 1), torch.tensor([[False] * 4 + [True] * 2, [False] * 6])), ("float", torch.triu(torch.full((6, 6), float("-inf")), 1), torch.zeros(2, 6)), ("causal", nn.Transformer.generate_square_subsequent_mask(6), None)):
    simple(f"nn_heads_mask_{name}", lambda self, x, m, *p: self.net(x, x, x, attn_mask=m, key_padding_mask=p[0] if p else None), noise(2, 6, 12), mask, *([padding] if padding is not None else []), parts=lambda: {"net": nn.MultiheadAttention(12, 3, batch_first=True)})
    for first in (True, False):
        simple(f"nn_encoder_mask_{name}_{'norm_first' if first else 'norm_last'}", lambda self, x, m, *p: self.net(x, mask=m, src_key_padding_mask=p[0] if p else None), noise(2, 6, 12), mask, *([padding] if padding is not None else []), parts=lambda f=first: {"net": nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 3, 20, batch_first=True, norm_first=f, activation="gelu" if f else "relu"), 2, norm=nn.LayerNorm(12))})
    simple(f"nn_transformer_mask_{name}", lambda self, x, y, m, *p: self.net(x, y, tgt_mask=m, src_key_padding_mask=p[0] if p else None, tgt_is_causal=not p), noise(2, 6, 12), noise(2, 6, 12, seed=4), mask, *([padding] if padding is not None else []), parts=lambda: {"net": nn.Transformer(12, 3, 2, 2, 20, batch_first=True)})
for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
    simple(f"nn_attention_{str(dtype)[6:]}", lambda self, q, k, v, m: (F.scaled_dot_product_attention(q, k, v), F.scaled_dot_product_attention(q, k, v, is_causal=True), F.scaled_dot_product_attention(q, k, v, attn_mask=m > 0), F.scaled_dot_product_attention(q, k, v, attn_mask=m, scale=0.3), F.scaled_dot_product_attention(q, k[:, :2], v[:, :2], enable_gqa=True)), noise(2, 4, 6, 8, dtype=dtype), noise(2, 4, 5, 8, seed=4, dtype=dtype), noise(2, 4, 5, 8, seed=6, dtype=dtype), noise(6, 5, seed=8, dtype=dtype))
simple("nn_flex_attention", lambda self, q, k, v: torch.nn.attention.flex_attention.flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s + (i - j) * 0.1), noise(1, 2, 16, 16), noise(1, 2, 16, 16, seed=4), noise(1, 2, 16, 16, seed=5))
# Parametrizations and state.
for name, wrap in (("spectral", parametrizations.spectral_norm), ("weight", parametrizations.weight_norm), ("orthogonal", parametrizations.orthogonal), ("old_weight", nn.utils.weight_norm), ("old_spectral", nn.utils.spectral_norm)):
    for train in ((False, True) if "spectral" in name else (False,)):
        simple(f"nn_{name}_norm{'_train' if train else ''}", lambda self, x: self.b(F.relu(self.a(x))), noise(3, 6), parts=lambda w=wrap: {"a": w(nn.Linear(6, 8)), "b": w(nn.Linear(8, 4))}, train=train, exact=True)


def counts(self, x):
    self.count += 1
    self.seen[self.count % 4] = x.mean(0)
    self.seen[1:3].mul_(0.5)
    self.total.index_add_(0, torch.tensor([1, 1, 0]), x)
    self.ring.copy_(torch.roll(self.ring, 1, 0))
    return x * self.count + self.seen.sum(0), self.ring


simple("nn_state", counts, noise(3, 5), parts=lambda: {"count": torch.tensor(2), "seen": noise(4, 5), "total": noise(2, 5), "ring": noise(4, 2)})


def changes_input(self, x, cache):
    cache[:, :, 2:4].copy_(self.l(x)[:, None])
    x.clamp_(min=0).add_(1)
    return cache.sum(2) + x.mean()


simple("nn_changes_input", changes_input, noise(2, 2, 6), noise(2, 3, 5, 6), parts=lambda: {"l": nn.Linear(6, 6)})
# Higher-order operators.
simple("nn_cond", lambda self, x: torch.cond(x.sum() > 0, lambda x: self.a(x).relu(), lambda x: self.b(x) - 1, (x,)) + torch.cond(x.mean() > 5, lambda x: x.sin(), lambda x: x.cos(), (x,)), noise(3, 6), parts=lambda: {"a": nn.Linear(6, 6), "b": nn.Linear(6, 6)}, more=[(noise(3, 6) - 3,)])
simple("nn_cond_nested", lambda self, x, n: torch.cond(n > 2, lambda x: torch.cond(x.sum() > 0, lambda x: (x + 1, x.sum()), lambda x: (x - 1, x.prod()), (x,)), lambda x: (self.a(x), x.max()), (x,)), noise(3, 6), torch.tensor(3), parts=lambda: {"a": nn.Linear(6, 6)})
simple("nn_while_newton", lambda self, x: while_loop(lambda i, y: (i < 20) & ((y * y - x).abs().max() > 1e-4), lambda i, y: (i + 1, (y + x / y) / 2), (torch.tensor(0), torch.ones_like(x))), noise(5).abs() + 1)
simple("nn_while_generate", lambda self, t: while_loop(lambda i, t: i < 6, lambda i, t: (i + 1, torch.cat([t[:, 1:], self.l(self.e(t)).mean(1).argmax(-1, keepdim=True)], 1)), (torch.tensor(0), t)), whole(11, 2, 5), parts=lambda: {"e": nn.Embedding(11, 8), "l": nn.Linear(8, 11)})
simple("nn_scan_rnn", lambda self, x: scan(lambda h, x: ((y := self.c(x, h)), y.clone()), torch.zeros(3, 9), x), noise(6, 3, 7), parts=lambda: {"c": nn.GRUCell(7, 9)})
simple("nn_scan_reverse", lambda self, x: scan(lambda c, x: (c * 0.9 + x, c.sin() + x), torch.zeros(4), x, reverse=True), noise(6, 4))
simple("nn_map", lambda self, x, y: torch._higher_order_ops.map(lambda x, y: (self.l(x) @ y).softmax(-1), x, y), noise(4, 3, 6), noise(6, 5), parts=lambda: {"l": nn.Linear(6, 6)})
for mode in ("pointwise", "generic"):
    simple(f"nn_associative_scan_{mode}", lambda self, x, m=mode: associative_scan(lambda a, b: a * 0.5 + b * 1.5 if m == "pointwise" else a @ b, x, dim=0, combine_mode=m), noise(8, 3, 3))
simple("nn_checkpoint", lambda self, x: torch.utils.checkpoint.checkpoint(self.net, x, use_reentrant=False), noise(3, 6), parts=lambda: {"net": nn.Sequential(nn.Linear(6, 8), nn.Tanh())})


def autocasts(self, x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = self.c(x)
        with torch.autocast("cpu", enabled=False):
            z = self.l(y.float().mean((2, 3)))
        return F.softmax(self.l(y.mean((2, 3))), -1), z


simple("nn_autocast", autocasts, noise(2, 3, 8, 8), parts=lambda: {"c": nn.Sequential(nn.Conv2d(3, 6, 3), nn.BatchNorm2d(6), nn.GELU()), "l": nn.Linear(6, 5)})


@program("nn_no_grad_regions")
def no_grad_regions():
    def f(self, x):
        y = self.a(x)
        with torch.no_grad():
            z = self.b(y).sigmoid()
        with torch.enable_grad():
            return y * z
    return Built(Network(f, a=nn.Linear(6, 6), b=nn.Linear(6, 6)), noise(3, 6))


# Functions of all kinds.
FUNCTIONS = {
    "fft": lambda x: (torch.fft.rfft(x).abs(), torch.fft.irfft(torch.fft.rfft(x, n=12), n=12), torch.fft.fft2(x), torch.fft.fftshift(torch.fft.hfft(x)), torch.fft.irfftn(torch.fft.rfftn(x)), torch.fft.ifft(torch.fft.fft(x, dim=0), norm="ortho")),
    "stft": lambda x: torch.istft(torch.stft(x.flatten()[:64], 16, 4, window=torch.hann_window(16), return_complex=True), 16, 4, window=torch.hann_window(16)),
    "linalg": lambda x: (torch.linalg.cholesky(x @ x.mT + torch.eye(x.shape[0])), torch.linalg.solve(x @ x.mT + torch.eye(x.shape[0]), x), torch.linalg.inv(x @ x.mT + torch.eye(x.shape[0])), torch.linalg.slogdet(x @ x.mT + torch.eye(x.shape[0])), torch.linalg.svdvals(x), torch.linalg.norm(x, 2), torch.linalg.matrix_exp(x @ x.mT * 0.01), torch.linalg.pinv(x), torch.linalg.eigvalsh(x @ x.mT), torch.linalg.lstsq(x, x[:, :2]).solution),
    "sorts": lambda x: (*x.sort(-1), *x.topk(3), x.argsort(0, descending=True), *x.kthvalue(2), *x.median(1), x.quantile(0.3, dim=1), x.nanquantile(torch.tensor([0.1, 0.9])), x.msort(), *torch.unique(x.round(), return_inverse=True, return_counts=True)),
    "scatters": lambda x: (x.scatter_reduce(0, (x > 0).long(), x, "amax"), x.index_add(0, torch.tensor([0, 2]), x[:2]), torch.bincount((x > 0).long().flatten()), torch.histc(x, 5), x.masked_select(x > 0), x.nonzero(), x[x > 0.5], torch.take_along_dim(x, x.argsort(1), 1), x.put(torch.tensor([3, 5]), torch.tensor([1.0, 2.0])), torch.cumulative_trapezoid(x)),
    "windows": lambda x: (x.unfold(1, 3, 2), F.unfold(x[None, None], 3, padding=1), x.as_strided((3, 3), (2, 1), 1), torch.kaiser_window(7), torch.hamming_window(9), torch.blackman_window(5, periodic=False), torch.bartlett_window(6), torch.signal.windows.gaussian(7, std=2.0)),
    "einsums": lambda x: (torch.einsum("ij,kj->ik", x, x), torch.einsum("ij,ij->i", x, x), torch.einsum("ii->i", x @ x.mT), torch.tensordot(x, x, dims=([0], [0])), torch.linalg.multi_dot([x, x.mT, x]), torch.kron(x[:2, :2], x[:2]), torch.cov(x), torch.corrcoef(x), torch.block_diag(x, x[:1]), torch.cartesian_prod(x[0, :3], x[1, :2]), torch.combinations(x[0], 2)),
    "special": lambda x: (torch.special.gammaln(x.abs() + 1), torch.special.erfinv(x.tanh()), torch.special.i0(x), torch.special.i1e(x), torch.special.bessel_j0(x), torch.special.ndtri(x.sigmoid()), torch.special.polygamma(1, x.abs() + 1), torch.special.multigammaln(x.abs() + 3, 2), torch.special.log_ndtr(x), torch.special.gammainc(x.abs() + 1, x.abs()), torch.special.hermite_polynomial_he(x, 3), torch.special.spherical_bessel_j0(x), torch.special.airy_ai(x), torch.special.scaled_modified_bessel_k0(x.abs() + 0.1)),
    "nested_views": lambda x: (x.view(torch.int32), x.T.contiguous().view(-1)[::2], x.unflatten(1, (2, 4)).movedim(0, -1).flatten(0, 1), x.diagonal(), torch.diag_embed(x), x.tril(-1), torch.vander(x[0]), x.rot90(), x.roll((1, 2), (0, 1)), x.tile(2, 1), x.repeat_interleave(torch.tensor([1, 0, 2, 3, 1, 1]), 0), torch.trapezoid(x), x.diff(n=2), torch.gradient(x)[0], torch.renorm(x, 2, 0, 1.0)),
    "distributions": lambda x: (torch.distributions.Normal(x, x.abs() + 0.1).log_prob(x), torch.distributions.Categorical(logits=x).entropy(), torch.distributions.kl_divergence(torch.distributions.Normal(x, 1.0), torch.distributions.Normal(0.0, 2.0)), torch.distributions.Beta(x.abs() + 1, 2.0).log_prob(x.sigmoid()), torch.distributions.MultivariateNormal(x[0], torch.eye(8) * 2).log_prob(x), torch.distributions.Dirichlet(x.abs() + 1).entropy(), torch.distributions.StudentT(x.abs() + 3).log_prob(x), torch.distributions.Poisson(x.abs()).log_prob(torch.ones_like(x))),
    "complex": lambda x: (torch.view_as_real(torch.polar(x.abs(), x) ** 2), torch.complex(x, x.flip(0)).angle(), (torch.complex(x, x) @ torch.complex(x.mT, -x.mT)).abs(), torch.view_as_complex(x.view(6, 4, 2)).conj().exp().real, torch.complex(x, x).mean(), torch.complex(x, x).tanh().imag, torch.complex(x, x).sgn()),
    "functional": lambda x: (torch.vmap(lambda r: (r * r).sum())(x), torch.func.grad(lambda y: (y.sin() * y).sum())(x), torch.func.jvp(lambda y: y.exp(), (x,), (torch.ones_like(x),))[1], torch.func.jacrev(lambda y: y.sum(1) ** 2)(x), torch.func.hessian(lambda y: (y**3).sum())(x[0])),
}
for name, function in FUNCTIONS.items():
    for dtype in (torch.float32, torch.float64):
        simple(f"nn_functions_{name}_{str(dtype)[6:]}", lambda self, x, f=function: f(x), noise(6, 8, dtype=dtype))
