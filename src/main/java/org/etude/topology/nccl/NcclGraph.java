// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.config.XmlElement;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;

/**
 * Builds the graph of a description: nodes while visiting the elements, links at the end, when every bus id is known.
 */
final class NcclGraph {
    private static final int DEFAULT_MBPS = 10_000;

    /** The class of MI300 and its successors, which are no display controllers. */
    private static final String ACCELERATOR = "0x12";

    private static final String AMD = "0x1002";

    /** Relative difference of two sums of the same rates in another order. */
    private static final double ROUNDING = 1e-9;

    private final String file;
    private final XmlElement system;
    private final List<Gpu> gpus = new ArrayList<>();
    /** Switches by a key: "nvs 0", "cpu 0/1", "pci 0/0000:17:00.0", "dev 0/0000:1b:00.0", "net". */
    private final Map<String, Integer> switches = new LinkedHashMap<>();

    private final List<Edge> edges = new ArrayList<>();
    private final Map<String, String> byBus = new HashMap<>();
    private final List<String> hosts = new ArrayList<>();
    private final Map<String, List<XmlElement>> cpus = new LinkedHashMap<>();
    private final TreeSet<String> unknown = new TreeSet<>();
    private final TreeSet<String> unknownSpeeds = new TreeSet<>();
    private final TreeSet<String> unknownCpus = new TreeSet<>();
    private final List<Finding> findings = new ArrayList<>();
    private int nets;
    private double netGBps;

    /**
     * A GPU, or one of several ranks that share a device.
     *
     * @param key its name in edges
     * @param device the end of the device's links: itself, or a switch between the ranks that share it
     * @param pci its {@code pci} element
     * @param element its {@code gpu} element, or null
     */
    private record Gpu(String key, String device, String host, String cpu, XmlElement pci, XmlElement element) {
        /** Its sort key: rank, else device number, else document order. */
        int number(String attribute) {
            return element == null || !element.text(attribute).matches("[0-9]{1,7}")
                    ? -1
                    : Integer.parseInt(element.text(attribute));
        }
    }

    private record Edge(String a, String b, String kind, double gigabytes) {}

    NcclGraph(String file, XmlElement system) {
        this.file = file;
        this.system = system;
    }

    List<Finding> findings() {
        return findings;
    }

    PhysicalTopology build() {
        boolean several = system.children("cpu").stream()
                        .map(c -> c.text("host_hash"))
                        .distinct()
                        .count()
                > 1;
        for (XmlElement cpu : system.children()) {
            if (cpu.name().equals("cpu")) {
                cpu(cpu, several);
            } else {
                unknown.add(cpu.name());
            }
        }
        if (gpus.isEmpty()) {
            throw error(system, "it has no GPU: no gpu element and no pci of class 0x03");
        }
        sockets();
        gpus.forEach(this::ports);
        List<Gpu> ranked = ranked();
        say();
        return physical(ranked);
    }

    private void cpu(XmlElement cpu, boolean several) {
        String host = cpu.text("host_hash");
        if (!hosts.contains(host)) {
            hosts.add(host);
        }
        String key = "cpu " + hosts.indexOf(host) + "/" + cpu.text("numaid");
        cpus.computeIfAbsent(host, h -> new ArrayList<>()).add(cpu);
        node(key);
        for (XmlElement child : cpu.children()) {
            switch (child.name()) {
                case "pci" -> pci(child, key, key, host, several);
                case "nic" -> nic(child, key, several);
                default -> unknown.add(child.name());
            }
        }
    }

