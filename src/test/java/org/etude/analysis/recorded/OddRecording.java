// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Writes device traces that lack what most have: no GPU, no steps, an empty step, ranks of unequal length, events in any order,
 * work without a launch or before it, streams whose work overlaps, times of zero.
 */
final class OddRecording {
    private static final int MOST_RANKS = 3;
    private static final double STEP_US = 500;

    private final Random random;
    private final List<String> events = new ArrayList<>();
    private final boolean gpu;
    private final boolean hip;
    private final int steps;
    private final int ranks;

    private OddRecording(long seed) {
        random = new Random(seed);
        gpu = random.nextInt(4) > 0;
        hip = random.nextBoolean();
        steps = random.nextInt(4);
        ranks = 1 + random.nextInt(MOST_RANKS);
    }

    /** Writes one file per rank. */
    static Path write(Path directory, long seed) {
        OddRecording recording = new OddRecording(seed);
        try {
            Files.createDirectories(directory);
            for (int rank = 0; rank < recording.ranks; rank++) {
                Files.writeString(directory.resolve("rank_" + rank + ".json"), recording.trace(rank));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return directory;
    }

    private boolean oneIn(int of) {
        return random.nextInt(of) == 0;
    }

    private double time(double most) {
        return Math.round(random.nextDouble() * most * 1000) / 1000.0;
    }

    private String trace(int rank) {
        events.clear();
        int windows = Math.max(1, steps);
        for (int step = 0; step < windows; step++) {
            double begin = 1000 + step * STEP_US;
            if (steps > 0) {
                event("user_annotation", "ProfilerStep#" + (5 + step), 1, begin, STEP_US, "");
            }
            int calls = step == 1 || oneIn(5) ? 0 : random.nextInt(6) + rank;
            for (int call = 0; call < calls; call++) {
                call(begin + time(STEP_US - 60), 100 * step + call + 1, call);
            }
        }
        if (oneIn(2)) {
            Collections.shuffle(events, random);
        }
        return "{\"schemaVersion\":1,\"" + (hip ? "hip" : "cuda") + "_runtime_version\":12010,\"host_name\":\"node"
                + rank % 2
                + "\",\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":" + rank + ",\"world_size\":" + ranks
                + "},\"traceEvents\":[\n" + String.join(",\n", events) + "\n]}";
    }

    private void call(double at, int id, int call) {
        double length = oneIn(8) ? 0 : 5 + time(40);
        event("cpu_op", "aten::op" + call % 3, oneIn(4) ? 2 : 1, at, length, "\"External id\":" + id);
        if (!gpu) {
            return;
        }
        String correlation = "\"correlation\":" + id + ",\"External id\":" + id;
        if (!oneIn(6)) {
            event("cuda_runtime", hip ? "hipLaunchKernel" : "cudaLaunchKernel", 1, at, 3, correlation);
        }
        if (oneIn(6)) {
            event("cuda_runtime", hip ? "hipDeviceSynchronize" : "cudaDeviceSynchronize", 1, at + 4, time(50), "");
        }
        int stream = oneIn(3) ? 20 : 7;
        String where = "\"device\":0,\"stream\":" + stream + "," + correlation;
        double start = oneIn(10) ? at - 2 : at + time(2 * STEP_US);
        double duration = oneIn(10) ? 0 : time(80);
        if (oneIn(5)) {
            event("gpu_memcpy", "Memcpy DtoD (Device -> Device)", stream, start, duration, where + ",\"bytes\":4096");
        } else if (oneIn(3)) {
            String collective = oneIn(4)
                    ? ""
                    : ",\"Collective name\":\"allreduce\",\"In msg nelems\":1024,\"Out msg nelems\":1024,\"dtype\":\"Float\","
                            + "\"Group size\":" + ranks;
            event(
                    "kernel",
                    hip ? "ncclDevKernel_Generic" : "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                    stream,
                    start,
                    duration,
                    where + collective);
        } else {
            event("kernel", "gemm_" + call % 2, stream, start, duration, where);
        }
    }

    private void event(String category, String name, int tid, double ts, double dur, String args) {
        events.add(String.format(
                Locale.ROOT,
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}}",
                category,
                name,
                args.contains("stream") ? 0 : 4000,
                tid,
                ts,
                dur,
                args));
    }
}
