// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A device with all its components, including those of nested devices: nodes numbered from 0 in document order, and the
 * edges between them.
 */
final class DeviceShape {
    /**
     * The components of one name: the first node, the number of components, nodes per component, type, and the nested
     * device if the component is one.
     */
    record Part(int first, int count, int size, String type, DeviceShape inside) {}

    private final String name;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final IntArrayList a = new IntArrayList();
    private final IntArrayList b = new IntArrayList();
    private final IntArrayList link = new IntArrayList();
    private int size;

    DeviceShape(String name) {
        this.name = name;
    }

    void add(String component, int count, String type, DeviceShape inside) {
        int each = inside == null ? 1 : inside.size;
        parts.put(component, new Part(size, count, each, type, inside));
        size += count * each;
    }

    boolean has(String component) {
        return parts.containsKey(component);
    }

    int size() {
        return size;
    }

    String name() {
        return name;
    }

    /** Joins two nodes with a link of the given kind. */
    void join(int from, int to, int sort) {
        a.add(from);
        b.add(to);
        link.add(sort);
    }

    /** Passes all edges to the sink: the device's own first, then those of nested devices. */
    void edges(int base, EdgeSink sink) {
        for (int i = 0; i < a.size(); i++) {
            sink.edge(base + a.getInt(i), base + b.getInt(i), link.getInt(i));
        }
        for (Part part : parts.values()) {
            for (int i = 0; part.inside != null && i < part.count; i++) {
                part.inside.edges(base + part.first + i * part.size, sink);
            }
        }
    }

    /** Receives the edges of a device. */
    @FunctionalInterface
    interface EdgeSink {
        void edge(int from, int to, int sort);
    }

    /** The nodes that an endpoint such as {@code xpu[0:8]} or {@code nic[0:2].port[0]} selects, in order. */
    IntArrayList nodes(InfraCursor place, String endpoint) {
        IntArrayList bases = IntArrayList.of(0);
        DeviceShape here = this;
        for (String element : endpoint.split("\\.", -1)) {
            if (here == null) {
                throw place.wrong(
                        "\"" + endpoint + "\" selects inside a component that is not a device",
                        "Name its component only.");
            }
            Slice slice = Slice.parse(element);
            if (slice == null) {
                throw place.wrong("\"" + element + "\" is not a name with a slice", "Write xpu, xpu[3] or xpu[0:8:2].");
            }
            Part part = here.parts.get(slice.name());
            if (part == null) {
                throw place.wrong(
                        "device " + here.name + " has no component " + slice.name(),
                        "Use one of " + String.join(", ", here.parts.keySet()) + ".");
            }
            bases = here.expand(place, part, slice, element, bases);
            here = part.inside;
        }
        if (here != null) {
            throw place.wrong(
                    "\"" + endpoint + "\" is the device " + here.name + ", which is not a node",
                    "Append one of its components: " + String.join(", ", here.parts.keySet()) + ".");
        }
        return bases;
    }

    private IntArrayList expand(InfraCursor place, Part part, Slice slice, String element, IntArrayList bases) {
        int[] indices = slice.indices(part.count);
        if (indices == null) {
            throw place.wrong(
                    "\"" + element + "\" is empty or out of range for the " + part.count + " components " + slice.name()
                            + " of device " + name,
                    "Use indices from 0 to " + (part.count - 1) + "; a slice ends before its second number.");
        }
        IntArrayList nodes = new IntArrayList(bases.size() * indices.length);
        for (int i = 0; i < bases.size(); i++) {
            for (int index : indices) {
                nodes.add(bases.getInt(i) + part.first + index * part.size);
            }
        }
        return nodes;
    }

    /** Writes the type of each node into an array. */
    void types(String[] into, int base) {
        for (Part part : parts.values()) {
            for (int i = 0; i < part.count; i++) {
                int at = base + part.first + i * part.size;
                if (part.inside != null) {
                    part.inside.types(into, at);
                } else {
                    into[at] = part.type;
                }
            }
        }
    }

    /** The full name of a node, {@code xpu.3} or {@code nic.0.port.1}. */
    String name(int node) {
        for (Map.Entry<String, Part> entry : parts.entrySet()) {
            Part part = entry.getValue();
            int offset = node - part.first;
            if (offset >= 0 && offset < part.count * part.size) {
                String own = entry.getKey() + "." + offset / part.size;
                return part.inside == null ? own : own + "." + part.inside.name(offset % part.size);
            }
        }
        throw new IllegalArgumentException("device " + name + " has no node " + node);
    }
}
