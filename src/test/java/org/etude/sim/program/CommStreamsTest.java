// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.sim.spec.Cases.grouped;
import static org.etude.sim.spec.Cases.receive;
import static org.etude.sim.spec.Cases.send;
import static org.etude.sim.spec.Cases.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions.Streams;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** One communication stream per rank, as in ASTRA-sim, and one per process group. */
class CommStreamsTest {
    /** Ranks 0 and 1, 2 and 3 share layers; 0 and 2, 1 and 3 share gradients. */
    private static final Map<Integer, List<Integer>> GRID =
            Map.of(1, List.of(0, 1), 2, List.of(2, 3), 3, List.of(0, 2), 4, List.of(1, 3));

    private static final LogicalTopology SWITCH =
            LogicalTopology.fullyConnected(4).bandwidth(Bandwidth.gbps(80)).latency(Time.ns(500));

    private static final int ALL_REDUCE = 0;

    private static String layers(int rank) {
        return rank < 2 ? "1" : "2";
    }

    private static String gradients(int rank) {
        return rank % 2 == 0 ? "3" : "4";
    }

    private interface Program {
        EtNode[] of(int rank);
    }

    private static Scenario grid(Program program) {
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            ranks.add(Cases.graph(program.of(rank)));
        }
        return Cases.each(SWITCH, ranks, GRID);
    }

    private static long ns(Scenario scenario, Streams streams) {
        return Arrays.stream(Simulator.run(scenario.options(scenario.options().streams(streams)))
                        .ranks()
                        .finish())
                .max()
                .getAsLong();
    }

    @Test
    void collectivesOfTwoGroupsRunBesideEachOther() {
        long small = ns(grid(r -> new EtNode[] {grouped(1, ALL_REDUCE, 1 << 16, layers(r))}), Streams.ONE);
        long large = ns(grid(r -> new EtNode[] {grouped(1, ALL_REDUCE, 1 << 20, gradients(r))}), Streams.ONE);
        Scenario both = grid(r ->
                new EtNode[] {grouped(1, ALL_REDUCE, 1 << 20, gradients(r)), grouped(2, ALL_REDUCE, 1 << 16, layers(r))
                });
        assertThat(ns(both, Streams.ONE)).isEqualTo(large + small);
        assertThat(ns(both, Streams.PER_GROUP)).isEqualTo(large);
    }

    @Test
    void collectivesOfOneGroupStillQueue() {
        Scenario two = grid(r -> new EtNode[] {
            grouped(1, ALL_REDUCE, 1 << 20, gradients(r)), grouped(2, ALL_REDUCE, 1 << 16, gradients(r))
        });
        assertThat(ns(two, Streams.PER_GROUP)).isEqualTo(ns(two, Streams.ONE));
    }

    @Test
    void theOrderOfASingleStreamHoldsNothingBackButDataDoes() {
        long large = ns(grid(r -> new EtNode[] {grouped(1, ALL_REDUCE, 1 << 20, gradients(r))}), Streams.ONE);
        long small = ns(grid(r -> new EtNode[] {grouped(1, ALL_REDUCE, 1 << 16, layers(r))}), Streams.ONE);
        Scenario ordered = grid(r -> new EtNode[] {
            grouped(1, ALL_REDUCE, 1 << 20, gradients(r)),
            grouped(2, ALL_REDUCE, 1 << 16, layers(r)).withCtrlDeps(1)
        });
        assertThat(ns(ordered, Streams.ONE)).isEqualTo(large + small);
        assertThat(ns(ordered, Streams.PER_GROUP)).isEqualTo(large);
        Scenario needed = grid(r -> new EtNode[] {
            grouped(1, ALL_REDUCE, 1 << 20, gradients(r)),
            grouped(2, ALL_REDUCE, 1 << 16, layers(r), 1).withCtrlDeps(1)
        });
        assertThat(ns(needed, Streams.PER_GROUP)).isEqualTo(large + small);
        Scenario afterWork = grid(r -> new EtNode[] {
            work(1, 1000), grouped(2, ALL_REDUCE, 1 << 16, layers(r)).withCtrlDeps(1)
        });
        assertThat(ns(afterWork, Streams.PER_GROUP)).isEqualTo(1_000_000 + small);
    }

    @Test
    void groupsEnteredInDifferentOrdersStallASingleStreamOnly() {
        Scenario crossed = grid(r -> r == 0 || r == 3
                ? new EtNode[] {grouped(1, ALL_REDUCE, 4096, layers(r)), grouped(2, ALL_REDUCE, 4096, gradients(r))}
                : new EtNode[] {grouped(1, ALL_REDUCE, 4096, gradients(r)), grouped(2, ALL_REDUCE, 4096, layers(r))});
        assertThatThrownBy(() -> ns(crossed, Streams.ONE)).isInstanceOf(StallException.class);
        long one = ns(grid(r -> new EtNode[] {grouped(1, ALL_REDUCE, 4096, layers(r))}), Streams.ONE);
        assertThat(ns(crossed, Streams.PER_GROUP)).isEqualTo(one);
    }

    @Test
    void aMessageUnderWayDoesNotKeepACollectiveBack() {
        long message = ns(
                grid(r -> r % 2 == 0
                        ? new EtNode[] {send(1, r + 1, 1 << 20, 7)}
                        : new EtNode[] {receive(1, r - 1, 1 << 20, 7)}),
                Streams.ONE);
        long all = ns(grid(r -> new EtNode[] {grouped(1, ALL_REDUCE, 1 << 12, gradients(r))}), Streams.ONE);
        Scenario both = grid(r -> r % 2 == 0
                ? new EtNode[] {send(1, r + 1, 1 << 20, 7), grouped(2, ALL_REDUCE, 1 << 12, gradients(r))}
                : new EtNode[] {receive(1, r - 1, 1 << 20, 7), grouped(2, ALL_REDUCE, 1 << 12, gradients(r))});
        assertThat(ns(both, Streams.ONE)).isEqualTo(message + all);
        assertThat(ns(both, Streams.PER_GROUP)).isEqualTo(message);
    }

    @Test
    void theTableSaysWhatEachNodeHeld() {
        Scenario both = grid(r -> new EtNode[] {
            grouped(1, ALL_REDUCE, 4096, gradients(r)), grouped(2, ALL_REDUCE, 4096, layers(r)), work(3, 1)
        });
        OpColumns ops = Simulator.run(both.options(both.options().streams(Streams.PER_GROUP)))
                .ops()
                .orElseThrow();
        assertThat(List.of(ops.resource(0), ops.resource(1), ops.resource(2))).containsExactly("comm", "comm", "gpu");
    }

    /** Without groups and messages there is one stream either way, so nothing may differ. */
    @Property(tries = 30)
    void aJobWithoutGroupsIsTheSame(@ForAll @IntRange(min = 1, max = 1 << 18) int bytes, @ForAll boolean chained) {
        Scenario whole = Cases.same(
                SWITCH,
                work(1, 3),
                Cases.collective(2, ALL_REDUCE, bytes),
                Cases.collective(3, ALL_REDUCE, bytes + 1L, chained ? 2 : 1),
                work(4, 5, 2));
        assertThat(ns(whole, Streams.PER_GROUP)).isEqualTo(ns(whole, Streams.ONE));
    }
}
