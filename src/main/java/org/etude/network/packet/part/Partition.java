// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;

/**
 * The components of a network: the sets of nodes that flows join. Flows that pass one switch are in one component, whatever its
 * buffer holds, so that nothing at all is shared between components.
 */
public final class Partition {
    private static final int NONE = -1;

    private final Flows flows;
    private final Ports ports;
    private final HostNic nic;
    private final int[][] portsOf;
    /** By node: another node of its component or itself; negative when no flow passes it. */
    private final int[] above;
    /** Finished flows of which something may be left. */
    private final IntArrayList lingering = new IntArrayList();

    /** A partition that follows the flows of a network. */
    public Partition(Flows flows, Ports ports, HostNic nic, int nodes) {
        this.flows = flows;
        this.ports = ports;
        this.nic = nic;
        above = new int[nodes];
        IntArrayList[] lists = new IntArrayList[nodes];
        Arrays.setAll(lists, node -> new IntArrayList());
        for (int port = 0; port < ports.count; port++) {
            lists[ports.at(port).node].add(port);
        }
        portsOf = Arrays.stream(lists).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    /** Notes a flow that has ended. */
    public void ended(int slot) {
        lingering.add(slot);
    }

    /** Notes all flows that have ended. */
    public void begin() {
        lingering.clear();
        for (int slot = 0; slot < flows.used(); slot++) {
            if (flows.at(slot).done) {
                lingering.add(slot);
            }
        }
    }

    /** Calls with each node of the paths of a flow, some more than once. */
    public void visit(int slot, IntConsumer visitor) {
        PacketFlow flow = flows.at(slot);
        visitor.accept(flow.source);
        visitPath(flow.path, 0, flow.source, flow.destination, visitor);
        visitPath(flow.path, flows.stride, flow.destination, flow.source, visitor);
    }

    private void visitPath(int[] path, int base, int source, int destination, IntConsumer visitor) {
        int node = source;
        for (int hop = 0; node != destination && hop < flows.stride; hop++) {
            node = ports.at(path[base + hop] ^ 1).node;
            visitor.accept(node);
        }
    }

    /** Finds the components of the flows that do not begin at these nodes. O(nodes + flows * hops). */
    public void compute(IntPredicate leftOut) {
        Arrays.fill(above, NONE);
        for (int i = 0; i < flows.live(); i++) {
            join(flows.unfinishedAt(i), leftOut);
        }
        lingering.removeIf((int slot) -> !flows.at(slot).done || flows.references(slot) == 0);
        for (int i = 0; i < lingering.size(); i++) {
            if (!nic.isMerelyListed(lingering.getInt(i))) {
                join(lingering.getInt(i), leftOut);
            }
        }
    }

    private void join(int slot, IntPredicate leftOut) {
        int source = flows.at(slot).source;
        if (!leftOut.test(source)) {
            visit(slot, node -> unite(source, node));
        }
    }

    private void unite(int one, int other) {
        int a = root(one);
        int b = root(other);
        above[b] = a;
    }

    private int root(int node) {
        if (above[node] < 0) {
            above[node] = node;
        }
        int at = node;
        while (above[at] != at) {
            above[at] = above[above[at]];
            at = above[at];
        }
        return at;
    }

    /** A number of the component of a node, or -1 if it is in none. */
    public int of(int node) {
        return above[node] < 0 ? NONE : root(node);
    }

    /** The number of components. */
    public int count() {
        int roots = 0;
        for (int node = 0; node < above.length; node++) {
            roots += above[node] == node ? 1 : 0;
        }
        return roots;
    }

    /** The nodes of a component. */
    public int[] nodes(int component) {
        IntArrayList nodes = new IntArrayList();
        for (int node = 0; node < above.length; node++) {
            if (of(node) == component) {
                nodes.add(node);
            }
        }
        return nodes.toIntArray();
    }

    /** The slots of flows that begin at some nodes, finished ones included of which something may be left. */
    public int[] flowsFrom(BitSet sources) {
        IntArrayList slots = new IntArrayList();
        for (int i = 0; i < flows.live(); i++) {
            if (sources.get(flows.at(flows.unfinishedAt(i)).source)) {
                slots.add(flows.unfinishedAt(i));
            }
        }
        for (int i = 0; i < lingering.size(); i++) {
            int slot = lingering.getInt(i);
            if (sources.get(flows.at(slot).source) && flows.at(slot).done && flows.references(slot) > 0) {
                slots.add(slot);
            }
        }
        return slots.toIntArray();
    }

    /** The ports of nodes. */
    public int[] ports(int[] nodes) {
        return Arrays.stream(nodes)
                .flatMap(node -> Arrays.stream(portsOf[node]))
                .toArray();
    }
}
