// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;

/**
 * Makes the collectives of a host backend begin in the order of their calls, which is that of their ids. The threads of
 * a process group take collectives from one queue, so the order is the same on every rank, whichever thread is free
 * first; the backend matches collectives by that order. A collective that could begin earlier waits until those called
 * before it in its group have begun. Linear in the collectives.
 */
final class CallOrder {
    private static final int NONE = -1;
    private static final int READY = 1;
    private static final int BEGUN = 2;

    private final Map<RankProgram, Calls> calls = new HashMap<>();
    private final Map<RankWorkload, byte[]> states = new HashMap<>();

    /** For each collective of a program, the ones called before and after it in its group. */
    private record Calls(Int2IntOpenHashMap before, Int2IntOpenHashMap behind) {}

    /**
     * Whether a collective that could begin now may do so. If not, {@link #behind} of its predecessor reports it later.
     */
    boolean mayBegin(RankWorkload rank, int node) {
        Calls of = calls.computeIfAbsent(rank.program, CallOrder::calls);
        int before = of.before.get(node);
        byte[] state = states.computeIfAbsent(rank, r -> new byte[r.program.size]);
        boolean may = before == NONE || state[before] == BEGUN;
        state[node] = (byte) (may ? BEGUN : READY);
        return may;
    }

    /** The collective that was waiting for this one to begin, or -1. */
    int behind(RankWorkload rank, int node) {
        int next = calls.get(rank.program).behind.get(node);
        byte[] state = states.get(rank);
        return next != NONE && state[next] == READY ? next : NONE;
    }

    /**
     * Whether it runs on a thread of its backend; on the single resource of all communication it would block the
     * others.
     */
    private static boolean onThread(RankProgram program, int node) {
        return program.attribute(node, EtNames.RESOURCE, RankProgram.MISSING) != RankProgram.MISSING;
    }

    /** By id, but a collective that repair placed is called right after the one that it names. */
    private static Comparator<Integer> order(RankProgram program, List<Integer> nodes) {
        Map<Long, Long> after = new HashMap<>();
        for (int node : nodes) {
            long named = program.attribute(node, EtNames.CALLED_AFTER, RankProgram.MISSING);
            if (named != RankProgram.MISSING) {
                after.put(program.id[node], named);
            }
        }
        Comparator<Integer> byId = Comparator.comparingLong(node -> program.id[node]);
        return after.isEmpty()
                ? byId
                : Comparator.comparing((Integer node) -> Place.of(program.id[node], after))
                        .thenComparing(byId);
    }

    /**
     * Where a rank calls a collective.
     *
     * @param id that of the last one before it whose place is its id, or its own
     * @param steps how many placed ones away from that
     */
    private record Place(long id, int steps) implements Comparable<Place> {
        static Place of(long id, Map<Long, Long> after) {
            long at = id;
            int steps = 0;
            while (steps <= after.size() && after.containsKey(at)) {
                at = after.get(at);
                steps++;
            }
            return new Place(at, steps);
        }

        @Override
        public int compareTo(Place other) {
            int byId = Long.compare(id, other.id);
            return byId != 0 ? byId : Integer.compare(steps, other.steps);
        }
    }

    private static Calls calls(RankProgram program) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < program.size; node++) {
            if (program.type[node] == EtNodeType.COMM_COLL && program.hostBackend(node) && onThread(program, node)) {
                nodes.add(node);
            }
        }
        nodes.sort(order(program, nodes));
        Calls calls = new Calls(new Int2IntOpenHashMap(), new Int2IntOpenHashMap());
        calls.before.defaultReturnValue(NONE);
        calls.behind.defaultReturnValue(NONE);
        Map<String, Integer> last = new HashMap<>();
        for (int node : nodes) {
            Integer before = last.put(program.group[node], node);
            if (before != null) {
                calls.before.put(node, before.intValue());
                calls.behind.put(before.intValue(), node);
            }
        }
        return calls;
    }
}