    private void pci(XmlElement pci, String parent, String cpu, String host, boolean several) {
        String bus = bus(pci, "busid");
        String key = "pci " + hosts.indexOf(host) + "/" + bus;
        double rate = pciRate(pci);
        List<XmlElement> inside = pci.children("gpu");
        boolean gpu = !inside.isEmpty() || isGpu(pci);
        if (gpu) {
            edges.add(new Edge(device(pci, inside, cpu, host), parent, "pci", rate));
        } else if (pci.children("nic").isEmpty() && isBridge(pci)) {
            node(key);
            byBus.putIfAbsent(hosts.indexOf(host) + "/" + bus, key);
            edges.add(new Edge(key, parent, "pci", rate));
        }
        for (XmlElement child : pci.children()) {
            switch (child.name()) {
                case "pci" -> pci(child, switches.containsKey(key) ? key : parent, cpu, host, several);
                case "nic" -> {
                    if (several) {
                        node(key);
                        edges.add(new Edge(key, parent, "pci", rate));
                    }
                    nic(child, key, several);
                }
                case "pcilink" ->
                    edges.add(new Edge(
                            key, hosts.indexOf(host) + "/" + bus(child, "target"), "pcilink", NcclRates.LOCAL));
                case "gpu" -> {
                    // Handled above.
                }
                default -> unknown.add(child.name());
            }
        }
    }

    /** Adds the GPU of an element, or the ranks that share it; returns the end of its links. */
    private String device(XmlElement pci, List<XmlElement> inside, String cpu, String host) {
        String place = hosts.indexOf(host) + "/" + bus(pci, "busid");
        boolean shared = inside.size() > 1;
        String device = (shared ? "dev " : "gpu ") + place;
        if (shared) {
            node(device);
        }
        for (int k = 0; k < Math.max(1, inside.size()); k++) {
            String name = "gpu " + place + (k == 0 ? "" : "#" + k);
            if (gpus.stream().anyMatch(other -> other.key().equals(name))) {
                throw error(pci, "two pci elements have the busid " + bus(pci, "busid"));
            }
            gpus.add(new Gpu(name, device, host, cpu, pci, inside.isEmpty() ? null : inside.get(k)));
            if (shared) {
                edges.add(new Edge(name, device, "device", NcclRates.LOCAL));
            }
        }
        byBus.putIfAbsent(place, device);
        return device;
    }

    /** Display controllers, and AMD's accelerators from MI300 on. */
    private static boolean isGpu(XmlElement pci) {
        String kind = pci.text("class");
        return kind.startsWith("0x03")
                || kind.startsWith(ACCELERATOR) && pci.text("vendor").equals(AMD);
    }

    /** Only bridges carry PCI traffic; other devices, such as NVSwitches and NVMe drives, do not. */
    private static boolean isBridge(XmlElement pci) {
        String kind = pci.text("class");
        return !kind.startsWith("0x068") && !kind.startsWith("0x02");
    }

    private double pciRate(XmlElement pci) {
        String speed = pci.text("link_speed");
        if (!NcclRates.knows(speed)) {
            unknownSpeeds.add(speed.isEmpty() ? "none" : speed);
        }
        return NcclRates.pci(speed, atLeast(0, pci, "link_width", 0));
    }

    private void nic(XmlElement nic, String at, boolean several) {
        for (XmlElement net : nic.children("net")) {
            if (!net.has("dev") || net.text("net").equals("0")) {
                continue;
            }
            int mbps = whole(net, "speed", 0);
            double rate = (mbps <= 0 ? DEFAULT_MBPS : mbps) / NcclRates.MBPS;
            nets++;
            netGBps += rate;
            if (several) {
                node("net");
                edges.add(new Edge(at, "net", "net", rate));
            }
        }
    }

    /** Joins every pair of sockets of a node. */
    private void sockets() {
        cpus.forEach((host, list) -> {
            for (int a = 0; a < list.size(); a++) {
                for (int b = a + 1; b < list.size(); b++) {
                    String prefix = "cpu " + hosts.indexOf(host) + "/";
                    double rate = Math.min(NcclRates.between(list.get(a)), NcclRates.between(list.get(b)));
                    String one = prefix + list.get(a).text("numaid");
                    String other = prefix + list.get(b).text("numaid");
                    if (one.equals(other)) {
                        throw error(
                                list.get(b),
                                "two cpu elements have the numaid "
                                        + list.get(b).text("numaid"));
                    }
                    if (rate == NcclRates.LOCAL) {
                        unknownCpus.add((list.get(a).text("arch") + " "
                                        + list.get(a).text("vendor").strip())
                                .strip());
                    }
                    edges.add(new Edge(one, other, "sys", rate));
                }
            }
        });
    }

