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
import org.etude.report.Inside;
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
 * A network: its graph of hosts, switches and links, and the logical dimensions that collectives go through, dimension 0
 * fastest. Immutable: each verb gives another topology.
 */
public final class Topology {
    private final TopologySpec spec;
    private final Report report;

    private Topology(TopologySpec spec, Report report) {
        this.spec = spec;
        this.report = report;
    }

    /** One ring of {@code ranks}. */
    public static Topology ring(int ranks) {
        return of(TopologySpec.grid(DimKind.RING, ranks));
    }

    /** {@code ranks} around one switch. */
    public static Topology switched(int ranks) {
        return of(TopologySpec.grid(DimKind.SWITCH, ranks));
    }

    /** {@code ranks} around one switch: another name of {@link #switched}. */
    public static Topology star(int ranks) {
        return switched(ranks);
    }

    /** Every rank joined with every other. */
    public static Topology fullyConnected(int ranks) {
        return of(TopologySpec.grid(DimKind.FULLY_CONNECTED, ranks));
    }

    /** Rings in each dimension: {@code torus(4, 4, 8)}. */
    public static Topology torus(int... sizes) {
        return of(TopologySpec.grid(DimKind.RING, sizes));
    }

    /** Lines in each dimension, a torus without the links that close its rings; collectives go round as in a torus. */
    public static Topology mesh(int... sizes) {
        return of(TopologySpec.mesh(sizes));
    }

    /** A torus whose first dimension closes one place further along the second: (x=last, y) joins (0, y+1). */
    public static Topology twistedTorus(int... sizes) {
        return of(TopologySpec.twistedTorus(sizes));
    }

    /**
     * A torus whose dimension d closes {@code twist[d]} places further along the next dimension (after the last comes the
     * first).
     *
     * @throws org.etude.report.EtudeException for a twist in a dimension of fewer than 3 places
     */
    public static Topology twistedTorus(int[] sizes, int... twist) {
        return of(TopologySpec.twistedTorus(sizes, twist));
    }

    /** Leaf switches with as many hosts each as there are spines, each leaf joined to every spine. */
    public static Topology fatTree(int leaves, int spines) {
        return fatTree(leaves, spines, spines);
    }

    /** Leaf switches of {@code hostsPerLeaf} hosts, each joined to every spine. */
    public static Topology fatTree(int leaves, int spines, int hostsPerLeaf) {
        return of(TopologySpec.fatTree(leaves, spines, hostsPerLeaf));
    }

    /** Groups of routers with hosts: routers of a group joined pairwise, groups joined pairwise by one link. */
    public static Topology dragonfly(int groups, int routers, int hostsPerRouter) {
        return of(TopologySpec.dragonfly(groups, routers, hostsPerRouter));
    }

    /** Nodes of GPUs around an inner switch, the k-th GPU of each at rail switch k, spines between the rails. */
    public static Topology railOptimised(int nodes, int gpus, int spines) {
        return of(TopologySpec.railOptimised(nodes, gpus, spines));
    }

    /** Nodes whose GPUs have a domain of their own (NVLink, xGMI), in a network of as many hosts as there are nodes. */
    public static Topology hierarchical(Topology node, Topology network) {
        return of(TopologySpec.hierarchical(node.spec, network.spec));
    }

    /**
     * The same graph with other dimensions for collectives: {@code Topology.fatTree(8, 8, 16).dimensions(16, 8)}.
     *
     * @param sizes sizes of the logical dimensions, rings, whose product is the number of hosts
     */
    public Topology dimensions(int... sizes) {
        List<Integer> boxed = IntStream.of(sizes).boxed().toList();
        return of(TopologySpec.graph(physical(), Collections.nCopies(sizes.length, DimKind.RING), boxed));
    }

    /** SimAI's Spectrum-X: servers of 8 GPUs around an NVSwitch, a top-of-rack switch a rail, spines. */
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

    /** SimAI's DCN+: all GPUs of a segment at one top-of-rack switch, no rails. */
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
     * @throws org.etude.report.EtudeException when its numbers do not fit each other
     */
    public static Topology cluster(int gpus, UnaryOperator<ClusterChoice> change) {
        return cluster(ClusterFamily.CUSTOM, gpus, change);
    }

    private static Topology cluster(ClusterFamily family, int count, UnaryOperator<ClusterChoice> change) {
        return of(change.apply(ClusterChoice.of(family, count)).topology());
    }

    private static UnaryOperator<ClusterChoice> same() {
        return UnaryOperator.identity();
    }

    /** What fits a number of ranks when nothing else is known: a switch for up to 8, a ring for more. */
    public static Topology fitting(int ranks) {
        return of(LogicalTopology.fitting(ranks));
    }

    /**
     * A topology as users write it: {@code torus:4x4x8}, {@code fattree:16x8}, {@code 128gpu_torus3d_16}, see
     * {@link TopologyText}; {@code spectrum-x:1024}, {@code nvl72:8}, see {@link ClusterText}; the name of a ready-made network
     * of {@code configs/networks}, {@code dgx-h100} (one node) or {@code dgx-h100:64} (64 GPUs).
     *
     * @throws org.etude.report.EtudeException when it is none of the forms
     */
    public static Topology parse(String text) {
        return of(named(text).map(named -> named.spec(0)).orElseGet(() -> ClusterText.any(text)));
    }

