// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.EtFiles;
import org.etude.sim.Simulator;
import org.etude.sim.checkpoint.Preemptions;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Collectives that run a trace of their own. On a link of 50 GiB/s and 500 ns, 131,072 bytes take trunc(500 + 2441.4) ns; a
 * node of 0 us takes 1 ns.
 */
class CustomCollectiveTest {
    private static final long BYTES = 131_072;
    private static final long NO_HOP = 2_441;
    private static final long ONE_HOP = 2_941;
    private static final long TWO_HOPS = 3_441;
    private static final long WORK = 5_001;

    @TempDir
    private Path dir;

    private static LogicalTopology ring(int ranks) {
        return LogicalTopology.ring(ranks)
                .bandwidth(Bandwidth.gibibytesPerSecond(50))
                .latency(Time.ns(500));
    }

    /** Ranks 0 and 1 of the trace swap messages, then work for 5 us and for 0 us. */
    private void writeSwap() {
        for (int place = 0; place < 2; place++) {
            write(
                    place,
                    Cases.send(1, 1 - place, BYTES, 3),
                    Cases.receive(2, 1 - place, BYTES, 3),
                    Cases.work(3, 5, 1, 2),
                    Cases.work(4, 0, 3));
        }
    }

    private void write(int place, EtNode... nodes) {
        EtFiles.write(Cases.graph(nodes), dir.resolve("swap." + place + ".et"));
    }

    private Scenario with(Scenario scenario) {
        Scenario custom = scenario.system(SystemSpec.builder()
                .custom(CollectiveType.ALL_REDUCE, "swap")
                .splits(1)
                .build());
        return new Scenario(
                custom.ranks(),
                custom.groups(),
                custom.system(),
                custom.topology(),
                custom.memory(),
                dir,
                custom.options());
    }

    private long[] finish(Scenario scenario) {
        Preemptions.checkSmall(() -> with(scenario), 1);
        Preemptions.checkSmall(() -> with(scenario), 5);
        return Simulator.run(with(scenario)).ranks().finish();
    }

    private SimulationException refusal() {
        Scenario scenario = Cases.same(ring(2), Cases.collective(1, 0, 64));
        return Assertions.catchThrowableOfType(SimulationException.class, () -> Simulator.run(with(scenario)));
    }

    @Test
    void itsTraceSaysHowLongItTakesNotItsSize() {
        writeSwap();
        for (long bytes : new long[] {64, 1L << 30}) {
            assertThat(finish(Cases.same(ring(2), Cases.work(1, 3), Cases.collective(2, 0, bytes, 1))))
                    .containsExactly(3_000 + ONE_HOP + WORK, 3_000 + ONE_HOP + WORK);
        }
    }

    @Test
    void theRanksOfItsTraceAreThoseOfTheGroup() {
        writeSwap();
        EtGraph even = Cases.graph(Cases.grouped(1, 0, 64, "1"));
        EtGraph odd = Cases.graph(Cases.grouped(1, 0, 64, "2"), Cases.grouped(2, 0, 64, "2", 1));
        Scenario scenario =
                Cases.each(ring(4), List.of(even, odd, even, odd), Map.of(1, List.of(0, 2), 2, List.of(1, 3)));
        assertThat(finish(scenario))
                .containsExactly(TWO_HOPS + WORK, 2 * (TWO_HOPS + WORK), TWO_HOPS + WORK, 2 * (TWO_HOPS + WORK));
    }

    /** ASTRA-sim takes the place from the sorted list and the peer from the list as it is written. */
    @Test
    void inAnUnsortedGroupARankMayMeanItself() {
        writeSwap();
        EtGraph idle = Cases.graph(Cases.work(1, 1));
        EtGraph swap = Cases.graph(Cases.grouped(1, 0, 64, "1"));
        Scenario scenario = Cases.each(ring(4), List.of(idle, swap, idle, swap), Map.of(1, List.of(3, 1)));
        assertThat(finish(scenario)).containsExactly(1_000, NO_HOP + WORK, 1_000, NO_HOP + WORK);
    }

