// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.etude.topology.graph.PhysicalTopology;

/**
 * Consecutive links of one level whose end nodes advance by constant steps, so that one edge with slices describes all
 * of them.
 */
final class EdgeRun {
    private final ServerPlan servers;
    private final PhysicalTopology.Link first;
    private int count = 1;
    private int stepA;
    private int stepB;

    EdgeRun(ServerPlan servers, PhysicalTopology.Link first) {
        this.servers = servers;
        this.first = first;
    }

    int level() {
        return first.level();
    }

    /** Appends the next link if it continues the run and the run can still be named. */
    boolean takes(PhysicalTopology.Link link) {
        int a = link.a() - first.a() - stepA * (count - 1);
        int b = link.b() - first.b() - stepB * (count - 1);
        boolean sameKinds = isHost(link.a()) == isHost(first.a()) && isHost(link.b()) == isHost(first.b());
        boolean up = a >= 0 && b >= 0 && a + b > 0;
        if (link.level() != first.level() || !sameKinds || !up || count > 1 && (a != stepA || b != stepB)) {
            return false;
        }
        boolean named = servers.nameable(first.a(), a, count + 1) == count + 1
                && servers.nameable(first.b(), b, count + 1) == count + 1;
        if (!named) {
            return false;
        }
        stepA = a;
        stepB = b;
        count++;
        return true;
    }

    private boolean isHost(int node) {
        return node < servers.hosts();
    }

    void write(ObjectNode edge, String link) {
        servers.end(edge.putObject("ep1"), first.a(), stepA, stepA == 0 ? 1 : count);
        servers.end(edge.putObject("ep2"), first.b(), stepB, stepB == 0 ? 1 : count);
        edge.put("scheme", stepA == 0 || stepB == 0 ? "many2many" : "one2one").put("link", link);
    }
}
