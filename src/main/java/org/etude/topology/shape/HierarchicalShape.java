// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.List;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;

/**
 * A network of nodes whose GPUs form a domain of their own (NVLink, xGMI). Every GPU has a port of its own to the
 * outside, as in nodes with one NIC per GPU: GPU k of each node is a host of the k-th copy of the outer network. Its
 * own switch joins both. Levels: dimensions of the node, levels of the outer network, links of GPUs to their switches
 * (derived: the fastest rate, the lowest latency); dimensions: those of both.
 *
 * @param inner how the GPUs of a node are linked
 * @param outer how nodes are linked
 */
record HierarchicalShape(GridShape inner, TopologyShape outer) implements TopologyShape {
    private int innerLevels() {
        return inner.sizes().size();
    }

    private int hostLevel() {
        return innerLevels() + outer.levels().size();
    }

    @Override
    public String text() {
        return "hierarchical:" + inner.text() + "/" + outer.text();
    }

    @Override
    public List<String> levels() {
        List<String> names = new ArrayList<>();
        inner.levels().subList(0, innerLevels()).forEach(name -> names.add("node " + name));
        outer.levels().forEach(name -> names.add("net " + name));
        names.add(GridShape.HOST_LEVEL);
        return names;
    }

    @Override
    public int derivedLevels() {
        return 1;
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        List<TopologyDim> dims = new ArrayList<>(inner.dims(levels.subList(0, innerLevels())));
        dims.addAll(outer.dims(levels.subList(innerLevels(), hostLevel())));
        return dims;
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> given) {
        List<LinkSpec> levels = given.size() == hostLevel() ? GridShape.withHost(given) : given;
        List<LinkSpec> nodeLevels = new ArrayList<>(levels.subList(0, innerLevels()));
        nodeLevels.add(levels.get(hostLevel()));
        PhysicalTopology node = inner.routed(nodeLevels);
        PhysicalTopology net = outer.physical(levels.subList(innerLevels(), hostLevel()));
        int gpus = node.hosts();
        Wiring wiring = new Wiring(TopologyShape.product(gpus, net.hosts()), levels);
        int[] firstOfNode = new int[net.hosts()];
        for (int n = 0; n < firstOfNode.length; n++) {
            int first = wiring.switches(node.switches());
            for (PhysicalTopology.Link link : node.links()) {
                wiring.join(
                        inside(node, link.a(), n, first),
                        inside(node, link.b(), n, first),
                        link.level() == innerLevels() ? hostLevel() : link.level());
            }
            firstOfNode[n] = first;
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            int first = wiring.switches(net.switches());
            for (PhysicalTopology.Link link : net.links()) {
                wiring.join(
                        outside(net, link.a(), firstOfNode, gpu, first),
                        outside(net, link.b(), firstOfNode, gpu, first),
                        innerLevels() + link.level());
            }
        }
        return wiring.build(this);
    }

    private static int inside(PhysicalTopology node, int id, int number, int first) {
        return node.isHost(id) ? number * node.hosts() + id : first + id - node.hosts();
    }

    private static int outside(PhysicalTopology net, int id, int[] firstOfNode, int gpu, int first) {
        return net.isHost(id) ? firstOfNode[id] + gpu : first + id - net.hosts();
    }
}
