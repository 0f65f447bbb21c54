// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Traces of a tiny data-parallel job under HIP, written by the tests: two steps of 10 ms on each rank. In each step a
 * matrix product (2,000 us) and a rectifier (500 us) run on stream 0 from 300 us on, and an all-reduce of 4,000,000 bytes
 * on stream 4, from 2,500 us plus 200 us per rank to 5,000 us; then the host waits for the device.
 */
public final class SmallTraces {
    private static final int STEPS = 2;
    private static final double START_US = 1_000;
    private static final double STEP_US = 10_000;
    private static final String COMM = "\"Collective name\": \"allreduce\", \"In msg nelems\": 1000000,"
            + " \"Out msg nelems\": 1000000, \"Group size\": %d, \"dtype\": \"Float\", \"In split size\": \"[]\","
            + " \"Out split size\": \"[]\", \"Process Group Name\": \"0\","
            + " \"Process Group Description\": \"default_pg\", \"Process Group Ranks\": \"[%s]\"";

    private final int ranks;
    private final List<String> nodes = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    private SmallTraces(int ranks) {
        this.ranks = ranks;
    }

    /** Writes host_R.json and device_R.json for each rank and returns the directory. */
    public static Path write(Path directory, int ranks) {
        try {
            Files.createDirectories(directory);
            for (int rank = 0; rank < ranks; rank++) {
                SmallTraces traces = new SmallTraces(ranks);
                traces.record(rank);
                Files.writeString(directory.resolve("host_" + rank + ".json"), traces.host());
                Files.writeString(directory.resolve("device_" + rank + ".json"), traces.device(rank));
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(int rank) {
        node(2, "[pytorch|profiler|execution_trace|thread]", 1, 0, 7);
        for (int step = 0; step < STEPS; step++) {
            double at = START_US + step * STEP_US;
            int id = 10 + 10 * step;
            annotation("ProfilerStep#" + (step + 1), at, STEP_US, id);
            node(id, "ProfilerStep#" + (step + 1), 2, id, 7);
            compute("aten::mm", at + 100, 200, id + 1, id);
            launch("hipExtModuleLaunchKernel", at + 150, id + 1);
            kernel("Cijk_gemm", at + 300, 2_000, 0, id + 1, "");
            compute("aten::relu", at + 400, 100, id + 2, id);
            launch("hipLaunchKernel", at + 420, id + 2);
            kernel("relu_kernel", at + 2_300, 500, 0, id + 2, "");
            compute("c10d::allreduce_", at + 580, 340, id + 3, id);
            reduce(at, rank, id + 4, id + 3);
            event("cuda_runtime", "hipDeviceSynchronize", 7, at + 1_000, 4_010, "\"cid\": 1, \"correlation\": " + id);
        }
    }

    private void reduce(double at, int rank, int id, int parent) {
        String comm = String.format(
                Locale.ROOT,
                COMM,
                ranks,
                IntStream.range(0, ranks).mapToObj(String::valueOf).collect(Collectors.joining(", ")));
        nodes.add(nodeText(
                id,
                "record_param_comms",
                parent,
                id,
                0,
                "[[[5, 6, 0, 1000000, 4, \"cuda:0\"]], 1, [\"0\", \"default_pg\"], 0, \"allreduce\", [], [], 0, 1, "
                        + ranks + "]",
                "[[[1000000]], [], [[], []], [], [], [], [], [], [], []]",
                "[\"GenericList[Tensor(float)]\", \"Int\", \"Tuple[String,String]\", \"Int\", \"String\","
                        + " \"GenericList[]\", \"GenericList[]\", \"Int\", \"Int\", \"Int\"]"));
        event("cpu_op", "record_param_comms", 7, at + 600, 300, ids(id) + ", " + comm);
        launch("hipExtLaunchKernel", at + 700, id);
        double start = at + 2_500 + 200 * rank;
        kernel(
                "ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)",
                start,
                at + 5_000 - start,
                4,
                id,
                ", " + comm);
    }

    private void compute(String name, double ts, double dur, int id, int parent) {
        node(id, name, parent, id, 0);
        event("cpu_op", name, 7, ts, dur, ids(id));
    }

    private void annotation(String name, double ts, double dur, int id) {
        event("user_annotation", name, 7, ts, dur, ids(id));
    }

    private void launch(String name, double ts, int id) {
        event("cuda_runtime", name, 7, ts, 10, "\"External id\": " + id + ", \"cid\": 1, \"correlation\": " + id);
    }

    private void kernel(String name, double ts, double dur, int stream, int id, String more) {
        String args = "\"External id\": " + id + ", \"device\": 0, \"stream\": " + stream + ", \"correlation\": " + id
                + ", \"kind\": \"Dispatch Kernel\"" + more;
        events.add(eventText("kernel", name, 0, stream, ts, dur, args));
    }

    private void event(String category, String name, int tid, double ts, double dur, String args) {
        events.add(eventText(category, name, 7, tid, ts, dur, args));
    }

    private static String eventText(
            String category, String name, int pid, int tid, double ts, double dur, String args) {
        return String.format(
                Locale.ROOT,
                "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": %.3f,"
                        + " \"dur\": %.3f, \"args\": {%s}}",
                category,
                name,
                pid,
                tid,
                ts,
                dur,
                args);
    }

    private static String ids(int id) {
        return "\"External id\": " + id + ", \"Record function id\": " + id;
    }

    private void node(int id, String name, int parent, int recordFunction, int scope) {
        nodes.add(nodeText(id, name, parent, recordFunction, scope, "[]", "[]", "[]"));
    }

    private static String nodeText(
            int id, String name, int parent, int rfId, int scope, String values, String shapes, String types) {
        String strides = shapes.replaceAll("[0-9]+", "1");
        return String.format(
                Locale.ROOT,
                "{\"id\": %d, \"name\": \"%s\", \"ctrl_deps\": %d, \"inputs\": {\"values\": %s, \"shapes\": %s,"
                        + " \"types\": %s, \"strides\": %s}, \"outputs\": {\"values\": [], \"shapes\": [],"
                        + " \"types\": [], \"strides\": []}, \"attrs\": [%s, %s, %s, %s, %s, %s,"
                        + " {\"name\": \"op_schema\", \"type\": \"string\", \"value\": \"\"}]}",
                id,
                name,
                parent,
                values,
                shapes,
                types,
                strides,
                attribute("rf_id", "uint64", rfId),
                attribute("fw_parent", "uint64", 0),
                attribute("seq_id", "int64", -1),
                attribute("scope", "uint64", scope),
                attribute("tid", "uint64", 1),
                attribute("fw_tid", "uint64", 0));
    }

    private static String attribute(String name, String type, int value) {
        return "{\"name\": \"" + name + "\", \"type\": \"" + type + "\", \"value\": " + value + "}";
    }

    private String host() {
        return "{\"schema\": \"1.1.1-chakra.0.0.4\", \"pid\": 7, \"time\": \"2026-01-01 00:00:00\", \"start_ts\": 1,\n"
                + "\"nodes\": [\n" + String.join(",\n", nodes) + ",\n"
                + nodeText(1, "[pytorch|profiler|execution_trace|process]", 1, 0, 7, "[]", "[]", "[]")
                + "\n], \"finish_ts\": 30}\n";
    }

    private String device(int rank) {
        return String.format(
                        Locale.ROOT,
                        "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"AMD Radeon\"}],"
                                + " \"roctracer_version\": 4.1, \"hip_runtime_version\": 60443483,"
                                + " \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": %d, \"world_size\": %d},"
                                + " \"baseTimeNanoseconds\": 1767189312000000000,\n\"traceEvents\": [\n",
                        rank,
                        ranks)
                + String.join(",\n", events) + "\n]}\n";
    }
}
