// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.config.NamedConfig;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * A network of {@code configs/networks}, written {@code NAME} or {@code NAME:HOSTS}. The file is YAML with these keys:
 * {@code what} (a sentence); {@code shape} (a {@link TopologyText}, where {@code *} as the last size means as many
 * nodes as the hosts need); {@code bandwidth} and {@code latency} (lists with one value and unit per level of links);
 * {@code sources}.
 */
public final class NamedNetwork {
    private static final Pattern NAME = Pattern.compile("([a-z][a-z0-9-]*)(?::([0-9]{1,8}))?");
    private static final int UNSAID = -1;
    private static final String NODES = ",switch:*";

    private final String name;
    private final File file;
    private final int hosts;

    /** The contents of a file. */
    private record File(
            @JsonProperty(required = true) String what,
            @JsonProperty(required = true) String shape,
            @JsonProperty(required = true) List<String> bandwidth,
            @JsonProperty(required = true) List<String> latency,
            @JsonProperty(required = true) List<String> sources) {}

    private NamedNetwork(String name, File file, int hosts) {
        this.name = name;
        this.file = file;
        this.hosts = hosts;
    }

    /** The ready-made network that a text names, with or without a number of hosts; empty when it names none. */
    public static Optional<NamedNetwork> of(String text) {
        Matcher m = NAME.matcher(text.strip());
        return m.matches() && NamedConfig.NETWORK.has(m.group(1))
                ? Optional.of(open(m.group(1), m.group(2) == null ? UNSAID : Integer.parseInt(m.group(2))))
                : Optional.empty();
    }

    /** Whether its size depends on the number of hosts and the text does not give it. */
    public boolean dependsOnHosts() {
        return hosts == UNSAID && file.shape.endsWith(NODES);
    }

    /**
     * The network.
     *
     * @param ranks number of hosts, unless the text gives it; 0 for one node
     * @throws TopologyException when its nodes cannot make up the number of hosts
     */
    public TopologySpec spec(int ranks) {
        return sized(hosts == UNSAID ? ranks : hosts);
    }

    /** Its nodes; empty where it is not nodes of hosts that a switch joins. */
    public Optional<NodeRates> nodes() {
        if (!file.shape.endsWith(NODES)) {
            return Optional.empty();
        }
        String node = file.shape.substring(0, file.shape.length() - NODES.length());
        int gpus = TopologyText.parse(node).hosts();
        Bandwidth rate = Bandwidth.parse(file.bandwidth.get(0));
        // A fully connected host has a link to each other one.
        int links = node.startsWith("fc:") ? gpus - 1 : 1;
        return Optional.of(new NodeRates(
                gpus, new Bandwidth(links * rate.bytesPerSecond()), Bandwidth.parse(file.bandwidth.get(1))));
    }

    /** The names of the networks that have {@link #nodes}, in alphabetical order. */
    public static List<String> withNodes() {
        return NamedConfig.NETWORK.names().stream()
                .filter(name -> of(name).flatMap(NamedNetwork::nodes).isPresent())
                .toList();
    }

    private static NamedNetwork open(String name, int hosts) {
        try {
            File file = new YAMLMapper().readValue(NamedConfig.NETWORK.text(name), File.class);
            return new NamedNetwork(name, file, hosts);
        } catch (JsonProcessingException e) {
            throw new TopologyException(
                    "configs/networks/" + name + ".yaml: " + e.getOriginalMessage(), "Correct the file.");
        }
    }

    private TopologySpec sized(int hosts) {
        List<Bandwidth> rates = file.bandwidth.stream().map(Bandwidth::parse).toList();
        List<Time> latencies = file.latency.stream().map(Time::parse).toList();
        if (!file.shape.endsWith(NODES)) {
            return with(TopologyText.parse(file.shape), rates, latencies);
        }
        String node = file.shape.substring(0, file.shape.length() - NODES.length());
        int inside = TopologyText.parse(node).hosts();
        if (hosts <= inside) {
            int used = hosts == 0 ? inside : hosts;
            String part = node.substring(0, node.indexOf(':') + 1) + used;
            return with(TopologyText.parse(part), rates.subList(0, 1), latencies.subList(0, 1));
        }
        if (hosts % inside != 0) {
            throw new TopologyException(
                    name + " has nodes of " + inside + ", which cannot make up " + hosts + " hosts",
                    "Use a multiple of " + inside + ", or fewer than " + inside + " for part of one node.");
        }
        return with(TopologyText.parse(node + ",switch:" + hosts / inside), rates, latencies);
    }

    private static TopologySpec with(TopologySpec shape, List<Bandwidth> rates, List<Time> latencies) {
        return shape.bandwidth(rates.toArray(new Bandwidth[0])).latency(latencies.toArray(new Time[0]));
    }

    /** Its description and the sources of its values. */
    @Override
    public String toString() {
        return name + ": " + file.what + " (" + String.join("; ", file.sources) + ")";
    }
}
