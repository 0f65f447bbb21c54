// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.trace.clock.CausalTransfers;
import org.etude.trace.clock.ClockBounds;
import org.etude.trace.model.DeviceTrace;

/**
 * Sets the clocks of machines that share too few collectives with the reference by what cannot have happened before
 * something else: {@link ClockBounds} over all messages and collectives. All ranks of one machine have one clock, and
 * ranks whose clocks are known already share the reference's.
 */
final class MachineClocks {
    /** A part of the step by which the ranks' times may be off without a warning. */
    private static final int SMALL = 100;

    private final List<Finding> findings;
    private final Map<String, Long> corrections = new HashMap<>();
    private final SortedMap<Integer, Member> members = new TreeMap<>();
    private final List<Machine> machines = new ArrayList<>();
    private int shared;
    private int referenceRank;

    /** A rank: its trace, its clock, and what is added to its times before clocks are compared, in ns. */
    private record Member(DeviceTrace trace, int clock, long shift) {}

    /** Ranks with one clock that is to be found. */
    private static final class Machine {
        private final int rank;
        private final String host;
        private final boolean based;
        private int compared;

        /**
         * @param host its name, or "" when unknown
         * @param based whether its times count from 1970
         */
        private Machine(int rank, String host, boolean based) {
            this.rank = rank;
            this.host = host;
            this.based = based;
        }
    }

    MachineClocks(List<Finding> findings) {
        this.findings = findings;
    }

    /**
     * Adds a rank whose offset is known.
     *
     * @param host name of its machine, "" when unknown
     * @param correction the part of the offset in ns that base times do not tell
     */
    void known(int rank, DeviceTrace trace, long offset, String host, long correction) {
        members.put(rank, new Member(trace, 0, offset));
        if (!host.isEmpty()) {
            corrections.putIfAbsent(host, correction);
        }
    }

    /**
     * Adds a rank whose offset is to be found.
     *
     * @param shift what is known of its offset in ns, by the base times of the files
     * @param host name of its machine, "" when unknown
     * @param based whether its times count from 1970
     * @param collectives number that it shares with the reference
     */
    void open(int rank, DeviceTrace trace, long shift, String host, boolean based, int collectives) {
        shared = Math.max(shared, collectives);
        int clock = 0;
        for (int k = 0; k < machines.size() && based && !host.isEmpty(); k++) {
            clock = machines.get(k).host.equals(host) && machines.get(k).based ? k + 1 : clock;
        }
        if (clock == 0) {
            machines.add(new Machine(rank, host, based));
            clock = machines.size();
        }
        members.put(rank, new Member(trace, clock, shift));
    }

    /** Whether the clocks of any ranks are to be found. */
    boolean isEmpty() {
        return machines.isEmpty();
    }

    /**
     * The offset in ns of each open rank that any transfer bounds.
     *
     * @param reference the rank whose clock all others are set to
     * @param stepNanos the length of a step, to judge the remaining doubt by
     */
    SortedMap<Integer, Long> offsets(int reference, long stepNanos) {
        referenceRank = reference;
        ClockBounds bounds = bounds();
        boolean[] stays = new boolean[machines.size() + 1];
        for (int k = 1; k < stays.length; k++) {
            stays[k] = machines.get(k - 1).based && machines.get(k - 1).host.isEmpty();
        }
        ClockBounds.Offset[] found = bounds.solve(stays);
        contradiction(bounds.contradiction());
        for (int k = 1; k < found.length; k++) {
            report(machines.get(k - 1), found[k], stays[k], stepNanos);
        }
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        members.forEach((rank, member) -> {
            ClockBounds.Offset offset = found[member.clock];
            if (member.clock > 0 && (offset.isBounded() || offset.isHalfBounded())) {
                boolean slight = stays[member.clock] && Math.abs(offset.offset()) <= RankClocks.NOTICEABLE;
                offsets.put(rank, member.shift + (slight ? 0 : offset.offset()));
            }
        });
        return offsets;
    }

