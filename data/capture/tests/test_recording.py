# SPDX-License-Identifier: Apache-2.0
"""Tests of what needs no torch:  python3 -m unittest discover -s data/capture/tests -t data/capture"""

import contextlib
import gzip
import io
import json
import os
import tempfile
import unittest

from recording import clocks, estimate, intervals, options, training, verify
from recording.files import Files, read_json

DATA = os.path.join(os.path.dirname(__file__), "..", "..")


def node(name, record, **more):
    return dict({"id": record + 100, "name": name, "ctrl_deps": 1, "attrs": [{"name": "rf_id", "value": record}]}, **more)


def op(name, record, category="cpu_op", **args):
    return {"ph": "X", "cat": category, "name": name, "ts": record, "dur": 1, "args": {"Record function id": record, **args}}


def gpu(name, correlation, category="kernel"):
    return {"ph": "X", "cat": category, "name": name, "ts": 9, "dur": 1, "args": {"correlation": correlation}}


def levels(findings):
    return [f.level for f in findings]


class Intervals(unittest.TestCase):
    def test_union_counts_overlap_once(self):
        self.assertEqual(intervals.union_length([(0, 10), (5, 12), (20, 25), (21, 22)]), 17)
        self.assertEqual(intervals.union_length([]), 0)

    def test_median(self):
        self.assertEqual(intervals.median([3, 1, 2]), 2)
        self.assertEqual(intervals.median([4, 1]), 2.5)
        self.assertIsNone(intervals.median([]))


class Training(unittest.TestCase):
    def test_summary(self):
        rows = [{"wall_ms": 20.0}, {"wall_ms": 10.0}, {"wall_ms": 12.0}]
        events = [
            {"step": 0, "launch_ns": 0, "done_ns": 2_000_000},
            {"step": 0, "launch_ns": 1_000_000, "done_ns": 4_000_000},
            {"step": 1, "launch_ns": 0, "done_ns": 2_000_000},
        ]
        self.assertEqual(
            training.summary(rows, [{"wall_ms": 9.0}], events, 24),
            {"real_t_step_ms": 12.0, "real_t_step_nosync_ms": 9.0, "real_t_comm_ms": 3.0, "exposed_comm_ms": 3.0,
             "throughput_img_s": 2000.0})

    def test_nothing_measured_is_none_not_zero(self):
        self.assertEqual(set(training.summary([], [], [], 1).values()), {None})


class Clocks(unittest.TestCase):
    def test_rocm_smi(self):
        text = 'warning: x\n{"card1": {"mclk clock speed:": "(96Mhz)", "sclk clock speed:": "(2935Mhz)"}}'
        self.assertEqual(clocks.parse_rocm_smi(text, 1), 2935.0)
        self.assertIsNone(clocks.parse_rocm_smi(text, 0))

    def test_rocm_smi_without_json(self):
        self.assertIsNone(clocks.parse_rocm_smi("no device", 0))

    def test_nvidia_smi(self):
        self.assertEqual(clocks.parse_nvidia_smi("1410\n"), 1410.0)
        self.assertIsNone(clocks.parse_nvidia_smi("[N/A]"))

    def test_visible_devices_renumber(self):
        self.assertEqual(clocks.physical_device(1, {"HIP_VISIBLE_DEVICES": "3, 5"}), 5)
        self.assertEqual(clocks.physical_device(1, {"CUDA_VISIBLE_DEVICES": "GPU-a,GPU-b"}), 1)
        self.assertEqual(clocks.physical_device(2, {}), 2)

    def test_metrics(self):
        self.assertEqual(
            clocks.metrics(1, 0, [500.0, 2900.0, 2935.0], "rocm-smi"),
            {"rank": 1, "device_id": 0, "source": "rocm-smi", "sclk_avg_mhz": 2111.7, "sclk_median_mhz": 2900.0,
             "sclk_max_mhz": 2935.0, "samples_count": 3})
        self.assertIsNone(clocks.metrics(0, 0, [], "x")["sclk_avg_mhz"])


class Options(unittest.TestCase):
    def test_defaults_fit_together(self):
        o = options.parse([])
        self.assertEqual((o.model, o.trace_wait, o.trace_steps, o.profile_epoch), ("resnet50", 32, 4, 2))

    def test_what_does_not_fit_is_refused_with_advice(self):
        for argv, advice in [
            (["--epochs", "1"], "use --epochs 2 or more"),
            (["--steps-per-epoch", "10"], "use --steps-per-epoch 37"),
            (["--device", "cpu", "--backend", "nccl"], "use --backend gloo"),
            (["--trace-steps", "0"], "0 is not 1 or more"),
        ]:
            with self.subTest(argv), contextlib.redirect_stderr(io.StringIO()) as err:
                with self.assertRaises(SystemExit):
                    options.parse(argv)
                self.assertIn(advice, err.getvalue())


