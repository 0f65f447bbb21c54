# SPDX-License-Identifier: Apache-2.0
"""Batches of 3x32x32 images: random ones, or CIFAR-10 from its published Python files."""

import glob
import os
import pickle

import torch


class RandomBatches:
    """A few random batches, repeated: costs nothing between steps."""

    def __init__(self, batch_size, steps, seed, device):
        generator = torch.Generator().manual_seed(seed)
        self.steps = steps
        self.pool = [
            (torch.randn(batch_size, 3, 32, 32, generator=generator).to(device),
             torch.randint(0, 10, (batch_size,), generator=generator).to(device))
            for _ in range(4)
        ]

    def epoch(self, number):
        for step in range(self.steps):
            yield self.pool[step % len(self.pool)]


class Cifar10:
    """CIFAR-10, shuffled equally on all ranks, each using its part; copied to the device batch by batch."""

    def __init__(self, directory, batch_size, rank, world, seed, device):
        self.batch_size, self.rank, self.world, self.seed, self.device = batch_size, rank, world, seed, device
        files = sorted(glob.glob(os.path.join(directory, "cifar-10-batches-py", "data_batch_*")))
        if not files:
            raise SystemExit(
                f"no {directory}/cifar-10-batches-py/data_batch_*: unpack the Python version of CIFAR-10 there, "
                "or use --dataset random")
        images, labels = [], []
        for file in files:
            with open(file, "rb") as source:
                part = pickle.load(source, encoding="bytes")
            images.append(torch.as_tensor(part[b"data"], dtype=torch.uint8))
            labels.extend(part[b"labels"])
        self.images = torch.cat(images).view(-1, 3, 32, 32)
        self.labels = torch.tensor(labels)
        self.steps = len(labels) // (batch_size * world)

    def epoch(self, number):
        order = torch.randperm(len(self.labels), generator=torch.Generator().manual_seed(self.seed + number))
        mine = order[self.rank::self.world]
        for step in range(self.steps):
            chosen = mine[step * self.batch_size:(step + 1) * self.batch_size]
            images = self.images[chosen].to(self.device, non_blocking=True).float().div_(127.5).sub_(1)
            yield images, self.labels[chosen].to(self.device, non_blocking=True)
