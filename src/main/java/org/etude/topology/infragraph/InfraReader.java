// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.topology.graph.TopologyException;

/** Expands a document: one node per component of every instance, and all edges between nodes. */
final class InfraReader {
    private static final long MOST = 1L << 24;
    private static final List<String> TYPES =
            List.of("custom", "device", "cpu", "xpu", "nic", "memory", "port", "switch");

    private final InfraCursor top;
    private final List<Finding> findings = new ArrayList<>();
    private final InfraLinks links = new InfraLinks(findings);
    private final Map<String, InfraCursor> described = new HashMap<>();
    private final Map<String, DeviceShape> devices = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Map<String, Placed> instances = new LinkedHashMap<>();
    private InfraNodes nodes;

    /** The instances of one name: their first node, how many there are, and their device. */
    private record Placed(int first, int count, DeviceShape device) {}

    private InfraReader(InfraCursor top) {
        this.top = top;
    }

    /**
     * Expands an infrastructure.
     *
     * @param annotations ranks of nodes, if any
     * @throws TopologyException when it is not an infrastructure, or refers to something undefined
     */
    static InfraNodes read(InfraCursor infrastructure, Optional<InfraCursor> annotations) {
        InfraReader reader = new InfraReader(infrastructure);
        InfraNodes nodes = reader.read();
        annotations.ifPresent(reader::ranks);
        return nodes;
    }

    private InfraNodes read() {
        top.only("name", "description", "devices", "links", "instances", "edges");
        for (InfraCursor device : top.list("devices")) {
            device.only("name", "description", "components", "links", "edges");
            if (described.put(device.need("name").text(), device) != null) {
                throw device.wrong(
                        "the device " + device.need("name").text() + " is defined twice", "Give each a unique name.");
            }
        }
        long total = 0;
        for (InfraCursor instance : top.list("instances")) {
            instance.only("name", "description", "device", "count");
            DeviceShape device =
                    device(instance.need("device"), instance.need("device").text());
            Placed placed = new Placed((int) total, instance.need("count").count(), device);
            if (instances.put(instance.need("name").text(), placed) != null) {
                throw instance.wrong("the instance is defined twice", "Give each a unique name.");
            }
            total += (long) placed.count * device.size();
            if (total > MOST) {
                throw instance.wrong("makes more than " + MOST + " nodes", "Use smaller counts.");
            }
        }
        nodes = new InfraNodes((int) total, links, findings);
        Map<String, Integer> outer = links.read(top, "");
        int owner = 0;
        for (Placed placed : instances.values()) {
            owner = place(placed, owner);
        }
        top.list("edges").forEach(edge -> join(edge, outer));
        return nodes;
    }

    private int place(Placed placed, int owner) {
        for (int i = 0; i < placed.count; i++) {
            int base = placed.first + i * placed.device.size();
            Arrays.fill(nodes.owner, base, base + placed.device.size(), owner + i);
            placed.device.types(nodes.types, base);
            placed.device.edges(base, nodes::join);
        }
        return owner + placed.count;
    }

    /**
     * Reads the attribute {@code rank} of nodes such as {@code host.0.xpu.1} or {@code host[0]xpu[1]}; other attributes
     * are ignored.
     */
    private void ranks(InfraCursor annotations) {
        for (InfraCursor node : annotations.list("nodes")) {
            for (InfraCursor attribute : node.list("attributes")) {
                if (attribute.need("attribute").text().equals("rank")) {
                    InfraCursor value = attribute.need("value");
                    if (!value.text().matches("[0-9]{1,8}")) {
                        throw value.wrong("is " + value.text() + ", not a rank", "Give a whole number.");
                    }
                    nodes.rank[annotated(node.need("name"))] = Integer.parseInt(value.text());
                }
            }
        }
    }

    private int annotated(InfraCursor name) {
        String[] words = name.text().replace('[', '.').replace("]", ".").split("\\.+");
        boolean whole = words.length >= 4 && words.length % 2 == 0;
        for (int i = 1; i < words.length; i += 2) {
            whole &= words[i].matches("[0-9]{1,9}");
        }
        Placed placed = whole ? instances.get(words[0]) : null;
        if (placed == null || Integer.parseInt(words[1]) >= placed.count) {
            throw name.wrong("there is no node " + name.text(), "Write it as host.0.xpu.1.");
        }
        StringBuilder component = new StringBuilder();
        for (int i = 2; i < words.length; i += 2) {
            component
                    .append(i > 2 ? "." : "")
                    .append(words[i])
                    .append('[')
                    .append(words[i + 1])
                    .append(']');
        }
        int inside = placed.device.nodes(name, component.toString()).getInt(0);
        return placed.first + Integer.parseInt(words[1]) * placed.device.size() + inside;
    }

    private DeviceShape device(InfraCursor place, String name) {
        DeviceShape known = devices.get(name);
        if (known != null) {
            return known;
        }
        InfraCursor device = described.get(name);
        if (device == null) {
            throw place.wrong(
                    "there is no device " + name,
                    described.isEmpty() ? "Describe it under devices." : "Use one of " + described.keySet() + ".");
        }
        if (!open.add(name)) {
            throw place.wrong("the device " + name + " contains itself", "Remove it.");
        }
        DeviceShape shape = new DeviceShape(name);
        device.list("components").forEach(component -> component(shape, component));
        Map<String, Integer> inner = links.read(device, name);
        device.list("edges").forEach(edge -> join(shape, edge, inner));
        devices.put(name, shape);
        return shape;
    }

