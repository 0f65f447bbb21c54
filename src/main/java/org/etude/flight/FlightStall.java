// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.flight.FlightEntry.State;

/**
 * A collective or message in which ranks wait.
 *
 * @param meeting the collective or message
 * @param kind why it does not complete
 * @param waiting ranks that enqueued it and wait
 * @param missing ranks that did not enqueue it, according to their dumps
 * @param undumped participating ranks without a dump, possibly dead
 * @param behind ranks whose host enqueued it but whose GPU has not started it, while another's has
 * @param held ranks that wait in other stalls and are therefore not to blame: among the missing, undumped or behind
 *     ranks, or among those that wait in it when no rank is known to have started it; empty when a cycle is the cause
 * @param cycle the ranks that wait for each other, if this is the cause; otherwise empty
 * @param sinceNs when the first rank enqueued it, ns since 1970
 * @param waitedNs minimum waiting time in ns: to the latest time in the dumps, or the timeout if it was reached
 * @param cause whether it is a consequence of no other stall outside its own cycle
 * @param detail further information
 */
public record FlightStall(
        FlightMeeting meeting,
        Kind kind,
        List<Integer> waiting,
        List<Integer> missing,
        List<Integer> undumped,
        List<Integer> behind,
        List<Integer> held,
        List<Integer> cycle,
        long sinceNs,
        long waitedNs,
        boolean cause,
        String detail) {
    /** Why an operation does not complete. */
    public enum Kind {
        /** A rank did not reach it. */
        MISSING,
        /** The ranks call different collectives or sizes. */
        MISMATCH,
        /** All hosts enqueued it, but a GPU has not started it. */
        BEHIND,
        /** All ranks started it, but the transfer does not complete. */
        UNFINISHED
    }

    /** The ranks without which it cannot complete. */
    public List<Integer> blockers() {
        if (kind == Kind.MISSING) {
            List<Integer> all = new ArrayList<>(missing);
            all.addAll(undumped);
            return all;
        }
        return kind == Kind.BEHIND ? behind : List.of();
    }

    /** The ranks to examine: those that block it and wait nowhere else. */
    public List<Integer> blamed() {
        return notHeld(blockers());
    }

    /** These ranks without those that wait elsewhere, or all of them if every one does. */
    List<Integer> without(List<Integer> ranks) {
        return blamed().isEmpty() ? ranks : notHeld(ranks);
    }

    private List<Integer> notHeld(List<Integer> ranks) {
        IntSet elsewhere = new IntOpenHashSet(held);
        return ranks.stream().filter(rank -> !elsewhere.contains((int) rank)).toList();
    }

    /** Whether all ranks enqueued it and none is known to have started it. */
    boolean isUnbegun() {
        return kind == Kind.UNFINISHED
                && waiting.stream().allMatch(rank -> meeting.entries().get(rank).state() == State.SCHEDULED);
    }

    /** The same with the conclusions from other stalls. */
    FlightStall judged(List<Integer> elsewhere, List<Integer> inCycle, boolean isCause, String detailOfIt) {
        return new FlightStall(
                meeting,
                kind,
                waiting,
                missing,
                undumped,
                behind,
                elsewhere,
                inCycle,
                sinceNs,
                waitedNs,
                isCause,
                detailOfIt);
    }
}
