# SPDX-License-Identifier: Apache-2.0
"""GPU clocks during training, sampled by a thread with whatever tool is available; without one, no file is written."""

import json
import os
import re
import shutil
import subprocess
import threading

from .intervals import median


def parse_rocm_smi(text, device):
    """MHz of sclk from 'rocm-smi --showclocks --json'; None if it does not report it."""
    try:
        card = json.loads(text[text.index("{"):]).get(f"card{device}", {})
    except ValueError:
        return None
    for key, value in card.items():
        if key.lower().startswith("sclk") and "speed" in key.lower():
            found = re.search(r"(\d+(?:\.\d+)?)\s*mhz", str(value), re.IGNORECASE)
            if found:
                return float(found.group(1))
    return None


def parse_nvidia_smi(text):
    """MHz from 'nvidia-smi --query-gpu=clocks.sm --format=csv,noheader,nounits'."""
    found = re.search(r"\d+(?:\.\d+)?", text)
    return float(found.group()) if found else None


def physical_device(local_rank, environment):
    """The index used by the tools: the visible-devices variables renumber the devices that the program sees."""
    for name in ("HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"):
        visible = [v.strip() for v in environment.get(name, "").split(",") if v.strip()]
        if local_rank < len(visible) and visible[local_rank].isdigit():
            return int(visible[local_rank])
    return local_rank


def source(local_rank, hip, environment=os.environ):
    """(name, function that returns MHz or None), or (None, None) if no tool is available."""
    device = physical_device(local_rank, environment)
    if hip:
        try:
            import amdsmi

            amdsmi.amdsmi_init()
            handle = amdsmi.amdsmi_get_processor_handles()[device]
            kind = amdsmi.AmdSmiClkType.SYS
            return "amdsmi", lambda: float(amdsmi.amdsmi_get_clock_info(handle, kind)["clk"])
        except Exception as why:  # the module raises its own types, which differ between releases
            print(f"amdsmi cannot be used ({type(why).__name__}); trying rocm-smi", flush=True)
        if shutil.which("rocm-smi"):
            return "rocm-smi", lambda: parse_rocm_smi(tool("rocm-smi", "--showclocks", "--json"), device)
    elif shutil.which("nvidia-smi"):
        query = ("nvidia-smi", "-i", str(device), "--query-gpu=clocks.sm", "--format=csv,noheader,nounits")
        return "nvidia-smi", lambda: parse_nvidia_smi(tool(*query))
    return None, None


def tool(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=10, check=False)
    return done.stdout.decode("utf-8", "replace")


class Sampler:
    """Takes a sample every interval between start and stop; failed samples are left out."""

    def __init__(self, read, interval_s):
        self.read, self.interval_s = read, interval_s
        self.samples = []
        self.failed = 0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.loop, name="clocks", daemon=True)

    def loop(self):
        while not self.stopped.is_set():
            try:
                value = self.read()
            except Exception:  # one failed reading of a vendor's tool must not end a training run
                value = None
            if value is None:
                self.failed += 1
            else:
                self.samples.append(value)
            self.stopped.wait(self.interval_s)

    def start(self):
        self.thread.start()

    def stop(self):
        self.stopped.set()
        self.thread.join(timeout=15)


def metrics(rank, device, samples, source_name):
    """The contents of gpu_metrics_R.json."""
    return {
        "rank": rank,
        "device_id": device,
        "source": source_name,
        "sclk_avg_mhz": round(sum(samples) / len(samples), 1) if samples else None,
        "sclk_median_mhz": median(samples),
        "sclk_max_mhz": max(samples) if samples else None,
        "samples_count": len(samples),
    }
