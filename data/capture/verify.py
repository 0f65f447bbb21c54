#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks whether a directory of recordings is complete. Does not need torch:  python3 data/capture/verify.py DIR"""

import sys

from recording.verify import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
