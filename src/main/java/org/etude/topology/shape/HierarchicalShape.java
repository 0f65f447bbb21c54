// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.List;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;

/**
 * A network of nodes whose GPUs form a domain of their own (NVLink, xGMI). Each host of the outer network is replaced
 * by a node's switch: the switch of its domain or, if the domain has none, one more switch (the node's NIC) that every
 * GPU's own switch links to at level "nic". Levels: inner, nic, outer; dimensions likewise.
 *
 * @param inner how the GPUs of a node are linked
 * @param outer how nodes are linked
 */
record HierarchicalShape(GridShape inner, TopologyShape outer) implements TopologyShape {
    private boolean switched() {
        return inner.kinds().size() == 1 && inner.kinds().get(0) == DimKind.SWITCH;
    }

    private int innerLevels() {
        return inner.levels().size();
    }

    @Override
    public String text() {
        return "hierarchical:" + inner.text() + "/" + outer.text();
    }

    @Override
    public List<String> levels() {
        List<String> names = new ArrayList<>();
        inner.levels().forEach(name -> names.add("node " + name));
        if (!switched()) {
            names.add("nic");
        }
        outer.levels().forEach(name -> names.add("net " + name));
        return names;
    }

    private int outerFrom() {
        return innerLevels() + (switched() ? 0 : 1);
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        List<TopologyDim> dims = new ArrayList<>(inner.dims(levels.subList(0, innerLevels())));
        dims.addAll(outer.dims(levels.subList(outerFrom(), levels.size())));
        return dims;
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> levels) {
        PhysicalTopology node = inner.physical(levels.subList(0, innerLevels()));
        PhysicalTopology net = outer.physical(levels.subList(outerFrom(), levels.size()));
        int gpus = node.hosts();
        Wiring wiring = new Wiring(TopologyShape.product(gpus, net.hosts()), levels);
        int[] gate = new int[net.hosts()];
        for (int n = 0; n < gate.length; n++) {
            int first = wiring.switches(node.switches());
            for (PhysicalTopology.Link link : node.links()) {
                wiring.join(inside(node, link.a(), n, first), inside(node, link.b(), n, first), link.level());
            }
            gate[n] = first;
            if (!switched()) {
                gate[n] = wiring.switches(1);
                for (int g = 0; g < gpus; g++) {
                    wiring.join(first + g, gate[n], innerLevels());
                }
            }
        }
        int first = wiring.switches(net.switches());
        for (PhysicalTopology.Link link : net.links()) {
            wiring.join(
                    outside(net, link.a(), gate, first),
                    outside(net, link.b(), gate, first),
                    outerFrom() + link.level());
        }
        return wiring.build(this);
    }

    private static int inside(PhysicalTopology node, int id, int number, int first) {
        return node.isHost(id) ? number * node.hosts() + id : first + id - node.hosts();
    }

    private static int outside(PhysicalTopology net, int id, int[] gate, int first) {
        return net.isHost(id) ? gate[id] : first + id - net.hosts();
    }
}
