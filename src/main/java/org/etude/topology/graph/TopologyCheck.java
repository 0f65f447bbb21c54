// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;

/** Checks that a network can carry messages between all its hosts, and reports oddities of its graph. */
public final class TopologyCheck {
    private static final String STAGE = "topology";

    private final PhysicalTopology graph;
    private final GraphIndex index;
    private final List<Finding> findings = new ArrayList<>();

    private TopologyCheck(PhysicalTopology graph) {
        this.graph = graph;
        index = GraphIndex.of(graph);
    }

    /**
     * Checks a graph: every host has a link, the graph is connected, each pair of hosts has a path through switches, no
     * switch has more than {@code mostPorts} links, no link is duplicated. Errors mean that the graph cannot be
     * simulated.
     *
     * @param mostPorts maximum number of ports per switch; 0 for no limit
     */
    public static Report of(PhysicalTopology graph, int mostPorts) {
        TopologyCheck check = new TopologyCheck(graph);
        check.pieces();
        check.reachability();
        check.ports(mostPorts);
        check.parallel();
        return Report.of(check.findings);
    }

    private void pieces() {
        int[] distance = index.distancesThroughHosts(0);
        int alone = 0;
        int first = -1;
        for (int node = 0; node < distance.length; node++) {
            if (distance[node] < 0) {
                first = first < 0 ? node : first;
                alone++;
            }
        }
        if (alone > 0) {
            add(
                    first < graph.hosts() ? Level.ERROR : Level.WARNING,
                    name(first),
                    alone + " of " + distance.length + " nodes are not connected to host 0",
                    "no link leads to them",
                    "join them");
        }
    }

    private void reachability() {
        HostDistances distances = new HostDistances(graph);
        int without = 0;
        int from = -1;
        int to = -1;
        for (int host = 0; host < graph.hosts(); host++) {
            Progress.checkInterrupted();
            int[] distance = distances.from(host);
            for (int other = 0; other < graph.hosts(); other++) {
                if (distance[other] < 0) {
                    from = without == 0 ? other : from;
                    to = without == 0 ? host : to;
                    without++;
                }
            }
        }
        if (without > 0) {
            add(
                    Level.ERROR,
                    name(from) + " to " + name(to),
                    without + " ordered pairs of hosts have no path through switches",
                    "hosts do not forward messages of other hosts",
                    "join their switches");
        }
    }

    private void ports(int most) {
        int[] ports = graph.ports();
        for (int node = 0; node < ports.length; node++) {
            boolean many = !graph.isHost(node) && most > 0 && ports[node] > most;
            if (many || ports[node] == 0 && !graph.isHost(node)) {
                add(
                        many ? Level.ERROR : Level.WARNING,
                        name(node),
                        "has " + ports[node] + " links",
                        many ? "a switch has " + most + " ports" : "no link leads to it",
                        many ? "use more switches or larger ones" : "leave it out");
            }
        }
    }

    private void parallel() {
        Set<Long> seen = new HashSet<>();
        int twice = 0;
        PhysicalTopology.Link first = null;
        for (PhysicalTopology.Link link : graph.links()) {
            long key = (long) Math.min(link.a(), link.b()) << 32 | Math.max(link.a(), link.b());
            if (!seen.add(key)) {
                first = first == null ? link : first;
                twice++;
            }
        }
        if (twice > 0) {
            add(
                    Level.WARNING,
                    name(first.a()) + " to " + name(first.b()),
                    Counted.of(twice, "link duplicates another one", "links duplicate another one"),
                    "files often list each link in both directions, though a link is full-duplex",
                    "ASTRA-sim's packet backend makes parallel links and routes over the last");
        }
    }

    private String name(int node) {
        return (graph.isHost(node) ? "host " : "switch ") + node;
    }

    private void add(Level level, String where, String what, String why, String effect) {
        findings.add(new Finding(level, STAGE, -1, graph.name() + " " + where, what, why, effect));
    }
}
