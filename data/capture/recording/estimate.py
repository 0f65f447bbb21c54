# SPDX-License-Identifier: Apache-2.0
"""How long a recording is going to take."""

LONG = 120  # seconds


def steps(options):
    """All steps: the epochs with random images, then those timed without all-reduce and with timed buckets."""
    return options.epochs * options.steps_per_epoch + 2 * options.timed_steps


def line(options, seconds):
    """What to say of a recording whose steps take so many seconds each: nothing if it is over soon."""
    total = steps(options) * seconds
    if total < LONG:
        return ""
    return (f"{steps(options)} steps of about {seconds:.1f} s take about {total / 60:.0f} minutes; quicker: "
            "--model cnn, a smaller --batch-size, fewer --steps-per-epoch with a smaller --trace-wait")
