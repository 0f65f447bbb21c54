// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.TimedNodes;
import org.etude.spec.SimulationException;

/**
 * The chain of nodes that determined when a simulated or recorded step ended. It goes backwards from the node that
 * ended last, at each node to what let it start. That is the last rank to join if the node is a collective or a
 * receive, else a dependency that ended at that time, else the node that held its resource until then. The parts are
 * contiguous, so their lengths add up to the step.
 *
 * <p>O(nodes of the ranks on the path x log). Needs a run that kept OPS.
 */
public final class CriticalPath {
    /**
     * One part of the path.
     *
     * @param row row of the node in the run's {@link TimedNodes}
     * @param rank its rank
     * @param startNs where the part starts; later than the node's issue when it waited for another rank
     * @param endNs where it ends
     * @param after what preceded it: "start", "dependency", "resource", "last rank", or "gap" when nothing ended at
     *     that time
     */
    public record Part(int row, int rank, long startNs, long endNs, String after) {
        /** The length in ns. */
        public long durationNs() {
            return endNs - startNs;
        }

        /** Whether the rank was idle during the part: the node started only at its end. */
        public boolean isGap(TimedNodes ops) {
            return endNs <= ops.issued(row);
        }
    }

    /** A path visits a node at most twice: as the predecessor of another node, and as the last rank to join. */
    private static final long MOST_VISITS = 2;

    private final TimedNodes ops;
    private final CollectiveRounds rounds;
    private final RankReleases[] releases;
    private final PathParts parts;

    private CriticalPath(TimedNodes ops, CommGroups groups) {
        this.ops = ops;
        rounds = new CollectiveRounds(ops, groups);
        releases = new RankReleases[ops.ranks()];
        parts = new PathParts(ops);
    }

    /**
     * The path of a run, first part first; empty when nothing ran.
     *
     * @throws SimulationException when the run kept no OPS
     */
    public static List<Part> of(SimulationResult result) {
        OpColumns ops = result.keptOps();
        return of(ops, result.scenario().groups());
    }

    /**
     * The path through nodes with these times; empty when nothing ran.
     *
     * @param groups communicator groups that the nodes name
     */
    public static List<Part> of(TimedNodes ops, CommGroups groups) {
        CriticalPath path = new CriticalPath(ops, groups);
        path.walk();
        return Collections.unmodifiableList(path.parts);
    }

    private void walk() {
        int row = last();
        long until = row < 0 ? 0 : ops.ended(row);
        for (long visits = 0; row >= 0; visits++) {
            if (visits % 1024 == 0) {
                Progress.checkInterrupted();
            }
            if (visits > MOST_VISITS * ops.size()) {
                throw new SimulationException(
                        "rank " + ops.rank(row) + ": the critical path comes back to " + ops.name(row) + " at "
                                + ops.issued(row) + " ns repeatedly",
                        "The cause is times that contradict the order of the nodes; etude check says more about a recording.");
            }
            int joined = rounds.lastToJoin(row);
            if (joined >= 0 && ops.issued(joined) > ops.issued(row) && ops.issued(joined) <= until) {
                if (ops.issued(joined) < until) {
                    parts.addBefore(row, ops.issued(joined), until, "last rank");
                }
                until = ops.issued(joined);
                row = joined;
            }
            int before = step(row, until);
            // In a recording, work may start before what it waits for has ended, because launches take time.
            until = Math.min(until, ops.issued(row));
            row = before;
            until = row < 0 ? 0 : Math.min(until, ops.ended(row));
        }
    }

    /** Adds what a node did until a time, if anything; returns the row that let it start, or -1. */
    private int step(int row, long until) {
        long issued = ops.issued(row);
        RankReleases ofRank = releases(ops.rank(row));
        int release = ofRank.of(row);
        long before = release < 0 ? 0 : ops.ended(release);
        if (until > issued) {
            parts.addBefore(row, issued, until, after(ofRank, row, release, issued));
        }
        // A gap before it is a part of its own: nothing of this rank ran.
        long begins = Math.min(issued, until);
        if (before < begins) {
            parts.addBefore(row, before, begins, "gap");
        }
        return release;
    }

    private String after(RankReleases ofRank, int row, int release, long issued) {
        if (release < 0) {
            return issued > 0 ? "gap" : "start";
        }
        return ops.ended(release) < issued ? "gap" : ofRank.isDependency(row, release) ? "dependency" : "resource";
    }

    private RankReleases releases(int rank) {
        if (releases[rank] == null) {
            releases[rank] = new RankReleases(ops, rank);
        }
        return releases[rank];
    }

    private int last() {
        int best = -1;
        long latest = -1;
        for (int row = 0; row < ops.size(); row++) {
            long ended = ops.ended(row);
            if (ended > latest) {
                best = row;
                latest = ended;
            }
        }
        return best;
    }

    /** The rows of a rank with one of these types, ascending by issue. */
    static int[] byIssue(TimedNodes ops, int rank, EtNodeType... types) {
        int[] rows = new int[ops.firstOf(rank + 1) - ops.firstOf(rank)];
        int count = 0;
        Set<EtNodeType> wanted = Set.of(types);
        for (int row = ops.firstOf(rank); row < ops.firstOf(rank + 1); row++) {
            if (ops.issued(row) >= 0 && wanted.contains(ops.type(row))) {
                rows[count++] = row;
            }
        }
        int[] found = Arrays.copyOf(rows, count);
        IntArrays.mergeSort(found, (a, b) -> {
            int byIssue = Long.compare(ops.issued(a), ops.issued(b));
            return byIssue != 0 ? byIssue : Integer.compare(a, b);
        });
        return found;
    }
}
