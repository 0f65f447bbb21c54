// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace of one rank with allocations and hardware counters, in the form in which Kineto writes them: aten::linear (0 to 100 us) holds
 * aten::addmm (10 to 90 us), which launches two kernels; aten::relu (200 to 250 us) launches one.
 */
final class CountedTrace {
    private final List<String> events = new ArrayList<>();

    static Path write(Path file, boolean launchMissing) {
        CountedTrace trace = new CountedTrace();
        trace.operator("aten::linear", 0, 100);
        trace.operator("aten::addmm", 10, 80);
        trace.operator("aten::relu", 200, 50);
        trace.launch(20, 1);
        trace.launch(60, 2);
        if (!launchMissing) {
            trace.launch(210, 3);
        }
        trace.range("gemm", 1_000, "\"inst.sum\": 10, \"dram__bytes_read.sum\": 1.5, \"note\": \"x\"");
        trace.range("gemm", 2_000, "\"inst.sum\": 30, \"dram__bytes_read.sum\": 2.5");
        trace.range("relu", 3_000, "\"inst.sum\": 5, \"dram__bytes_read.sum\": NaN");
        // Out of the order of time: aten::linear allocates at 5, aten::addmm at 15, no operator releases at 150.
        trace.memory(
                15,
                "\"Total Reserved\": 4096, \"Total Allocated\": 3000, \"Bytes\": 2000, \"Device Id\": 0, \"Device Type\": 1");
        trace.memory(
                5,
                "\"Total Reserved\": 4096, \"Total Allocated\": 1000, \"Bytes\": 512, \"Device Id\": 0, \"Device Type\": 1");
        trace.memory(
                150,
                "\"Total Reserved\": 4096, \"Total Allocated\": 1000, \"Bytes\": -2000, \"Device Id\": 0, \"Device Type\": 1");
        trace.memory(205, "\"Device Type\": 0, \"Device Id\": -1, \"Bytes\": 64");
        trace.memory(206, "\"Device Type\": 0, \"Device Id\": -1");
        try {
            return Files.writeString(
                    file,
                    "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": 0, \"world_size\": 1}, \"traceEvents\": ["
                            + String.join(",\n", trace.events) + "]}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void operator(String name, int ts, int dur) {
        events.add("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + name + "\", \"pid\": 7, \"tid\": 7, \"ts\": "
                + ts + ", \"dur\": " + dur + ", \"args\": {\"External id\": " + ts + "}}");
    }

    private void launch(int ts, int correlation) {
        events.add(
                "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 7, \"tid\": 7, \"ts\": "
                        + ts + ", \"dur\": 5, \"args\": {\"correlation\": " + correlation + "}}");
    }

    private void range(String kernel, int ts, String counters) {
        events.add("{\"ph\": \"X\", \"cat\": \"cuda_profiler_range\", \"name\": \"" + kernel
                + "\", \"pid\": 0, \"tid\": 0, \"ts\": " + ts + ", \"dur\": 500, \"args\": {" + counters + "}}");
    }

    private void memory(int ts, String args) {
        events.add(
                "{\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\", \"pid\": 7, \"tid\": 7,"
                        + " \"ts\": " + ts + ", \"args\": {\"Addr\": 1, " + args + "}}");
    }
}
