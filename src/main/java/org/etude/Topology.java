// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.etude.compat.simai.cluster.ClusterChoice;
import org.etude.compat.simai.cluster.ClusterFamily;
import org.etude.compat.simai.cluster.ClusterText;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import org.etude.table.work.TopologyLinksTable;
import org.etude.table.work.TopologyTable;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkDegradation;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyCheck;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyLayout;
import org.etude.topology.infragraph.InfraGraphs;
import org.etude.topology.shape.TopologyMetrics;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.NamedNetwork;
import org.etude.topology.text.TopologyFiles;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import tech.tablesaw.api.Table;

/**
 * A network: its graph of hosts, switches and links, and the logical dimensions along which collectives run, dimension
 * 0 fastest. Immutable: each method returns a new topology.
 */
public final class Topology {
    private final TopologySpec spec;
    private final Report report;

    private Topology(TopologySpec spec, Report report) {
        this.spec = spec;
        this.report = report;
    }

    /** A ring of {@code ranks} hosts. */
    public static Topology ring(int ranks) {
        return of(TopologySpec.grid(DimKind.RING, ranks));
    }

    /** {@code ranks} hosts around one switch. */
    public static Topology switched(int ranks) {
        return of(TopologySpec.grid(DimKind.SWITCH, ranks));
    }

    /** Another name of {@link #switched}. */
    public static Topology star(int ranks) {
        return switched(ranks);
    }

    /** Every rank linked directly to every other. */
    public static Topology fullyConnected(int ranks) {
        return of(TopologySpec.grid(DimKind.FULLY_CONNECTED, ranks));
    }

    /** Rings in each dimension: {@code torus(4, 4, 8)}. */
    public static Topology torus(int... sizes) {
        return of(TopologySpec.grid(DimKind.RING, Given.value(sizes, "the sizes")));
    }

    /** A torus without the links that close its rings. Collectives still use the ring order of a torus. */
    public static Topology mesh(int... sizes) {
        return of(TopologySpec.mesh(Given.value(sizes, "the sizes")));
    }

    /**
     * A torus whose first dimension wraps around shifted by one along the second: (x=last, y) is linked to (0, y+1).
     */
    public static Topology twistedTorus(int... sizes) {
        return of(TopologySpec.twistedTorus(Given.value(sizes, "the sizes")));
    }

    /**
     * A torus whose dimension d wraps around shifted by {@code twist[d]} along the next dimension (the first follows
     * the last).
     *
     * @throws org.etude.report.EtudeException for a twist in a dimension of fewer than 3 nodes
     */
    public static Topology twistedTorus(int[] sizes, int... twist) {
        return of(TopologySpec.twistedTorus(Given.value(sizes, "the sizes"), Given.value(twist, "the twists")));
    }

    /** Leaf switches, each linked to every spine and with as many hosts as there are spines. */
    public static Topology fatTree(int leaves, int spines) {
        return fatTree(leaves, spines, spines);
    }

    /** Leaf switches with {@code hostsPerLeaf} hosts each, every leaf linked to every spine. */
    public static Topology fatTree(int leaves, int spines, int hostsPerLeaf) {
        return of(TopologySpec.fatTree(leaves, spines, hostsPerLeaf));
    }

    /** Groups of routers with hosts: routers of a group linked pairwise, groups linked pairwise by one link. */
    public static Topology dragonfly(int groups, int routers, int hostsPerRouter) {
        return of(TopologySpec.dragonfly(groups, routers, hostsPerRouter));
    }

    /**
     * Nodes of GPUs around an internal switch; the k-th GPU of each node is linked to rail switch k, and spines connect
     * the rails.
     */
    public static Topology railOptimised(int nodes, int gpus, int spines) {
        return of(TopologySpec.railOptimised(nodes, gpus, spines));
    }

    /**
     * Nodes whose GPUs share a scale-up domain (NVLink, xGMI), joined by a network whose hosts are the nodes. Every GPU
     * has a port of its own to that network, so that its rates are those of a GPU: {@code hierarchical(switched(8),
     * switched(4))} is {@code parse("switch:8,switch:4")}. For a port that the GPUs of a node share, divide its rate by
     * their number.
     */
    public static Topology hierarchical(Topology node, Topology network) {
        return of(TopologySpec.hierarchical(
                Given.value(node, "the network of a node").spec, Given.value(network, "the network of nodes").spec));
    }

    /**
     * The same graph with other logical dimensions for collectives: {@code Topology.fatTree(8, 8, 16).dimensions(16,
     * 8)}.
     *
     * @param sizes sizes of the logical dimensions (rings); their product is the number of hosts
     */
    public Topology dimensions(int... sizes) {
        List<Integer> boxed =
                IntStream.of(Given.value(sizes, "the sizes")).boxed().toList();
        return of(TopologySpec.graph(physical(), Collections.nCopies(sizes.length, DimKind.RING), boxed));
    }

