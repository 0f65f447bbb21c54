// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;

/**
 * One rank under the issue rules of the simulator (one host, one compute, one communication slot; free nodes in ascending
 * id at the start and after every completion), every node taking its duration_micros, 1 ns when that is 0.
 */
final class TraceReplay {
    private final EtGraph graph;
    private final int[] missing;
    private final List<List<Integer>> dependants = new ArrayList<>();
    private final boolean[] busy = new boolean[3];
    private final PriorityQueue<Integer> free;
    private final PriorityQueue<long[]> running =
            new PriorityQueue<>((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[2], b[2]));
    final long[] start;
    final long[] end;
    long finished;
    int done;
    private long issued;

    TraceReplay(EtGraph graph) {
        this.graph = graph;
        this.missing = new int[graph.size()];
        this.start = new long[graph.size()];
        this.end = new long[graph.size()];
        this.free = new PriorityQueue<>((a, b) -> Long.compare(graph.id(a), graph.id(b)));
        for (int i = 0; i < graph.size(); i++) {
            dependants.add(new ArrayList<>(2));
        }
        for (int i = 0; i < graph.size(); i++) {
            long[] all = new long[graph.depCount(i)];
            for (int k = 0; k < all.length; k++) {
                all[k] = graph.dep(i, k);
            }
            long[] distinct = Arrays.stream(all).distinct().toArray();
            missing[i] = distinct.length;
            for (long dep : distinct) {
                dependants.get(graph.indexOf(dep)).add(i);
            }
            if (missing[i] == 0) {
                free.add(i);
            }
        }
        run();
    }

    private void run() {
        issue(0);
        while (!running.isEmpty()) {
            long[] next = running.poll();
            int node = (int) next[1];
            end[node] = next[0];
            finished = Math.max(finished, next[0]);
            done++;
            if (slot(node) >= 0) {
                busy[slot(node)] = false;
            }
            for (int dependant : dependants.get(node)) {
                if (--missing[dependant] == 0) {
                    free.add(dependant);
                }
            }
            issue(next[0]);
        }
    }

    private void issue(long now) {
        List<Integer> waiting = new ArrayList<>();
        while (!free.isEmpty() && !(busy[0] && busy[1] && busy[2])) {
            int node = free.poll();
            int slot = slot(node);
            if (slot >= 0 && busy[slot]) {
                waiting.add(node);
                continue;
            }
            if (slot >= 0) {
                busy[slot] = true;
            }
            start[node] = now;
            running.add(new long[] {now + Math.max(1, graph.durationMicros(node) * 1000), node, issued++});
        }
        free.addAll(waiting);
    }

    private int slot(int node) {
        if (graph.isCpuOp(node)) {
            return 0;
        }
        return graph.type(node) == EtNodeType.COMP ? 1 : graph.type(node) == EtNodeType.COMM_RECV ? -1 : 2;
    }
}
