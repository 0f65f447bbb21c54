#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records one training step of DistributedDataParallel for Etude: host and device trace, step and collective times.

    torchrun --standalone --nproc_per_node=2 data/capture/record.py --model resnet50 --out runs/resnet50

ROCm, CUDA and CPU alike. See docs/recording.md.
"""

import os
import sys

from recording.options import parse


def main(argv):
    options = parse(argv)
    # Thread counts are read when torch is loaded, so they are set first.
    os.environ.setdefault("OMP_NUM_THREADS", str(options.omp_threads))
    from recording.run import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
