# SPDX-License-Identifier: Apache-2.0
"""Networks for 32x32 images, defined here so that torchvision is not needed."""

from torch import nn


def build(name):
    return {"cnn": cnn, "resnet18": lambda: ResNet(Basic, [2, 2, 2, 2]),
            "resnet50": lambda: ResNet(Bottleneck, [3, 4, 6, 3])}[name]()


def cnn():
    """545,098 parameters: one gradient bucket, latency-bound."""
    return nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(64 * 8 * 8, 128), nn.ReLU(), nn.Linear(128, 10),
    )


def conv(inside, outside, size, stride=1):
    return nn.Conv2d(inside, outside, size, stride, padding=size // 2, bias=False)


class Block(nn.Module):
    """A residual block: the layers defined by the subclass, and a shortcut."""

    def __init__(self, layers, inside, outside, stride):
        super().__init__()
        self.layers = nn.Sequential(*layers)
        self.shortcut = nn.Identity()
        if stride != 1 or inside != outside:
            self.shortcut = nn.Sequential(conv(inside, outside, 1, stride), nn.BatchNorm2d(outside))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(self.layers(x) + self.shortcut(x))


class Basic(Block):
    expansion = 1

    def __init__(self, inside, width, stride):
        super().__init__(
            [conv(inside, width, 3, stride), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
             conv(width, width, 3), nn.BatchNorm2d(width)],
            inside, width, stride)


class Bottleneck(Block):
    expansion = 4

    def __init__(self, inside, width, stride):
        super().__init__(
            [conv(inside, width, 1), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
             conv(width, width, 3, stride), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
             conv(width, 4 * width, 1), nn.BatchNorm2d(4 * width)],
            inside, 4 * width, stride)


class ResNet(nn.Module):
    """He et al., 2016, with a 3x3 first layer of stride 1 and no pooling after it, as fits 32x32 images.

    ResNet-50 has 23,520,842 parameters here: 94.1 MB of gradients, four buckets, bound by bandwidth.
    """

    def __init__(self, block, counts):
        super().__init__()
        self.stem = nn.Sequential(conv(3, 64, 3), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        layers, inside = [], 64
        for stage, count in enumerate(counts):
            width = 64 << stage
            for i in range(count):
                layers.append(block(inside, width, 2 if stage > 0 and i == 0 else 1))
                inside = width * block.expansion
        self.layers = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inside, 10))

    def forward(self, x):
        return self.head(self.layers(self.stem(x)))
