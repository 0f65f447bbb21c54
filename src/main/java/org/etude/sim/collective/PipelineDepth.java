// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import java.util.List;
import java.util.Locale;
import org.etude.collective.Algorithms;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.collective.PlannedPhase;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;

/**
 * How many chunks make a collective over several dimensions fastest. With one chunk each dimension waits for the others;
 * with more, they work on different chunks at the same time, but each chunk pays every latency again. Collective
 * libraries pipeline too: NCCL's rings and trees pass through nodes and network in slices of a buffer.
 *
 * <p>A phase takes its latencies and its bytes over the rate; each dimension runs one at a time, in the order of
 * stall-free scheduling (docs/scheduling.md).
 */
public final class PipelineDepth {
    /** The maximum number of chunks. Beyond, an eighth of the other dimensions' time is left to be gained. */
    public static final int MOST = 8;

    /** A smaller gain could be an error of the formula, which knows no contention. */
    private static final double WORTHWHILE = 0.95;

    private final double[] nsPerByte;
    private final double[] latencyNs;
    private final DimKind[] kind;

    /** For the dimensions of a network. */
    public PipelineDepth(LogicalTopology topology) {
        nsPerByte = topology.dims().stream()
                .mapToDouble(dim -> 1e9 / dim.bandwidth().bytesPerSecond())
                .toArray();
        latencyNs = topology.dims().stream().mapToDouble(TopologyDim::latencyNs).toArray();
        kind = topology.dims().stream().map(TopologyDim::kind).toArray(DimKind[]::new);
    }

    /**
     * The number of chunks; 1 within one dimension.
     *
     * @param phases the phases of the undivided collective; their dimensions are indices of the other arguments
     * @param dim the dimension of the network, by dimension of the phases
     * @param size ranks, by dimension of the phases
     * @param algorithm how they communicate, by dimension of the phases
     */
    int chunks(List<PlannedPhase> phases, int[] dim, int[] size, AlgorithmSpec[] algorithm) {
        double whole = end(phases, phaseNs(phases, dim, size, algorithm, 1), 1, dim.length);
        double least = whole;
        int best = 1;
        for (int chunks = 2; chunks <= MOST; chunks *= 2) {
            double end = end(phases, phaseNs(phases, dim, size, algorithm, chunks), chunks, dim.length);
            if (end < least) {
                least = end;
                best = chunks;
            }
        }
        return least < WORTHWHILE * whole ? best : 1;
    }

    /** How long each phase takes for one of these chunks, ns. */
    private double[] phaseNs(List<PlannedPhase> phases, int[] dim, int[] size, AlgorithmSpec[] algorithm, int chunks) {
        return phases.stream()
                .mapToDouble(phase -> {
                    int d = phase.dim();
                    double bytes = sent(algorithm[d], phase.kind(), size[d]) * phase.bytes() / chunks;
                    if (kind[dim[d]] == DimKind.FULLY_CONNECTED) {
                        bytes /= Algorithms.linksAtOnce(algorithm[d], size[d]);
                    }
                    double links = links(algorithm[d], phase.kind(), size[d], kind[dim[d]]);
                    return links * latencyNs[dim[d]] + bytes * nsPerByte[dim[d]];
                })
                .toArray();
    }

    /** When the last of these chunks ends: by chunk number plus step, later steps first. */
    private static double end(List<PlannedPhase> phases, double[] ns, int chunks, int dims) {
        double[] idleFrom = new double[dims];
        double[] ready = new double[chunks];
        for (int turn = 0; turn < chunks + ns.length - 1; turn++) {
            for (int step = Math.min(turn, ns.length - 1); step >= 0 && turn - step < chunks; step--) {
                int dim = phases.get(step).dim();
                int chunk = turn - step;
                ready[chunk] = Math.max(ready[chunk], idleFrom[dim]) + ns[step];
                idleFrom[dim] = ready[chunk];
            }
        }
        return ready[chunks - 1];
    }

    /** The number of links that messages cross one after the other; round a ring, the short way. */
    private static double links(AlgorithmSpec algorithm, CollectiveType collective, int ranks, DimKind kind) {
        CollectiveAlgorithm counted = CollectiveAlgorithm.of(algorithm);
        if (kind == DimKind.RING && counted != CollectiveAlgorithm.DIRECT) {
            // Halving and doubling go as far round in all as a ring does.
            counted = CollectiveAlgorithm.RING;
        }
        int each =
                switch (kind) {
                    case SWITCH -> 2;
                    case RING -> counted == CollectiveAlgorithm.DIRECT ? ranks / 2 : 1;
                    case FULLY_CONNECTED -> 1;
                };
        return counted.steps(name(collective), ranks) * each;
    }

    /** The bytes that a rank sends, as a multiple of its data before the phase. */
    private static double sent(AlgorithmSpec algorithm, CollectiveType kind, int ranks) {
        double ofBuffer = CollectiveAlgorithm.RING.wire(name(kind), ranks);
        return switch (kind) {
            case ALL_GATHER -> ofBuffer * ranks;
            case ALL_TO_ALL -> algorithm.kind() == AlgorithmSpec.Kind.RING ? ofBuffer * ranks / 2 : ofBuffer;
            default -> ofBuffer;
        };
    }

    private static String name(CollectiveType kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