    /** SimAI's Spectrum-X: servers of 8 GPUs around an NVSwitch, one top-of-rack switch per rail, spines. */
    public static Topology spectrumX(int gpus) {
        return spectrumX(gpus, same());
    }

    /** {@link #spectrumX(int)} with changes: {@code spectrumX(256, c -> c.gpusPerServer(4).nic(gbps(200)).spines(8))}. */
    public static Topology spectrumX(int gpus, UnaryOperator<ClusterChoice> change) {
        return cluster(ClusterFamily.SPECTRUM_X, gpus, change);
    }

    /** SimAI's AlibabaHPN: rails with two top-of-rack switches per GPU, one plane of spines. */
    public static Topology alibabaHpn(int gpus) {
        return alibabaHpn(gpus, same());
    }

    /** {@link #alibabaHpn(int)} with changes: {@code alibabaHpn(2048, c -> c.dualPlane())}. */
    public static Topology alibabaHpn(int gpus, UnaryOperator<ClusterChoice> change) {
        return cluster(ClusterFamily.ALIBABA_HPN, gpus, change);
    }

    /** SimAI's DCN+: all GPUs of a segment share one top-of-rack switch; no rails. */
    public static Topology dcnPlus(int gpus) {
        return dcnPlus(gpus, same());
    }

    /** {@link #dcnPlus(int)} with changes: {@code dcnPlus(512, c -> c.dualToR())}. */
    public static Topology dcnPlus(int gpus, UnaryOperator<ClusterChoice> change) {
        return cluster(ClusterFamily.DCN_PLUS, gpus, change);
    }

    /** Racks of 72 GPUs around one NVLink switch, four rails. */
    public static Topology nvl72(int racks) {
        return nvl72(racks, same());
    }

    /** {@link #nvl72(int)} with changes. */
    public static Topology nvl72(int racks, UnaryOperator<ClusterChoice> change) {
        return cluster(ClusterFamily.NVL72, racks, change);
    }

    /**
     * A cluster of servers, top-of-rack and spine switches, wired as {@code railOptimised()} and so on say.
     *
     * @param family its family; {@link ClusterFamily#CUSTOM} is wired as {@code railOptimised()} and similar options
     *     choose
     * @param count GPUs, or racks of {@link ClusterFamily#NVL72}
     * @throws org.etude.report.EtudeException when its sizes are inconsistent
     */
    public static Topology cluster(int gpus, UnaryOperator<ClusterChoice> change) {
        return cluster(ClusterFamily.CUSTOM, gpus, change);
    }

    private static Topology cluster(ClusterFamily family, int count, UnaryOperator<ClusterChoice> change) {
        return of(Given.options(change, ClusterChoice.of(family, count)).topology());
    }

    private static UnaryOperator<ClusterChoice> same() {
        return UnaryOperator.identity();
    }

    /** The default for a number of ranks: a switch for up to 8, a ring for more. */
    public static Topology fitting(int ranks) {
        return of(LogicalTopology.fitting(ranks));
    }

    /**
     * Parses a topology: {@code torus:4x4x8}, {@code fattree:16x8}, {@code 128gpu_torus3d_16} (see {@link
     * TopologyText}); {@code spectrum-x:1024}, {@code nvl72:8} (see {@link ClusterText}); or a ready-made network of
     * {@code configs/networks}, {@code dgx-h100} (one node) or {@code dgx-h100:64} (64 GPUs).
     *
     * @throws org.etude.report.EtudeException when the text has none of these forms
     */
    public static Topology parse(String text) {
        Given.value(text, "the topology");
        return of(named(text).map(named -> named.spec(0)).orElseGet(() -> ClusterText.any(text)));
    }

    private static Optional<NamedNetwork> named(String text) {
        return NamedNetwork.of(text.toLowerCase(Locale.ROOT));
    }

    /**
     * Checks the size of this topology.
     *
     * @throws org.etude.report.EtudeException when it does not have this many hosts
     */
    public Topology requireRanks(int ranks) {
        logical().requireRanks(ranks);
        return this;
    }

    /** Whether a text leaves the size open and needs {@link #parse(String, int)}. */
    public static boolean dependsOnRanks(String text) {
        return named(Given.value(text, "the topology"))
                .map(NamedNetwork::dependsOnHosts)
                .orElseGet(() -> text.strip().toLowerCase(Locale.ROOT).startsWith("auto:"));
    }

    /** {@link #parse(String)} for a number of ranks, which {@code auto:1d}, {@code auto:2d} and {@code dgx-h100} take. */
    public static Topology parse(String text, int ranks) {
        return of(named(Given.value(text, "the topology"))
                .map(named -> named.spec(ranks))
                .orElseGet(
                        () -> ClusterText.isCluster(text) ? ClusterText.any(text) : TopologyText.parse(text, ranks)));
    }

