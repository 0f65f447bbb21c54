# SPDX-License-Identifier: Apache-2.0
"""One training step, and its time."""

import contextlib
import time

import torch


class Trainer:
    def __init__(self, model, device, precision):
        self.model, self.device = model, device
        self.gpu = device.type == "cuda"
        self.loss = torch.nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
        self.type = {"fp32": None, "fp16": torch.float16, "bf16": torch.bfloat16}[precision]
        scaler = torch.amp.GradScaler if hasattr(torch.amp, "GradScaler") else torch.cuda.amp.GradScaler  # since 2.3
        self.scaler = scaler(enabled=self.gpu and precision == "fp16")

    def step(self, batch, sync=True):
        images, labels = batch
        with contextlib.nullcontext() if sync else self.model.no_sync():
            self.optimizer.zero_grad()
            with self.autocast():
                loss = self.loss(self.model(images), labels)
            self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()

    def autocast(self):
        if self.type is None:
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, dtype=self.type)

    def wait(self):
        if self.gpu:
            torch.cuda.synchronize(self.device)


class Stopwatch:
    """Times steps without synchronising the GPU between them: events in the stream, read at the end."""

    def __init__(self, trainer):
        self.trainer = trainer
        self.rows = []
        self.marks = []

    @contextlib.contextmanager
    def step(self, number, **more):
        row = {"step": number, "start_unix_ns": time.time_ns(), **more}
        start, cpu = time.perf_counter_ns(), time.process_time_ns()
        events = self.event(), None
        yield
        events = events[0], self.event()
        row["wall_ms"] = (time.perf_counter_ns() - start) / 1e6
        row["cpu_ms"] = (time.process_time_ns() - cpu) / 1e6
        self.rows.append(row)
        self.marks.append(events)

    def event(self):
        if not self.trainer.gpu:
            return None
        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def finish(self):
        """The rows, with wall_ms on the device's clock if there is one."""
        self.trainer.wait()
        for row, (start, end) in zip(self.rows, self.marks):
            if start is not None:
                row["wall_ms"] = start.elapsed_time(end)
        return self.rows
