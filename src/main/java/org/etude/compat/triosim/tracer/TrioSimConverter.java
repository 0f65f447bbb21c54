// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.compat.chakra.view.PythonNumbers;
import org.etude.compat.triosim.tracer.TensorTable.Named;
import org.etude.report.AtomicFiles;

/**
 * Joins a profiler's trace and an execution graph of the same iteration by position and name, like TrioSim. If one has
 * an additional operator, everything after it does not match and is left out; the number left out is reported.
 *
 * @param trace the text of trace.csv
 * @param tensors the text of tensor.csv
 * @param joined operators found in both
 * @param unmatched operators of the graph without a match at their position in the profile
 */
public record TrioSimConverter(String trace, String tensors, int joined, int unmatched) {
    private static final Set<String> DIVIDED = Set.of("aten::conv2d", "aten::linear", "aten::embedding");
    private static final String HEADER = "OperatorID,OperatorName,Operator_input,Operator_output,Operator_cudatime,"
            + "Operator_cudatimenooverlap,InputSize,OutputSize,gpuid,stage,tpflag\n";

    /**
     * Converts a profile and a graph.
     *
     * @param profiler the profiler's JSON, optionally compressed
     * @param graph the execution graph's JSON, schema 1.0.1
     * @throws org.etude.compat.triosim.trace.TrioSimException when one cannot be used
     */
    public static TrioSimConverter convert(Path profiler, Path graph) {
        List<ProfiledOp> profiled = ProfiledOps.read(profiler);
        List<GraphOp> ops = GraphOps.read(graph);
        TensorTable tensors = new TensorTable(graph);
        Set<Long> divided = divided(profiled, ops);
        boolean spansInParts = profiled.stream().anyMatch(ProfiledOp::spanInParts);
        boolean busyInParts = profiled.stream().anyMatch(ProfiledOp::busyInParts);
        StringBuilder trace = new StringBuilder(HEADER);
        int joined = 0;
        for (int i = 0; i < ops.size(); i++) {
            if (!joins(profiled, ops, i)) {
                continue;
            }
            joined++;
            GraphOp op = ops.get(i);
            boolean useless =
                    op.node().path("op_schema").asText().isBlank() || op.name().equals("aten::item");
            if (!useless) {
                ProfiledOp times = profiled.get(i);
                String spans = number(times.span(), spansInParts) + ',' + number(times.busy(), busyInParts);
                String line = line(i, op, times.sequence(), spans, tensors, divided);
                trace.append(times.span() == 0 ? "" : line);
            }
        }
        return new TrioSimConverter(trace.toString(), tensors.text(), joined, ops.size() - joined);
    }

    /** Writes trace.csv and tensor.csv into a folder. */
    public void write(Path directory) {
        try {
            Files.createDirectories(directory);
            AtomicFiles.write(
                    directory.resolve("tensor.csv"), out -> out.write(tensors.getBytes(StandardCharsets.UTF_8)));
            AtomicFiles.write(directory.resolve("trace.csv"), out -> out.write(trace.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean joins(List<ProfiledOp> profiled, List<GraphOp> ops, int i) {
        return i < profiled.size() && profiled.get(i).name().equals(ops.get(i).name());
    }

    /** The sequence numbers that tensor parallelism divides; a backward node has its forward operator's. */
    private static Set<Long> divided(List<ProfiledOp> profiled, List<GraphOp> ops) {
        Set<Long> numbers = new HashSet<>();
        for (int i = 0; i < ops.size(); i++) {
            if (joins(profiled, ops, i) && DIVIDED.contains(ops.get(i).name())) {
                numbers.add(profiled.get(i).sequence());
            }
        }
        return numbers;
    }

    private static String line(int i, GraphOp op, Long sequence, String times, TensorTable tensors, Set<Long> divided) {
        Named inputs = tensors.inputs(op);
        Named outputs = tensors.outputs(op);
        String name = op.name().contains(",") ? '"' + op.name() + '"' : op.name();
        return String.join(
                        ",",
                        String.valueOf(i + 1),
                        name,
                        Named.text(inputs.ids()),
                        Named.text(outputs.ids()),
                        times,
                        Named.text(inputs.sizes()),
                        Named.text(outputs.sizes()),
                        "0",
                        stage(op.name()),
                        divided.contains(sequence) ? "1" : "0")
                + "\n";
    }

    private static String stage(String name) {
        if (name.startsWith("autograd")) {
            return "backward";
        }
        return name.startsWith("aten::_for") ? "optimizer" : "forward";
    }

    /** Formats like a pandas column: a decimal point in one value gives all values one. */
    private static String number(double value, boolean inParts) {
        return inParts ? PythonNumbers.repr(value) : String.valueOf((long) value);
    }
}