    private static Optional<NamedNetwork> named(String text) {
        return NamedNetwork.of(text.toLowerCase(Locale.ROOT));
    }

    /**
     * Refuses a topology of another size.
     *
     * @throws org.etude.report.EtudeException when it has not this many hosts
     */
    public Topology requireRanks(int ranks) {
        logical().requireRanks(ranks);
        return this;
    }

    /** Whether a text leaves the size open, so that {@link #parse(String, int)} makes it for a number of ranks. */
    public static boolean dependsOnRanks(String text) {
        return named(text)
                .map(NamedNetwork::dependsOnHosts)
                .orElseGet(() -> text.strip().toLowerCase(Locale.ROOT).startsWith("auto:"));
    }

    /** {@link #parse(String)} for a number of ranks, which {@code auto:1d}, {@code auto:2d} and {@code dgx-h100} take. */
    public static Topology parse(String text, int ranks) {
        return of(named(text)
                .map(named -> named.spec(ranks))
                .orElseGet(
                        () -> ClusterText.isCluster(text) ? ClusterText.any(text) : TopologyText.parse(text, ranks)));
    }

    /**
     * Reads a network: a network YAML ({@code .yml}, {@code .yaml}), a physical text ({@code .txt}) with the logical JSON
     * {@code logical.json} next to it (else one dimension), SimAI's topology file, an InfraGraph description (YAML or JSON), NCCL's
     * topology file (XML; its GPUs are the hosts), or
     * a directory that {@link #save} wrote. What is in it counts more than its name.
     *
     * @throws org.etude.report.EtudeException when it cannot be read or says nothing sensible
     */
    public static Topology read(String path) {
        return read(Path.of(path));
    }

    /** {@link #read(String)}. */
    public static Topology read(Path path) {
        InfraGraphs.Read read = TopologySource.read(path);
        return new Topology(read.spec(), read.report());
    }

    /** A topology that exists already. */
    @Inside
    public static Topology of(LogicalTopology logical) {
        return of(TopologySpec.of(logical));
    }

    /** A topology that exists already. */
    @Inside
    public static Topology of(TopologySpec spec) {
        return new Topology(spec, Report.empty());
    }

    /**
     * The same with other rates: one for all levels or one each. Levels are the dimensions of a torus and its kin (and, one
     * more, the link of a host to its own switch), host and uplink of a fat tree, and so on: {@link #levels()}.
     */
    public Topology bandwidth(Bandwidth... rates) {
        return with(spec.bandwidth(rates));
    }

    /** The same with other latencies: one for all levels or one each. */
    public Topology latency(Time... latencies) {
        return with(spec.latency(latencies));
    }

    /** The same with other shares of lost packets, which packet networks obey: one for all levels or one each. */
    public Topology errorRate(double... shares) {
        return with(spec.errorRate(shares));
    }

    /** A fat tree whose hosts ask for {@code ratio} times what its uplinks carry. */
    public Topology oversubscribed(double ratio) {
        return with(spec.oversubscribed(ratio));
    }

    /**
     * The same with some links slower: {@code degraded("3-8:0.5")} for the links between two nodes, {@code degraded("10%:0.25")} for a
     * tenth of all links at a quarter of their rate, {@code degraded("none")} for none. Messages then take the ways of the graph.
     *
     * @throws org.etude.report.EtudeException when no such link is there
     */
    public Topology degraded(String links) {
        LinkDegradation degradation = LinkDegradation.parse(links);
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

    /** The number of ranks it joins. */
    public int hosts() {
        return spec.hosts();
    }

    /** The dimensions that collectives see. */
    @Inside
    public LogicalTopology logical() {
        return spec.logical();
    }

    /** The graph. */
    @Inside
    public PhysicalTopology physical() {
        return spec.physical();
    }

    /** The choice behind this value. */
    @Inside
    public TopologySpec spec() {
        return spec;
    }

    /** Where to draw the nodes and links of the graph. */
    @Inside
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

    /**
     * What is wrong or odd about the graph, and what was assumed when it was read; no rows when nothing is: {@link
     * FindingsTable#SCHEMA}.
     */
    public Table findings() {
        return FindingsTable.of(check(0));
    }

    /** {@link #findings()} as a report, with a limit of ports per switch (0 for none). */
    public Report check(int mostPorts) {
        return report.plus(TopologyCheck.of(physical(), mostPorts));
    }

    /**
     * Writes physical.txt, logical.json, network.yml and system.json into a directory, which is made; or, when the name ends
     * in .yaml, .yml or .json, an InfraGraph description, from which {@link #read} makes an equal topology.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Topology save(String path) {
        return save(Path.of(path));
    }

    /** {@link #save(String)}. */
    public Topology save(Path path) {
        if (InfraGraphs.isName(path)) {
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

    /** The short form, {@code torus:4x4x8}, and what it is worth. */
    @Override
    public String toString() {
        return "Topology " + spec + ": " + TopologyMetrics.of(spec);
    }
}
