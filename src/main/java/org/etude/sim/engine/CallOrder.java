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
 * Lets the collectives that a host backend carries begin in the order of their calls, which is that of their ids. The threads of
 * a process group take them from one queue, so that the order is the same on every rank whichever thread is free first; by
 * that order the backend tells which of them belong together. A collective that could begin earlier waits until those called
 * before it in its group have begun. Linear in the collectives.
 */
final class CallOrder {
    private static final int NONE = -1;
    private static final int READY = 1;
    private static final int BEGUN = 2;

    private final Map<RankProgram, Calls> calls = new HashMap<>();
    private final Map<RankWorkload, byte[]> states = new HashMap<>();

    /** Of a program: the collective called before each one and behind it in its group. */
    private record Calls(Int2IntOpenHashMap before, Int2IntOpenHashMap behind) {}

    /** A collective can begin now; whether it may. If not it is told by {@link #behind} of the one before it. */
    boolean mayBegin(RankWorkload rank, int node) {
        Calls of = calls.computeIfAbsent(rank.program, CallOrder::calls);
        int before = of.before.get(node);
        byte[] state = states.computeIfAbsent(rank, r -> new byte[r.program.size]);
        boolean may = before == NONE || state[before] == BEGUN;
        state[node] = (byte) (may ? BEGUN : READY);
        return may;
    }

    /** The collective that has waited for the begin of this one, or -1. */
    int behind(RankWorkload rank, int node) {
        int next = calls.get(rank.program).behind.get(node);
        byte[] state = states.get(rank);
        return next != NONE && state[next] == READY ? next : NONE;
    }

    /** Whether it runs on a thread of its backend: on the one resource of all communication it would keep the others out. */
    private static boolean onThread(RankProgram program, int node) {
        return program.attribute(node, EtNames.RESOURCE, RankProgram.MISSING) != RankProgram.MISSING;
    }

    private static Calls calls(RankProgram program) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < program.size; node++) {
            if (program.type[node] == EtNodeType.COMM_COLL && program.hostBackend(node) && onThread(program, node)) {
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.comparingLong(node -> program.id[node]));
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
