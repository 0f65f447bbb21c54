// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.etude.digraph.EdgeLists;
import org.etude.digraph.StrongComponents;
import org.etude.flight.FlightStall.Kind;

/**
 * Determines which stalls hold up which others. A rank holds up a stall while it waits in another one: a missing rank,
 * because its host may wait there; a rank whose GPU has not started, if it started the other one or enqueued it
 * earlier, because its GPU waits there. A stall is a consequence of others when every rank that blocks it is held up.
 * If no rank has started it, one held-up rank is enough, because then none can start. Linear in ranks times stalls that
 * a rank waits in.
 */
final class FlightHolds {
    private final List<FlightStall> stalls;
    private final Map<Integer, List<Integer>> waits = new HashMap<>();
    private final List<List<Integer>> held = new ArrayList<>();
    private final boolean[] follows;
    /** By stall, the stalls that it holds up. */
    private final List<TreeSet<Integer>> followers = new ArrayList<>();

    private final boolean[] explained;
    private final StrongComponents cycles;
    /** By cycle, the ranks that hold up one of its stalls in another. */
    private final Map<Integer, TreeSet<Integer>> cycleRanks = new HashMap<>();

    FlightHolds(List<FlightStall> stalls) {
        this.stalls = stalls;
        for (int i = 0; i < stalls.size(); i++) {
            followers.add(new TreeSet<>());
            IntSet behind = new IntOpenHashSet(stalls.get(i).behind());
            for (int rank : stalls.get(i).waiting()) {
                if (!behind.contains(rank)) {
                    waits.computeIfAbsent(rank, r -> new ArrayList<>()).add(i);
                }
            }
        }
        follows = new boolean[stalls.size()];
        for (int i = 0; i < stalls.size(); i++) {
            find(i);
        }
        explained = explained();
        cycles = new StrongComponents(new EdgeLists(followers));
        for (int i = 0; i < stalls.size(); i++) {
            collect(i);
        }
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
        by.forEach(other -> followers.get(other).add(stall));
        follows[stall] = !elsewhere.isEmpty() && (unbegun || elsewhere.size() == blockers.size());
    }

    private void collect(int stall) {
        int number = cycles.of(stall);
        for (int rank : cycles.isOnCycle(stall) ? held.get(stall) : List.<Integer>of()) {
            boolean within = waits.get(rank).stream()
                    .anyMatch(other -> other != stall && cycles.of(other) == number && holds(other, stall, rank));
            if (within) {
                cycleRanks.computeIfAbsent(number, n -> new TreeSet<>()).add(rank);
            }
        }
    }

    private boolean holds(int other, int stall, int rank) {
        if (stalls.get(stall).kind() == Kind.MISSING) {
            return true;
        }
        FlightEntry there = stalls.get(other).meeting().entries().get(rank);
        FlightEntry here = stalls.get(stall).meeting().entries().get(rank);
        return there.state() == FlightEntry.State.STARTED || there.record() < here.record();
    }

    /** Which stalls are causes or direct or indirect consequences of one. */
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

    /**
     * The ranks held up elsewhere among those that block a stall or, if no rank has started it, among all that wait in
     * it.
     */
    List<Integer> held(int stall) {
        return held.get(stall);
    }

    /** Whether nothing holds a stall up, or only a cycle of which it is a part. */
    boolean isCause(int stall) {
        return !follows[stall] || isCycle(stall);
    }

    /** Whether a stall is in a cycle that no other cause holds up. */
    boolean isCycle(int stall) {
        return !explained[stall] && cycles.isOnCycle(stall);
    }

    /** The ranks that wait for each other in the cycle of which a stall is a part, ascending; empty when it is in none. */
    List<Integer> cycle(int stall) {
        return List.copyOf(cycleRanks.getOrDefault(cycles.of(stall), new TreeSet<>()));
    }
}