    private void component(DeviceShape shape, InfraCursor component) {
        component.only(
                "name",
                "description",
                "count",
                "choice",
                "custom",
                "device",
                "cpu",
                "xpu",
                "nic",
                "memory",
                "port",
                "switch");
        String name = component.need("name").text();
        InfraCursor choice = component.need("choice");
        String type = choice.text();
        if (!TYPES.contains(type)) {
            throw choice.wrong("is " + type, "Use one of " + String.join(", ", TYPES) + ".");
        }
        if (shape.has(name)) {
            throw component.wrong("the component " + name + " is defined twice", "Give each a unique name.");
        }
        int count = component.need("count").count();
        DeviceShape inside = type.equals("device") ? device(component.need("name"), name) : null;
        if ((long) count * (inside == null ? 1 : inside.size()) + shape.size() > MOST) {
            throw component.wrong("makes more than " + MOST + " nodes", "Use a smaller count.");
        }
        shape.add(name, count, type, inside);
    }

    /** Adds an edge within a device. */
    private void join(DeviceShape shape, InfraCursor edge, Map<String, Integer> known) {
        edge.only("ep1", "ep2", "scheme", "link");
        join(edge, inner(shape, edge.need("ep1")), inner(shape, edge.need("ep2")), known, shape::join);
    }

    private static IntArrayList inner(DeviceShape shape, InfraCursor end) {
        end.only("device", "component");
        String component = end.need("component").text();
        return shape.nodes(
                end,
                end.get("device").map(device -> device.text() + "." + component).orElse(component));
    }

    /** Adds an edge between instances. */
    private void join(InfraCursor edge, Map<String, Integer> known) {
        edge.only("ep1", "ep2", "scheme", "link");
        join(edge, outer(edge.need("ep1")), outer(edge.need("ep2")), known, nodes::join);
    }

    private IntArrayList outer(InfraCursor end) {
        end.only("instance", "component");
        InfraCursor name = end.need("instance");
        Slice slice = Slice.parse(name.text());
        Placed placed = slice == null ? null : instances.get(slice.name());
        if (placed == null) {
            throw name.wrong(
                    "there is no instance " + name.text(),
                    "Use one of " + String.join(", ", instances.keySet()) + ", with a slice such as [0:2].");
        }
        int[] chosen = slice.indices(placed.count);
        if (chosen == null) {
            throw name.wrong(
                    "\"" + name.text() + "\" is empty or out of range for the " + placed.count + " instances",
                    "Use indices from 0 to " + (placed.count - 1) + "; a slice ends before its second number.");
        }
        IntArrayList of =
                placed.device.nodes(end.need("component"), end.need("component").text());
        IntArrayList all = new IntArrayList(of.size() * chosen.length);
        for (int instance : chosen) {
            for (int i = 0; i < of.size(); i++) {
                all.add(placed.first + instance * placed.device.size() + of.getInt(i));
            }
        }
        return all;
    }

    private void join(
            InfraCursor edge,
            IntArrayList from,
            IntArrayList to,
            Map<String, Integer> known,
            DeviceShape.EdgeSink sink) {
        Progress.checkInterrupted();
        InfraCursor name = edge.need("link");
        Integer sort = known.get(name.text());
        if (sort == null) {
            throw name.wrong(
                    "there is no link " + name.text() + " here",
                    known.isEmpty() ? "Describe it under links." : "Use one of " + known.keySet() + ".");
        }
        String scheme = edge.get("scheme").map(InfraCursor::text).orElse("one2one");
        switch (scheme) {
            case "one2one" -> {
                int pairs = Math.min(from.size(), to.size());
                for (int i = 0; i < pairs; i++) {
                    join(edge, from.getInt(i), to.getInt(i), sort, sink);
                }
                unpaired(edge, from.size(), to.size());
            }
            case "many2many" -> {
                if ((long) from.size() * to.size() > MOST) {
                    throw edge.wrong("makes more than " + MOST + " edges", "Use shorter slices.");
                }
                for (int i = 0; i < from.size(); i++) {
                    for (int j = 0; j < to.size(); j++) {
                        if (from.getInt(i) != to.getInt(j)) {
                            sink.edge(from.getInt(i), to.getInt(j), sort);
                        }
                    }
                }
            }
            case "ring" -> ring(edge, from, to, sort, sink);
            default -> throw edge.need("scheme").wrong("is " + scheme, "Use one2one, many2many or ring.");
        }
    }

    /** The definition asks for endpoints of the same length, and joins them in order if they are not. */
    private void unpaired(InfraCursor edge, int from, int to) {
        if (from != to) {
            findings.add(new Finding(
                    Finding.Level.WARNING,
                    "infragraph",
                    -1,
                    edge.file() + " " + edge.path(),
                    "one2one between " + Counted.of(from, "node") + " and " + to,
                    "the two endpoints select different numbers of nodes",
                    Counted.of(Math.abs(from - to), "node of the longer one is", "nodes of the longer one are")
                            + " not joined by this edge"));
        }
    }

    /**
     * Joins each node of an endpoint to the next one and the last to the first; both endpoints must select the same
     * nodes.
     */
    private static void ring(
            InfraCursor edge, IntArrayList from, IntArrayList to, int sort, DeviceShape.EdgeSink sink) {
        if (!from.equals(to)) {
            throw edge.wrong("a ring needs two equal endpoints", "Give ep1 and ep2 the same.");
        }
        int n = from.size();
        for (int i = 0; i + 1 < n; i++) {
            sink.edge(from.getInt(i), from.getInt(i + 1), sort);
        }
        if (n > 2) {
            sink.edge(from.getInt(n - 1), from.getInt(0), sort);
        }
    }

    private static void join(InfraCursor edge, int from, int to, int sort, DeviceShape.EdgeSink sink) {
        if (from == to) {
            throw edge.wrong("joins a node to itself", "Give two different endpoints.");
        }
        sink.edge(from, to, sort);
    }
}
