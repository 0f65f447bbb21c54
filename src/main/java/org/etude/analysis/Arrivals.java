// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtNodeType;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;

/**
 * When each rank reaches each collective, relative to the median of its participants. The n-th collective of a group on
 * one rank is the n-th on the others. Messages are left out, and so are collectives of one rank or with unknown times.
 * The median of an even number of ranks is the mean of the middle two. O(n log n).
 */
public final class Arrivals {
    /**
     * The arrival of one rank at one collective.
     *
     * @param rank the rank
     * @param group its process group; "" for the whole job
     * @param sequence running number in the group, from 0
     * @param name its name on that rank; for a recorded one its type
     * @param atNs when the rank reached it
     * @param lateNs arrival relative to the median; negative when it came earlier
     * @param waitingNs time until the last rank arrived
     */
    public record Arrival(
            int rank, String group, long sequence, String name, long atNs, double lateNs, long waitingNs) {}

    /**
     * The arrivals of one rank, summarised.
     *
     * @param rank the rank
     * @param collectives how many it reached
     * @param last how many of them it reached after every other rank
     * @param lateNs sum of its positive differences from the median
     * @param meanNs mean difference from the median; negative when it mostly comes earlier
     * @param worst its latest arrival relative to the median
     * @param waitingNs sum of its waiting for the last rank
     */
    public record Straggler(
            int rank, int collectives, int last, double lateNs, double meanNs, Arrival worst, long waitingNs) {}

    private Arrivals() {}

    /**
     * The arrivals of a simulated run, by group and number; a rank reaches a collective when its node is issued.
     *
     * @throws SimulationException when the run kept no OPS
     */
    public static List<Arrival> of(SimulationResult result) {
        OpColumns ops = result.keptOps();
        Map<String, List<IntArrayList>> groups = new TreeMap<>();
        for (int rank = 0; rank < result.ranks().size(); rank++) {
            Progress.checkInterrupted();
            Map<String, Integer> next = new TreeMap<>();
            for (int row : CriticalPath.byIssue(ops, rank, EtNodeType.COMM_COLL)) {
                String name = ops.program(rank).group[row - ops.firstOf(rank)];
                String group = name.equals("0") ? "" : name;
                List<IntArrayList> rounds = groups.computeIfAbsent(group, g -> new ArrayList<>());
                int nth = next.merge(group, 1, Integer::sum) - 1;
                if (nth == rounds.size()) {
                    rounds.add(new IntArrayList());
                }
                rounds.get(nth).add(row);
            }
        }
        List<Arrival> arrivals = new ArrayList<>();
        groups.forEach((group, rounds) -> {
            for (int nth = 0; nth < rounds.size(); nth++) {
                int[] rows = rounds.get(nth).toIntArray();
                long[] at = Arrays.stream(rows).mapToLong(ops::issued).toArray();
                Spread spread = Spread.of(at);
                for (int i = 0; i < rows.length && rows.length > 1; i++) {
                    arrivals.add(spread.at(ops.rank(rows[i]), group, nth, ops.name(rows[i]), at[i], 0));
                }
            }
        });
        return arrivals;
    }

    /**
     * The arrivals of recorded collectives, by group and number; a rank reaches one when its kernel or host range
     * begins.
     *
     * @param originNs the origin of times, on the clock of the matches
     */
    public static List<Arrival> of(CollectiveMatches matches, long originNs) {
        List<Arrival> arrivals = new ArrayList<>();
        for (CollectiveMatch match : matches.matches()) {
            Progress.checkInterrupted();
            List<CollectiveMatch.Member> members = match.members();
            boolean timed = members.stream().noneMatch(m -> m.startNanos() == LinkedRank.UNTIMED);
            if (members.size() < 2 || !timed || match.type() == CollectiveType.SEND) {
                continue;
            }
            String name = match.type().name().toLowerCase(Locale.ROOT);
            Spread spread = Spread.of(members.stream()
                    .mapToLong(CollectiveMatch.Member::startNanos)
                    .toArray());
            for (CollectiveMatch.Member m : members) {
                arrivals.add(spread.at(m.rank(), match.groupName(), match.sequence(), name, m.startNanos(), originNs));
            }
        }
        return arrivals;
    }

    /** One row per rank, largest total lateness first. */
    public static List<Straggler> stragglers(List<Arrival> arrivals) {
        Map<Integer, List<Arrival>> byRank = new TreeMap<>();
        for (Arrival arrival : arrivals) {
            byRank.computeIfAbsent(arrival.rank, r -> new ArrayList<>()).add(arrival);
        }
        List<Straggler> all = new ArrayList<>();
        byRank.forEach((rank, own) -> all.add(new Straggler(
                rank,
                own.size(),
                (int) own.stream().filter(a -> a.waitingNs == 0 && a.lateNs > 0).count(),
                own.stream().mapToDouble(a -> Math.max(0, a.lateNs)).sum(),
                own.stream().mapToDouble(Arrival::lateNs).average().orElse(0),
                own.stream().max(Comparator.comparingDouble(Arrival::lateNs)).orElseThrow(),
                own.stream().mapToLong(Arrival::waitingNs).sum())));
        all.sort(Comparator.comparingDouble(Straggler::lateNs).reversed().thenComparingInt(Straggler::rank));
        return all;
    }

    /**
     * Median and maximum of some times.
     *
     * @param middle the lower of the middle two
     * @param more from there to the median; separate because a double cannot hold ns since 1970
     */
    private record Spread(long middle, double more, long last) {
        static Spread of(long[] times) {
            long[] sorted = times.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            long lower = sorted[(n - 1) / 2];
            return new Spread(lower, (sorted[n / 2] - lower) / 2.0, sorted[n - 1]);
        }

        Arrival at(int rank, String group, long sequence, String name, long time, long origin) {
            return new Arrival(rank, group, sequence, name, time - origin, time - middle - more, last - time);
        }
    }
}
