# SPDX-License-Identifier: Apache-2.0
"""Writes the pickled flight recorder dumps of src/test/resources/flight: the same two ranks in every protocol of
Python's pickle, by the public layout of version 2.4, and one pickle per protocol that would call a function.

    python3 src/test/python/flight_dumps.py src/test/resources/flight
"""

import pathlib
import pickle
import sys

NAMES = ["nccl:all_reduce", "nccl:_all_gather_base", "nccl:send 0->1"]


def entry(rank, number):
    is_p2p = NAMES[number].startswith("nccl:send")
    created = 1_763_805_600_000_000_000 + 1_000_000_000 * number + rank
    done = number == 0
    return {
        "frames": [{"name": "schritt", "filename": "/größe\\x\n/训练.py", "line": 17 + number}],
        "record_id": number,
        "pg_id": 0,
        "process_group": ("0", "default_pg"),
        "collective_seq_id": 0 if is_p2p else number + 1,
        "p2p_seq_id": 1 if is_p2p else 0,
        "op_id": number + 1,
        "profiling_name": NAMES[number],
        "time_created_ns": created,
        "duration_ms": 1.5 if done else None,
        "input_sizes": [[1024, 300]],
        "input_dtypes": ["Float"],
        "output_sizes": [[1024, 300 * (1 + number % 2)]],
        "output_dtypes": ["Float"],
        "state": "completed" if done else "scheduled",
        "time_discovered_started_ns": created + 1000 if done else None,
        "time_discovered_completed_ns": created + 2000 if done else None,
        "retired": done,
        "timeout_ms": 600_000,
        "is_p2p": is_p2p,
    }


def dump(rank):
    count = 3 - 2 * rank  # rank 1 does not come to the second collective
    return {
        "version": "2.4",
        "comm_lib_version": "2.27.3",
        "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}},
        "pg_status": {"0": {"last_enqueued_collective": 2, "last_started_collective": -1}},
        "entries": [entry(rank, number) for number in range(count)],
    }


class Call:
    """Calls a function when it is unpickled by Python."""

    def __reduce__(self):
        return print, ("executed",)


def main(folder):
    for protocol in range(6):
        ranks = folder / f"protocol{protocol}"
        ranks.mkdir(parents=True, exist_ok=True)
        for rank in range(2):
            (ranks / f"rank_{rank}").write_bytes(pickle.dumps(dump(rank), protocol))
        hostile = folder / "hostile"
        hostile.mkdir(exist_ok=True)
        (hostile / f"protocol_{protocol}").write_bytes(pickle.dumps({"version": Call()}, protocol))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
