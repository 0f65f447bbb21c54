// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.analysis.CriticalPath;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.link.Corpus;
import org.etude.link.Linker;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.RecordedNodes;
import org.etude.sim.result.RecordedOps;
import org.etude.sim.result.TimedNodes;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The timelines of a recording agree with its execution traces on every node, and give the same critical path. */
class RecordedTimelinesTest {
    private static final String[] WORDS = {EtNames.COMM_SRC, EtNames.COMM_DST, EtNames.COMM_TAG};

    private final Corpus corpus = new Corpus();

    @Property(tries = 200)
    void agreeWithExecutionTracesOfAnyLinkedGraph(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int ranks,
            @ForAll @IntRange(min = 1, max = 80) int size) {
        Random random = new Random(seed);
        FakeRank[] all = IntStream.range(0, ranks)
                .mapToObj(rank -> random(random, rank, size))
                .toArray(FakeRank[]::new);
        compare(FakeRank.set(ranks, all));
    }

    /** Operators of three threads, kernels, copies, waits, collectives and messages at random times. */
    private static FakeRank random(Random random, int number, int size) {
        FakeRank rank = new FakeRank(number);
        double now = random.nextInt(100);
        for (int i = 0; i < size; i++) {
            now += random.nextInt(40);
            int before = i == 0 ? -1 : random.nextInt(i);
            int node =
                    switch (random.nextInt(6)) {
                        case 0, 1 -> rank.host("op " + random.nextInt(3), now, random.nextInt(60), random.nextInt(3));
                        case 2, 3 -> rank.kernel("kernel", now, random.nextInt(90), 7 + random.nextInt(3), before);
                        case 4 -> rank.add(NodeKind.COMM_KERNEL, "nccl", now, random.nextInt(90), 4, before);
                        default -> rank.add(NodeKind.SYNC_CALL, "wait", now, random.nextInt(90), random.nextInt(3), -1);
                    };
            if (rank.kind(node) == NodeKind.COMM_KERNEL) {
                CollectiveType[] types = CollectiveType.values();
                rank.comm(node, types[random.nextInt(types.length)], random.nextInt(99) - 1, 8, "", 0, 1);
            }
            if (before >= 0 && random.nextInt(3) == 0) {
                EdgeKind[] kinds = {EdgeKind.STREAM_WAIT, EdgeKind.INTER_THREAD, EdgeKind.SYNC};
                rank.depend(node, before, kinds[random.nextInt(kinds.length)]);
            }
        }
        return rank;
    }

    @Test
    void ranksOfAGroupAreFoundByTheirNumbersWhereRanksAreMissing() {
        FakeRank zero = new FakeRank(0);
        int early = zero.add(NodeKind.COMM_KERNEL, "nccl", 10, 90, 4, -1);
        zero.comm(early, CollectiveType.ALL_REDUCE, 8, 8, "pair", 0, 2);
        FakeRank two = new FakeRank(2);
        two.kernel("kernel", 0, 60, 7, -1);
        int late = two.add(NodeKind.COMM_KERNEL, "nccl", 60, 40, 4, -1);
        two.comm(late, CollectiveType.ALL_REDUCE, 8, 8, "pair", 0, 2);
        LinkedSet set = FakeRank.set(4, zero, two);
        compare(set);
        RecordedNodes nodes = RecordedNodes.of(EtConverter.timelines(set, Progress.NONE));
        List<CriticalPath.Part> path = CriticalPath.of(nodes, nodes.groups());
        assertThat(nodes.rankOf(2)).isEqualTo(1);
        assertThat(nodes.rankOf(1)).isEqualTo(-1);
        assertThat(path.get(path.size() - 1))
                .satisfies(last -> assertThat(nodes.numberOf(last.rank())).isZero())
                .returns("last rank", CriticalPath.Part::after)
                .returns(60_000L, CriticalPath.Part::startNs)
                .returns(100_000L, CriticalPath.Part::endNs);
        assertThat(path).anyMatch(part -> nodes.numberOf(part.rank()) == 2 && part.endNs() == 60_000);
    }

    @TestFactory
    Stream<DynamicTest> agreeWithExecutionTracesOfRecordings() {
        Stream<String> own =
                Stream.of("cnn-2", "cnn-2-cuda", "cnn-2-hip", "moe-2", "pipeline-2", "collectives-2", "resnet50-2");
        Stream<DynamicTest> shared =
                Corpus.cases().stream().map(name -> DynamicTest.dynamicTest(name, () -> compareCase(name)));
        return Stream.concat(own.map(name -> DynamicTest.dynamicTest(name, () -> compare(linked(name)))), shared);
    }

    private void compareCase(String name) {
        LinkedSet linked;
        try {
            linked = corpus.link(name);
        } catch (TraceException refused) {
            assertThat(refused).hasMessageContaining("\n");
            return;
        }
        compare(linked);
    }

    private static LinkedSet linked(String name) {
        List<Path> data = List.of(Path.of("data", name));
        TraceSet set = TraceLoader.load(data, LoadOptions.defaults(), Progress.NONE);
        return Linker.link(set, LinkOptions.defaults(), Progress.NONE);
    }

    private static void compare(LinkedSet linked) {
        OpColumns full = RecordedOps.of(EtConverter.convert(linked, ConvertOptions.defaults(), Progress.NONE));
        RecordedNodes light = RecordedNodes.of(EtConverter.timelines(linked, Progress.NONE));
        assertThat(light.size()).isEqualTo(full.size());
        assertThat(light.ranks()).isEqualTo(full.ranks());
        assertThat(light.groups()).isEqualTo(full.groups());
        List<String> wrong = new ArrayList<>();
        for (int row = 0; row < full.size() && wrong.size() < 5; row++) {
            if (!text(light, row).equals(text(full, row))) {
                wrong.add(row + ": " + text(light, row) + " for " + text(full, row));
            }
        }
        assertThat(wrong).isEmpty();
        for (int rank = 0; rank < full.ranks(); rank++) {
            int size = full.firstOf(rank + 1) - full.firstOf(rank);
            assertThat(Arrays.copyOf(light.lastParents(rank), size)).isEqualTo(full.lastParents(rank));
            assertThat(light.slots(rank)).isEqualTo(full.slots(rank));
        }
        assertThat(CriticalPath.of(light, light.groups())).isEqualTo(CriticalPath.of(full, full.groups()));
    }

    private static String text(TimedNodes nodes, int row) {
        StringBuilder text = new StringBuilder()
                .append(nodes.rank(row))
                .append(' ')
                .append(nodes.node(row))
                .append(' ')
                .append(nodes.name(row))
                .append(' ')
                .append(nodes.type(row))
                .append(' ')
                .append(nodes.issued(row))
                .append('-')
                .append(nodes.ended(row))
                .append(' ')
                .append(nodes.resource(row))
                .append(' ')
                .append(nodes.activity(row));
        if (nodes.type(row) != EtNodeType.COMP) {
            text.append(" group ").append(nodes.group(row));
            for (String word : WORDS) {
                text.append(' ').append(nodes.number(row, word, -1));
            }
        }
        return text.toString();
    }
}
