// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.etude.collective.PhasePlanner;
import org.etude.collective.PlannedPhase;
import org.etude.collective.ThemisScheduler;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.InterDimension;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;

/** Splits collectives into chunks and determines the order in which each chunk visits the dimensions. */
public final class ChunkSplitter {
    /** Receives chunks; returning false ends the splitting. */
    public interface ChunkConsumer {
        boolean take(int[] order, long bytes);
    }

    private final SystemSpec system;
    private final boolean compat;
    private final int ranks;
    private final int[] turn;
    /** By rank, the number of chunks requested from a scheduler shared by all ranks. */
    private final long[] requested;

    private final ThemisScheduler themis;
    /** Null where the number of chunks is given. */
    private final PipelineDepth pipeline;

    private final LongSupplier clock;

    /** Creates the splitter of a scenario; the clock is in nanoseconds. */
    public ChunkSplitter(Scenario scenario, int ranks, LongSupplier clock) {
        this.clock = clock;
        this.system = scenario.system();
        this.compat = scenario.options().compat();
        this.ranks = ranks;
        this.turn = new int[ranks];
        this.requested = new long[ranks];
        pipeline = scenario.isPipelined() ? new PipelineDepth(scenario.topology()) : null;
        int n = scenario.topology().size();
        int[] size = new int[n];
        double[] rate = new double[n];
        for (int d = 0; d < n; d++) {
            size[d] = scenario.topology().dims().get(d).npus();
            rate[d] = scenario.topology().dims().get(d).bandwidth().bytesPerSecond();
        }
        themis = system.inter().themis()
                ? new ThemisScheduler(ranks, size, rate, system.inter() == InterDimension.OFFLINE_GREEDY_FLEX)
                : null;
    }

    /** How an all-reduce is split over dimensions. */
    public PhasePlanner.Style style() {
        if (!system.localBwAware()) {
            return PhasePlanner.Style.BASELINE;
        }
        return switch (system.inter()) {
            case BASELINE, ROUND_ROBIN -> PhasePlanner.Style.LOCAL_BW_AWARE;
            case ONLINE_GREEDY, OFFLINE_GREEDY, OFFLINE_GREEDY_FLEX -> PhasePlanner.Style.SCATTER_GATHER;
        };
    }

    /** Splits a collective of the whole system. */
    public void split(
            int rank, CollectiveType kind, long bytes, LogicalDims dims, boolean[] involved, ChunkConsumer consumer) {
        int splits = pipeline == null
                ? system.splits()
                : splits(kind, bytes, all(dims.size().length), dims.size(), dims.algorithm(), involved);
        long usual = chunk(kind, bytes, splits);
        boolean useThemis = themis != null && kind != CollectiveType.ALL_TO_ALL;
        if (themis != null && rank == 0) {
            themis.collectiveBegins(clock.getAsLong());
        }
        long left = total(kind, bytes, splits);
        boolean more = true;
        while (left > 0 && more) {
            int[] order = order(kind, rank, dims.size().length);
            long size = usual;
            if (useThemis) {
                ThemisScheduler.Choice choice = themis.next(requested[rank]++, left, usual, involved, kind);
                order = choice.order();
                size = choice.bytes();
            }
            left -= size;
            more = consumer.take(order, size);
        }
    }

    /**
     * Splits a collective of a group, which has no dimensions to order.
     *
     * @param dim the dimension of the network of each level of the group
     * @param size ranks along each level
     * @param algorithm how they communicate along each level
     */
    public void splitForGroup(
            CollectiveType kind, long bytes, int[] dim, int[] size, AlgorithmSpec[] algorithm, LongConsumer consumer) {
        int splits = system.splits();
        if (pipeline != null && dim.length > 1) {
            boolean[] involved = new boolean[dim.length];
            Arrays.fill(involved, true);
            splits = splits(kind, bytes, dim, size, algorithm, involved);
        }
        long usual = chunk(kind, bytes, splits);
        for (long left = total(kind, bytes, splits); left > 0; left -= usual) {
            consumer.accept(usual);
        }
    }

    private int splits(
            CollectiveType kind, long bytes, int[] dim, int[] size, AlgorithmSpec[] algorithm, boolean[] involved) {
        List<PlannedPhase> phases =
                PhasePlanner.plan(kind, bytes, size, algorithm, involved, upwards(kind, dim.length), style());
        boolean several = phases.stream().mapToInt(PlannedPhase::dim).distinct().count() > 1;
        return several ? pipeline.chunks(phases, dim, size, algorithm) : system.splits();
    }

    /** The number of chunks of a collective that is not pipelined. */
    public int count(CollectiveType kind, long bytes) {
        long usual = chunk(kind, bytes, system.splits());
        return (int) ((total(kind, bytes, system.splits()) + usual - 1) / usual);
    }

    private int[] order(CollectiveType kind, int rank, int dims) {
        int[] order = upwards(kind, dims);
        if (system.inter() != InterDimension.ROUND_ROBIN) {
            return order;
        }
        int by = turn[rank];
        turn[rank] = (by + 1) % dims;
        int[] rotated = new int[dims];
        Arrays.setAll(rotated, d -> order[(d + by) % dims]);
        return rotated;
    }

    private static int[] upwards(CollectiveType kind, int dims) {
        int[] order = all(dims);
        if (kind == CollectiveType.ALL_GATHER) {
            Arrays.setAll(order, d -> dims - 1 - d);
        }
        return order;
    }

    private static int[] all(int dims) {
        int[] ascending = new int[dims];
        Arrays.setAll(ascending, d -> d);
        return ascending;
    }

    /** The size of a chunk in bytes; small collectives are rounded up to one byte per rank, as in the reference. */
    private long chunk(CollectiveType kind, long bytes, int splits) {
        // A rest would be one more chunk of full size, as in the reference.
        long chunk = pipeline == null ? bytes / splits : (bytes + splits - 1) / splits;
        if (kind != CollectiveType.ALL_GATHER) {
            return Math.max(chunk, ranks);
        }
        if (chunk == 0 && compat) {
            throw new SimulationException(
                    "an all-gather of " + bytes + " bytes is split into " + splits
                            + " chunks of 0 bytes, on which ASTRA-sim never returns",
                    "Use fewer preferred-dataset-splits, or run without compat, where a chunk has at least a byte.");
        }
        return Math.max(chunk, 1);
    }

    private long total(CollectiveType kind, long bytes, int splits) {
        boolean blownUp = kind != CollectiveType.ALL_GATHER && bytes / splits < ranks;
        return blownUp ? (long) ranks * splits : bytes;
    }
}
