// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import org.etude.trace.comm.CommNames;
import org.etude.trace.model.HostTrace;

/**
 * The context in which each node of a range runs: backward pass, gradient accumulation, optimizer step or collective.
 */
final class NodeContext {
    private static final String BACKWARD = "autograd::engine::evaluate_function";
    private static final String UPDATE = "Optimizer.step";
    private static final int ACCUMULATES = 1;
    private static final int COMMUNICATES = 2;
    private static final int REPEATS = 4;
    private static final int BACKS = 8;
    private static final int UPDATES = 16;
    private static final int TRANSFERS = 32;
    /** Flags that apply to a node but not to its descendants, because a backend's range is open while others run. */
    private static final int OWN = UPDATES | TRANSFERS;

    private final int from;
    private final byte[] flags;
    private final int[] lastWithin;
    private int backward = -1;
    private int update = -1;
    private int zeroed = -1;

    /** Of nodes {@code from} to {@code to - 1}. */
    NodeContext(HostTrace host, int from, int to) {
        this.from = from;
        flags = new byte[to - from];
        lastWithin = new int[to - from];
        for (int node = to - 1; node >= from; node--) {
            lastWithin[node - from] = Math.max(node, lastWithin[node - from]);
            int above = host.parent(node);
            if (above >= from && above < node) {
                lastWithin[above - from] = Math.max(lastWithin[above - from], lastWithin[node - from]);
            }
        }
        int annotation = -1;
        int updatesUntil = -1;
        int[] evaluator = new int[to - from];
        for (int node = from; node < to; node++) {
            String name = host.name(node);
            int above = host.parent(node);
            boolean inside = above >= from && above < node;
            if (name.startsWith(UPDATE)) {
                annotation = node;
                updatesUntil = lastWithin(node);
            }
            evaluator[node - from] =
                    name.startsWith(BACKWARD) ? node : inside ? evaluator[above - from] : Integer.MAX_VALUE;
            // After some autograd hooks the recorder places the optimizer's operators below a node of the finished
            // pass.
            boolean updates = node <= updatesUntil || evaluator[node - from] < annotation;
            int inherited = inside ? flags[above - from] & ~OWN : 0;
            flags[node - from] = (byte) (inherited | own(name) | (updates ? UPDATES : 0));
            backward = backward < 0 && name.startsWith(BACKWARD) ? node : backward;
            update = update < 0 && annotation >= 0 ? annotation : update;
            zeroed = zeroed < 0 && name.startsWith("Optimizer.zero_grad") ? node : zeroed;
        }
    }

    private static int own(String name) {
        if (name.equals("torch::autograd::AccumulateGrad")) {
            return ACCUMULATES;
        }
        if (name.startsWith(BACKWARD)) {
            return BACKS;
        }
        if (CommNames.isOperator(name)) {
            return CommNames.isHostBackend(name) ? TRANSFERS : COMMUNICATES;
        }
        return name.startsWith("aten::expand") || name.equals("aten::unfold") ? REPEATS : 0;
    }

    private boolean is(int node, int flag) {
        return (flags[node - from] & flag) != 0;
    }

    /** Whether a gradient is accumulated here. */
    boolean accumulates(int node) {
        return is(node, ACCUMULATES);
    }

    /** Whether autograd runs it. */
    boolean isBackward(int node) {
        return is(node, BACKS) && !is(node, UPDATES);
    }

    /** Whether the optimizer's step runs it. */
    boolean updates(int node) {
        return is(node, UPDATES);
    }

    /** Whether it belongs to a collective. */
    boolean communicates(int node) {
        return is(node, COMMUNICATES | TRANSFERS);
    }

    /** Whether it creates a view with more elements than its storage has. */
    boolean repeats(int node) {
        return is(node, REPEATS);
    }

    /** The last node below a node, or itself. */
    int lastWithin(int node) {
        return lastWithin[node - from];
    }

    /** The first node of the backward pass, or -1. */
    int backward() {
        return backward;
    }

    /** The first node of the optimizer's step, or -1. */
    int update() {
        return update;
    }

    /** The annotation of the optimizer under which gradients are released or set to zero, or -1. */
    int zeroed() {
        return zeroed;
    }
}
