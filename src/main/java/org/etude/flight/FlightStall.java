// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.flight.FlightEntry.State;

/**
 * A collective or message that ranks wait in.
 *
 * @param meeting what it is
 * @param kind why it does not end
 * @param waiting ranks that enqueued it and wait
 * @param missing ranks that did not enqueue it, by their dumps
 * @param undumped ranks that take part and have no dump: dead, perhaps
 * @param behind ranks whose host enqueued it and whose GPU has not begun it, while another's has
 * @param held ranks that wait in other stalls, so that it is not up to them: of the missing, undumped or behind ranks, or of those that
 *     wait in it when nobody is known to have begun it; none where a cycle is the cause
 * @param cycle the ranks that wait for each other, where this is the cause; else empty
 * @param sinceNs when the first rank enqueued it, ns since 1970
 * @param waitedNs how long that is, at least: to the latest time in the dumps, or the timeout when it was reached
 * @param cause whether it follows from no other stall, or only from those of its own cycle
 * @param detail what else is known
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
    /** Why a collective does not end. */
    public enum Kind {
        /** A rank did not come. */
        MISSING,
        /** The ranks call different collectives or sizes. */
        MISMATCH,
        /** All hosts came; a GPU has not begun it. */
        BEHIND,
        /** All came and began: the transfer itself does not end. */
        UNFINISHED
    }

    /** The ranks without which it cannot end. */
    public List<Integer> blockers() {
        if (kind == Kind.MISSING) {
            List<Integer> all = new ArrayList<>(missing);
            all.addAll(undumped);
            return all;
        }
        return kind == Kind.BEHIND ? behind : List.of();
    }

    /** The ranks to look at: those that block it and wait nowhere else. */
    public List<Integer> blamed() {
        return notHeld(blockers());
    }

    /** Some of its ranks without those that wait elsewhere; all of them when every one does. */
    List<Integer> without(List<Integer> ranks) {
        return blamed().isEmpty() ? ranks : notHeld(ranks);
    }

    private List<Integer> notHeld(List<Integer> ranks) {
        IntSet elsewhere = new IntOpenHashSet(held);
        return ranks.stream().filter(rank -> !elsewhere.contains((int) rank)).toList();
    }

    /** Whether all ranks came and none is known to have begun it. */
    boolean isUnbegun() {
        return kind == Kind.UNFINISHED
                && waiting.stream().allMatch(rank -> meeting.entries().get(rank).state() == State.SCHEDULED);
    }

    /** The same with what the other stalls say about it. */
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
