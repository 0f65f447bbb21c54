// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.checkpoint.Preemptions;
import org.etude.sim.result.OpColumns;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.TransferTimes;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** All-to-alls whose ranks send each other parts of different sizes. */
class UnevenAllToAllTest {
    private final List<EtGraph> ranks = new ArrayList<>();

    /** A rank with one all-to-all of this size; {@code sent} is null where the trace does not state the parts. */
    private void rank(long size, String backend, long[] sent, long start, long end) {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of(EtAttribute.int64(EtNames.CLOCK_NS, 0)));
        out.begin(1, "a2a", EtNodeType.COMM_COLL, 0, 1);
        out.dependencies(new long[0], new long[0]);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.COMM_TYPE, CollectiveType.ALL_TO_ALL.number());
        out.int64(EtNames.COMM_SIZE, size);
        out.int64(EtNames.START_NS, start);
        out.int64(EtNames.DURATION_NS, end - start);
        if (!backend.isEmpty()) {
            out.string(EtNames.BACKEND, backend);
        }
        if (sent != null) {
            out.string(
                    EtNames.PART_BYTES,
                    Arrays.stream(sent).mapToObj(String::valueOf).collect(Collectors.joining(",")));
        }
        out.end();
        ranks.add(out.build());
    }

    private void rank(long... sent) {
        rank(Arrays.stream(sent).sum(), "", sent, 0, 100);
    }

    private Scenario scenario(DimKind topology, Fidelity fidelity) {
        EtSet set = new EtSet("w", List.copyOf(ranks), CommGroups.none(), Report.empty());
        Scenario scenario = Scenario.of(
                        set,
                        LogicalTopology.of(topology, ranks.size())
                                .bandwidth(Bandwidth.gigabytesPerSecond(1))
                                .latency(Time.ns(0)))
                .system(SystemSpec.ofLibraries());
        SimOptions options = scenario.options().fidelity(fidelity);
        return scenario.options(options);
    }

    /** The end of each rank's all-to-all in ns. */
    private static List<Long> ends(Scenario scenario) {
        Preemptions.checkSmall(() -> scenario, 1);
        OpColumns ops = Simulator.run(scenario).ops().orElseThrow();
        return IntStream.range(0, ops.size()).mapToObj(ops::ended).toList();
    }

    /** On links of 1 byte per ns, each message takes as many ns as it has bytes. */
    @Test
    void eachMessageHasItsOwnSize() {
        rank(9, 1000, 2000);
        rank(4000, 9, 0);
        rank(0, 0, 9);
        assertThat(ends(scenario(DimKind.FULLY_CONNECTED, Fidelity.AWARE))).containsExactly(4000L, 4000L, 2000L);
    }

    /** A rank's port carries all that the rank sends, and all that it receives. */
    @Test
    void aPortIsTheBoundWithoutCongestion() {
        rank(9, 1000, 2000);
        rank(4000, 9, 0);
        rank(3000, 0, 9);
        assertThat(ends(scenario(DimKind.SWITCH, Fidelity.ANALYTIC)))
                .as("rank 0 receives 7000 bytes")
                .containsExactly(7000L, 4000L, 3000L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"ANALYTIC", "AWARE", "PACKET"})
    void equalPartsTakeAsLongAsWithoutThem(Fidelity fidelity) {
        for (int r = 0; r < 3; r++) {
            rank(3000, "", null, 0, 100);
        }
        List<Long> without = ends(scenario(DimKind.SWITCH, fidelity));
        ranks.clear();
        for (int r = 0; r < 3; r++) {
            long[] sent = {1000, 1000, 1000};
            // What a rank keeps is not sent, but makes the parts unequal.
            sent[r] = 1;
            rank(3000, "", sent, 0, 100);
        }
        assertThat(ends(scenario(DimKind.SWITCH, fidelity))).isEqualTo(without);
    }

    /** One rank's parts are missing, or do not fit the group: then the common size counts on every network. */
    @Test
    void partsOfAllRanksAreNeeded() {
        rank(3000, "", new long[] {0, 3000, 0}, 0, 100);
        rank(3000, "", null, 0, 100);
        rank(3000, "", new long[] {0, 3000}, 0, 100);
        assertThat(ends(scenario(DimKind.FULLY_CONNECTED, Fidelity.AWARE))).containsExactly(1000L, 1000L, 1000L);
    }

    @Test
    void astraSimTakesTheSize() {
        rank(0, 3000, 0);
        rank(0, 3000, 0);
        rank(0, 3000, 0);
        Scenario scenario = scenario(DimKind.FULLY_CONNECTED, Fidelity.ANALYTIC);
        long[] own = ends(scenario).stream().mapToLong(ns -> ns).toArray();
        Scenario compat = scenario.options(scenario.options().compat(true));
        assertThat(own).containsExactly(3000, 3000, 3000);
        assertThat(ends(compat)).containsOnly(1000L);
    }

    /** gloo sends one message each way, the second after the first if ranks do not start together. */
    @Test
    void twoRanksOverGlooHaveADirectionEach() {
        rank(6000, "gloo", new long[] {0, 6000}, 0, 100);
        rank(6000, "gloo", new long[] {2000, 4000}, 0, 100);
        List<Long> ends = ends(scenario(DimKind.RING, Fidelity.AWARE));
        assertThat(ends.get(0)).isBetween(2000L, 2200L);
        assertThat(ends.get(1)).isBetween(6000L, 6200L);
    }

    private static TransferTimes aNanosecondForEachByte() {
        return new TransferTimes() {
            @Override
            public Answer of(String type, int size, long bytes, String backend) {
                return Answer.same(Math.max(1, bytes), "");
            }

            @Override
            public String digest() {
                return "";
            }
        };
    }

    private List<Long> timed() {
        Scenario scenario = scenario(DimKind.RING, Fidelity.AWARE);
        return ends(scenario.options(scenario.options().times(aNanosecondForEachByte())));
    }

    /** The busiest link decides: 4000 bytes to two others are an all-to-all of 6000 bytes. */
    @Test
    void timedAllToAllsFollowTheBusiestLink() {
        rank(9, 1000, 2000);
        rank(4000, 9, 0);
        rank(0, 0, 9);
        assertThat(timed()).containsExactly(6000L, 6000L, 6000L);
    }

    /**
     * Rank 0 receives 4000 bytes in as long as it takes to send 2000 of them: links are limited where they begin. If it
     * takes twice as long, where they end, too.
     */
    @ParameterizedTest
    @CsvSource({"100, 3000", "200, 6000"})
    void recordedTimesTellWhetherReceiversCount(long recorded, long expected) {
        EtGraph[] each = new EtGraph[3];
        long[][][] sent = {{{9, 0, 0}, {2000, 9, 0}, {2000, 0, 9}}, {{9, 2000, 0}, {0, 9, 0}, {0, 0, 9}}};
        for (int r = 0; r < each.length; r++) {
            EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of(EtAttribute.int64(EtNames.CLOCK_NS, 0)));
            for (int k = 0; k < sent.length; k++) {
                out.begin(k + 1, "a2a", EtNodeType.COMM_COLL, 0, 1);
                out.dependencies(new long[0], k == 0 ? new long[0] : new long[] {k});
                out.bool(EtNames.IS_CPU_OP, false);
                out.int64(EtNames.COMM_TYPE, CollectiveType.ALL_TO_ALL.number());
                out.int64(EtNames.COMM_SIZE, 2009);
                out.int64(EtNames.START_NS, k * 1000L);
                out.int64(EtNames.DURATION_NS, k == 0 ? recorded : 100);
                out.string(
                        EtNames.PART_BYTES,
                        Arrays.stream(sent[k][r]).mapToObj(String::valueOf).collect(Collectors.joining(",")));
                out.end();
            }
            ranks.add(out.build());
        }
        assertThat(timed().get(0)).isEqualTo(expected);
    }

    /** The sizes for which measured times are asked: times are of equal parts, of which a rank keeps its own. */
    private List<Long> asked() {
        Set<Long> sizes = new TreeSet<>();
        Scenario scenario = scenario(DimKind.SWITCH, Fidelity.ANALYTIC);
        Simulator.run(scenario.options(scenario.options().times(new TransferTimes() {
            @Override
            public Answer of(String type, int size, long bytes, String backend) {
                sizes.add(bytes);
                return Answer.same(1, "");
            }

            @Override
            public String digest() {
                return "";
            }
        })));
        return List.copyOf(sizes);
    }

    /** Rank 0 receives 9 and rank 2 sends 8: 3/2 of that is 13 and 12. The last one to come has the time of the largest. */
    @Test
    void measuredTimesAreOfTheBusierDirection() {
        rank(0, 5, 2);
        rank(4, 0, 3);
        rank(5, 1, 0);
        rank(100, 100, 0);
        assertThat(asked())
                .as("four ranks need four parts: their whole sizes count")
                .containsExactly(200L);
        ranks.remove(3);
        assertThat(asked()).containsExactly(13L);
    }

    /** 2^58 + 1 of three ranks are 3 x 2^57 + 1 rounded down: a product before the division would not fit. */
    @Test
    void measuredTimesOfHugeSizesAreAskedForExactly() {
        long huge = (1L << 58) + 1;
        rank(0, huge - 1, 1);
        rank(1, 0, 0);
        rank(0, 0, 0);
        assertThat(asked()).contains(3 * (1L << 57) + 1);
    }

    /**
     * Between two ranks what a rank sends counts, twice that as the buffer of equal parts: 20 and 2000. Both directions together
     * are those of the mean.
     */
    @Test
    void measuredTimesOfTwoRanksAreOfWhatEachSends() {
        rank(0, 1000);
        rank(10, 0);
        assertThat(asked()).containsExactly(1010L, 2000L);
    }
}