class Estimate(unittest.TestCase):
    def test_a_long_recording_is_announced(self):
        defaults = options.parse([])
        self.assertEqual(estimate.steps(defaults), 3 * 64 + 2 * 20)
        self.assertTrue(estimate.line(defaults, 3.0).startswith("232 steps of about 3.0 s take about 12 minutes; quicker: "))

    def test_a_short_one_is_not(self):
        self.assertEqual(estimate.line(options.parse(["--timed-steps", "0", "--epochs", "2"]), 0.9), "")


class Names(unittest.TestCase):
    def test_parts_become_files_and_old_ones_go(self):
        with tempfile.TemporaryDirectory() as directory:
            files = Files(directory, 3, "big", compress=True)
            with open(files.part("host"), "w") as out:
                out.write('{"nodes": []}')
            files.finish("host")
            files.write("training", {"a": 1})
            self.assertEqual(sorted(os.listdir(directory)), ["host_3_big.json.gz", "training_3_big.json"])
            self.assertEqual(read_json(files.final("host")), {"nodes": []})
            files.remove_old()
            self.assertEqual(os.listdir(directory), [])


class Verify(unittest.TestCase):
    def test_a_good_gpu_pair(self):
        nodes = [node("aten::mm", 2), node("c10d::allreduce_", 3)]
        events = [op("ProfilerStep#1", 1, "user_annotation"), op("aten::mm", 2), op("c10d::allreduce_", 3),
                  gpu("hipLaunchKernel", 7, "cuda_runtime"), gpu("Cijk_x", 7),
                  gpu("hipExtLaunchKernel", 8, "cuda_runtime"), gpu("ncclDevKernel_Generic_4(...)", 8)]
        findings = verify.compare(0, nodes, events, expect_gpu=True)
        self.assertEqual(levels(findings), ["ok"])
        self.assertIn("2 host nodes, 2 operators, 2 launches, 2 kernels, 1 collectives, 1 steps", findings[0].text)

    def test_what_goes_wrong_is_named(self):
        step = op("ProfilerStep#1", 1, "user_annotation")
        comm = [node("c10d::allreduce_", 3)]
        for nodes, events, gpu_expected, text in [
            (comm, [step, op("a", 40)], False, "the windows differ"),
            (comm, [step, op("a", 3)], True, "holds no kernel"),
            ([], [step], False, "the observer was not running"),
            (comm, [step, op("a", 3), gpu("k", 5)], True, "0% of the kernels have a launch"),
            (comm, [step, op("a", 3), gpu("k", 0)], True, "correlation 0"),
            (comm, [step, op("a", 3), gpu("k", 5)], True, "no NCCL or RCCL kernel"),
            ([node("a", 3)], [step, op("a", 3)], False, "no collective in the window"),
            (comm, [op("a", 3)], False, "no ProfilerStep annotation"),
            (comm, [op("a", 0)], False, "names no 'Record function id'"),
        ]:
            with self.subTest(text):
                found = [f.text for f in verify.compare(0, nodes, events, gpu_expected) if f.level != "ok"]
                self.assertTrue(any(text in f for f in found), found)

    def test_recordings_on_a_gpu_pass_without_kernels_of_collectives(self):
        for name, ranks in (("cnn-1-h200", 1), ("cnn-2-h200", 2), ("tp-2-h200", 2)):
            for rank in range(ranks):
                with self.subTest(name, rank=rank):
                    self.assertEqual(levels(verify.check_rank(os.path.join(DATA, name), rank, expect_gpu=True)), ["ok"])

    def test_our_own_recordings_pass_and_a_cut_one_does_not(self):
        self.assertEqual(levels(verify.check_rank(os.path.join(DATA, "cnn-2"), 1)), ["ok"])
        with open(os.path.join(DATA, "cnn-2", "host_0.json.gz"), "rb") as source:
            text = gzip.decompress(source.read())
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "host_0.json"), "wb") as out:
                out.write(text[: len(text) // 2])
            found = verify.check_rank(directory, 0)
            self.assertEqual(levels(found), ["error", "error"])
            self.assertIn("is not a complete host trace", found[0].text)

    def test_ranks_and_tags_come_from_the_names(self):
        with tempfile.TemporaryDirectory() as directory:
            for name in ("host_0.json", "device_0.json.gz", "host_1_cnn.json", "host_2.json.part.json", "training_0.json"):
                with open(os.path.join(directory, name), "w") as out:
                    json.dump({}, out)
            self.assertEqual(verify.ranks_in(directory), [(0, ""), (1, "cnn")])


if __name__ == "__main__":
    unittest.main()
