// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.link.Linker;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;

/**
 * A recorded step of two linear layers with a rectifier between them, batch 8, written by hand: 1,000 us on the host.
 *
 * <pre>
 * at  us   operator                      at  us   operator
 * 100 100  linear 16 to 32               530  50  backward of the rectifier
 * 200  50  relu                          580 200  backward of the first layer
 * 250  60  linear 32 to 4                780  10  its gradient is ready
 * 400 120  backward of the second layer  810  80  add_, within the optimizer's 800 to 900
 * 520  10  its gradient is ready
 * </pre>
 *
 * <p>With kernels, each computing operator launches one that takes the same time on stream 7.
 */
final class HandStep {
    private static final double START = 1_000;

    private final boolean kernels;
    private final int batch;
    private final List<String> nodes = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private int id = 10;
    private double gpuFree;

    private HandStep(boolean kernels) {
        this(kernels, 8);
    }

    private HandStep(boolean kernels, int batch) {
        this.kernels = kernels;
        this.batch = batch;
    }

    /** The step computed by the host. */
    static LinkedSet onHost(Path dir) {
        return new HandStep(false).step(true).link(dir);
    }

    /** The step computed by kernels. */
    static LinkedSet onGpu(Path dir) {
        return new HandStep(true).step(true).link(dir);
    }

    /** The step computed by the host with batch 16, its second layer 40 us longer each way and all else as before. */
    static LinkedSet twiceTheBatch(Path dir) {
        return new HandStep(false, 16).step(true).link(dir);
    }

    /** Only its forward pass. */
    static LinkedSet inference(Path dir) {
        return new HandStep(false).step(false).link(dir);
    }

    /** Without its optimizer. */
    static LinkedSet withoutOptimizer(Path dir) {
        HandStep step = new HandStep(false);
        step.annotation("ProfilerStep#1", 0, 1000);
        step.passes(0, true, false);
        return step.link(dir);
    }

    /** Two forward and backward passes. */
    static LinkedSet twice(Path dir) {
        HandStep step = new HandStep(false);
        step.annotation("ProfilerStep#1", 0, 2000);
        step.passes(0, true);
        step.passes(1000, true);
        return step.link(dir);
    }

    private HandStep step(boolean backward) {
        annotation("ProfilerStep#1", 0, 1000);
        passes(0, backward);
        return this;
    }

    private void passes(double at, boolean backward) {
        passes(at, backward, true);
    }

    private void passes(double at, boolean backward, boolean update) {
        String x = tensor(1, batch, 16);
        String h = tensor(3, batch, 32);
        op("aten::linear", at + 100, 100, 5, 1, List.of(x, tensor(2, 32, 16)), List.of(h), true);
        op("aten::relu", at + 200, 50, 5, 2, List.of(h), List.of(tensor(4, batch, 32)), true);
        op(
                "aten::linear",
                at + 250,
                batch == 8 ? 60 : 100,
                5,
                3,
                List.of(tensor(4, batch, 32), tensor(5, 4, 32)),
                List.of(tensor(6, batch, 4)),
                true);
        if (!backward) {
            return;
        }
        back(
                "AddmmBackward0",
                at + 400 - (batch == 8 ? 0 : 40),
                batch == 8 ? 120 : 160,
                3,
                List.of(tensor(7, batch, 4)),
                List.of(tensor(8, batch, 32)));
        gradient(at + 520, 4, 32);
        back("ReluBackward0", at + 530, 50, 2, List.of(tensor(8, batch, 32)), List.of());
        back("AddmmBackward0", at + 580, 200, 1, List.of(tensor(9, batch, 32)), List.of());
        gradient(at + 780, 32, 16);
        if (!update) {
            return;
        }
        int optimizer = annotation("Optimizer.step#SGD.step", at + 800, 100);
        op("aten::add_", at + 810, 80, optimizer, -1, List.of(tensor(2, 32, 16)), List.of(), true);
    }

    private void back(String name, double at, double us, int seq, List<String> in, List<String> out) {
        int top = op("autograd::engine::evaluate_function: " + name, at, us, 5, -1, List.of(), List.of(), false);
        op(name, at, us, top, seq, in, out, true);
    }

    private void gradient(double at, int rows, int columns) {
        String name = "torch::autograd::AccumulateGrad";
        int top = op("autograd::engine::evaluate_function: " + name, at, 10, 5, -1, List.of(), List.of(), false);
        op(name, at, 10, top, -1, List.of(tensor(90, rows, columns)), List.of(), false);
    }

