// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.shape.TopologySpec;

/**
 * Writes a network as a description. Hosts are the XPUs of servers; a server also holds its NVSwitches, if any. Each
 * other switch is a device of its own. A second link between the same two nodes gets a port in its middle, because
 * InfraGraph allows one edge per pair of nodes.
 */
final class InfraWriter {
    private static final int MOST_NAME = 60;

    private final PhysicalTopology graph;
    private final TopologySpec spec;
    private final List<String> names = new ArrayList<>();
    private final ServerPlan servers;
    private final ObjectNode top = object();
    private int joints;

    private InfraWriter(TopologySpec spec) {
        this.spec = spec;
        this.graph = spec.physical();
        this.servers = ServerPlan.of(graph);
        for (String level : graph.levels()) {
            String plain = plain(level);
            names.add(names.contains(plain) ? plain + "-" + names.size() : plain);
        }
    }

    static String text(TopologySpec spec, boolean json) {
        ObjectMapper mapper = json
                ? new ObjectMapper()
                : YAMLMapper.builder()
                        .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                        .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                        .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                        .disable(YAMLGenerator.Feature.SPLIT_LINES)
                        .build();
        mapper.configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(new InfraWriter(spec).document()) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers cannot be written", e);
        }
    }

    private static ObjectNode object() {
        return new ObjectNode(JsonNodeFactory.withExactBigDecimals(true));
    }

    /** Replaces characters that names may not contain by a dash. */
    private static String plain(String name) {
        String plain = name.replaceAll("[^\\sa-zA-Z0-9_()-]", "-");
        return plain.substring(0, Math.min(MOST_NAME, plain.length()));
    }

    private ObjectNode document() {
        top.put("name", plain(spec.toString()));
        top.put("description", details().text());
        ArrayNode devices = top.putArray("devices");
        ArrayNode links = top.putArray("links");
        ArrayNode instances = top.putArray("instances");
        ArrayNode edges = top.putArray("edges");
        Set<Integer> inner = servers.isWhole() ? Set.of(servers.level()) : Set.of();
        for (int level = 0; level < names.size(); level++) {
            if (!inner.contains(level)) {
                links.add(link(level));
            }
        }
        edges(edges);
        devices(devices, instances);
        if (joints > 0) {
            for (int level = 0; level < names.size(); level++) {
                links.add(joint(level));
            }
        }
        return top;
    }

    private InfraDetails details() {
        LogicalTopology logical = spec.logical();
        InfraDetails details = InfraDetails.none()
                .with(InfraNetwork.TEXT, spec)
                .with(InfraNetwork.GIVEN, spec.links().size())
                .with(
                        InfraNetwork.SIZES,
                        logical.dims().stream().map(d -> "" + d.npus()).collect(Collectors.joining("x")));
        if (!spec.isMeasured()) {
            details = details.with(
                    InfraNetwork.KINDS,
                    logical.dims().stream().map(d -> d.kind().shortName()).collect(Collectors.joining(",")));
        }
        details = graph.preferredSwitches() == 0
                ? details
                : details.with(InfraNetwork.PREFERRED, graph.preferredSwitches());
        return servers.isWhole() ? details.with(InfraNetwork.SORTED, "yes") : details;
    }

    private LinkSpec of(int level) {
        List<LinkSpec> given = spec.links();
        if (level < given.size()) {
            return given.get(level);
        }
        return graph.links().stream()
                .filter(link -> link.level() == level)
                .map(PhysicalTopology.Link::spec)
                .findFirst()
                .orElse(LinkSpec.DEFAULT);
    }

    private ObjectNode link(int level) {
        LinkSpec like = of(level);
        InfraDetails details = InfraDetails.none().with(InfraNetwork.LEVEL, level);
        details = names.get(level).equals(graph.levels().get(level))
                ? details
                : details.with(InfraNetwork.LEVEL_NAME, graph.levels().get(level));
        details = like.errorRate() == 0 ? details : details.with(InfraNetwork.LOSS, like.errorRate());
        ObjectNode link = physical(names.get(level), like, like.latencyNs());
        link.put("description", details.text());
        return link;
    }

    /** The second half of a link split by a port: the same rate, zero latency. */
    private ObjectNode joint(int level) {
        return physical(names.get(level) + "-joint", of(level), 0);
    }

    private static ObjectNode physical(String name, LinkSpec like, double latencyNs) {
        ObjectNode link = object().put("name", name);
        ObjectNode physical = link.putObject("physical");
        physical.putObject("bandwidth")
                .put("choice", "gigabits_per_second")
                .put("gigabits_per_second", plain(gigabits(like)));
        physical.putObject("latency").put("choice", "ns").put("ns", plain(BigDecimal.valueOf(latencyNs)));
        return link;
    }

    private static BigDecimal gigabits(LinkSpec like) {
        return BigDecimal.valueOf(like.bandwidth().bytesPerSecond())
                .multiply(BigDecimal.valueOf(Byte.SIZE))
                .movePointLeft(9);
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private void devices(ArrayNode devices, ArrayNode instances) {
        int each = servers.gpus();
        ObjectNode server = device(devices, "server");
        component(server, "xpu", each);
        ArrayNode links = server.putArray("links");
        ArrayNode edges = server.putArray("edges");
        if (servers.isWhole()) {
            component(server, "switch", servers.switches());
            links.add(link(servers.level()));
            ObjectNode edge = edges.addObject();
            edge.putObject("ep1").put("component", "xpu");
            edge.putObject("ep2").put("component", "switch");
            edge.put("scheme", "many2many").put("link", names.get(servers.level()));
        }
        instances.addObject().put("name", "server").put("device", "server").put("count", graph.hosts() / each);
        single(devices, instances, "switch", "switch", graph.switches() - (servers.isWhole() ? servers.all() : 0));
        single(devices, instances, "joint", "port", joints);
    }

    private static void single(ArrayNode devices, ArrayNode instances, String name, String type, int count) {
        if (count > 0) {
            ObjectNode device = device(devices, name);
            component(device, type, 1);
            device.putArray("links");
            device.putArray("edges");
            instances.addObject().put("name", name).put("device", name).put("count", count);
        }
    }

    private static ObjectNode device(ArrayNode devices, String name) {
        ObjectNode device = devices.addObject().put("name", name);
        device.putArray("components");
        return device;
    }

    private static void component(ObjectNode device, String type, int count) {
        ((ArrayNode) device.get("components"))
                .addObject()
                .put("name", type)
                .put("count", count)
                .put("choice", type);
    }

    private void edges(ArrayNode edges) {
        List<PhysicalTopology.Link> links = new ArrayList<>(graph.links());
        if (servers.isWhole()) {
            links.removeIf(link -> graph.isPreferred(link.b()));
            links.sort(Comparator.comparingInt(PhysicalTopology.Link::level)
                    .thenComparingInt(PhysicalTopology.Link::b)
                    .thenComparingInt(PhysicalTopology.Link::a));
        }
        Set<Long> joined = new HashSet<>();
        EdgeRun run = null;
        for (PhysicalTopology.Link link : links) {
            long pair = (long) Math.min(link.a(), link.b()) << 32 | Math.max(link.a(), link.b());
            if (!joined.add(pair)) {
                run = write(edges, run);
                joint(edges, link);
            } else if (run == null || !run.takes(link)) {
                write(edges, run);
                run = new EdgeRun(servers, link);
            }
        }
        write(edges, run);
    }

    private void joint(ArrayNode edges, PhysicalTopology.Link link) {
        ObjectNode first = edges.addObject();
        servers.end(first.putObject("ep1"), link.a(), 0, 1);
        joint(first.putObject("ep2"));
        first.put("scheme", "one2one").put("link", names.get(link.level()));
        ObjectNode second = edges.addObject();
        joint(second.putObject("ep1"));
        servers.end(second.putObject("ep2"), link.b(), 0, 1);
        second.put("scheme", "one2one").put("link", names.get(link.level()) + "-joint");
        joints++;
    }

    private void joint(ObjectNode end) {
        end.put("instance", "joint[" + joints + "]").put("component", "port");
    }

    private EdgeRun write(ArrayNode edges, EdgeRun run) {
        if (run != null) {
            run.write(edges.addObject(), names.get(run.level()));
        }
        return null;
    }
}
