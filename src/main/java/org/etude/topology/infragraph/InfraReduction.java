// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.etude.report.Finding;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;

/**
 * Reduces a graph of components to a network. XPUs become the hosts. Components that are neither XPUs nor switches are
 * left out if they lead nowhere (unused ports, memory). Those with two edges (NICs, ports, slots) become part of a link
 * with the lowest rate and the summed latency; all others forward like switches. Switches that XPUs of a device reach
 * by their fastest links come first and are preferred.
 */
final class InfraReduction {
    private static final String XPU = "xpu";
    private static final String SWITCH = "switch";

    private final InfraNodes graph;
    private final IntArrayList[] at;
    private final boolean[] gone;
    private final boolean[] done;
    private int left;
    private int merged;

    private InfraReduction(InfraNodes graph) {
        this.graph = graph;
        at = new IntArrayList[graph.types.length];
        Arrays.setAll(at, node -> new IntArrayList(2));
        for (int edge = 0; edge < graph.edges(); edge++) {
            at[graph.a(edge)].add(edge);
            at[graph.b(edge)].add(edge);
        }
        gone = new boolean[at.length];
        done = new boolean[graph.edges()];
    }

    /**
     * The network of a description; {@code preferred} marks the preferred nodes, null selects them by the fastest
     * links.
     */
    static PhysicalTopology of(InfraNodes graph, String name, boolean[] preferred) {
        return new InfraReduction(graph).reduce(name, preferred);
    }

    private boolean isKept(int node) {
        return graph.types[node].equals(XPU) || graph.types[node].equals(SWITCH);
    }

    private PhysicalTopology reduce(String name, boolean[] given) {
        leaveOut();
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (int edge = 0; edge < done.length; edge++) {
            if (!done[edge] && !gone[graph.a(edge)] && !gone[graph.b(edge)]) {
                chain(edge, links);
            }
        }
        boolean[] preferred = given != null ? given : fastest(links);
        int[] ids = new int[at.length];
        int hosts = hosts(ids, name);
        int first = number(ids, hosts, node -> preferred[node]);
        int all = number(
                ids, first, node -> !preferred[node] && !graph.types[node].equals(XPU) && !isPassedThrough(node));
        List<String> levels = new ArrayList<>();
        for (int link = 0; link < graph.links.size(); link++) {
            levels.add(graph.links.name(link));
        }
        List<PhysicalTopology.Link> named = links.stream()
                .map(link -> new PhysicalTopology.Link(ids[link.a()], ids[link.b()], link.spec(), link.level()))
                .toList();
        tell(name);
        return new PhysicalTopology(name, hosts, all - hosts, named, levels, first - hosts);
    }

    /** Numbers the hosts by rank, or in document order when no ranks are annotated. */
    private int hosts(int[] ids, String name) {
        int hosts = number(ids, 0, node -> graph.types[node].equals(XPU));
        if (hosts == 0) {
            throw new TopologyException(
                    name + ": no component has the choice xpu, so there is nothing to put ranks on",
                    "Describe the GPUs as components of choice xpu, and give instances of their device.");
        }
        boolean ranked = Arrays.stream(graph.rank).anyMatch(rank -> rank >= 0);
        boolean[] taken = new boolean[hosts];
        for (int node = 0; ranked && node < ids.length; node++) {
            if (graph.types[node].equals(XPU)) {
                int rank = graph.rank[node];
                if (rank < 0 || rank >= hosts || taken[rank]) {
                    throw new TopologyException(
                            name + ": the ranks of the " + hosts + " xpus are not 0 to " + (hosts - 1)
                                    + ", each once: one has " + (rank < 0 ? "none" : rank),
                            "Annotate every xpu with a unique rank, or none.");
                }
                taken[rank] = true;
                ids[node] = rank;
            }
        }
        return hosts;
    }

    private void tell(String name) {
        if (left + merged > 0) {
            graph.findings.add(new Finding(
                    Finding.Level.INFO,
                    "infragraph",
                    -1,
                    name,
                    merged + " components with two edges became part of a link, " + left
                            + " that lead nowhere are left out",
                    "they are neither XPUs nor switches",
                    "a link has the lowest rate and the summed latency of its components"));
        }
    }

