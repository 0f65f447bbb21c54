// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import java.util.Arrays;
import org.etude.link.host.HostNesting;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;

/**
 * The link plan of a linked graph: nothing is dropped; work without a launcher is attached to the root of the process.
 */
final class GraphPlan {
    private final LinkedRank graph;
    private final HostTrace host;
    private final LinkPlan plan;

    private GraphPlan(LinkedRank graph) {
        this.graph = graph;
        host = graph.trace().host();
        plan = new LinkPlan(host.size(), graph.trace().device().size());
    }

    static LinkPlan of(LinkedRank graph) {
        GraphPlan made = new GraphPlan(graph);
        int[] after = made.nextOnLane();
        for (int i = 0; i < graph.size(); i++) {
            made.node(i, after);
        }
        made.exclusive();
        return made.plan;
    }

    private void node(int i, int[] after) {
        if (graph.kind(i).isGpu()) {
            int launcher = hostNode(graph.parent(i));
            LinkPlan.add(plan.work, launcher < 0 ? 0 : launcher, graph.eventIndex(i));
        } else if (graph.hostIndex(i) >= 0) {
            plan.event[graph.hostIndex(i)] = graph.eventIndex(i);
        }
        for (int k = 0; k < graph.dependencyCount(i); k++) {
            int source = graph.dependency(i, k);
            if (graph.dependencyKind(i, k) == EdgeKind.INTER_THREAD && graph.hostIndex(i) >= 0) {
                plan.interThread[graph.hostIndex(i)] = hostNode(source);
            } else if (graph.dependencyKind(i, k) == EdgeKind.SYNC && after[i] >= 0) {
                LinkPlan.add(plan.waitsFor, graph.hostIndex(after[i]), graph.eventIndex(source));
            }
        }
    }

    /** The host index of a node or of the nearest caller that has one, or -1. */
    private int hostNode(int i) {
        int node = i;
        while (node >= 0 && graph.hostIndex(node) < 0) {
            node = graph.parent(node);
        }
        return node < 0 ? -1 : graph.hostIndex(node);
    }

    /** For each blocking call, the first matched host node on its thread that starts after its end, or -1. */
    private int[] nextOnLane() {
        int lanes = 0;
        for (int i = 0; i < graph.size(); i++) {
            lanes = graph.kind(i).isGpu() ? lanes : Math.max(lanes, graph.lane(i) + 1);
        }
        int[] later = new int[lanes];
        int[] after = new int[graph.size()];
        Arrays.fill(later, -1);
        for (int i = graph.size() - 1; i >= 0; i--) {
            after[i] = -1;
            if (graph.kind(i) == NodeKind.SYNC_CALL) {
                after[i] = later[graph.lane(i)];
            } else if (graph.hostIndex(i) >= 0 && graph.eventIndex(i) >= 0) {
                later[graph.lane(i)] = i;
            }
        }
        return after;
    }

    /**
     * Computes exclusive durations of operators only: blocking calls are not nodes of the file, so their time stays
     * with the operator.
     */
    private void exclusive() {
        DeviceTrace device = graph.trace().device();
        int[] enclosing = HostNesting.enclosing(device);
        long[] covered = new long[device.size()];
        long[] until = new long[device.size()];
        for (int i = 0; i < device.size(); i++) {
            if (!device.kind(i).isHostOp()) {
                continue;
            }
            plan.exclusive[i] = device.durationNanos(i);
            until[i] = device.startNanos(i);
            int caller = enclosing[i];
            if (caller >= 0) {
                long from = Math.max(until[caller], device.startNanos(i));
                long to = Math.min(device.endNanos(i), device.endNanos(caller));
                covered[caller] += Math.max(0, to - from);
                until[caller] = Math.max(until[caller], to);
            }
        }
        for (int i = 0; i < covered.length; i++) {
            plan.exclusive[i] -= covered[i];
        }
    }
}