    private static String tensor(int name, int rows, int columns) {
        return name + "|" + rows + ", " + columns + "|" + rows * columns;
    }

    private int annotation(String name, double at, double us) {
        return event(name, at, us, 5, -1, List.of(), List.of(), "user_annotation");
    }

    private int op(
            String name,
            double at,
            double us,
            int parent,
            int seq,
            List<String> in,
            List<String> out,
            boolean computes) {
        double host = kernels && computes ? Math.min(us, 20) : us;
        int node = event(name, at, host, parent, seq, in, out, "cpu_op");
        if (kernels && computes) {
            events.add(text(
                    "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 1, \"tid\": 1,"
                            + " \"ts\": %.3f, \"dur\": 3, \"args\": {\"External id\": %d, \"correlation\": %d}}",
                    START + at + 5, node, node));
            double start = Math.max(gpuFree, at + 10);
            gpuFree = start + us;
            events.add(text(
                    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"kernel of %s\", \"pid\": 0, \"tid\": 7, \"ts\": %.3f,"
                            + " \"dur\": %.3f, \"args\": {\"External id\": %d, \"correlation\": %d, \"device\": 0,"
                            + " \"stream\": 7}}",
                    name, START + start, us, node, node));
        }
        return node;
    }

    private int event(
            String name,
            double at,
            double us,
            int parent,
            int seq,
            List<String> in,
            List<String> out,
            String category) {
        int node = ++id;
        nodes.add(text(
                "{\"id\": %d, \"name\": \"%s\", \"ctrl_deps\": %d, \"inputs\": %s, \"outputs\": %s, \"attrs\":"
                        + " [{\"name\": \"rf_id\", \"type\": \"uint64\", \"value\": %d}, {\"name\": \"seq_id\", \"type\":"
                        + " \"int64\", \"value\": %d}, {\"name\": \"scope\", \"type\": \"uint64\", \"value\": 0},"
                        + " {\"name\": \"tid\", \"type\": \"uint64\", \"value\": 1}]}",
                node, name, parent, io(in), io(out), node, seq));
        events.add(text(
                "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 1, \"tid\": 1, \"ts\": %.3f, \"dur\": %.3f,"
                        + " \"args\": {\"External id\": %d, \"Record function id\": %d}}",
                category, name, START + at, us, node, node));
        return node;
    }

    private static String io(List<String> tensors) {
        List<String> values = new ArrayList<>();
        List<String> shapes = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (String tensor : tensors) {
            String[] parts = tensor.split("\\|");
            values.add("[" + parts[0] + ", " + parts[0] + ", 0, " + parts[2] + ", 4, \"cpu\"]");
            shapes.add("[" + parts[1] + "]");
            types.add("\"Tensor(float)\"");
        }
        return "{\"values\": " + values + ", \"shapes\": " + shapes + ", \"types\": " + types + "}";
    }

    private static String text(String format, Object... args) {
        return String.format(Locale.ROOT, format, args);
    }

    private LinkedSet link(Path dir) {
        String root =
                "{\"id\": 1, \"name\": \"[pytorch|profiler|execution_trace|process]\", \"ctrl_deps\": 1, \"inputs\": "
                        + io(List.of()) + ", \"outputs\": " + io(List.of()) + ", \"attrs\": []}, {\"id\": 5, \"name\":"
                        + " \"[pytorch|profiler|execution_trace|thread]\", \"ctrl_deps\": 1, \"inputs\": "
                        + io(List.of())
                        + ", \"outputs\": " + io(List.of())
                        + ", \"attrs\": [{\"name\": \"rf_id\", \"type\": \"uint64\", \"value\": 0}]}";
        try {
            Files.createDirectories(dir);
            Files.writeString(
                    dir.resolve("host_0.json"),
                    "{\"schema\": \"1.1.1-chakra.0.0.4\", \"pid\": 1, \"time\": \"\", \"start_ts\": 0, \"nodes\": ["
                            + root + ", " + String.join(", ", nodes) + "], \"finish_ts\": 9}");
            Files.writeString(
                    dir.resolve("device_0.json"),
                    "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": 0, \"world_size\": 1}, \"traceEvents\": ["
                            + String.join(", ", events) + "]}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
    }
}