    private int number(int[] ids, int from, IntPredicate which) {
        int next = from;
        for (int node = 0; node < ids.length; node++) {
            if (!gone[node] && which.test(node)) {
                ids[node] = next++;
            }
        }
        return next;
    }

    /** Repeatedly removes components with fewer than two edges that are neither XPUs nor switches. */
    private void leaveOut() {
        IntArrayList ends = new IntArrayList();
        for (int node = 0; node < at.length; node++) {
            if (!isKept(node) && at[node].size() <= 1) {
                ends.add(node);
            }
        }
        while (!ends.isEmpty()) {
            int node = ends.popInt();
            if (gone[node]) {
                continue;
            }
            gone[node] = true;
            left++;
            for (int edge : at[node]) {
                int other = graph.other(edge, node);
                at[other].rem(edge);
                if (!isKept(other) && !gone[other] && at[other].size() <= 1) {
                    ends.add(other);
                }
            }
        }
    }

    private boolean isPassedThrough(int node) {
        return !isKept(node) && at[node].size() == 2;
    }

    /** Follows an edge in both directions through components with two edges and adds the resulting link. */
    private void chain(int edge, List<PhysicalTopology.Link> links) {
        done[edge] = true;
        int slowest = edge;
        double latency = spec(edge).latencyNs();
        double kept = 1 - spec(edge).errorRate();
        int[] ends = {graph.a(edge), graph.b(edge)};
        for (int side = 0; side < 2; side++) {
            int via = edge;
            while (isPassedThrough(ends[side])) {
                int next = at[ends[side]].getInt(0) == via ? at[ends[side]].getInt(1) : at[ends[side]].getInt(0);
                if (done[next]) {
                    // A cycle of components that reaches neither a switch nor an XPU.
                    return;
                }
                merged++;
                done[next] = true;
                boolean slower = spec(next).bandwidth().compareTo(spec(slowest).bandwidth()) < 0;
                slowest = slower ? next : slowest;
                latency += spec(next).latencyNs();
                kept *= 1 - spec(next).errorRate();
                ends[side] = graph.other(next, ends[side]);
                via = next;
            }
        }
        if (ends[0] != ends[1]) {
            boolean whole = kept == 1 - spec(slowest).errorRate();
            double loss = whole ? spec(slowest).errorRate() : 1 - kept;
            LinkSpec spec = new LinkSpec(spec(slowest).bandwidth(), latency, loss);
            links.add(new PhysicalTopology.Link(ends[0], ends[1], spec, graph.link(slowest)));
        }
    }

    private LinkSpec spec(int edge) {
        return graph.links.spec(graph.link(edge));
    }

    /** The switches that some host reaches by its fastest links and that link only to hosts. */
    private boolean[] fastest(List<PhysicalTopology.Link> links) {
        double[] best = new double[at.length];
        boolean[] preferred = new boolean[at.length];
        for (PhysicalTopology.Link link : links) {
            for (int node : new int[] {link.a(), link.b()}) {
                best[node] = Math.max(best[node], link.spec().bandwidth().bytesPerSecond());
            }
        }
        boolean[] slower = new boolean[at.length];
        boolean[] mixed = new boolean[at.length];
        for (PhysicalTopology.Link link : links) {
            int host = graph.types[link.a()].equals(XPU) ? link.a() : link.b();
            int other = host == link.a() ? link.b() : link.a();
            boolean joinsSwitch = graph.types[host].equals(XPU) && graph.types[other].equals(SWITCH);
            preferred[other] |= joinsSwitch && link.spec().bandwidth().bytesPerSecond() == best[host];
            slower[host] |= link.spec().bandwidth().bytesPerSecond() < best[host];
            mixed[link.a()] |= !graph.types[link.b()].equals(XPU);
            mixed[link.b()] |= !graph.types[link.a()].equals(XPU);
        }
        boolean any = false;
        for (int node = 0; node < at.length; node++) {
            any |= graph.types[node].equals(XPU) && slower[node];
        }
        for (int node = 0; node < at.length; node++) {
            preferred[node] &= any && !mixed[node];
        }
        return preferred;
    }
}
