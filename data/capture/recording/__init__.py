# SPDX-License-Identifier: Apache-2.0
"""The parts of record.py. Only run, steps, models, batches, window and collectives need torch."""