    /** The links of a device, which each of the ranks that share it lists. */
    private void ports(Gpu gpu) {
        if (gpu.element == null || gpu.key.contains("#")) {
            return;
        }
        for (XmlElement port : gpu.element.children()) {
            double count = atLeast(1, port, "count", 1);
            switch (port.name()) {
                case "nvlink" -> port(gpu, port, count * NcclRates.nvlink(whole(gpu.element, "sm", 0)), "nvlink");
                case "xgmi" -> port(gpu, port, count * NcclRates.xgmi(gpu.element.text("gcn")), "xgmi");
                case "c2c" ->
                    edges.add(new Edge(gpu.device, gpu.cpu, "c2c", count * atLeast(1, port, "bw", 0) / 1000.0));
                default -> unknown.add(port.name());
            }
        }
    }

    private void port(Gpu gpu, XmlElement port, double rate, String kind) {
        String type = port.text("tclass");
        String target =
                hosts.indexOf(gpu.host) + "/" + port.text("target").strip().toLowerCase(Locale.ROOT);
        boolean known = byBus.getOrDefault(target, "").matches("(gpu|dev) .*");
        if (known || type.startsWith("0x03") || type.startsWith(ACCELERATOR)) {
            bus(port, "target");
            edges.add(new Edge(gpu.device, target, kind, rate));
        } else if (type.startsWith("0x068001")) {
            edges.add(new Edge(gpu.device, gpu.cpu, kind, rate));
        } else {
            node("nvs");
            edges.add(new Edge(gpu.device, "nvs", kind, rate));
        }
    }

    private List<Gpu> ranked() {
        for (String by : new String[] {"rank", "dev"}) {
            TreeSet<Integer> numbers = new TreeSet<>();
            gpus.forEach(gpu -> numbers.add(gpu.number(by)));
            if (numbers.size() == gpus.size() && numbers.first() >= 0) {
                return gpus.stream()
                        .sorted(Comparator.comparingInt(gpu -> gpu.number(by)))
                        .toList();
            }
        }
        say(
                Level.INFO,
                Counted.of(gpus.size(), "GPU") + " without a rank or with the same rank",
                "the file does not order them",
                "numbered in document order");
        return gpus;
    }

    private void say() {
        boolean ports = edges.stream().anyMatch(e -> e.kind.equals("nvlink") || e.kind.equals("xgmi"));
        if (!ports && gpus.size() > 1) {
            say(
                    Level.WARNING,
                    "no NVLink and no xGMI",
                    "the file lists none: the GPUs were not visible, or NCCL adds the links at run time",
                    "GPUs talk over PCI; dump a file on the machine with NCCL_TOPO_DUMP_FILE if they have such links");
        }
        if (nets > 0 && hosts.size() < 2) {
            say(
                    Level.INFO,
                    String.format(Locale.ROOT, "%d NICs of %.1f GB/s together", nets, netGBps),
                    "they lead out of the only node in the file",
                    "left out");
        }
        sayUnknown(unknownSpeeds, "PCI speeds that NCCL does not know", "as NCCL does", "taken as 8 GT/s per lane");
        sayUnknown(
                unknownCpus,
                "processors that NCCL does not know",
                "as NCCL does",
                "the links between their sockets limit nothing");
        sayUnknown(unknown, "unknown elements", "newer than this reader, or not NCCL's", "left out");
        say(
                Level.INFO,
                "no latencies",
                "the file does not give them",
                LinkSpec.DEFAULT.latencyNs() + " ns per link assumed; --latency and latency() set another");
    }

    private void sayUnknown(TreeSet<String> names, String what, String why, String effect) {
        if (!names.isEmpty()) {
            say(Level.WARNING, what + ": " + String.join(", ", names), why, effect);
        }
    }

    private void say(Level level, String what, String why, String effect) {
        findings.add(new Finding(level, "topology", -1, file, what, why, effect));
    }