    /**
     * Reads a network: a network YAML ({@code .yml}, {@code .yaml}), a physical text ({@code .txt}) with the logical
     * JSON {@code logical.json} next to it (else one dimension), SimAI's topology file, an InfraGraph description (YAML
     * or JSON), NCCL's topology file (XML; its GPUs are the hosts), or a directory that {@link #save} wrote. The
     * content decides over the file name.
     *
     * @throws org.etude.report.EtudeException when it cannot be read or is invalid
     */
    public static Topology read(String path) {
        return read(Given.path(path));
    }

    /** {@link #read(String)}. */
    public static Topology read(Path path) {
        InfraGraphs.Read read = TopologySource.read(Given.path(path));
        return new Topology(read.spec(), read.report());
    }

    /** A topology that exists already. */
    @Internal
    public static Topology of(LogicalTopology logical) {
        return of(TopologySpec.of(logical));
    }

    /** A topology that exists already. */
    @Internal
    public static Topology of(TopologySpec spec) {
        return new Topology(spec, Report.empty());
    }

    /**
     * The same with other bandwidths: one for all levels or one per level. {@link #levels()} names them: for instance
     * the dimensions of a torus (plus the link of a host to its own switch), or host links and uplinks of a fat tree.
     */
    public Topology bandwidth(Bandwidth... rates) {
        return with(spec.bandwidth(Given.values(rates, "the bandwidths")));
    }

    /** The same with other latencies: one for all levels or one per level. */
    public Topology latency(Time... latencies) {
        return with(spec.latency(Given.values(latencies, "the latencies")));
    }

    /**
     * The same with other packet loss rates, which only packet networks apply: one for all levels or one per level.
     */
    public Topology errorRate(double... shares) {
        return with(spec.errorRate(Given.value(shares, "the error rates")));
    }

    /** A fat tree whose hosts together have {@code ratio} times the bandwidth of its uplinks. */
    public Topology oversubscribed(double ratio) {
        return with(spec.oversubscribed(ratio));
    }

    /**
     * The same with some links slower: {@code degraded("3-8:0.5")} for the links between two nodes, {@code
     * degraded("10%:0.25")} for a tenth of all links at a quarter of their rate, {@code degraded("none")} for none.
     * Messages are then routed over the graph, also over the hosts' own links: compare with {@code degraded("100%:1")}, on which
     * whole messages that each switch stores take up to three times as long as on a ring of direct links.
     *
     * @throws org.etude.report.EtudeException when there is no such link
     */
    public Topology degraded(String links) {
        LinkDegradation degradation = LinkDegradation.parse(Given.value(links, "the degradation"));
        if (degradation == LinkDegradation.NONE) {
            return this;
        }
        List<TopologyDim> dims = logical().dims();
        return with(TopologySpec.graph(
                degradation.apply(physical()),
                dims.stream().map(TopologyDim::kind).toList(),
                dims.stream().map(TopologyDim::npus).toList()));
    }

    private Topology with(TopologySpec other) {
        return new Topology(other, report);
    }

    /** Names of the levels of links, in the order in which rates are given. */
    public List<String> levels() {
        return spec.levels();
    }

    /** The number of ranks it connects. */
    public int hosts() {
        return spec.hosts();
    }

    /** The dimensions that collectives see. */
    @Internal
    public LogicalTopology logical() {
        return spec.logical();
    }

    /** The graph. */
    @Internal
    public PhysicalTopology physical() {
        return spec.physical();
    }

    /** The specification behind this value. */
    @Internal
    public TopologySpec spec() {
        return spec;
    }

    /** Where to draw the nodes and links of the graph. */
    @Internal
    public TopologyLayout layout() {
        return spec.layout();
    }

    /** One row with counts, diameter and bisection bandwidth: {@link TopologyTable#SCHEMA}. */
    public Table summary() {
        return TopologyTable.of(spec);
    }

    /** One row per link of the graph: {@link TopologyLinksTable#SCHEMA}. */
    public Table links() {
        return TopologyLinksTable.of(physical());
    }

    /** Errors and peculiarities of the graph, and assumptions made when it was read: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(check(0));
    }

    /** {@link #findings()} as a report, with a limit on ports per switch (0 for no limit). */
    @Internal
    public Report check(int mostPorts) {
        return report.plus(TopologyCheck.of(physical(), mostPorts));
    }

    /**
     * Writes physical.txt, logical.json, network.yml and system.json into a directory, created if needed. A name ending
     * in .yaml, .yml or .json writes an InfraGraph description instead, from which {@link #read} restores an equal
     * topology.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Topology save(String path) {
        return save(Given.path(path));
    }

    /** {@link #save(String)}. */
    public Topology save(Path path) {
        if (InfraGraphs.isName(Given.path(path))) {
            InfraGraphs.write(spec, path);
        } else {
            TopologyFiles.write(spec, path);
        }
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Topology that && spec.equals(that.spec);
    }

    @Override
    public int hashCode() {
        return spec.hashCode();
    }

    /** The short form, such as {@code torus:4x4x8}, with its key figures. */
    @Override
    public String toString() {
        return "Topology " + spec + ": " + TopologyMetrics.of(spec);
    }
}
