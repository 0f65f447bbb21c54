// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import org.etude.collective.PhaseAlgorithm;
import org.etude.collective.PhasePort;
import org.etude.et.graph.EtNames;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.Transport;
import org.etude.sim.program.CustomProgram;
import org.etude.sim.program.HashOrder;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankProgram;
import org.etude.spec.SimulationException;

/**
 * A collective defined by its own execution trace: sends, receives and computation, each issued as soon as its
 * dependencies have finished.
 */
final class CustomCollective extends PhaseAlgorithm {
    private final Engine engine;
    private final CustomProgram custom;
    private final int number;
    private final int rank;
    /** Ranks by the numbers the trace uses, or null when these already are ranks. */
    private final int[] members;

    private final int[] waits;
    private final HashOrder free = new HashOrder();
    private int running;
    private int left;
    private PhasePort port;

    CustomCollective(Engine engine, CustomProgram custom, int number, int rank, int[] members) {
        this.engine = engine;
        this.custom = custom;
        this.number = number;
        this.rank = rank;
        this.members = members;
        this.waits = custom.program.parents.clone();
        this.left = custom.program.size;
        for (long id : custom.first) {
            free.add(id);
        }
    }

    @Override
    public void start(PhasePort at) {
        port = at;
        pass();
    }

    @Override
    public void received(PhasePort at) {
        throw new IllegalStateException("custom collectives receive by node");
    }

    @Override
    public void bundled(PhasePort at) {
        throw new IllegalStateException("custom collectives have no endpoint work");
    }

    private void pass() {
        for (long id : free.toArray()) {
            free.remove(id);
            running++;
            issue(custom.node(id));
        }
    }

    private void issue(int node) {
        RankProgram program = custom.program;
        long token = EventTag.of(EventTag.CUSTOM, number, node);
        switch (program.type[node]) {
            case COMM_SEND -> engine.transport.send(tag(node), rank, peer(node, EtNames.COMM_DST), bytes(node), token);
            case COMM_RECV ->
                engine.transport.receive(tag(node), peer(node, EtNames.COMM_SRC), rank, bytes(node), token);
            case COMP -> {
                long ns = NodeValues.duration(program, node, rank);
                engine.events.plan(rank, ns == 0 ? 1 : ns, token, 0);
            }
            default ->
                throw new SimulationException(
                        "rank " + rank + ": " + program.describe(node) + " of a custom collective is a "
                                + program.type[node],
                        "Use sends, receives and computation only.");
        }
    }

    private int tag(int node) {
        return (int) (attribute(node, EtNames.COMM_TAG) % Transport.TAG_RANGE);
    }

    private long bytes(int node) {
        return attribute(node, EtNames.COMM_SIZE);
    }

    private int peer(int node, String name) {
        long named = attribute(node, name);
        int count = members == null ? engine.ranks.length : members.length;
        if (named < 0 || named >= count) {
            throw new SimulationException(
                    "rank " + rank + ": " + custom.program.describe(node) + " of a custom collective names rank "
                            + named + " of " + count,
                    "Number its ranks from 0 to " + (count - 1) + '.');
        }
        return members == null ? (int) named : members[(int) named];
    }

    private long attribute(int node, String name) {
        long value = custom.program.attribute(node, name, RankProgram.MISSING);
        if (value == RankProgram.MISSING) {
            throw new SimulationException(
                    "rank " + rank + ": " + custom.program.describe(node) + " of a custom collective has no " + name,
                    "Add the attribute.");
        }
        return value;
    }

    /** A node has finished. */
    void ended(int node) {
        running--;
        left--;
        for (long id : custom.children(custom.program.id[node])) {
            int child = custom.node(id);
            if (--waits[child] == 0) {
                free.add(id);
            }
        }
        pass();
        if (running == 0 && free.isEmpty()) {
            engine.forgetCustom(number);
            port.done();
        }
    }

    @Override
    public String progress() {
        return "custom collective: " + left + " of " + custom.program.size + " nodes left, " + running + " in flight";
    }
}