    private PhysicalTopology physical(List<Gpu> ranked) {
        Map<String, Integer> ids = new HashMap<>();
        for (Gpu gpu : ranked) {
            ids.put(gpu.key, ids.size());
        }
        // NVSwitches come first: GPUs prefer them to a PCI switch at the same distance.
        boolean nvs = switches.containsKey("nvs");
        if (nvs) {
            ids.put("nvs", ids.size());
        }
        switches.keySet().forEach(key -> ids.putIfAbsent(key, ids.size()));
        Map<String, Integer> levels = new LinkedHashMap<>();
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (Edge edge : merged(ids)) {
            LinkSpec spec = new LinkSpec(Bandwidth.gigabytesPerSecond(edge.gigabytes), LinkSpec.DEFAULT.latencyNs(), 0);
            int level = levels.computeIfAbsent(edge.kind, k -> levels.size());
            links.add(new PhysicalTopology.Link(ids.get(edge.a), ids.get(edge.b), spec, level));
        }
        String name = "file:" + file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return new PhysicalTopology(
                name, ranked.size(), ids.size() - ranked.size(), links, List.copyOf(levels.keySet()), nvs ? 1 : 0);
    }

    /**
     * Merges links: one for the two directions that the ends declare, and one, with the summed rate, for parallel ports
     * between the same ends.
     */
    private List<Edge> merged(Map<String, Integer> ids) {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (Edge edge : edges) {
            String to = ids.containsKey(edge.b) ? edge.b : byBus.get(edge.b);
            if (to == null || !ids.containsKey(to) || !ids.containsKey(edge.a)) {
                throw new TopologyException(
                        file + ": " + edge.a + " has a link to " + edge.b + ", which is not in the file",
                        "Dump the file again; all GPUs of the node must be visible.");
            }
            if (!to.equals(edge.a)) {
                sums.merge(edge.kind + "\n" + edge.a + "\n" + to, edge.gigabytes, Double::sum);
            }
        }
        List<Edge> links = new ArrayList<>();
        List<String> uneven = new ArrayList<>();
        sums.forEach((key, rate) -> {
            String[] parts = key.split("\n");
            Double back = sums.get(parts[0] + "\n" + parts[2] + "\n" + parts[1]);
            if (back == null || ids.get(parts[1]) < ids.get(parts[2])) {
                links.add(new Edge(parts[1], parts[2], parts[0], back == null ? rate : Math.min(rate, back)));
                if (back != null && Math.abs(back - rate) > ROUNDING * rate) {
                    uneven.add(parts[1] + " - " + parts[2]);
                }
            }
        });
        if (!uneven.isEmpty()) {
            say(
                    Level.WARNING,
                    Counted.of(uneven.size(), "link") + " with different rates in the two directions: "
                            + uneven.stream().limit(4).collect(Collectors.joining(", ")),
                    "the file says so",
                    "the lower rate is used for both");
        }
        return links;
    }

    private void node(String key) {
        switches.putIfAbsent(key, switches.size());
    }

    private String bus(XmlElement element, String attribute) {
        String bus = element.text(attribute).strip().toLowerCase(Locale.ROOT);
        if (bus.isEmpty()) {
            throw error(element, "a <" + element.name() + "> has no " + attribute);
        }
        return bus;
    }

    private int whole(XmlElement element, String attribute, int otherwise) {
        String text = element.text(attribute).strip();
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("-?[0-9]{1,9}")) {
            throw error(element, attribute + " of a <" + element.name() + "> is \"" + text + "\", not a whole number");
        }
        return Integer.parseInt(text);
    }

    /** A whole number of which smaller ones give no link. */
    private int atLeast(int least, XmlElement element, String attribute, int otherwise) {
        int value = whole(element, attribute, otherwise);
        if (value < least) {
            throw error(
                    element, attribute + " of a <" + element.name() + "> is " + value + ", not " + least + " or more");
        }
        return value;
    }

    private TopologyException error(XmlElement element, String what) {
        return new TopologyException(
                file + ": line " + element.line() + ": " + what, "Give a file of NCCL_TOPO_DUMP_FILE.");
    }
}
