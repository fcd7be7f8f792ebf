"""Networks of segmentation_models_pytorch: each kind with one small encoder, a small encoder of each kind, and losses."""
import segmentation_models_pytorch as smp

from networks import Built, noise, program, walk, whole

SMALL = ("resnet18", "resnext50_32x4d", "timm-regnetx_002", "timm-regnety_002", "se_resnet50", "densenet121", "inceptionresnetv2", "inceptionv4", "efficientnet-b0", "mobilenet_v2", "xception", "timm-efficientnet-lite0", "timm-skresnet18", "dpn68", "vgg11_bn", "timm-mobilenetv3_small_minimal_100", "mit_b0", "mobileone_s0", "tu-lcnet_050", "tu-resnest14d", "tu-ghostnet_050", "tu-fbnetc_100", "tu-convnext_atto")


def network(name, kind, encoder, size=64, **options):
    @program(name)
    def build():
        net = getattr(smp, kind)(encoder_name=encoder, encoder_weights=None, classes=3, **options)
        return Built(net, noise(2, 3, size, size), dynamic=(0,), more=[(noise(3, 3, size, size),)])


for kind in ("Unet", "UnetPlusPlus", "MAnet", "Linknet", "FPN", "PSPNet", "DeepLabV3", "DeepLabV3Plus", "PAN", "UPerNet", "Segformer"):
    network(f"smp_{kind}", kind, "resnet18", 128 if kind == "PAN" else 64)
for encoder in SMALL:
    network(f"smp_encoder_{encoder.replace('-', '_')}", "FPN", encoder)
for attention in ("scse",):
    network(f"smp_Unet_{attention}", "Unet", "resnet18", decoder_attention_type=attention)


def labels(k):
    return {"mode": "multiclass", "y_pred": noise(2 + k, 3, 8, 9), "y_true": whole(3, 2 + k, 8, 9), "output": whole(3, 2 + k, 8, 9), "target": whole(3, 2 + k, 8, 9)}


def masks(k):
    return labels(k) | {"mode": "binary", "y_pred": noise(2 + k, 1, 8, 9), "y_true": whole(2, 2 + k, 1, 8, 9).float()}


walk("smp", ["segmentation_models_pytorch.losses", "segmentation_models_pytorch.metrics.functional"], labels, masks)
