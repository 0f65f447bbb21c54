// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.Traces;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.RecordedOps;
import org.etude.sim.spec.Scenario;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What let a node begin, found by sorted columns, is what looking at every node of the rank finds. */
class RankReleasesTest {
    private static final String CPU = "is_cpu_op";

    @Property(tries = 80)
    void agreesWithLookingAtEveryNodeOfASimulatedRun(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int ranks,
            @ForAll @IntRange(min = 1, max = 60) int size) {
        Random random = new Random(seed);
        List<EtGraph> graphs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            graphs.add(graph(random, size));
        }
        EtSet set = new EtSet("job", graphs, CommGroups.none(), Report.empty());
        check(Simulator.run(Scenario.of(set, LogicalTopology.ring(ranks))).ops().orElseThrow(), 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "cnn-2-cuda", "cnn-2-hip", "moe-2", "pipeline-2", "collectives-2"})
    void agreesWithLookingAtEveryNodeOfARecording(String name) {
        OpColumns ops = RecordedOps.of(Traces.load("data/" + name).link().toEt().set());
        check(ops, Math.max(1, ops.size() / 300));
    }

    private static EtGraph graph(Random random, int size) {
        EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
        for (int id = 1; id <= size; id++) {
            EtNode node = EtNode.of(id, "n", EtNodeType.COMP, EtAttribute.bool(CPU, random.nextInt(3) == 0))
                    .withDurationMicros(random.nextInt(5));
            long[] before = random.longs(id == 1 ? 0 : random.nextInt(4), 1, Math.max(2, id))
                    .toArray();
            graph.add(node.withDataDeps(before));
        }
        return graph.build();
    }

    private static void check(OpColumns ops, int each) {
        int seen = 0;
        for (int rank = 0; rank < ops.ranks(); rank++) {
            RankReleases releases = new RankReleases(ops, rank);
            for (int row = ops.firstOf(rank); row < ops.firstOf(rank + 1); row += each) {
                int parent = lastParent(ops, rank, row);
                int expected = release(ops, rank, row, parent);
                assertThat(releases.of(row)).as("before row %d", row).isEqualTo(expected);
                assertThat(expected >= 0 && releases.isDependency(row, expected))
                        .as("row %d waits for %d", row, expected)
                        .isEqualTo(expected >= 0 && expected == parent);
                seen++;
            }
        }
        assertThat(seen).isGreaterThanOrEqualTo(ops.size() / each);
    }

    private static int release(OpColumns ops, int rank, int row, int parent) {
        long issued = ops.issued(row);
        if (parent >= 0 && ops.ended(parent) == issued) {
            return parent;
        }
        int holder = issued > 0 ? holder(ops, rank, row, issued) : -1;
        return holder >= 0 && (parent < 0 || ops.ended(holder) > ops.ended(parent)) ? holder : parent;
    }

    /** The parent that ended last, the first of several. */
    private static int lastParent(OpColumns ops, int rank, int row) {
        RankProgram program = ops.program(rank);
        int first = ops.firstOf(rank);
        int last = -1;
        for (int parent = 0; parent < program.size; parent++) {
            for (int c = program.childStart[parent]; c < program.childStart[parent + 1]; c++) {
                if (first + program.children[c] == row && (last < 0 || ops.ended(first + parent) > ops.ended(last))) {
                    last = first + parent;
                }
            }
        }
        return last;
    }

    /** The node of the same slot that ended last until a time and began before it, the last of several. */
    private static int holder(OpColumns ops, int rank, int row, long until) {
        short[] slot = ops.program(rank).slot;
        int first = ops.firstOf(rank);
        int best = -1;
        for (int other = first; other < ops.firstOf(rank + 1); other++) {
            boolean fits = other != row
                    && slot[other - first] == slot[row - first]
                    && ops.ended(other) >= 0
                    && ops.ended(other) <= until
                    && ops.issued(other) < until;
            if (fits && (best < 0 || ops.ended(other) >= ops.ended(best))) {
                best = other;
            }
        }
        return best;
    }
}
