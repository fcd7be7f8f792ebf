"""Networks of torchvision."""
import torch
import torchvision
from torchvision.ops import boxes, feature_pyramid_network, focal_loss, stochastic_depth

from networks import Built, noise, program, simple

# The size of images, and what a network is made with.
CLASSIFY = {"alexnet": 64, "densenet121": 32, "efficientnet_b0": 32, "efficientnet_v2_s": 32, "googlenet": 32, "inception_v3": 75, "mnasnet0_5": 32, "mobilenet_v2": 32, "mobilenet_v3_small": 32, "mobilenet_v3_large": 32,
            "regnet_x_400mf": 32, "regnet_y_400mf": 32, "resnet18": 32, "resnext50_32x4d": 32, "shufflenet_v2_x0_5": 32, "squeezenet1_0": 64, "squeezenet1_1": 64, "convnext_tiny": 32, "swin_v2_t": 64}
for name, size in CLASSIFY.items():
    @program(f"tv_{name}")
    def classify(name=name, size=size):
        made = {"init_weights": False, "aux_logits": False} if name in ("googlenet", "inception_v3") else {}
        net = torchvision.models.get_model(name, weights=None, num_classes=10, **made)
        return Built(net, noise(2, 3, size, size), dynamic=(0,), more=[(noise(1, 3, size, size, seed=4),)])


@program("tv_resnet18_train")
def trains():
    return Built(torchvision.models.resnet18(num_classes=4), noise(2, 3, 32, 32), train=True)


for name in ("lraspp_mobilenet_v3_large", "deeplabv3_mobilenet_v3_large"):
    @program(f"tv_{name}")
    def segment(name=name):
        return Built(torchvision.models.get_model(name, weights=None, weights_backbone=None, num_classes=4), noise(1, 3, 64, 48))


@program("tv_maxvit")
def maxvit():
    return Built(torchvision.models.MaxVit((64, 64), 8, 4, [8, 16], [1, 2], 4, 0.1, num_classes=5), noise(2, 3, 64, 64))


@program("tv_mvit_v2")
def mvit():
    from torchvision.models.video.mvit import MSBlockConfig, MViT
    blocks = [MSBlockConfig(h, a, b, [3, 3, 3], kv, q, s) for h, a, b, kv, q, s in ((1, 16, 16, [1, 2, 2], [], []), (2, 16, 32, [1, 1, 1], [3, 3, 3], [1, 2, 2]))]
    for b in blocks:
        b.kernel_q = [3, 3, 3]
        b.stride_q = b.stride_q or [1, 1, 1]
    return Built(MViT((32, 32), 4, blocks, True, True, True, True, num_classes=5), noise(1, 3, 4, 32, 32))


@program("tv_raft")
def raft():
    from torchvision.models.optical_flow import raft as R
    net = R._raft(feature_encoder_layers=(8, 8, 12, 16, 24), feature_encoder_block=R.BottleneckBlock, feature_encoder_norm_layer=torch.nn.InstanceNorm2d, context_encoder_layers=(8, 8, 12, 16, 40), context_encoder_block=R.BottleneckBlock, context_encoder_norm_layer=None, corr_block_num_levels=2, corr_block_radius=2,
                  motion_encoder_corr_layers=(12,), motion_encoder_flow_layers=(12, 8), motion_encoder_out_channels=16, recurrent_block_hidden_state_size=24, recurrent_block_kernel_size=(3,), recurrent_block_padding=(1,), flow_head_hidden_size=16, use_mask_predictor=False)
    return Built(net, noise(1, 3, 128, 128), noise(1, 3, 128, 128, seed=3), keywords={"num_flow_updates": 2})


for name in ("r3d_18", "mc3_18", "s3d", "swin3d"):
    @program(f"tv_{name}")
    def video(name=name):
        net = torchvision.models.video.SwinTransformer3d([2, 4, 4], 12, [1, 2], [2, 4], [2, 4, 4], num_classes=5) if name == "swin3d" else torchvision.models.video.s3d(num_classes=5) if name == "s3d" else torchvision.models.get_model(name, weights=None, num_classes=5)
        size = (16, 64) if name == "s3d" else (4, 32)
        return Built(net, noise(1, 3, size[0], size[1], size[1]))


class Detector(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, image):
        return list(self.net([image])[0].values())


for name in ("ssdlite320_mobilenet_v3_large", "fasterrcnn_mobilenet_v3_large_320_fpn", "fcos_resnet50_fpn", "retinanet_resnet50_fpn", "maskrcnn_resnet50_fpn", "keypointrcnn_resnet50_fpn"):
    @program(f"tv_{name}")
    def detect(name=name):
        made = {} if name.startswith("ssd") else {"min_size": 64, "max_size": 64}
        return Built(Detector(torchvision.models.get_model(name, weights=None, weights_backbone=None, **made)), noise(3, 64, 64).sigmoid())


B = torch.tensor([[0.0, 0, 9, 8], [2, 1, 12, 9], [1, 1, 9, 9], [20, 3, 30, 12], [19, 4, 31, 11]])
simple("tv_boxes", lambda self, b: (boxes.box_iou(b, b), boxes.generalized_box_iou(b, b), boxes.distance_box_iou(b, b), boxes.complete_box_iou(b, b), boxes.box_area(b), boxes.box_convert(b, "xyxy", "cxcywh"), boxes.clip_boxes_to_image(b, (10, 20))), B)
simple("tv_nms", lambda self, b, s: (boxes.nms(b, s, 0.5), boxes.batched_nms(b, s, torch.tensor([0, 0, 1, 1, 1]), 0.4), b[boxes.remove_small_boxes(b, 9.5)]), B, torch.tensor([0.3, 0.9, 0.5, 0.2, 0.8]))
simple("tv_roi_ops", lambda self, x, b: (torchvision.ops.roi_pool(x, [b], 3, 0.25), torchvision.ops.ps_roi_align(x, [b], 2, 0.25), torchvision.ops.ps_roi_pool(x, [b], 2, 0.25), torchvision.ops.roi_align(x, [b], (3, 2), 0.25, 2, True)), noise(1, 8, 10, 10), B)
simple("tv_fpn", lambda self, x, y: tuple(self.net({"a": x, "b": y}).values()), noise(1, 4, 16, 16), noise(1, 6, 8, 8), parts=lambda: {"net": feature_pyramid_network.FeaturePyramidNetwork([4, 6], 8, feature_pyramid_network.LastLevelMaxPool())})
simple("tv_losses", lambda self, x, y, b: (focal_loss.sigmoid_focal_loss(x, y, reduction="mean"), torchvision.ops.generalized_box_iou_loss(b, b + 1), torchvision.ops.complete_box_iou_loss(b, b + 1), torchvision.ops.masks_to_boxes(x > 0)), noise(3, 5, 5), noise(3, 5, 5, seed=3).sigmoid(), B)
