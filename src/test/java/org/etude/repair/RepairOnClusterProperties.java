// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.etude.cluster.LoopbackEngine;
import org.etude.cluster.repair.ClusterRepair;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.repair.graph.Attributes;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.RepairOptions;

/**
 * Random jobs with faults: what a cluster repairs, every rank through bytes and some twice, is what one machine repairs,
 * byte by byte, with the same changes and findings in the same order.
 */
class RepairOnClusterProperties {
    @Property(tries = 20)
    void ranksOfCommonTraces(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int ranks,
            @ForAll @IntRange(min = 0, max = 3) int faulty)
            throws IOException {
        Random random = new Random(seed);
        assertSame(RepairTemplatesProperties.job(random, ranks, faulty), options(random));
    }

    /** Ranks that differ in single calls and messages, some of which do not name their peer. */
    @Property(tries = 20)
    void ranksOfTheirOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int ranks) throws IOException {
        Random random = new Random(seed);
        assertSame(job(random, ranks), options(random));
    }

    @Tag("campaign")
    @Property(tries = 400)
    void ranksOfManyCommonTraces(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int ranks,
            @ForAll @IntRange(min = 0, max = 3) int faulty)
            throws IOException {
        ranksOfCommonTraces(seed, ranks, faulty);
    }

    @Tag("campaign")
    @Property(tries = 400)
    void manyRanksOfTheirOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int ranks) throws IOException {
        ranksOfTheirOwn(seed, ranks);
    }

    /** Ranks of which each has some calls of its own, lacks some of the others', and names few peers. */
    static EtSet job(Random random, int ranks) {
        List<EtNode> common = new ArrayList<>();
        for (int id = 1; id <= 30; id++) {
            common.add(call(id, random));
        }
        List<EtGraph> graphs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            graphs.add(random.nextInt(8) == 0 ? Graphs.of(List.of()) : Graphs.of(faulty(common, rank, ranks, random)));
        }
        CommGroups groups = CommGroups.of(Map.of(1, List.of(0, 2, 1), 2, List.of(3, 0, 9)));
        return new EtSet("t", graphs, groups, Report.empty());
    }

    /** The stages of a repair, as progress names them. */
    private static List<String> stages(EtSet set) {
        List<String> stages = new ArrayList<>();
        ClusterRepair.traces(new LoopbackEngine().cluster(), set, RepairOptions.defaults(), (what, done, total) -> {
            if (done == 0) {
                stages.add(what);
            }
        });
        return stages;
    }

    @Example
    void ranksThatAgreeExchangeNothing() {
        List<EtNode> nodes = List.of(Graphs.comp(1), Graphs.allReduce(2, 8, 1), Graphs.send(3, 0, 1, 0, 4, 2));
        List<EtNode> other = List.of(Graphs.comp(1), Graphs.allReduce(2, 8, 1), Graphs.recv(3, 0, 1, 0, 4, 2));
        assertThat(stages(Graphs.set(Graphs.of(nodes), Graphs.of(other)))).containsExactly("repair", "collect traces");
    }

    @Example
    void onlyWhatDiffersIsExchanged() {
        List<EtNode> nodes = List.of(Graphs.comp(1), Graphs.allReduce(2, 8, 1), Graphs.allReduce(3, 9, 2));
        List<EtNode> resized = List.of(Graphs.comp(1), Graphs.allReduce(2, 8, 1), Graphs.allReduce(3, 7, 2));
        List<EtNode> lacking = List.of(Graphs.comp(1), Graphs.allReduce(2, 8, 1));
        List<EtNode> sending = List.of(
                Graphs.comp(1), Graphs.allReduce(2, 8, 1), Graphs.allReduce(3, 9, 2), Graphs.send(4, 0, 1, 0, 4, 3));
        EtGraph whole = Graphs.of(nodes);
        assertThat(stages(Graphs.set(whole, whole, Graphs.of(resized))))
                .containsExactly("repair", "match collectives", "collect traces");
        assertThat(stages(Graphs.set(whole, whole, Graphs.of(lacking))))
                .containsExactly("repair", "match collectives", "copy collectives", "collect traces");
        assertThat(stages(Graphs.set(Graphs.of(sending), whole, whole)))
                .containsExactly("repair", "match messages", "collect traces");
    }

    static RepairOptions options(Random random) {
        RepairOptions options = random.nextBoolean() ? RepairOptions.defaults() : RepairOptions.forAstraSim();
        return options.withMismatch(RepairTemplatesProperties.MISMATCHES.get(random.nextInt(3)))
                .withUnknown(RepairOptions.Unknown.values()[random.nextInt(3)]);
    }

    private static EtNode call(int id, Random random) {
        if (random.nextInt(3) == 0) {
            return Graphs.comp(id, id - 1);
        }
        EtNode call = Graphs.allReduce(id, 1 + random.nextInt(3), id - 1);
        String group = List.of("0", "1", "2", "named", "7").get(random.nextInt(5));
        List<EtAttribute> attributes = new ArrayList<>(call.attributes());
        attributes.add(EtAttribute.string(EtNames.PG_NAME, group));
        return call.withAttributes(attributes);
    }

    /** A rank's nodes: calls are lost, exchanged, resized, of other types and unknown; messages are added. */
    private static List<EtNode> faulty(List<EtNode> common, int rank, int ranks, Random random) {
        List<EtNode> nodes = new ArrayList<>(common);
        for (int fault = random.nextInt(4); fault > 0; fault--) {
            int at = random.nextInt(nodes.size());
            EtNode node = nodes.get(at);
            switch (random.nextInt(6)) {
                case 0 -> nodes.set(at, Graphs.comp(node.id(), node.id() - 1));
                case 1 -> {
                    int other = random.nextInt(nodes.size());
                    EtNode swapped = nodes.get(other);
                    nodes.set(at, withContent(node, swapped));
                    nodes.set(other, withContent(swapped, node));
                }
                case 2 -> nodes.set(at, with(node, EtAttribute.int64(EtNames.COMM_SIZE, random.nextInt(4) - 1)));
                case 3 -> nodes.set(at, with(node, EtAttribute.int64(EtNames.COMM_TYPE, random.nextInt(9))));
                case 4 ->
                    nodes.set(
                            at,
                            node.withAttributes(node.attributes().stream()
                                    .filter(a -> !a.name().equals(EtNames.COMM_SIZE))
                                    .toList()));
                default -> nodes.set(at, EtNode.of(node.id(), "COMM_SEND_" + at, EtNodeType.INVALID));
            }
        }
        for (int message = random.nextInt(5); message > 0; message--) {
            int id = nodes.size() + 1;
            int peer = random.nextInt(ranks + 1);
            int tag = random.nextInt(2);
            EtNode node = random.nextBoolean()
                    ? Graphs.send(id, rank, peer, tag, 1 + random.nextInt(2), id - 1)
                    : Graphs.recv(id, peer, rank, tag, 1 + random.nextInt(2), id - 1);
            boolean lost = random.nextInt(3) == 0;
            String missing = node.type() == EtNodeType.COMM_SEND ? EtNames.COMM_DST : EtNames.COMM_SRC;
            nodes.add(node.withAttributes(node.attributes().stream()
                    .filter(a -> !lost || !a.name().equals(missing))
                    .toList()));
        }
        return nodes;
    }

    private static EtNode with(EtNode node, EtAttribute value) {
        return node.withAttributes(Attributes.with(node.attributes(), value));
    }

    private static EtNode withContent(EtNode node, EtNode other) {
        return new EtNode(
                node.id(),
                other.name(),
                other.type(),
                node.ctrlDeps(),
                node.dataDeps(),
                node.startMicros(),
                other.durationMicros(),
                other.inputs(),
                other.outputs(),
                other.attributes());
    }

    private static void assertSame(EtSet set, RepairOptions options) throws IOException {
        assertSame(
                ClusterRepair.traces(new LoopbackEngine().cluster(), set, options, Progress.NONE),
                Repair.run(set, options, Progress.NONE));
        Path directory = Files.createTempDirectory("ets");
        try {
            EtFiles.writeSet(set, directory, Progress.NONE);
            if (set.ranks().size() > 2) {
                Files.delete(directory.resolve(set.prefix() + ".1.et"));
            }
            assertSame(
                    ClusterRepair.files(new LoopbackEngine().cluster(), directory, options, Progress.NONE),
                    Repair.run(EtFiles.readSet(directory, Progress.NONE), options, Progress.NONE));
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void assertSame(Repaired away, Repaired here) {
        assertThat(away.set().report().findings()).isEqualTo(here.set().report().findings());
        assertThat(away.changes()).isEqualTo(here.changes());
        assertThat(away.set().groups()).isEqualTo(here.set().groups());
        assertThat(away.set().ranks()).hasSameSizeAs(here.set().ranks());
        for (int rank = 0; rank < here.set().ranks().size(); rank++) {
            assertThat(EtFiles.bytes(away.set().ranks().get(rank)))
                    .as("rank %d", rank)
                    .isEqualTo(EtFiles.bytes(here.set().ranks().get(rank)));
        }
    }
}