    private ClockBounds bounds() {
        ClockBounds bounds = new ClockBounds(machines.size() + 1);
        for (int clock = 1; clock <= machines.size(); clock++) {
            Machine machine = machines.get(clock - 1);
            Long correction = machine.based ? corrections.get(machine.host) : null;
            if (correction != null) {
                bounds.before(clock, 0, 0, correction);
                bounds.before(0, 0, clock, -correction);
            }
        }
        SortedMap<Integer, CausalTransfers> times = new TreeMap<>();
        members.forEach((rank, member) -> times.put(rank, new CausalTransfers(member.trace, rank)));
        members.forEach((rank, member) -> {
            for (int partner : times.get(rank).partners()) {
                Member other = members.get(partner);
                if (other != null && other.clock != member.clock) {
                    int compared = times.get(rank)
                            .compare(member.clock, member.shift, times.get(partner), other.clock, other.shift, bounds);
                    compared(member.clock, compared);
                    compared(other.clock, compared);
                }
            }
        });
        return bounds;
    }

    private void compared(int clock, int transfers) {
        if (clock > 0) {
            machines.get(clock - 1).compared += transfers;
        }
    }

    private void contradiction(long nanos) {
        if (nanos > RankClocks.NOTICEABLE) {
            add(
                    Level.WARNING,
                    -1,
                    "messages between machines contradict each other by " + RankClocks.micros(nanos) + " us",
                    "whatever their clocks differ by, some message ends before it was sent: clocks drift, or messages were"
                            + " paired wrongly",
                    "the bounds of clocks are relaxed by that much");
        }
    }

    private void report(Machine machine, ClockBounds.Offset found, boolean stays, long stepNanos) {
        boolean moved = Math.abs(found.offset()) > RankClocks.NOTICEABLE;
        String clock = "clock" + (machine.host.isEmpty() ? "" : " of machine " + machine.host);
        String distance = distance(found.offset());
        String evidence = Counted.of(machine.compared, "message or collective", "messages and collectives");
        String doubt =
                "waiting of one rank for another may be off by up to " + RankClocks.micros(found.doubt()) + " us";
        boolean wide = found.isBounded() && found.doubt() > Math.max(RankClocks.NOTICEABLE, stepNanos / SMALL);
        if (found.isHalfBounded() && !(stays && !moved)) {
            add(
                    Level.WARNING,
                    machine.rank,
                    clock + " bounded on one side only against that of rank " + referenceRank,
                    evidence + " go one way, so it is " + limit(found),
                    (moved ? "taken as " + distance : "taken as the files' base times say")
                            + "; times that one rank waits for another may be off; synchronise the machines' clocks (chrony, ptp)");
        } else if (found.isBounded() && (!stays && wide || moved)) {
            add(
                    wide ? Level.WARNING : Level.INFO,
                    machine.rank,
                    clock + " " + distance + " of rank " + referenceRank + "'s",
                    "by " + evidence + ", none of which ends before it began on the other side",
                    "corrected when ranks are compared; " + doubt);
        } else if (!found.isBounded() && !found.isHalfBounded() && !machine.host.isEmpty()) {
            uncompared(machine);
        }
    }

    /** How a clock with this offset differs from the reference. */
    private static String distance(long offset) {
        return RankClocks.micros(Math.abs(offset)) + " us " + (offset > 0 ? "behind" : "ahead");
    }

    private static String limit(ClockBounds.Offset found) {
        boolean lower = found.high() == Long.MAX_VALUE;
        long limit = lower ? found.low() : found.high();
        return (lower == limit > 0 ? "at least " : "at most ") + distance(limit);
    }

    /** Two machines' clocks differ by milliseconds unless something keeps them together. */
    private void uncompared(Machine machine) {
        add(
                Level.WARNING,
                machine.rank,
                "clock of machine " + machine.host + " not compared with that of rank " + referenceRank,
                "the ranks share " + Counted.of(shared, "collective")
                        + " and no message whose peer is known, too few to tell how far their clocks differ",
                "waiting of one rank for another is wrong by that difference; record shapes, which name the peers of messages,"
                        + " or synchronise the machines' clocks (chrony, ptp)");
    }

    private void add(Level level, int rank, String what, String why, String effect) {
        findings.add(new Finding(level, "load", rank, "", what, why, effect));
    }
}
