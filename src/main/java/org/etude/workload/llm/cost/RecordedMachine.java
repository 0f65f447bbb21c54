// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.Locale;
import org.etude.spec.CollectiveType;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.LlmException;
import org.etude.spec.MachineTimes;
import org.etude.spec.Parallelism;
import org.etude.workload.parallel.Group;

/**
 * The machine on which a step was recorded, modelled as in the step generator: {@link KernelCost} and {@link
 * ClusterNetwork}.
 */
public final class RecordedMachine implements MachineTimes {
    private static final double NANOS = 1000;
    private static final int HALF = 2;

    private final GpuModel gpu;
    private final MachineFit fit;

    /** A type of GPU, and the factors fitted to it. */
    public RecordedMachine(GpuModel gpu, MachineFit fit) {
        this.gpu = gpu;
        this.fit = fit;
    }

    @Override
    public double product(double rows, double columns, double depth, int elementBytes) {
        ElementType type =
                elementBytes == 1 ? ElementType.FP8 : elementBytes == HALF ? ElementType.FP16 : ElementType.FP32;
        // Bytes as the cost counts them: of elements in half precision, which it takes to its own type.
        double bytes = HALF * (rows * depth + depth * columns + rows * columns);
        return new KernelCost(gpu, type, fit).product(new Gemm(rows, columns, depth), bytes);
    }

    @Override
    public String name() {
        return gpu.name();
    }

    /** The cost among adjacent ranks. */
    @Override
    public CommunicationCosts.Cost cost(String type, int ranks, long bytes) {
        return cost(new Parallelism(1, 1, Math.max(1, ranks), 1), "data", type, ranks, bytes);
    }

    @Override
    public CommunicationCosts.Cost cost(Parallelism job, String dimension, String type, int ranks, long bytes) {
        ClusterNetwork network = new ClusterNetwork(gpu.node(), job, fit, 1, false);
        long size = Math.max(1, bytes);
        double start = nanos(network, dimension, type, ranks, 0);
        double all = nanos(network, dimension, type, ranks, size);
        String evidence = String.format(
                Locale.ROOT, "the model of %s nodes, %.3f of its rates (docs/planner.md)", gpu.name(), fit.network());
        return new CommunicationCosts.Cost(start / NANOS, (all - start) / size / NANOS, evidence);
    }

    private static double nanos(ClusterNetwork network, String dimension, String type, int ranks, double bytes) {
        return switch (type) {
            case "sendrecv" -> network.message(bytes, 0, 1);
            case "all_reduce" ->
                network.collective(
                        CollectiveType.ALL_REDUCE,
                        bytes,
                        dimension.equals("tensor") ? Group.TENSOR : Group.DATA,
                        ranks);
            default ->
                throw new LlmException(
                        "the model of a machine has no time for " + type + " of a spread step",
                        "It models all-reduces and messages; give a calibration for other collectives.");
        };
    }
}
