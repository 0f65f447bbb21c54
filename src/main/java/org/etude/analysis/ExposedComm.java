// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;
import org.etude.trace.activity.Activity;

/**
 * The exposed communication and waiting caused by each collective and message. Exposed is the part of a transfer during
 * which its rank computes nothing; waiting counts while the rank does nothing else. Concurrent communication of a rank
 * shares the time evenly, so that the parts add up to the rank's exposed communication and waiting. O(n log n) in the
 * nodes of a rank.
 */
public final class ExposedComm {
    /**
     * One collective or message of one rank.
     *
     * @param rank its rank
     * @param node id of its node
     * @param name name of its node
     * @param type all_reduce and so on, send or recv; unknown without a comm_type
     * @param bytes its comm_size, or -1 without one
     * @param startNs when it was issued
     * @param endNs when it ended; in a run that was stopped, when that was
     * @param exposedNs the exposed communication it causes
     * @param waitingNs the waiting it causes
     */
    public record Part(
            int rank,
            long node,
            String name,
            String type,
            long bytes,
            long startNs,
            long endNs,
            double exposedNs,
            double waitingNs) {}

    private static final Comparator<Part> LARGEST_FIRST = Comparator.comparingDouble(
                    (Part part) -> part.exposedNs() + part.waitingNs())
            .reversed()
            .thenComparingInt(Part::rank)
            .thenComparingLong(Part::node);

    private final OpColumns ops;
    private final long until;

    private ExposedComm(OpColumns ops, long until) {
        this.ops = ops;
        this.until = until;
    }

    /**
     * All communication that a run issued, largest cause first.
     *
     * @throws SimulationException when the run kept no OPS
     */
    public static List<Part> of(SimulationResult result) {
        OpColumns ops = result.keptOps();
        ExposedComm exposed = new ExposedComm(ops, result.ticks());
        List<Part> parts = new ArrayList<>();
        for (int rank = 0; rank < result.ranks().size(); rank++) {
            Progress.checkInterrupted();
            exposed.rank(rank, parts);
        }
        parts.sort(LARGEST_FIRST);
        return parts;
    }

    private void rank(int rank, List<Part> parts) {
        int[] rows = CriticalPath.byIssue(ops, rank, EtNodeType.COMM_COLL, EtNodeType.COMM_SEND, EtNodeType.COMM_RECV);
        Shares transfers = new Shares(
                times(rows, this::moves),
                times(rows, this::ended),
                work(rank, rows, Activity.COMPUTE, Activity.COMPUTE));
        Shares waits = new Shares(
                times(rows, ops::issued), times(rows, this::moves), work(rank, rows, Activity.COMPUTE, Activity.COPY));
        RankProgram program = ops.program(rank);
        for (int row : rows) {
            int node = row - ops.firstOf(rank);
            long bytes = program.commSize[node] == RankProgram.MISSING ? -1 : program.commSize[node];
            parts.add(new Part(
                    rank,
                    ops.node(row),
                    ops.name(row),
                    type(program, node),
                    bytes,
                    ops.issued(row),
                    ended(row),
                    transfers.between(moves(row), ended(row)),
                    waits.between(ops.issued(row), moves(row))));
        }
    }

    /** Starts and ends of the activities that take precedence; with copies, also of transfers. */
    private long[][] work(int rank, int[] comm, Activity first, Activity last) {
        IntArrayList rows = new IntArrayList();
        for (int row : CriticalPath.byIssue(ops, rank, EtNodeType.COMP, EtNodeType.MEM_LOAD, EtNodeType.MEM_STORE)) {
            Activity activity = ops.activity(row);
            if (activity.compareTo(first) >= 0 && activity.compareTo(last) <= 0) {
                rows.add(row);
            }
        }
        LongArrayList begins = new LongArrayList(times(rows.toIntArray(), ops::issued));
        LongArrayList ends = new LongArrayList(times(rows.toIntArray(), this::ended));
        if (last.compareTo(Activity.TRANSFER) >= 0) {
            begins.addElements(begins.size(), times(comm, this::moves));
            ends.addElements(ends.size(), times(comm, this::ended));
        }
        return new long[][] {begins.toLongArray(), ends.toLongArray()};
    }

    /** When a collective or message starts to move data. */
    private long moves(int row) {
        return Math.min(Math.max(ops.issued(row), ops.arrived(row)), ended(row));
    }

    private long ended(int row) {
        return ops.ended(row) < 0 ? until : ops.ended(row);
    }

    private static long[] times(int[] rows, IntToLongFunction time) {
        return Arrays.stream(rows).mapToLong(time).toArray();
    }

    private static String type(RankProgram program, int node) {
        return switch (program.type[node]) {
            case COMM_SEND -> "send";
            case COMM_RECV -> "recv";
            default -> {
                CollectiveType type = CollectiveType.ofNumber(program.commType[node]);
                yield type == null ? "unknown" : type.name().toLowerCase(Locale.ROOT);
            }
        };
    }

    /**
     * The accumulated share of one communication in the exposed time: its length divided by the number of
     * communications that share it.
     */
    private static final class Shares {
        private final long[] times;
        private final double[] sums;

        Shares(long[] begins, long[] ends, long[][] work) {
            long[] commBegins = sorted(begins);
            long[] commEnds = sorted(ends);
            long[] workBegins = sorted(work[0]);
            long[] workEnds = sorted(work[1]);
            times = Arrays.stream(new long[][] {commBegins, commEnds, workBegins, workEnds})
                    .flatMapToLong(Arrays::stream)
                    .sorted()
                    .distinct()
                    .toArray();
            sums = new double[times.length];
            int begun = 0;
            int over = 0;
            int working = 0;
            int worked = 0;
            for (int i = 0; i + 1 < times.length; i++) {
                begun = passed(commBegins, begun, times[i]);
                over = passed(commEnds, over, times[i]);
                working = passed(workBegins, working, times[i]);
                worked = passed(workEnds, worked, times[i]);
                boolean exposed = begun > over && working == worked;
                sums[i + 1] = sums[i] + (exposed ? (times[i + 1] - times[i]) / (double) (begun - over) : 0);
            }
        }

        private static long[] sorted(long[] values) {
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            return sorted;
        }

        private static int passed(long[] sorted, int from, long time) {
            int at = from;
            while (at < sorted.length && sorted[at] <= time) {
                at++;
            }
            return at;
        }

        double between(long begin, long end) {
            return sums[Arrays.binarySearch(times, end)] - sums[Arrays.binarySearch(times, begin)];
        }
    }
}
