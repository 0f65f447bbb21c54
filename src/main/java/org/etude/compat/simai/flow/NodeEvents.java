// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.network.queue.EventQueue;

/**
 * Schedules actions of nodes: everything a node does in a tick is one event of the clock, in the order of scheduling.
 */
final class NodeEvents {
    private final EventQueue queue;
    private final int handler;
    private final List<Map<Long, List<Runnable>>> due = new ArrayList<>();

    NodeEvents(EventQueue queue, int nodes) {
        this.queue = queue;
        handler = queue.register(node -> fire((int) node));
        for (int node = 0; node < nodes; node++) {
            due.add(new HashMap<>());
        }
    }

    /** Runs an action at a node after this many ns. */
    void after(int node, long nanos, Runnable action) {
        long tick = queue.now() + nanos;
        due.get(node)
                .computeIfAbsent(tick, t -> {
                    queue.schedule(t, handler, node);
                    return new ArrayList<>();
                })
                .add(action);
    }

    private void fire(int node) {
        List<Runnable> actions = due.get(node).get(queue.now());
        for (int i = 0; i < actions.size(); i++) {
            actions.get(i).run();
        }
        due.get(node).remove(queue.now());
    }
}
