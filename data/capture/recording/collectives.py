# SPDX-License-Identifier: Apache-2.0
"""Times of all-reduces: of each bucket during training, and of each size in isolation."""

import time

import torch
import torch.distributed as dist


class BucketTimer:
    """A DDP communication hook that averages like DDP and records when each bucket was ready and when it was done."""

    def __init__(self, trainer, world):
        self.trainer, self.world = trainer, world
        self.step = -1
        self.notes = []  # (step, bucket, bytes, launched, done); CUDA events or nanoseconds

    def mark(self):
        if not self.trainer.gpu:
            return time.time_ns()
        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def hook(self, state, bucket):
        tensor = bucket.buffer()
        tensor.div_(self.world)
        step, index, size, launched = self.step, bucket.index(), tensor.numel() * tensor.element_size(), self.mark()

        def done(future):
            self.notes.append((step, index, size, launched, self.mark()))
            return future.value()[0]

        return dist.all_reduce(tensor, async_op=True).get_future().then(done)

    def events(self):
        """comm_events rows; on a GPU the times are relative to the first launch."""
        self.trainer.wait()
        origin = self.notes[0][3] if self.notes else None
        rows = []
        for step, bucket, size, launched, done in sorted(self.notes, key=lambda n: (n[0], n[1])):
            start, end = self.nanoseconds(origin, launched), self.nanoseconds(origin, done)
            rows.append({"step": step, "bucket": bucket, "bytes": size, "launch_ns": start, "done_ns": end,
                         "us": (end - start) / 1e3})
        return rows

    def nanoseconds(self, origin, mark):
        return round(origin.elapsed_time(mark) * 1e6) if self.trainer.gpu else mark


def isolated(sizes, trainer, repeat=10):
    """Each size in isolation: rows of bytes and microseconds, minimum and median of repeated runs."""
    rows = []
    for size in sorted(set(sizes)):
        tensor = torch.zeros(max(1, size // 4), device=trainer.device)
        times = []
        for _ in range(repeat + 2):
            dist.barrier()
            trainer.wait()
            start = time.perf_counter_ns()
            dist.all_reduce(tensor)
            trainer.wait()
            times.append((time.perf_counter_ns() - start) / 1e3)
        times = sorted(times[2:])
        rows.append({"bytes": size, "us": times[len(times) // 2], "min_us": times[0]})
    return rows
