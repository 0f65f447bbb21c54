package org.etude.workload.triosim;

import java.nio.file.Path;
import java.util.List;

/**
 * The operators of one training step on one GPU, in the order in which they ran.
 *
 * @param ops the operators
 */
public record TrioSimTrace(List<TraceOp> ops) {
    /** Copies the list. */
    public TrioSimTrace {
        ops = List.copyOf(ops);
    }

    /**
     * Reads TrioSim's files.
     *
     * @param directory a folder with trace.csv and tensor.csv
     * @throws TrioSimException when one is missing or has a value that cannot be used: file, line, column
     */
    public static TrioSimTrace read(Path directory) {
        return new TraceReader(directory).read();
    }

    /**
     * The trace for another batch size, by TrioSim's only rule: every time and every size, weights too, is divided.
     *
     * @param ratio recorded batch size by simulated batch size
     */
    public TrioSimTrace scaled(double ratio) {
        return new TrioSimTrace(ops.stream().map(op -> op.scaled(ratio)).toList());
    }
}