    @Test
    void aTraceThatCannotRunWholeIsNamedWithItsFile() {
        write(0, Cases.work(1, 5), Cases.work(2, 5, 9));
        assertThat(refusal())
                .hasMessageContaining(
                        "custom collective " + dir.resolve("swap.0.et") + ": rank 0: node 2 depends on node 9");
        write(0, Cases.work(1, 5), Cases.work(2, 5, 3), Cases.work(3, 5, 2));
        assertThat(refusal()).hasMessageContaining("swap.0.et").hasMessageContaining("lies on a dependency cycle");
        write(0, Cases.work(1, -5));
        assertThat(refusal()).hasMessageContaining("node 1 (work_1) lasts -5 us");
    }

    @Test
    void otherCollectivesRunAsUsual() {
        writeSwap();
        Scenario gather = Cases.same(ring(2), Cases.collective(1, 2, 2 * BYTES));
        assertThat(finish(gather))
                .isEqualTo(Simulator.run(
                                gather.system(SystemSpec.builder().splits(1).build()))
                        .ranks()
                        .finish());
    }

    @Test
    void aNodeIdMayHaveAnImplementationOfItsOwn() {
        writeSwap();
        Scenario two = Cases.same(ring(2), Cases.collective(1, 0, 2 * BYTES), Cases.collective(2, 0, 2 * BYTES, 1));
        long plain = Simulator.run(two.system(SystemSpec.builder().splits(1).build()))
                .stepNs();
        SystemSpec second =
                SystemSpec.builder().splits(1).customOfNode(2, "swap").build();
        Scenario mixed =
                new Scenario(two.ranks(), two.groups(), second, two.topology(), two.memory(), dir, two.options());
        assertThat(Simulator.run(mixed).stepNs()).isEqualTo(plain / 2 + ONE_HOP + WORK);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(refusal())
                .hasMessageStartingWith("rank 0: the custom collective swap has no file " + dir.resolve("swap.0.et"));
    }

    @Test
    void aPeerOutsideTheGroupIsNamed() {
        write(0, Cases.send(1, 2, BYTES, 3));
        write(1, Cases.receive(1, 0, BYTES, 3));
        assertThat(refusal())
                .hasMessageStartingWith("rank 0: node 1 (message_1) of a custom collective names rank 2 of 2");
    }

    @Test
    void onlyMessagesAndWorkAreAllowed() {
        write(0, Cases.collective(1, 0, 64));
        write(1, Cases.collective(1, 0, 64));
        assertThat(refusal())
                .hasMessageStartingWith("rank 0: node 1 (collective_1) of a custom collective is a COMM_COLL");
    }

    @Test
    void aMessageWithoutASizeIsNamed() {
        EtNode send = Cases.send(1, 1, BYTES, 3);
        write(
                0,
                send.withAttributes(send.attributes().stream()
                        .filter(a -> !a.name().equals("comm_size"))
                        .toList()));
        write(1, Cases.receive(1, 0, BYTES, 3));
        assertThat(refusal())
                .hasMessageStartingWith("rank 0: node 1 (message_1) of a custom collective has no comm_size");
    }

    @Test
    void aTraceWithATornFileIsAnError() throws IOException {
        writeSwap();
        byte[] whole = Files.readAllBytes(dir.resolve("swap.1.et"));
        Files.write(dir.resolve("swap.1.et"), Arrays.copyOf(whole, whole.length - 3));
        Scenario scenario = with(Cases.same(ring(2), Cases.collective(1, 0, 64)));
        assertThatThrownBy(() -> Simulator.run(scenario)).hasMessageContaining("swap.1.et: not a valid Chakra ET");
    }

    @Test
    void manyInFlightAtOnceDoNotMixUp() {
        writeSwap();
        EtNode[] nodes = new EtNode[20];
        Arrays.setAll(nodes, i -> Cases.collective(i + 1, 0, 64, i == 0 ? new long[0] : new long[] {i}));
        assertThat(finish(Cases.each(ring(2), Collections.nCopies(2, Cases.graph(nodes)))))
                .containsExactly(20 * (ONE_HOP + WORK), 20 * (ONE_HOP + WORK));
    }
}
