// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.etude.flight.FlightStall.Kind;

/**
 * Which stalls hold up which others. A rank holds up a stall as long as it waits in another one: a rank that did not come, because its
 * host may wait there; a rank whose GPU has not begun, when it began the other one or enqueued it before, because its GPU does.
 * A stall follows from others when every rank that blocks it is held up, and one that nobody has begun when any of its ranks is, since
 * then none of them can begin. Linear in ranks times stalls that a rank waits in.
 */
final class FlightHolds {
    private final List<FlightStall> stalls;
    private final Map<Integer, List<Integer>> waits = new HashMap<>();
    private final List<List<Integer>> held = new ArrayList<>();
    private final boolean[] follows;
    /** By stall those that hold it up, and those that it holds up. */
    private final List<TreeSet<Integer>> holders = new ArrayList<>();

    private final List<TreeSet<Integer>> followers = new ArrayList<>();
    private final boolean[] cycle;

    FlightHolds(List<FlightStall> stalls) {
        this.stalls = stalls;
        for (int i = 0; i < stalls.size(); i++) {
            followers.add(new TreeSet<>());
            for (int rank : stalls.get(i).waiting()) {
                if (!stalls.get(i).behind().contains(rank)) {
                    waits.computeIfAbsent(rank, r -> new ArrayList<>()).add(i);
                }
            }
        }
        follows = new boolean[stalls.size()];
        for (int i = 0; i < stalls.size(); i++) {
            find(i);
        }
        cycle = cycle(explained());
    }

    private void find(int stall) {
        FlightStall it = stalls.get(stall);
        boolean unbegun = it.isUnbegun();
        List<Integer> blockers = unbegun ? it.waiting() : it.blockers();
        List<Integer> elsewhere = new ArrayList<>();
        TreeSet<Integer> by = new TreeSet<>();
        for (int rank : blockers) {
            List<Integer> others = waits.getOrDefault(rank, List.of()).stream()
                    .filter(other -> other != stall && holds(other, stall, rank))
                    .toList();
            if (!others.isEmpty()) {
                elsewhere.add(rank);
                by.addAll(others);
            }
        }
        held.add(elsewhere);
        holders.add(by);
        by.forEach(other -> followers.get(other).add(stall));
        follows[stall] = !elsewhere.isEmpty() && (unbegun || elsewhere.size() == blockers.size());
    }

    private boolean holds(int other, int stall, int rank) {
        if (stalls.get(stall).kind() == Kind.MISSING) {
            return true;
        }
        FlightEntry there = stalls.get(other).meeting().entries().get(rank);
        FlightEntry here = stalls.get(stall).meeting().entries().get(rank);
        return there.state() == FlightEntry.State.STARTED || there.record() < here.record();
    }

    /** Which stalls are causes or follow from one, in however many steps. */
    private boolean[] explained() {
        boolean[] explained = new boolean[stalls.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < explained.length; i++) {
            if (!follows[i]) {
                explained[i] = true;
                open.add(i);
            }
        }
        while (!open.isEmpty()) {
            for (int follower : followers.get(open.remove())) {
                if (!explained[follower]) {
                    explained[follower] = true;
                    open.add(follower);
                }
            }
        }
        return explained;
    }

    /** Of the stalls that no cause explains, those that hold up one another. */
    private boolean[] cycle(boolean[] explained) {
        boolean[] left = new boolean[explained.length];
        int[] holding = new int[explained.length];
        Deque<Integer> none = new ArrayDeque<>();
        Arrays.setAll(holding, i -> (int) followers.get(i).stream()
                .filter(follower -> !explained[follower])
                .count());
        for (int i = 0; i < left.length; i++) {
            left[i] = !explained[i];
            if (left[i] && holding[i] == 0) {
                none.add(i);
            }
        }
        while (!none.isEmpty()) {
            int stall = none.remove();
            left[stall] = false;
            for (int holder : holders.get(stall)) {
                if (--holding[holder] == 0) {
                    none.add(holder);
                }
            }
        }
        return left;
    }

    /** The ranks that block a stall, or of one that nobody has begun all that wait, that are held up elsewhere. */
    List<Integer> held(int stall) {
        return held.get(stall);
    }

    /** Whether others hold a stall up. */
    boolean follows(int stall) {
        return follows[stall];
    }

    /** Whether stalls hold up one another and this is one of them. */
    boolean isInCycle(int stall) {
        return cycle[stall];
    }
}
