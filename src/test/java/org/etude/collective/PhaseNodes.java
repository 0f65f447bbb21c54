// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** All nodes of a phase on a network without time: messages and endpoint work complete in the order in which they begin. */
final class PhaseNodes {
    private final PhaseAlgorithm[] nodes;
    private final ArrayDeque<Runnable> events = new ArrayDeque<>();
    private final Map<String, Integer> unmet = new HashMap<>();

    /** Messages each node has sent. */
    final int[] messages;

    /** Bytes each node has sent. */
    final long[] bytes;

    /** Messages from one node to another, by "0 to 1". */
    final Map<String, Integer> byLink = new TreeMap<>();

    /** How often each node has ended. */
    final int[] ends;

    /** How often endpoint work of each node has reduced data. */
    final int[] reductions;

    PhaseNodes(int count, IntFunction<PhaseAlgorithm> algorithm) {
        nodes = new PhaseAlgorithm[count];
        messages = new int[count];
        bytes = new long[count];
        ends = new int[count];
        reductions = new int[count];
        for (int n = 0; n < count; n++) {
            nodes[n] = algorithm.apply(n);
        }
    }

    /** Runs until no message is in flight; returns the number of messages that were sent but not received, or awaited but not sent. */
    int run() {
        for (int n = 0; n < nodes.length; n++) {
            nodes[n].start(new Port(n));
        }
        while (!events.isEmpty()) {
            events.poll().run();
        }
        return unmet.values().stream().mapToInt(Math::abs).sum();
    }

    private final class Port implements PhasePort {
        private final int node;

        Port(int node) {
            this.node = node;
        }

        @Override
        public void send(int dst, long size) {
            messages[node]++;
            bytes[node] += size;
            byLink.merge(node + " to " + dst, 1, Integer::sum);
            meet(node, dst, size, 1);
        }

        @Override
        public void receive(int src, long size) {
            meet(src, node, size, -1);
        }

        /** Positive counts are messages under way, negative ones posted receives. */
        private void meet(int src, int dst, long size, int step) {
            int before = unmet.merge(src + " to " + dst + ": " + size, step, Integer::sum) - step;
            if (Integer.signum(before) == -step) {
                events.add(() -> nodes[dst].received(new Port(dst)));
            }
        }

        @Override
        public void bundle(long size, boolean reduced, boolean fromHost, boolean sendBack) {
            reductions[node] += reduced ? 1 : 0;
            events.add(() -> nodes[node].bundled(this));
        }

        @Override
        public void done() {
            ends[node]++;
        }
    }
}
